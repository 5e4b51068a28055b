import CFFmpeg
import MediaTime

extension MediaInfo {
    /// Whether a file has sound and no picture except a cover, by its headers; `false` if it cannot be read.
    public static func isOnlySound(_ path: String) -> Bool {
        guard let demuxer = try? Demuxer(path: path) else { return false }
        return demuxer.videoIndex == nil && !demuxer.audioIndices.isEmpty
    }

    /// When a sound stream begins and ends, on the clock of the file: from the container, or from all its packets if
    /// the container does not state it, as in raw MP3 and AAC (FFmpeg then guesses by the bit rate of the first
    /// packets).
    ///
    /// - Throws: `MediaError` when the file cannot be read.
    public func extent(ofSound sound: AudioInfo) throws(MediaError) -> TimeRange {
        let demuxer = try Demuxer(path: path, clock: clock)
        let isGuessed = demuxer.context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        if let duration = sound.duration, duration > .zero, !isGuessed {
            return TimeRange(start: sound.start, duration: duration)
        }
        demuxer.select(sound.streamIndex)
        var end = sound.start
        while try demuxer.read() {
            guard let start = demuxer.time(demuxer.packet.pointee.pts, stream: sound.streamIndex) else { continue }
            let length = MediaTime(
                max(0, demuxer.packet.pointee.duration), in: demuxer.timeBase(of: sound.streamIndex))
            end = max(end, start + length)
        }
        return TimeRange(start: sound.start, end: end)
    }
}
