import ArgumentParser
import MediaIO
import Platform
import Timelines

/// The command line being processed: the program's own, or that of a request.
enum CommandWords {
    @TaskLocal static var current = typed

    /// The program's own.
    static let typed = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
        .map { String(fileName: $0!) }
}

/// A command line on its way to its command: the one door for what is typed, what a request contains, and an options file.
struct Invocation {
    /// As typed, with each `--also` in one word.
    let words: [String]
    private let type: any ParsableCommand.Type
    /// Whether the words may begin with the name of the command.
    private let isRoot: Bool
    /// Known once the command is.
    private(set) var config: ConfigFile?

    /// A command line after the name of the program.
    init(typed: [String]) {
        words = AlsoSpec.joined(typed)
        type = Compose.commandTypes.first { [words] in $0._commandName == words.first } ?? RenderCommand.self
        isRoot = true
    }

    /// The words after the name of a command.
    init(_ words: [String], of type: any ParsableCommand.Type) {
        (self.words, self.type, isRoot) = (AlsoSpec.joined(words), type, false)
    }

    /// Parses the words, and those of the options file.
    ///
    /// - Throws: `UsageError`, `MediaError`, ArgumentParser's errors.
    mutating func command() throws -> any ParsableCommand {
        let options = OptionList(of: type)
        try options.check(words)
        try ArgumentText.checkDashes(words)
        let own = isRoot && words.first == type._commandName ? Array(words.dropFirst()) : words
        guard options.isDescribed("config"), Self.mayHaveConfig(own), let config = try Self.config(options, own) else {
            return try parse(words)
        }
        self.config = config
        let expanded = try config.expanded(own, for: options)
        try options.check(expanded)
        do {
            let command = try parse((isRoot ? [type._commandName] : []) + expanded)
            if config.isFound {
                Notes.add(
                    "using the options in \(config.path) (--config none ignores them)", .other, about: config.path)
            }
            return command
        } catch {
            try config.check()
            throw error
        }
    }

    private func parse(_ words: [String]) throws -> any ParsableCommand {
        isRoot ? try Compose.parseAsRoot(words) : try type.parse(words)
    }

    /// Whether an options file is named, or lies where one of the words would find it: most calls have none, and need no
    /// list of options.
    private static func mayHaveConfig(_ words: [String]) -> Bool {
        words.contains { word in ["config", "recipe"].contains { word.hasPrefix("--\($0)") } }
            || FileIdentity(path: ConfigFile.usualName) != nil
            || words.contains { usualPath($0).map { FileIdentity(path: $0) != nil } ?? false }
    }

    /// The file named, or the one in the recordings' folder; `nil` if there is none, and for a plan, which is complete.
    private static func config(_ options: OptionList, _ words: [String]) throws -> ConfigFile? {
        guard !words.contains(where: ["-h", "--help", "--version"].contains) else { return nil }
        let recordings = options.operands(in: words)
        guard !recordings.contains(where: PlanFile.isPlan) else { return nil }
        if let place = words.lastIndex(where: { options["config"]?.isSpelled($0) == true }) {
            let parts = words[place].split(separator: "=", maxSplits: 1).map(String.init)
            // Without a value, the parser complains.
            guard let path = parts.count > 1 ? parts[1] : words[place...].dropFirst().first, path != "none" else {
                return nil
            }
            return try ConfigFile(path)
        }
        guard let path = usualPath(recordings.first), FileIdentity(path: path) != nil else { return nil }
        return try ConfigFile(path, isFound: true)
    }

    private static func usualPath(_ recording: String?) -> String? {
        guard let recording else { return ConfigFile.usualName }
        guard let path = try? InputOptions.input(recording).path, FileIdentity(path: path) != nil else { return nil }
        if (try? checkInputFile(path)) == nil { return path + (path.hasSuffix("/") ? "" : "/") + ConfigFile.usualName }
        let folder = FilePath(path).folder
        return folder == "." ? ConfigFile.usualName : "\(folder)/\(ConfigFile.usualName)"
    }
}
