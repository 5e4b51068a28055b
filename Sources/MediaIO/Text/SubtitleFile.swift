import CFFmpeg
import MediaTime
import Platform

/// A file with subtitles: SubRip, WebVTT or (Advanced) SubStation Alpha.
package struct SubtitleFile: Sendable {
    /// When something is shown, sorted.
    package private(set) var cues: [TimeRange] = []
    /// The text of all cues, with its markup.
    package private(set) var text = ""
    /// Whether it has styles of its own.
    package let isStyled: Bool

    /// - Throws: `MediaError.notSubtitles` for any other file, and for one without cues.
    package init(path: String) throws(MediaError) {
        let file = try Self.opened(path)
        isStyled = file.isStyled
        let timeBase = TimeBase(file.stream.pointee.time_base)
        do {
            try file.forEachPacket { packet in
                let own = packet.pointee
                let start = MediaTime(own.pts, in: timeBase)
                cues.append(TimeRange(start: start, end: MediaTime(own.pts + own.duration, in: timeBase)))
                var line = String(decoding: UnsafeBufferPointer(start: own.data, count: Int(own.size)), as: UTF8.self)
                // ReadOrder, Layer, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                if isStyled {
                    line = String(line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false).last!)
                }
                text += line + "\n"
            }
        } catch {
            throw .failed(path: path, error)
        }
        cues = cues.filter { $0.start >= .zero && $0.end <= .seconds(1 << 20) }.sorted { $0.start < $1.start }
        guard !cues.isEmpty else { throw .notSubtitles(path: path) }
    }

    /// An opened file: one stream, of subtitles.
    struct Opened: ~Copyable {
        fileprivate let demuxer: DemuxerOwner
        let isStyled: Bool
        var stream: UnsafeMutablePointer<AVStream> { demuxer.pointer.pointee.streams[0]! }

        /// Every cue that has a time and a length.
        func forEachPacket(
            _ body: (UnsafeMutablePointer<AVPacket>) throws(FFmpegFailure) -> Void
        ) throws(FFmpegFailure) {
            let packet = try PacketOwner()
            while av_read_frame(demuxer.pointer, packet.pointer) >= 0 {
                defer { av_packet_unref(packet.pointer) }
                let own = packet.pointer.pointee
                let most = Int64.max / 4
                guard own.pts != compose_no_timestamp, abs(own.pts) < most, (1..<most).contains(own.duration),
                    own.size > 0, own.data != nil
                else { continue }
                try body(packet.pointer)
            }
        }
    }

    private static func demuxer(of path: String, _ formats: [String]) throws(MediaError) -> DemuxerOwner {
        let file: FileIO
        do { file = try FileIO(path) } catch { throw .cannotRead(path: path, reason: error.reason) }
        do { return try DemuxerOwner(file, path: path, formats: formats) } catch { throw .notSubtitles(path: path) }
    }

    /// FFmpeg shows the time of a subtitle as text, or ends there, if it cannot be read.
    private static func checkTimes(_ text: String, _ path: String) throws(MediaError) {
        guard !text.contains("[Script Info]") else { return }
        let isWebVTT = text.drop { $0 == "\u{FEFF}" }.hasPrefix("WEBVTT")
        let valid =
            isWebVTT
            ? /\s*(?:[0-9]+:)?[0-9]+:[0-9]+\.[0-9]+\s*-->\s*(?:[0-9]+:)?[0-9]+:[0-9]+\.[0-9]+(?:\s.*)?/
            : /\s*[0-9]+:[0-9]+:[0-9]+[.,][0-9]+\s*-->\s*[0-9]+:[0-9]+:[0-9]+[.,][0-9]+(?:\s.*)?/
        let withoutArrow = /[0-9]+:[0-9]{2}[0-9:]*[.,][0-9]+(?:[^0-9]{1,8}[0-9]+:[0-9]{2}[0-9:]*[.,][0-9]+)?\s*/
        var previous: Substring = ""
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            defer { previous = line }
            // Words may contain arrows, too.
            let isTime =
                line.contains("-->")
                ? line.count { $0.isNumber } >= 4 && line.contains(":")
                : line.first?.isNumber == true && previous.allSatisfy { $0.isNumber || $0.isWhitespace }
                    && line.wholeMatch(of: withoutArrow) != nil
            guard !isTime || line.wholeMatch(of: valid) != nil else {
                let mark = isWebVTT ? "." : ","
                throw .noSubtitleTime(
                    path: path, line: number + 1, String(line), example: "00:00:01\(mark)000 --> 00:00:02\(mark)000")
            }
        }
    }

    private static let formats = ["srt", "webvtt", "ass"]
    /// FFmpeg recognizes a file by its first subtitle, which may be written in an unusual way.
    private static let namedFormats = ["srt": "srt", "vtt": "webvtt", "ass": "ass", "ssa": "ass"]

    static func opened(_ path: String) throws(MediaError) -> Opened {
        guard try checkInputFile(path) < 1 << 26 else { throw .notSubtitles(path: path) }
        // With a byte order mark, FFmpeg reads UTF-16, too.
        if let bytes = FileSystem.contents(ofFile: path), !bytes.starts(with: [0xFF, 0xFE]),
            !bytes.starts(with: [0xFE, 0xFF])
        {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                // Anything may be named so.
                throw bytes.prefix(1 << 12).contains(0) ? .notSubtitles(path: path) : .notUTF8(path: path)
            }
            try checkTimes(text, path)
        }
        let demuxer: DemuxerOwner
        do throws(MediaError) { demuxer = try Self.demuxer(of: path, formats) } catch {
            let ending = path.split(separator: ".").last.map { $0.lowercased() }
            guard case .notSubtitles = error, let named = ending.flatMap({ namedFormats[$0] }) else { throw error }
            demuxer = try Self.demuxer(of: path, [named])
        }
        let format = String(cString: demuxer.pointer.pointee.iformat.pointee.name)
        guard formats.contains(format), demuxer.pointer.pointee.nb_streams == 1 else {
            throw .notSubtitles(path: path)
        }
        return Opened(demuxer: demuxer, isStyled: format == "ass")
    }
}
