import MediaTime

extension SubtitleFile {
    /// A subtitle's words, with the times that its markup gives them. Times in milliseconds.
    package struct TimedCue: Sendable {
        package struct Word: Sendable {
            package var text: String
            package var start: Int64?
        }
        package var start, end: Int64
        package var words: [Word]
        /// As WebVTT's `<v NAME>` or the name field of a script.
        package var speaker: String?
    }

    /// In time order. Times inside WebVTT's text (`<00:00:01.500>`), and karaoke in scripts (`{\k20}`).
    package var timedWords: [TimedCue] {
        cues.map { cue in
            var timed = TimedCue(start: cue.start, end: cue.end, words: [])
            var time: Int64? = kind == .script ? cue.start : nil
            var hasTimes = false
            // Where the next word begins.
            var begin: Int64?
            var isInWord = false
            let source = kind == .script ? cue.withoutDrawings.replacing(/\\[Nnh]/, with: " ") : cue.source
            if kind == .script, let name = cue.event?.name, !name.isEmpty { timed.speaker = name }
            var rest = source[...]
            while let character = rest.first {
                let close: Character? = character == "<" && kind != .script ? ">" : character == "{" ? "}" : nil
                if let close, let end = rest.firstIndex(of: close) {
                    let tag = rest[rest.index(after: rest.startIndex)..<end]
                    rest = rest[rest.index(after: end)...]
                    if kind == .script {
                        for match in tag.matches(of: /\\(?:kf|ko|k|K)([0-9]+)/) {
                            (begin, hasTimes, isInWord) = (time, true, false)
                            time = (time ?? 0) + min((Int64(match.1) ?? 0), 360_000) * 10
                        }
                    } else if let found = SubtitleTime.moment(tag) {
                        (begin, hasTimes, isInWord) = (found, true, false)
                    } else if tag.hasPrefix("v ") || tag.hasPrefix("v.") {
                        timed.speaker = tag.drop { $0 != " " }.dropFirst().trimmed
                    }
                    continue
                }
                rest.removeFirst()
                guard !character.isWhitespace else {
                    isInWord = false
                    continue
                }
                if isInWord {
                    timed.words[timed.words.count - 1].text.append(character)
                } else if let last = timed.words.last, hasTimes, begin != nil, !source.contains(" "), last.text.isEmpty
                {
                    timed.words[timed.words.count - 1].text.append(character)
                } else {
                    timed.words.append(.init(text: String(character), start: hasTimes ? begin : nil))
                    begin = nil
                }
                isInWord = true
            }
            return timed
        }
    }
}
