import MediaTime
import Platform

/// A file with subtitles: SubRip, WebVTT or (Advanced) SubStation Alpha.
///
/// It is read once and whole. What is drawn, written as a track, timed and counted is this value, and what cannot be read
/// is an error that names the line. FFmpeg's readers are not used: they guess what a file is from its first lines, and skip
/// what they do not understand.
package struct SubtitleFile: Sendable {
    package enum Kind: Sendable { case subRip, webVTT, script }

    /// Times in milliseconds.
    package struct Cue: Sendable {
        package var start, end: Int64
        /// The line of its time, from 1.
        package var line: Int
        /// As in the file, with its markup.
        var source: String
        /// Where WebVTT places it: a number of a keypad.
        var place: Int?
        /// Of a script, what stands around the text.
        var event: ScriptEvent?

        package var range: TimeRange { TimeRange(start: .milliseconds(start), end: .milliseconds(end)) }
        /// Without markup, on one line.
        package var words: String {
            source.replacing(/<[^>]*>|\{[^}]*\}/, with: "").replacing("\\N", with: " ").replacing("\n", with: " ")
        }
    }

    package let path: String
    package let kind: Kind
    /// Sorted by start; those of one start as in the file.
    package private(set) var cues: [Cue]
    /// Of a script: all lines that are no dialogue.
    let header: [Substring]

    /// Longer ones are no text that people read, and libass needs memory for each letter.
    static let mostBytesOfCue = 10_000
    private static let mostBytes: Int64 = 32 << 20
    /// 298 hours; players count milliseconds in 32 bits.
    static let latest: Int64 = 1 << 30

    /// - Throws: `MediaError.notSubtitles` for any other file, and for one without cues; other cases name the line that
    ///   cannot be read.
    package init(path: String) throws(MediaError) {
        self.path = path
        let size = try checkInputFile(path)
        guard size <= Self.mostBytes else { throw .hugeSubtitles(path: path, megabytes: Int(Self.mostBytes >> 20)) }
        guard let bytes = FileSystem.contents(ofFile: path) else { throw .cannotRead(path: path, reason: lastError()) }
        let lines = textLines(of: try Self.text(bytes, path)[...])
        kind = Self.kind(of: lines, path)
        switch kind {
        case .subRip: (cues, header) = (try SubRipReader(path: path, lines: lines).cues(), [])
        case .webVTT: (cues, header) = (try WebVTTReader(path: path, lines: lines).cues(), [])
        case .script: (cues, header) = try ScriptReader(path: path, lines: lines).read()
        }
        if kind != .script {
            for cue in cues where cue.source.utf8.count > Self.mostBytesOfCue {
                throw .badSubtitle(
                    path: path, line: cue.line, text: lines[cue.line - 1].trimmed,
                    "is the time of a subtitle of \(cue.source.utf8.count / 1000) kB, but at most 10 kB can be shown; divide it"
                )
            }
            for cue in cues where cue.start >= cue.end {
                throw .badSubtitle(
                    path: path, line: cue.line, text: lines[cue.line - 1].trimmed,
                    "ends \(cue.start == cue.end ? "when" : "before") it begins; correct its times, or delete it")
            }
        }
        // An event of a script without a length is one that its author put aside.
        cues = cues.filter { $0.start < $0.end && $0.source.contains { !$0.isWhitespace } }
        guard !cues.isEmpty else { throw .notSubtitles(path: path) }
        // Sorting is stable.
        cues.sort { $0.start < $1.start }
        if kind != .script { try checkCrowd(lines) }
    }

    /// Subtitles that were made of a file, in order, without overlaps. Times in milliseconds.
    package init(of path: String, _ lines: [(start: Int64, end: Int64, text: String)]) {
        (self.path, kind, header) = (path, .subRip, [])
        // Signs that would be markup are text.
        cues = lines.map { line in
            let source = line.text.replacing("<", with: "‹").replacing(">", with: "›").replacing("{", with: "(")
                .replacing("}", with: ")")
            return Cue(start: line.start, end: line.end, line: 0, source: source)
        }
    }

    /// What is shown at once must be readable, and must fit into one sample of a track.
    private func checkCrowd(_ lines: [Substring]) throws(MediaError) {
        var sum = 0
        for shown in together() {
            let bytes = shown.cues.reduce(0) { $0 + cues[$1].source.utf8.count }
            sum += bytes
            let isCrowd = shown.cues.count > Self.mostAtOnce || bytes > 2 * Self.mostBytesOfCue
            guard isCrowd || sum > Self.mostShownBytes else { continue }
            let cue =
                isCrowd
                ? cues[shown.cues.last!] : shown.cues.map { cues[$0] }.max { $0.source.count < $1.source.count }!
            throw .badSubtitle(
                path: path, line: cue.line, text: lines[cue.line - 1].trimmed,
                isCrowd
                    ? "is the time of one of \(shown.cues.count) subtitles that are shown at once; at most \(Self.mostAtOnce) of 20 kB can be, so delete some"
                    : "is the time of a long subtitle that is shown while too many others come and go; shorten it, or delete it"
            )
        }
    }

    static let mostAtOnce = 50
    /// In all pictures that differ: what is shown together is one text.
    static let mostShownBytes = 1 << 26

    /// What is shown between any two times at which a subtitle begins or ends, in order; the cues by their indices, those
    /// that began first at the beginning.
    func together() -> Together { Together(cues) }

    struct Together: Sequence, IteratorProtocol {
        private let cues: [Cue]
        private var following = 0, time: Int64 = 0
        private var shown: [Int] = []

        fileprivate init(_ cues: [Cue]) { self.cues = cues }

        mutating func next() -> (start: Int64, end: Int64, cues: [Int])? {
            while true {
                shown.removeAll { cues[$0].end <= time }
                if shown.isEmpty {
                    guard following < cues.count else { return nil }
                    time = cues[following].start
                }
                while following < cues.count, cues[following].start <= time {
                    if cues[following].end > time { shown.append(following) }
                    following += 1
                }
                guard !shown.isEmpty else { continue }
                var end = shown.lazy.map { [cues] in cues[$0].end }.min()!
                if following < cues.count { end = Swift.min(end, cues[following].start) }
                defer { time = end }
                return (time, end, shown)
            }
        }
    }

    private static func kind(of lines: [Substring], _ path: String) -> Kind {
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        if let first = lines.first, first.hasPrefix("WEBVTT"),
            first.utf8.count == 6 || " \t".contains(first.dropFirst(6).first!)
        {
            return .webVTT
        }
        var sections: Set<String> = []
        var hasDialogue = false
        for line in lines {
            if line.utf8.first == UInt8(ascii: "[") { sections.insert(line.trimmed.lowercased()) }
            hasDialogue = hasDialogue || line.hasPrefix("Dialogue:")
        }
        let isScript = sections.contains("[script info]") || sections.contains("[events]") && hasDialogue
        return isScript || ["ass", "ssa"].contains(ending) ? .script : ending == "vtt" ? .webVTT : .subRip
    }

    /// UTF-8, or UTF-16 with or without its mark: its letters are half zeros.
    private static func text(_ bytes: [UInt8], _ path: String) throws(MediaError) -> String {
        let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.count > 3 && bytes[0] != 0 && bytes[1] == 0
        let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes.count > 3 && bytes[0] == 0 && bytes[1] != 0
        let text: String?
        if isLittle || isBig {
            let units = stride(from: 0, to: bytes.count & ~1, by: 2).lazy.map { index in
                isLittle
                    ? UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
                    : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            }
            text = String(validating: units, as: UTF16.self)
        } else {
            text = String(validating: bytes, as: UTF8.self)
        }
        guard let text else {
            // Anything may be named so.
            throw bytes.prefix(1 << 12).contains(0) ? .notSubtitles(path: path) : .notUTF8(path: path)
        }
        guard !text.utf8.contains(0) else { throw .notSubtitles(path: path) }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
}

