import MediaTime

extension SubtitleFile {
    /// A subtitle's words, with the times that its markup gives them. Times in milliseconds.
    package struct TimedCue: Sendable {
        package struct Word: Sendable {
            package var text: String
            package var start: Int64?
            /// Whether it follows the one before without a blank.
            package var isJoined: Bool
            /// As WebVTT's `<v NAME>` or the name field of a script.
            package var speaker: String?
        }
        package var start, end: Int64
        package var words: [Word]
    }

    /// In milliseconds.
    private static let instant: Int64 = 100

    /// In time order. Times inside WebVTT's text (`<00:00:01.500>`), and karaoke in scripts (`{\k20}`). Lines that roll up
    /// from the cue before, as in live captions, are in the first one only.
    package var timedWords: [TimedCue] {
        var (lastLine, lastEnd): (String, Int64) = ("", .min)
        return cues.compactMap { cue in
            var timed = TimedCue(start: cue.start, end: cue.end, words: [])
            var lines = [cue.source[...]]
            if kind != .script {
                lines = cue.source.split(separator: "\n")
                let plain = { (line: Substring) in
                    SubtitleText(String(line), isWebVTT: kind == .webVTT).plain.split(whereSeparator: \.isWhitespace)
                        .joined(separator: " ")
                }
                // Above what is new, or alone for an instant.
                let mayRoll =
                    (lines.count > 1 || cue.end - cue.start <= Self.instant) && cue.start <= lastEnd + Self.instant
                if mayRoll, let first = lines.first, plain(first) == lastLine { lines.removeFirst() }
                (lastLine, lastEnd) = (lines.last.map(plain) ?? lastLine, cue.end)
            }
            var speaker = cue.event.map(\.name).flatMap { $0.isEmpty ? nil : $0 }
            let parts = kind == .script ? cue.karaoke : lines.joined(separator: "\n").timedParts
            var isAfterBlank = true
            for part in parts {
                var text = part.text
                if kind != .script {
                    if let voice = text.firstMatch(of: /<v[^ \t>]*[ \t]+([^>]+)>/) {
                        speaker = Substring(voice.1).trimmed
                    }
                    text = SubtitleText(text, isWebVTT: kind == .webVTT).plain
                }
                var start = part.start
                for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).enumerated() {
                    if word.offset > 0 { isAfterBlank = true }
                    guard !word.element.isEmpty else { continue }
                    timed.words.append(
                        .init(
                            text: String(word.element), start: start, isJoined: !isAfterBlank && !timed.words.isEmpty,
                            speaker: speaker))
                    (start, isAfterBlank) = (nil, false)
                }
            }
            return timed.words.isEmpty ? nil : timed
        }
    }
}

extension SubtitleFile.Cue {
    /// The text of a script's event in the parts that its karaoke times.
    fileprivate var karaoke: [(start: Int64?, text: String)] {
        var parts: [(start: Int64?, text: String)] = [(nil, "")]
        var time = start
        var rest = withoutDrawings.replacing(/\\[Nnh]/, with: " ")[...]
        while let open = rest.firstIndex(of: "{") {
            parts[parts.count - 1].text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}") else { break }
            for match in rest[..<close].matches(of: /\\(?:kf|ko|k|K)([0-9]+)/) {
                parts.append((min(time, end), ""))
                time += min(Int64(match.1) ?? 0, 360_000) * 10
            }
            rest = rest[close...].dropFirst()
        }
        parts[parts.count - 1].text += rest
        return parts
    }
}

extension String {
    /// WebVTT's text in the parts that its times divide, with all other markup.
    fileprivate var timedParts: [(start: Int64?, text: String)] {
        var parts: [(start: Int64?, text: String)] = [(nil, "")]
        var rest = self[...]
        for match in matches(of: /<([0-9:.]{5,16})>/) {
            guard let time = SubtitleTime.moment(match.1) else { continue }
            parts[parts.count - 1].text += rest[..<match.range.lowerBound]
            parts.append((min(time, SubtitleFile.latest), ""))
            rest = self[match.range.upperBound...]
        }
        parts[parts.count - 1].text += rest
        return parts
    }
}
