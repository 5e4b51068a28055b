import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options of a command, from ArgumentParser's machine-readable description.
struct OptionList {
    struct Option: Decodable {
        struct Name: Decodable { var kind, name: String }
        var kind: String
        var names: [Name]?
        var isRepeating: Bool
        var shouldDisplay: Bool
        var sectionTitle, valueName, defaultValue, abstract: String?
        var allValues: [String]?

        /// Without dashes.
        var name: String? { names?.first { $0.kind == "long" }?.name }
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

    /// Those with a long name, in help order.
    let options: [Option]

    init(of command: any ParsableCommand.Type) {
        let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
        options = (dump?.command.arguments ?? []).filter { $0.name != nil }
    }

    subscript(name: String) -> Option? { options.first { $0.name == name } }
}
