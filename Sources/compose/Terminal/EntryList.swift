import Parameters

/// The entries of a catalogue as text for people and as JSON for programs.
struct EntryList<Entry: CatalogueEntry> {
    var entries: [Entry]
    /// The end of the brief list.
    var hint: String
    /// Puts every parameter on its own line.
    var isDetailed: Bool
    /// The names of an entry in FFmpeg's xfade, and what each of them stands for.
    var xfadeNames: (Entry) -> [(name: String, meaning: Specification)] = { _ in [] }

    var text: String {
        let blocks = entries.map(isDetailed ? detailed : brief)
        return blocks.joined(separator: isDetailed ? "\n\n" : "\n") + (isDetailed ? "" : "\n\n\(hint)")
    }

    private func brief(_ entry: Entry) -> String {
        let names = entry.parameters.map { parameter in
            switch parameter.kind {
            case .path: "\(parameter.name)=FILE"
            case .camera: "\(parameter.name)=CAMERA"
            default: parameter.defaultText.map { "\(parameter.name)=\($0)" } ?? parameter.name
            }
        }
        let lines = wrapped(names.joined(separator: ", "), width: 96).map { "    \($0)" }
        return (["\(padded(entry.name, 14)) \(entry.summary)"] + lines).joined(separator: "\n")
    }

    private func detailed(_ entry: Entry) -> String {
        var lines = ["\(entry.name): \(entry.summary)"]
        if !entry.aliases.isEmpty { lines.append("  also           \(entry.aliases.joined(separator: ", "))") }
        let xfade = xfadeNames(entry).map { "\($0.name) (\($0.meaning))" }
        for (index, line) in wrapped(xfade, width: 80).enumerated() {
            lines.append("  \(padded(index == 0 ? "in xfade" : "", 14)) \(line)")
        }
        for parameter in entry.parameters {
            let value =
                parameter.defaultText.map { "(default: \($0))" } ?? (parameter.kind == .path ? "(required)" : "")
            let words = wrapped("\(parameter.summary); \(parameter.accepts) \(value)", width: 80)
            lines.append("  \(padded(parameter.name, 14)) \(words[0])")
            lines += words.dropFirst().map { String(repeating: " ", count: 17) + $0 }
        }
        if let example = example(of: entry) { lines.append("  for example    --\(Entry.kind) \(example)") }
        return lines.joined(separator: "\n")
    }

    /// The name with up to two parameters that differ from their defaults.
    private func example(of entry: Entry) -> String? {
        let values = entry.parameters.compactMap { parameter -> String? in
            let value: String? =
                switch parameter.kind {
                case .choice(let choices, let usual): choices.first { $0 != usual }
                case .number(_, let usual, _, let words):
                    words.first { $0.number != usual }?.word ?? (parameter.name == "softness" ? "0.2" : nil)
                case .color(let usual, _): usual == .white ? "gold" : "white"
                case .flag(let usual): usual ? "no" : "yes"
                case .path: "FILE"
                case .ramp, .point, .camera, .text: nil
                }
            return value.map { "\(parameter.name)=\($0)" }
        }
        return values.isEmpty ? nil : "\(entry.name):\(values.prefix(2).joined(separator: ","))"
    }

    private struct Document: Encodable {
        struct Parameter: Encodable {
            var name, summary, accepts: String
            var defaultValue: String?
        }
        /// What it is: "transition", "view", "look".
        var event: String
        var name, summary: String
        var aliases: [String]
        var xfadeNames: [String: String]
        var parameters: [Parameter]
    }

    var json: String {
        entries.map { entry in
            jsonLine(
                Document(
                    event: Entry.kind, name: entry.name, summary: entry.summary, aliases: entry.aliases,
                    xfadeNames: Dictionary(
                        uniqueKeysWithValues: xfadeNames(entry).map { ($0.name, "\($0.meaning)") }),
                    parameters: entry.parameters.map {
                        .init(name: $0.name, summary: $0.summary, accepts: $0.accepts, defaultValue: $0.defaultText)
                    }))
        }.joined(separator: "\n")
    }
}

/// Lines of at most `width` characters, unless a word is longer.
func wrapped(_ text: String, width: Int) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), width: width)
}

func wrapped(_ words: [String], width: Int) -> [String] {
    words.reduce(into: []) { lines, word in
        if let last = lines.last, last.count + word.count < width {
            lines[lines.count - 1] += " \(word)"
        } else {
            lines.append(word)
        }
    }
}
