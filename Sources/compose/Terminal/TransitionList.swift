import Transitions

/// Transitions in words for people and in JSON for programs.
struct TransitionList {
    var entries: [TransitionEntry]
    /// Every parameter on a line of its own.
    var isDetailed: Bool

    var text: String {
        let blocks = entries.map(isDetailed ? detailed : brief)
        let hint =
            isDetailed
            ? ""
            : "\n\nWrite parameters behind the name: wipe:angle=30,softness=0.1   'compose transitions wipe' explains them."
        return blocks.joined(separator: isDetailed ? "\n\n" : "\n") + hint
    }

    private func brief(_ entry: TransitionEntry) -> String {
        let names = entry.parameters.map { parameter in
            parameter.defaultText.map { "\(parameter.name)=\($0)" } ?? "\(parameter.name)=FILE"
        }
        let lines = wrapped(names.joined(separator: ", "), width: 96).map { "    \($0)" }
        return (["\(padded(entry.name, 14)) \(entry.summary)"] + lines).joined(separator: "\n")
    }

    private func detailed(_ entry: TransitionEntry) -> String {
        var lines = ["\(entry.name)\(aliases(entry)): \(entry.summary)"]
        lines += entry.parameters.map { parameter in
            "  \(padded(parameter.name, 14)) \(parameter.summary); \(parameter.accepts)"
                + (parameter.defaultText.map { " (default: \($0))" } ?? " (required)")
        }
        return lines.joined(separator: "\n")
    }

    private func aliases(_ entry: TransitionEntry) -> String {
        entry.aliases.isEmpty ? "" : " (or \(entry.aliases.joined(separator: ", ")))"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func wrapped(_ text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    private struct Document: Encodable {
        struct Parameter: Encodable {
            var name, summary, accepts: String
            var defaultValue: String?
        }
        var name, summary: String
        var aliases: [String]
        var parameters: [Parameter]
    }

    var json: String {
        entries.map { entry in
            jsonLine(
                Document(
                    name: entry.name, summary: entry.summary, aliases: entry.aliases,
                    parameters: entry.parameters.map {
                        .init(name: $0.name, summary: $0.summary, accepts: $0.accepts, defaultValue: $0.defaultText)
                    }))
        }.joined(separator: "\n")
    }
}
