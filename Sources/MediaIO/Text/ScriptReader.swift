/// What stands around the text of a script's event.
package struct ScriptEvent: Sendable {
    var layer: Int
    /// As in the file, without commas.
    var style, name, marginL, marginR, marginV, effect: String

    /// As libass and FFmpeg's encoders read it.
    func fields(_ text: String) -> String {
        "\(style),\(name),\(marginL),\(marginR),\(marginV),\(effect),\(text)"
    }

    package static let format = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    static let plain = ScriptEvent(
        layer: 0, style: "Default", name: "", marginL: "0", marginR: "0", marginV: "0", effect: "")
}

/// Reads the events of an (Advanced) SubStation Alpha script; libass understands the rest.
struct ScriptReader {
    let path: String
    let lines: [Substring]

    /// Longer lines are no text, and a drawing that is longer takes libass longer than a film.
    private static let mostBytesOfLine = 256 << 10

    /// - Returns: the dialogue in the order of the file, and all other lines.
    func read() throws(MediaError) -> (cues: [SubtitleFile.Cue], header: [Substring]) {
        var (cues, header): ([SubtitleFile.Cue], [Substring]) = ([], [])
        var fields = Self.fields(of: ScriptEvent.format[...])
        var isInEvents = false
        for (index, line) in lines.enumerated() {
            guard line.utf8.count <= Self.mostBytesOfLine else {
                throw .badSubtitle(
                    path: path, line: index + 1, text: line.prefix(40) + "…",
                    "has \(line.utf8.count / 1000) kB, but at most 262 kB can be drawn; divide it, or delete it")
            }
            if line.utf8.first == UInt8(ascii: "[") { isInEvents = line.trimmed.lowercased() == "[events]" }
            if isInEvents, line.hasPrefix("Format:") { fields = Self.fields(of: line) }
            if line.hasPrefix("Dialogue:") {
                guard let cue = Self.cue(line, index + 1, fields) else {
                    throw .badSubtitle(
                        path: path, line: index + 1, text: line.trimmed,
                        "is not a subtitle that can be read; write Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,TEXT"
                    )
                }
                cues.append(cue)
            } else {
                if isInEvents, Self.isMistyped(line) {
                    throw .badSubtitle(
                        path: path, line: index + 1, text: line.trimmed,
                        "has the times of a subtitle, but does not begin with 'Dialogue:'; correct it, or make it a 'Comment:'"
                    )
                }
                header.append(line)
            }
        }
        // libass tells by it what a script is.
        if !header.contains(where: { $0.hasPrefix("[") && $0.trimmed.lowercased().hasSuffix("styles]") }) {
            header.insert("[V4+ Styles]", at: 0)
        }
        return (cues, header)
    }

    private static func isMistyped(_ line: Substring) -> Bool {
        guard let first = line.unicodeScalars.first, first != ";", first != "!" else { return false }
        guard !["Comment:", "Picture:", "Sound:", "Movie:", "Command:"].contains(where: { line.hasPrefix($0) }) else {
            return false
        }
        return line.contains(/[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]+\s*,\s*[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]+/)
    }

    private static func fields(of line: Substring) -> [String] {
        line.drop { $0 != ":" }.dropFirst().split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmed.lowercased()
        }
    }

    private static func cue(_ line: Substring, _ number: Int, _ fields: [String]) -> SubtitleFile.Cue? {
        let values = line.drop { $0 != ":" }.dropFirst().split(
            separator: ",", maxSplits: max(0, fields.count - 1), omittingEmptySubsequences: false)
        guard values.count == fields.count, fields.last == "text" else { return nil }
        let value = { (name: String) in fields.firstIndex(of: name).map { values[$0].trimmed } }
        guard let start = value("start").flatMap(time), let end = value("end").flatMap(time) else { return nil }
        let event = ScriptEvent(
            layer: value("layer").flatMap { Int($0) }.map { min(max($0, -1 << 20), 1 << 20) } ?? 0,
            style: value("style") ?? "Default", name: value("name") ?? value("actor") ?? "",
            marginL: value("marginl") ?? "0", marginR: value("marginr") ?? "0", marginV: value("marginv") ?? "0",
            effect: value("effect") ?? "")
        return SubtitleFile.Cue(start: start, end: end, line: number, source: String(values.last!), event: event)
    }

    /// "0:01:02.50", in milliseconds.
    private static func time(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let last = parts[2].split(whereSeparator: { $0 == "." || $0 == "," })
        guard (1...2).contains(last.count) else { return nil }
        let numbers = (parts.prefix(2) + last.prefix(1)).compactMap { $0.wholeNumber }
        guard numbers.count == 3, numbers.allSatisfy({ $0 < 1 << 20 }) else { return nil }
        var thousandths: Int64 = 0
        if last.count == 2 {
            guard last[1].wholeNumber != nil, let fraction = Int64((last[1] + "00").prefix(3)) else { return nil }
            thousandths = fraction
        }
        return min(numbers.reduce(0) { $0 * 60 + Int64($1) } * 1000 + thousandths, SubtitleFile.latest)
    }
}
