import CFFmpeg
import MediaTime

/// A file with subtitles: SubRip, WebVTT or (Advanced) SubStation Alpha.
package struct SubtitleFile: Sendable {
    /// When something is shown, sorted.
    package private(set) var cues: [TimeRange] = []
    /// The text of all cues, with its markup.
    package private(set) var text = ""
    /// Whether it has styles of its own.
    package let isStyled: Bool

    private static let formats = ["srt", "webvtt", "ass"]

    /// - Throws: `MediaError.notSubtitles` for any other file, and for one without cues.
    package init(path: String) throws(MediaError) {
        try checkInputFile(path)
        let file: FileIO
        do { file = try FileIO(path) } catch { throw .cannotRead(path: path, reason: error.reason) }
        let demuxer: DemuxerOwner
        do { demuxer = try DemuxerOwner(file, path: path, formats: Self.formats) } catch {
            throw .notSubtitles(path: path)
        }
        let format = String(cString: demuxer.pointer.pointee.iformat.pointee.name)
        guard Self.formats.contains(format), demuxer.pointer.pointee.nb_streams == 1 else {
            throw .notSubtitles(path: path)
        }
        isStyled = format == "ass"
        let stream = demuxer.pointer.pointee.streams[0]!
        let timeBase = TimeBase(stream.pointee.time_base)
        do {
            let packet = try PacketOwner()
            while av_read_frame(demuxer.pointer, packet.pointer) >= 0 {
                defer { av_packet_unref(packet.pointer) }
                let own = packet.pointer.pointee
                guard own.pts != compose_no_timestamp, own.duration > 0, own.size > 0, let data = own.data else {
                    continue
                }
                cues.append(
                    TimeRange(start: MediaTime(own.pts, in: timeBase), end: MediaTime(own.pts + own.duration, in: timeBase)))
                let bytes = UnsafeBufferPointer(start: data, count: Int(own.size))
                var line = String(decoding: bytes, as: UTF8.self)
                // ReadOrder, Layer, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                if isStyled { line = String(line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false).last!) }
                text += line + "\n"
            }
        } catch {
            throw .failed(path: path, error)
        }
        cues = cues.filter { $0.start >= .zero && $0.end <= .seconds(1 << 20) }.sorted { $0.start < $1.start }
        guard !cues.isEmpty else { throw .notSubtitles(path: path) }
    }
}
