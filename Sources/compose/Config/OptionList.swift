import ArgumentParser
import Synchronization
import Parameters

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options of a command, from ArgumentParser's machine-readable description and their traits.
struct OptionList {
    struct Option: Decodable, Sendable {
        struct Name: Decodable, Sendable { var kind, name: String }
        var kind: String
        var names: [Name]?
        var isRepeating: Bool
        var shouldDisplay: Bool
        var sectionTitle, valueName, defaultValue, abstract: String?
        var allValues: [String]?

        /// Without dashes; empty for recordings and other operands.
        var name: String { names?.first { $0.kind == "long" }?.name ?? "" }
        var isFlag: Bool { kind == "flag" }

        /// Whether a word of a command line is this option.
        func isSpelled(_ word: String) -> Bool {
            (names ?? []).contains { name in
                name.kind == "long"
                    ? word == "--\(name.name)" || word.hasPrefix("--\(name.name)=")
                    : word.hasPrefix("-\(name.name)") && !word.hasPrefix("--")
            }
        }
    }

    private struct Dump: Decodable {
        struct Command: Decodable { var arguments: [Option]? }
        var command: Command
    }

    private let command: any ParsableCommand.Type
    private let described: [OptionTraits]

    init(of command: any ParsableCommand.Type) {
        self.command = command
        described = Self.traits.withLock { traits in
            if let known = traits[command._commandName] { return known }
            // ArgumentParser adds these.
            let all = [OptionTraits](of: command) + [OptionTraits("help version", .perCall)]
            traits[command._commandName] = all
            return all
        }
    }
    private static let traits = Mutex<[String: [OptionTraits]]>([:])

    /// Those with a long name, in help order. Read when first needed, which takes tens of milliseconds.
    var options: [Option] {
        Self.read.withLock { read in
            if let options = read[command._commandName] { return options }
            let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
            let options = (dump?.command.arguments ?? []).filter { !$0.name.isEmpty }
            read[command._commandName] = options
            return options
        }
    }
    private static let read = Mutex<[String: [Option]]>([:])

    subscript(name: String) -> Option? { options.first { $0.name == name } }

    /// An option that nobody described is one that only the user may give.
    func traits(of name: String) -> OptionTraits { described[name] ?? OptionTraits(name, .writes) }

    func isDescribed(_ name: String) -> Bool { described[name] != nil }

    /// The words of a command line that are neither options nor their values.
    func operands(in words: [String]) -> [String] {
        var (found, rest) = ([String](), words[...])
        while let word = rest.popFirst() {
            if word == "--" { return found + rest }
            guard word.hasPrefix("-"), word != "-" else {
                found.append(word)
                continue
            }
            guard let option = options.first(where: { $0.isSpelled(word) }), !option.isFlag, !word.contains("="),
                word.hasPrefix("--") || word.count == 2,
                !traits(of: option.name).isValueOptional || rest.first?.hasPrefix("-") == false
            else { continue }
            rest = rest.dropFirst()
        }
        return found
    }

    /// What can be said of a command line before it is parsed.
    func check(_ words: [String]) throws(UsageError) {
        try ArgumentText.checkValues(words, of: self)
        try described.check(words)
    }

    /// Whether the first option, on the command line, overrides the second in an options file.
    func overrides(_ typed: String, _ other: String) -> Bool { described.overrides(typed, other) }
}

/// The value of an option as a file or a request has it.
enum OptionValue {
    /// Yes or no, as it is written.
    case flag(Bool, String)
    case word(String)
    case list([String])
    case mapping([(key: String, value: String)])

    init(_ text: String) {
        switch text.lowercased() {
        case "yes", "true", "on": self = .flag(true, text)
        case "no", "false", "off": self = .flag(false, text)
        default: self = .word(text)
        }
    }
}

extension OptionList.Option {
    /// On a command line: "look: {front: warm}" is --look=front=warm, "duck: {depth: 9dB, release: 2s}" is
    /// --duck=depth=9dB,release=2s.
    func words(_ value: OptionValue) -> [String] {
        switch value {
        case .word(let word): ["--\(name)=\(word)"]
        case .list(let values): joined(values)
        case .mapping(let pairs): joined(pairs.map { "\($0.key)=\($0.value)" })
        case .flag(let isSet, let word):
            if isFlag {
                isSet ? ["--\(name)"] : []
            } else if isSet {
                // An option with an optional value would take the next word for it.
                ["--\(name)=\(defaultValue ?? word)"]
            } else if allValues?.contains("off") == true {
                ["--\(name)=off"]
            } else if defaultValue == nil, abstract?.contains("(default: ") == true {
                // Where an option that is not set means a dissolve, "no" must name a value.
                ["--\(name)=\(word)"]
            } else {
                []
            }
        }
    }

    private func joined(_ values: [String]) -> [String] {
        isRepeating ? values.map { "--\(name)=\($0)" } : ["--\(name)=\(values.joined(separator: ","))"]
    }
}
