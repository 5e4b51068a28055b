import CFFmpeg
import MediaTime

/// The subtitles of a file as a track that players show on request: in MP4 and MOV as timed text (3GPP TS 26.245), in
/// WebM as WebVTT, in Matroska as SubRip, or as SubStation Alpha if the file is a script.
package struct SubtitleTrack: Sendable {
    /// A subtitle; times in milliseconds of the film.
    package struct Cue: Sendable {
        package var start, duration: Int64
        package var bytes: [UInt8]
    }
    /// Sorted by start.
    package private(set) var cues: [Cue] = []
    let codec: AVCodecID
    private(set) var configuration: [UInt8] = []
    /// ISO 639-2, as the name of the file tells it: film.en.srt.
    package let language: String?

    /// - Parameter duration: of the film; what comes after it is left out.
    package init(_ file: SubtitleFile, in container: Container, duration: MediaTime) throws(MediaError) {
        let isScript = file.kind == .script
        language = Language.code(inName: file.path, for: container)
        codec =
            container.row.isISO
            ? AV_CODEC_ID_MOV_TEXT
            : container == .webm ? AV_CODEC_ID_WEBVTT : isScript ? AV_CODEC_ID_ASS : AV_CODEC_ID_SUBRIP
        do {
            let encoder = try CodecOwner(try allocated("avcodec_find_encoder", avcodec_find_encoder(codec)))
            encoder.pointer.pointee.time_base = AVRational(num: 1, den: 1000)
            // The encoder frees it.
            let text =
                isScript
                ? file.header.joined(separator: "\n") + "\n"
                : SubtitleScript.plainHeader()
            let bytes = Array(text.utf8)
            let header = try allocated("av_mallocz", av_mallocz(bytes.count + 1))
            header.copyMemory(from: bytes, byteCount: bytes.count)
            encoder.pointer.pointee.subtitle_header = header.assumingMemoryBound(to: UInt8.self)
            encoder.pointer.pointee.subtitle_header_size = Int32(bytes.count)
            try check("avcodec_open2", avcodec_open2(encoder.pointer, nil, nil))
            if let data = encoder.pointer.pointee.extradata {
                configuration = Array(
                    UnsafeBufferPointer(start: data, count: Int(encoder.pointer.pointee.extradata_size)))
            }
            let end = duration.ticks(in: .perSecond(1000), .nearest)
            var buffer = [UInt8](repeating: 0, count: 1 << 19)
            for shown in try Self.shown(file, container) where shown.start < end {
                let length = min(end, shown.end) - shown.start
                let line = "\(shown.number),\(shown.layer),\(shown.fields)"
                cues.append(
                    Cue(
                        start: shown.start, duration: length,
                        bytes: try Self.encoded(line, at: shown.start, length, encoder.pointer, &buffer)))
            }
        } catch let error as FFmpegFailure {
            throw .failed(path: file.path, error)
        } catch {
            throw error as! MediaError
        }
    }

    /// Of a script, whose effects are many texts.
    private static let mostAtOnce = 100

    /// The number is the order of the file.
    private typealias Shown = (start: Int64, end: Int64, number: Int, layer: Int, fields: String)

    /// In timed text, a subtitle begins when the one before ends, so those that are on together are one.
    private static func shown(_ file: SubtitleFile, _ container: Container) throws(MediaError) -> [Shown] {
        guard container.row.isISO else {
            return file.cues.compactMap { cue in
                let event = cue.event ?? .plain
                // Only Matroska has scripts.
                let text =
                    cue.event != nil && container != .webm
                    ? cue.source : text(of: cue, file.kind, isMarkup: container == .webm)
                return text.isEmpty ? nil : (cue.start, cue.end, cue.line, event.layer, event.fields(text))
            }
        }
        var result: [Shown] = []
        var byteCount = 0
        for shown in file.together() {
            guard shown.cues.count <= mostAtOnce else {
                let line = file.cues[shown.cues.last!].line
                throw .badSubtitle(
                    path: file.path, line: line, text: file.cues[shown.cues.last!].source,
                    "is one of \(shown.cues.count) texts that are shown at once, and MP4 and MOV can only show them as one; name the output .mkv, or draw them into the picture"
                )
            }
            var texts: [String] = []
            for index in shown.cues {
                let text = text(of: file.cues[index], file.kind, hasPlaces: false)
                // Scripts draw a text several times, to give it edges.
                if !text.isEmpty, file.kind != .script || !texts.contains(text) { texts.append(text) }
            }
            guard !texts.isEmpty else { continue }
            let event = shown.cues.count == 1 ? file.cues[shown.cues[0]].event : nil
            let text = texts.joined(separator: file.kind == .script ? "\\N{\\r}" : "\\N")
            byteCount += text.utf8.count
            guard text.utf8.count < 60_000, byteCount <= SubtitleFile.mostShownBytes else {
                let line = file.cues[shown.cues.last!].line
                throw .badSubtitle(
                    path: file.path, line: line, text: file.cues[shown.cues.last!].source,
                    "makes more text at once than MP4 and MOV can hold; name the output .mkv, or divide it")
            }
            result.append((shown.start, shown.end, result.count, event?.layer ?? 0, (event ?? .plain).fields(text)))
        }
        return result
    }

    private static func text(
        of cue: SubtitleFile.Cue, _ kind: SubtitleFile.Kind, isMarkup: Bool = false, hasPlaces: Bool = true
    ) -> String {
        guard kind == .script else {
            let text = SubtitleText(cue.source, isWebVTT: kind == .webVTT)
            let place = (text.place ?? cue.place).map { "{\\an\($0)}" } ?? ""
            return (isMarkup || !hasPlaces ? "" : place) + text.forTrack(isMarkup: isMarkup)
        }
        return cue.withoutDrawings
    }

    private static func encoded(
        _ line: String, at start: Int64, _ length: Int64, _ encoder: UnsafeMutablePointer<AVCodecContext>,
        _ buffer: inout [UInt8]
    ) throws(FFmpegFailure) -> [UInt8] {
        var subtitle = AVSubtitle()
        defer { avsubtitle_free(&subtitle) }
        let rect = try allocated("av_mallocz", av_mallocz(MemoryLayout<AVSubtitleRect>.size))
            .assumingMemoryBound(to: AVSubtitleRect.self)
        let list = try allocated("av_mallocz", av_mallocz(MemoryLayout<UnsafeMutablePointer<AVSubtitleRect>?>.size))
            .assumingMemoryBound(to: UnsafeMutablePointer<AVSubtitleRect>?.self)
        list.pointee = rect
        (subtitle.rects, subtitle.num_rects) = (list, 1)
        rect.pointee.type = SUBTITLE_ASS
        rect.pointee.ass = try allocated("av_strdup", av_strdup(line))
        (subtitle.start_display_time, subtitle.end_display_time) = (0, UInt32(clamping: length))
        subtitle.pts = av_rescale_q(
            start, AVRational(num: 1, den: 1000), AVRational(num: 1, den: AV_TIME_BASE))
        let count = try check(
            "avcodec_encode_subtitle", avcodec_encode_subtitle(encoder, &buffer, Int32(buffer.count), &subtitle))
        return Array(buffer.prefix(Int(count)))
    }
}

