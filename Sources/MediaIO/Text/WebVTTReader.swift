/// Reads WebVTT by the W3C's algorithm ("WebVTT parser algorithm"): blocks divided by empty lines; those with a time are
/// cues, and styles, regions, notes and stray words are none.
///
/// Other than there, a line of text that contains an arrow but no time is text, and a mistyped time is an error.
struct WebVTTReader {
    let path: String
    let lines: [Substring]

    func cues() throws(MediaError) -> [SubtitleFile.Cue] {
        var cues: [SubtitleFile.Cue] = []
        var index = 0
        while index < lines.count {
            let line = lines[index]
            guard let time = SubtitleTime(line, needsHours: false) else {
                let isPlaceOfTime =
                    index == 0 || lines[index - 1].isBlank || index == 1 || lines[index - 2].isBlank
                if isPlaceOfTime, SubtitleTime.isMistyped(line) {
                    throw .mistypedTime(path, index + 1, line, mark: ".")
                }
                index += 1
                continue
            }
            // Only a line without anything ends a cue: captions of live speech begin with a line of one blank.
            let text = lines[(index + 1)...].prefix { !$0.isEmpty && SubtitleTime($0, needsHours: false) == nil }
            cues.append(
                SubtitleFile.Cue(
                    start: min(time.start, SubtitleFile.latest), end: min(time.end, SubtitleFile.latest),
                    line: index + 1, source: Self.joined(text),
                    place: Self.place(time.settings)))
            index = text.endIndex
            // An identifier stands right before its time.
            if index < lines.count, !lines[index].isEmpty, let last = cues.indices.last, text.count > 1,
                text.last!.wholeNumber == cues.count + 1
            {
                cues[last].source = Self.joined(text.dropLast())
            }
        }
        return cues
    }

    private static func joined(_ lines: ArraySlice<Substring>) -> String {
        lines.filter { !$0.isBlank }.map(\.trimmed).joined(separator: "\n")
    }

    /// The part of the picture that a cue's `line` names: above, in the middle, or `nil` for below, where subtitles are
    /// anyway. From 0 at the top, in lines or percent; negative from the bottom.
    private static func place(_ settings: String) -> Int? {
        guard
            let setting = settings.split(whereSeparator: { $0 == " " || $0 == "\t" }).first(where: {
                $0.hasPrefix("line:")
            })
        else { return nil }
        let value = setting.dropFirst(5).prefix { $0 != "," }
        if value.hasSuffix("%") {
            guard let percent = Double(value.dropLast()) else { return nil }
            return percent < 40 ? 8 : percent < 60 ? 5 : nil
        }
        // A picture has about fifteen lines.
        return Double(value).flatMap { $0 < 0 || $0 > 9 ? nil : $0 < 6 ? 8 : 5 }
    }
}
