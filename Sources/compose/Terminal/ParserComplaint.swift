import ArgumentParser

/// What ArgumentParser has to say against a command line, as one sentence in our form.
struct ParserComplaint {
    /// ArgumentParser's own words, without usage and help.
    let message: String
    let arguments: [String]

    init(_ error: any Error, _ arguments: [String]) {
        self.init(message: Compose.message(for: error), arguments)
    }

    init(message: String, _ arguments: [String]) {
        self.message = message.split { $0.isWhitespace }.joined(separator: " ")
        self.arguments = arguments
    }

    /// "--codec vp9: use 'h264' or 'hevc'.", "unknown option '--swich'. 'compose help render' lists the options."
    var sentence: String { badValue ?? "\(lowercased)\(end) \(hint)" }

    private var badValue: String? {
        guard
            let match = message.wholeMatch(
                of: /The value '(.*?)' is invalid for '(\S+)[^']*'(?:: |\. Please provide )(.+)/)
        else { return nil }
        let takes = match.3.hasPrefix("one of") ? "use" + match.3.dropFirst("one of".count) : String(match.3)
        let value = match.1.isEmpty ? "''" : match.1
        return "\(match.2) \(value): \(takes.replacing("' and '", with: "' or '"))"
    }

    private var lowercased: String { message.prefix(1).lowercased() + message.dropFirst() }
    private var end: String { message.last.map { ".?!".contains($0) } == true ? "" : "." }

    private var hint: String {
        let named = arguments.first.flatMap { word in Compose.commandNames.contains(word) ? word : nil }
        return "'compose help \(named ?? "render")' lists the options."
    }
}
