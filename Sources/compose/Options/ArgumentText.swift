import MediaIO
import Platform

/// The words of a command line, before they are parsed.
enum ArgumentText {
    /// Options for whose value ArgumentParser would take a recording: those without one before it, and "--output=", as an
    /// unset variable of a shell leaves it.
    ///
    /// - Throws: `UsageError` that names the first such word.
    static func checkValues(_ words: [String], of known: OptionList) throws(UsageError) {
        let options = words.prefix { $0 != "--" }
        for (option, value) in zip(options, options.dropFirst())
        where option.hasPrefix("--") && known.traits(of: String(option.dropFirst(2))).isValueOptional {
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