/// The lines of a text: they end with a line feed, a carriage return, or both.
func textLines(of text: Substring) -> [Substring] {
    var lines: [Substring] = []
    let bytes = text.utf8
    var (start, index) = (text.startIndex, text.startIndex)
    while index != text.endIndex {
        let byte = bytes[index]
        let after = bytes.index(after: index)
        guard byte == 10 || byte == 13 else {
            index = after
            continue
        }
        lines.append(text[start..<index])
        index = byte == 13 && after != text.endIndex && bytes[after] == 10 ? bytes.index(after: after) : after
        start = index
    }
    if start != text.endIndex { lines.append(text[start...]) }
    return lines
}

extension Substring {
    var isBlank: Bool { utf8.allSatisfy { $0 == 32 || $0 == 9 } }
    /// Without blanks and tabs at its ends.
    var trimmed: String {
        var rest = utf8
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
        return String(Substring(rest))
    }
    /// The number that it is, with nothing but blanks around it.
    var wholeNumber: Int? {
        let text = trimmed
        return text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}

extension SubtitleFile.Cue {
    /// The text of a script's event with its commands, but without drawings.
    var withoutDrawings: String {
        guard source.contains("\\p") else { return source }
        var result = ""
        var isDrawing = false
        var rest = source[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if !isDrawing { result += rest[..<open] }
            let block = rest[open...close]
            for match in block.matches(of: /\\p([0-9]+)/) { isDrawing = match.1 != "0" }
            if !isDrawing { result += block }
            rest = rest[rest.index(after: close)...]
        }
        result += isDrawing ? "" : rest
        return SubtitleFile.Cue.shownText(result).isEmpty ? "" : result
    }

    fileprivate static func shownText(_ script: String) -> String {
        var (shown, rest) = ("", script[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            shown += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        return (shown + rest).replacing(/\\[nNh]/, with: " ").filter { !$0.isWhitespace }
    }

    /// The letters that are drawn.
    func letters(_ kind: SubtitleFile.Kind) -> String {
        kind == .script
            ? Self.shownText(withoutDrawings) : SubtitleText(source, isWebVTT: kind == .webVTT).plain
    }
}

extension SubtitleFile {
    /// All letters that are drawn.
    package var text: String { cues.map { $0.letters(kind) }.joined(separator: "\n") }
}
