import FixtureMedia
import Foundation
import Testing

@testable import compose

/// The help of every command holds what a person needs; its wording is free.
@Suite struct HelpTests {
    /// What ArgumentParser tells programs of a command.
    private struct Command: Decodable {
        struct Option: Decodable {
            struct Name: Decodable { var kind, name: String }
            var names: [Name]?
            var shouldDisplay: Bool
            var abstract: String?

            /// As written on a command line.
            var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
        }
        var commandName: String
        var shouldDisplay: Bool
        var abstract: String?
        var arguments: [Option]?
        var subcommands: [Command]?
    }

    private struct Dump: Decodable { var command: Command }

    /// The program itself and its commands; ArgumentParser's own `help` is not ours.
    private func commands() throws -> [Command] {
        let dump = try Program.run("--experimental-dump-help", in: TemporaryFolder())
        let root = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
        let commands = [root] + (root.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay }
        try #require(commands.count >= 5)
        return commands
    }

    private func help(_ command: Command) throws -> Program.Outcome {
        let arguments = command.commandName == "compose" ? ["--help"] : ["help", command.commandName]
        return try Program.run(arguments, in: TemporaryFolder())
    }

    @Test func everyCommandExplainsItself() throws {
        for command in try commands() {
            let help = try help(command)
            let name = command.commandName
            #expect(help.status == 0 && help.error == "", "\(name)")
            #expect(help.output.contains("OVERVIEW: ") && help.output.contains("USAGE: "), "\(name)")
            #expect(command.abstract?.hasSuffix(".") == true, "\(name) is told in a sentence")
            for line in help.outputLines { #expect(line.count <= 100, "\(name): \(line)") }
            for word in ["TODO", "FIXME", "XXX"] { #expect(!help.output.contains(word), "\(name)") }
        }
    }

    @Test func everyOptionIsNamedAndSaysWhatItDoes() throws {
        for command in try commands() {
            let help = try help(command).output
            let options = (command.arguments ?? []).filter(\.shouldDisplay)
            #expect(!options.isEmpty)
            for option in options where !option.spellings.isEmpty {
                for name in option.spellings { #expect(help.contains(name), "\(command.commandName) \(name)") }
                #expect(option.abstract?.isEmpty == false, "\(command.commandName) \(option.spellings)")
            }
        }
    }

    /// Help is as wide as a terminal of 80 columns: what is longer goes on at the left edge of the next line.
    @Test func noExampleIsBroken() throws {
        for command in try commands() {
            let lines = try help(command).output.components(separatedBy: "\n")
            for (example, next) in zip(lines, lines.dropFirst()) where example.hasPrefix("  compose ") {
                #expect(next.isEmpty || next.hasPrefix("  "), "\(example)\n\(next)")
            }
        }
    }

    @Test func theExitStatusIsDocumented() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../docs/progress.md").standardized
        let documented = try String(contentsOf: page, encoding: .utf8)
        for status in ExitStatus.allCases { #expect(documented.contains("| \(status.rawValue) |"), "\(status)") }
    }

    /// Nobody scrolls.
    @Test func theFirstHelpFitsOnAScreen() throws {
        #expect(try Program.run("--help", in: TemporaryFolder()).outputLines.count <= 60)
    }

    /// Longer explanations are in docs/guide.md.
    @Test func anOptionTakesFewLines() throws {
        for command in try commands() {
            for option in command.arguments ?? [] {
                #expect((option.abstract ?? "").count <= 165, "\(command.commandName) \(option.spellings)")
            }
        }
    }

    /// What a person types first is shown first: before any list of options.
    @Test(arguments: ["compose", "render", "plan", "probe", "transitions", "reorient"])
    func examplesComeFirst(_ name: String) throws {
        let command = try #require(try commands().first { $0.commandName == name })
        let help = try help(command).output
        let examples = try #require(help.range(of: "EXAMPLES"), "\(help)")
        let options = try #require(help.range(of: "OPTIONS:"), "\(help)")
        #expect(examples.lowerBound < options.lowerBound)
        // A long one goes on, indented, in the next line.
        let shown = help[examples.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
        #expect(
            shown.count >= 2 && shown.allSatisfy { $0.hasPrefix("  compose") || $0.hasPrefix("      ") }, "\(shown)")
    }
}
