import MediaIO
import Platform

/// The command line being processed: the program's own, or that of a request.
enum CommandWords {
    @TaskLocal static var current = typed

    /// Whether an option is given more than once.
    static func repeats(_ option: String) -> Bool {
        current.count { $0 == option || $0.hasPrefix("\(option)=") } > 1
    }

    /// The program's own.
    static let typed = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
        .map { String(fileName: $0!) }
}

/// The words of a command line, before they are parsed.
enum ArgumentText {
    /// Options whose value may be left out.
    private static let mayHaveNoValue: Set<String> = [
        "--label", "--clock", "--timecode", "--denoise", "--declick", "--duck", "--cut-silence",
    ]

    /// Options for whose value ArgumentParser would take a recording: those without one before it, and "--output=", as an
    /// unset variable of a shell leaves it.
    ///
    /// - Throws: `UsageError` that names the first such word.
    static func checkValues(_ words: [String]) throws(UsageError) {
        let options = words.prefix { $0 != "--" }
        for (option, value) in zip(options, options.dropFirst()) where mayHaveNoValue.contains(option) {
            let path = value.split(separator: "=", maxSplits: 1).last.map(String.init) ?? value
            let isRecording = (try? Container(path: path)) != nil && FileIdentity(path: path) != nil
            guard FileIdentity(path: value) == nil, !isRecording else {
                throw UsageError("\(option) \(value): that is a file, not a value; write \(option) after the files.")
            }
        }
        guard let empty = options.first(where: { $0.wholeMatch(of: /-{1,2}[A-Za-z][A-Za-z0-9-]*=/) != nil }) else {
            return
        }
        throw UsageError("\(empty) has no value; add one, or leave out the option.")
    }

    /// "-switch-every" would be read as one option for each letter, its "h" as a request for help; a long dash, as text
    /// copied from a page has it, as a file name.
    ///
    /// - Throws: `UsageError` that names the first such word.
    static func checkDashes(_ words: [String]) throws(UsageError) {
        for word in words.prefix(while: { $0 != "--" }) {
            guard let match = word.wholeMatch(of: /(-|–|—|–-|-–)([a-z]{2}[a-z-]+)(=.*)?/),
                match.2 != "help", FileIdentity(path: word) == nil
            else { continue }
            throw UsageError("\(word): a long option begins with two hyphens; write --\(match.2)\(match.3 ?? "").")
        }
    }
}
