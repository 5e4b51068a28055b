/// Reads SubRip, which nothing specifies: a number, a time and lines of text, then an empty line.
///
/// As in FFmpeg, only times divide the file: numbers may be missing or wrong, and empty lines belong to the text. What
/// stands before the first time is ignored.
struct SubRipReader {
    let path: String
    let lines: [Substring]

    func cues() throws(MediaError) -> [SubtitleFile.Cue] {
        var cues: [SubtitleFile.Cue] = []
        var open: SubtitleFile.Cue?
        var first = 0
        var number = 0
        for index in lines.indices {
            let line = lines[index]
            guard let time = SubtitleTime(line, needsHours: true) else {
                let isPlaceOfTime = index == 0 || lines[index - 1].isBlank || lines[index - 1].wholeNumber != nil
                if isPlaceOfTime, SubtitleTime.isMistyped(line) {
                    throw .mistypedTime(path, index + 1, line, mark: ",")
                }
                continue
            }
            let text = text(first..<index, isFirst: open == nil, &number)
            if var done = open {
                done.source = text
                cues.append(done)
            }
            open = SubtitleFile.Cue(
                start: min(time.start, SubtitleFile.latest), end: min(time.end, SubtitleFile.latest), line: index + 1,
                source: "")
            first = index + 1
        }
        if var last = open {
            last.source = joined(first..<lines.count)
            cues.append(last)
        }
        return cues
    }

    /// The lines before a time, without the number that belongs to it.
    private func text(_ range: Range<Int>, isFirst: Bool, _ number: inout Int) -> String {
        guard let last = range.last(where: { !lines[$0].isBlank }) else { return "" }
        let isNextToTime = last == range.upperBound - 1
        let isAfterBlank = last > range.lowerBound && lines[last - 1].isBlank
        if let own = lines[last].wholeNumber {
            // A text may be a number, too.
            if own == number &+ 1 || isNextToTime && (isFirst || last > range.lowerBound) {
                number = own
                return joined(range.lowerBound..<last)
            }
        } else if isNextToTime, isAfterBlank, lines[last].first?.isNumber == true {
            // A number with words.
            number &+= 1
            return joined(range.lowerBound..<last)
        }
        return joined(range)
    }

    private func joined(_ range: Range<Int>) -> String {
        range.filter { !lines[$0].isBlank }.map { lines[$0].trimmed }.joined(separator: "\n")
    }
}
