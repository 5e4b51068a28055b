import ArgumentParser

/// What ArgumentParser has to say against a command line, as one sentence in our form.
struct ParserComplaint {
    /// ArgumentParser's own words, without usage and help.
    let message: String
    /// The command that was named, if any.
    let command: String?

    init(message: String, command: String?) {
        self.message = message.split { $0.isWhitespace }.joined(separator: " ")
        self.command = command
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

    private var hint: String { "'compose help \(command ?? "render")' lists the options." }
}
