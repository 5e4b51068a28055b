import MediaTime
import Pictures
import Platform

/// What libass draws: a script, whose events are given to it part by part.
package struct SubtitleScript: Sendable {
    /// Something that is shown for a time, in milliseconds of the film.
    package struct Event: Sendable {
        package var start, end: Int64
        var layer: Int
        /// Style and text, as in the script.
        var fields: String
        /// The line of the file, from 1; 0 for none.
        var line: Int
        /// libass moves it out of the way of others.
        var avoidsOthers: Bool

        package init(start: Int64, end: Int64, layer: Int = 0, fields: String, line: Int = 0, avoidsOthers: Bool = true)
        {
            (self.start, self.end, self.layer, self.fields) = (start, end, layer, fields)
            (self.line, self.avoidsOthers) = (line, avoidsOthers)
        }
    }

    /// The path of the file that it came from; `nil` for titles.
    package let path: String?
    /// Everything up to the events.
    package let header: String
    /// In the order of the file: libass draws those that follow above others.
    package private(set) var events: [Event]
    /// libass reads hundredths of seconds. Where nothing moves, ten of its seconds are one of the film, and every
    /// millisecond is exact.
    package let clock: Int64
    /// Whether FriBidi alone places its letters: FFmpeg draws subtitles so, and films stay the same. Scripts from Syriac
    /// and India's on need HarfBuzz.
    let isSimple: Bool

    /// Titles.
    package init(header: String, events: [Event]) {
        (path, self.header, self.events, clock, isSimple) = (nil, header, events, 1, false)
    }

    /// The subtitles of a file.
    ///
    /// - Parameter style: of those without styles of their own, as fields of a style after its name.
    package init(_ file: SubtitleFile, style: String = usualStyle) {
        path = file.path
        isSimple = !file.cues.contains { cue in
            cue.source.unicodeScalars.contains {
                (0x700..<0x10A0).contains($0.value) || (0x1700..<0x1D00).contains($0.value)
                    || (0xA800..<0xAC00).contains($0.value) && !(0xA960..<0xA980).contains($0.value)
            }
        }
        guard file.kind != .script else {
            header = Self.header(file.header)
            clock = 1
            let inOrder = file.cues.sorted { $0.line < $1.line }
            events = inOrder.map { cue in
                Event(
                    start: cue.start, end: cue.end, layer: cue.event!.layer, fields: cue.event!.fields(cue.source),
                    line: cue.line, avoidsOthers: !cue.source.contains("\\pos") && !cue.source.contains("\\move"))
            }
            return
        }
        header = Self.plainHeader(style: style)
        clock = 10
        events = file.together().flatMap { shown in
            // What is placed together is one text, in the order in which it began; libass would put what comes later
            // above, and where it was before.
            var texts: [Int: [String]] = [:]
            for index in shown.cues {
                let cue = file.cues[index]
                let text = SubtitleText(cue.source, isWebVTT: file.kind == .webVTT)
                texts[text.place ?? cue.place ?? 2, default: []].append(text.forPicture)
            }
            return texts.sorted { $0.key < $1.key }.map { place, texts in
                var event = ScriptEvent.plain
                event.layer = place
                let command = place == 2 ? "" : "{\\an\(place)}"
                return Event(
                    start: shown.start, end: shown.end, layer: place,
                    fields: event.fields(command + texts.joined(separator: "\\N")),
                    line: file.cues[shown.cues.last!].line, avoidsOthers: false)
            }
        }
    }

    /// A script with some of its events.
    func text(_ events: [Event]) -> String {
        var text = header
        for event in events {
            text += "Dialogue: \(event.layer),\(time(event.start)),\(time(event.end)),\(event.fields)\n"
        }
        return text
    }

    /// "0:01:02.50", on the clock of the script.
    private func time(_ milliseconds: Int64) -> String {
        let ticks = milliseconds * clock / 10
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(ticks / 360_000):\(two(ticks / 6000 % 60)):\(two(ticks / 100 % 60)).\(two(ticks % 100))"
    }

    /// FFmpeg's, for subtitles without one.
    static let usualStyle = "Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0"

    /// The fields of a style.
    package static let styleFormat =
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding"

    /// The header that FFmpeg gives to subtitles without one, with another style.
    static func plainHeader(style: String = usualStyle) -> String {
        """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 384
        PlayResY: 288
        ScaledBorderAndShadow: yes

        [V4+ Styles]
        \(styleFormat)
        Style: Default,\(style)

        [Events]
        \(ScriptEvent.format)

        """
    }

    /// Of a file: its sections but those of events, and of pictures, which libass does not use.
    private static func header(_ lines: [Substring]) -> String {
        var kept: [Substring] = []
        var isKept = true
        for line in lines {
            if line.utf8.first == UInt8(ascii: "[") {
                isKept = !["[events]", "[graphics]"].contains(line.trimmed.lowercased())
            }
            if isKept { kept.append(line) }
        }
        return kept.joined(separator: "\n") + "\n\n[Events]\n\(ScriptEvent.format)\n"
    }
}

extension SubtitleScript {
    /// A section with a font that libass then finds by its family: the file in groups of six bits, as the format's
    /// specification ("SSA v4.00+", appendix B) has them.
    ///
    /// - Throws: `MediaError` if it cannot be read.
    package static func font(_ path: String) throws(MediaError) -> String {
        guard let bytes = FileSystem.contents(ofFile: path) else {
            throw .cannotRead(path: path, reason: lastError())
        }
        var letters: [UInt8] = []
        letters.reserveCapacity(bytes.count * 4 / 3 + bytes.count / 60 + 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { letters.append(UInt8(33 + value >> (18 - 6 * place) & 63)) }
            if start % 60 == 57 { letters.append(UInt8(ascii: "\n")) }
        }
        return "[Fonts]\nfontname: font.ttf\n\(String(decoding: letters, as: UTF8.self))\n"
    }
}