/// The language of a file with subtitles, as players find it: `film.en.srt`, `film.pt-BR.vtt`, `film.deu.ass`.
enum Language {
    /// ISO 639-1 and ISO 639-2/T.
    private static let codes =
        "ar ara az aze be bel bg bul bn ben bs bos ca cat cs ces cy cym da dan de deu el ell en eng eo epo es spa et est "
        + "eu eus fa fas fi fin fil fil fr fra ga gle gl glg gu guj he heb hi hin hr hrv hu hun hy hye id ind is isl "
        + "it ita ja jpn ka kat kk kaz km khm kn kan ko kor la lat lb ltz lo lao lt lit lv lav mk mkd ml mal mn mon "
        + "mr mar ms msa mt mlt my mya nb nob ne nep nl nld nn nno no nor pa pan pl pol ps pus pt por ro ron ru rus "
        + "sa san si sin sk slk sl slv so som sq sqi sr srp sv swe sw swa ta tam te tel th tha tl tgl tr tur uk ukr "
        + "ur urd uz uzb vi vie zh zho zu zul"

    /// QuickTime numbers languages, and FFmpeg knows these of them by other names than ISO 639-2/T's.
    private static let ofQuickTime = [
        "cym": "wel", "deu": "ger", "ell": "gre", "eus": "baq", "gle": "iri", "hrv": "hr ", "hye": "arm", "isl": "ice",
        "kat": "geo", "mkd": "mac", "msa": "may", "mya": "bur", "nld": "dut",
        "nno": "nor", "nob": "nor", "pan": "pa ", "sqi": "alb", "srp": "sr ",
        "swe": "sve", "zho": "chi",
    ]

    /// As a container writes it; `nil` if the name tells none.
    static func code(inName path: String, for container: Container) -> String? {
        let code = code(inName: path)
        return container == .mov ? code.map { ofQuickTime[$0] ?? $0 } : code
    }

    /// ISO 639-2/T; `nil` if the name tells none.
    static func code(inName path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".")
        guard parts.count > 2 else { return nil }
        let word = parts[parts.count - 2].split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        let codes = codes.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: codes.count, by: 2).map { (codes[$0], codes[$0 + 1]) }
        return pairs.first { $0.0 == word || $0.1 == word }?.1
    }
}
