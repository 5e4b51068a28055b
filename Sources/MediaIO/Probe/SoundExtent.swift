import CFFmpeg
import MediaTime

extension MediaInfo {
    /// When a sound stream begins and ends, on the clock of the file: from the container, or from all its packets if
    /// the container does not state it, as in raw AAC (FFmpeg then guesses by the bit rate of the first packets), or
    /// counts the encoder's padding, as in MP3.
    ///
    /// - Throws: `MediaError` when the file cannot be read.
    package func extent(ofSound sound: AudioInfo) throws(MediaError) -> TimeRange {
        let demuxer = try Demuxer(path: path, clock: clock)
        let isGuessed =
            demuxer.context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
            || demuxer.formatName == "mp3"
        if let duration = sound.duration, duration > .zero, !isGuessed {
            return TimeRange(start: sound.start, duration: duration)
        }
        demuxer.select(sound.streamIndex)
        var end = sound.start
        while try demuxer.read() {
            guard let start = demuxer.time(demuxer.packet.pointee.pts, stream: sound.streamIndex) else { continue }
            let length = MediaTime(
                max(0, demuxer.packet.pointee.duration), in: demuxer.timeBase(of: sound.streamIndex))
            end = max(end, start + length - demuxer.padding(rate: sound.sampleRate))
        }
        return TimeRange(start: sound.start, end: end)
    }
}

extension MediaInfo {
    /// Less is not noticed, and no reason for another camera's sound, or to hear more than is seen.
    package static let leastSilence = MediaTime.seconds(1)

    /// Finds sound that ends before or after the pictures: where the container says so and the packets do not contradict
    /// it, or where the container says nothing and the last packets do.
    ///
    /// - Throws: `MediaError` when the file cannot be read.
    mutating func findOwnEnds() throws(MediaError) {
        guard let video else { return }
        guard video.missingEnd == .zero else {
            for index in audio.indices { try audio[index].findIfMissing(path, clock) }
            return
        }
        for index in audio.indices {
            let sound = audio[index]
            let stated = sound.duration.map { sound.start + $0 }
            if let stated, (stated - video.footage.end).magnitude < Self.leastSilence { continue }
            let demuxer = try Demuxer(path: path, clock: clock)
            demuxer.select(sound.streamIndex)
            let end =
                if let stated, stated < video.footage.end {
                    max(stated, try demuxer.lastEnd(ofSound: sound.streamIndex, from: stated) ?? stated)
                } else {
                    try lastEnd(of: sound, before: stated ?? video.footage.end, demuxer)
                }
            if let end, (end - video.footage.end).magnitude >= Self.leastSilence { audio[index].ownEnd = end }
        }
    }

    /// Whether all sounds end before a time.
    static func ends(_ audio: [AudioInfo], before end: MediaTime, _ path: String, _ clock: FileClock) throws(MediaError)
        -> Bool
    {
        for sound in audio {
            let demuxer = try Demuxer(path: path, clock: clock)
            demuxer.select(sound.streamIndex)
            let last = try demuxer.lastEnd(ofSound: sound.streamIndex, from: end - leastSilence) ?? .zero
            if end - last < leastSilence { return false }
        }
        return true
    }

    /// The end of the last packet, searched backward in steps that double; `nil` if there is none.
    private func lastEnd(
        of sound: AudioInfo, before end: MediaTime, _ demuxer: Demuxer
    ) throws(MediaError) -> MediaTime? {
        var step = Self.leastSilence
        while true {
            let start = max(sound.start, end - step)
            if let last = try demuxer.lastEnd(ofSound: sound.streamIndex, from: start) { return last }
            guard start > sound.start else { return nil }
            step = step * 2
        }
    }
}

extension AudioInfo {
    /// A range of the file without a silent beginning or end of a second or more.
    package func sounding(in range: TimeRange) -> TimeRange {
        let isLate = start - range.start >= MediaInfo.leastSilence
        return TimeRange(
            start: isLate ? min(start, range.end) : range.start, end: min(range.end, ownEnd ?? range.end))
    }

    /// The range in which a camera is heard: that of its pictures, and more where its sound begins a second or more
    /// before or ends that long after them.
    package func heard(withPictures range: TimeRange) -> TimeRange {
        let isEarly = range.start - start >= MediaInfo.leastSilence
        return TimeRange(start: isEarly ? start : range.start, end: max(range.end, ownEnd ?? range.end))
    }
}

extension Demuxer {
    /// The end of the last packet of a selected stream, read from `time` on; `nil` if there is none.
    fileprivate func lastEnd(ofSound stream: Int, from time: MediaTime) throws(MediaError) -> MediaTime? {
        // Without a way to get there, it is read from the beginning.
        _ = seek(to: time, stream: stream)
        var end: MediaTime?
        while try read() {
            guard let start = self.time(packet.pointee.pts, stream: stream) else { continue }
            let length = MediaTime(max(0, packet.pointee.duration), in: timeBase(of: stream))
            end = max(end ?? start, start + length)
        }
        return end
    }

    /// What a decoder drops from the end of the current packet.
    fileprivate func padding(rate: Int) -> MediaTime {
        var size = 0
        guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 10, rate > 0 else {
            return .zero
        }
        // Samples to skip at the beginning and at the end, little-endian (AV_PKT_DATA_SKIP_SAMPLES).
        let samples = (4..<8).reversed().reduce(0) { $0 << 8 | Int64(data[$1]) }
        return MediaTime(samples, in: .perSecond(Int32(clamping: rate)))
    }
}
