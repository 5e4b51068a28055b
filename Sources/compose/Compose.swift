import ArgumentParser
import Logging
import MediaIO

@main
struct Compose: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Makes one film of recordings of one event by two or more cameras.",
        usage: """
            compose [FILE ...] [options]
            compose <subcommand> ...
            """,
        discussion: """
            EXAMPLES
              compose front.mov back.mov --switch-every 5s --transition wipe -o out.mp4
              compose anna.mov ben.mov --switch auto       shows who speaks

            WHAT MOST PEOPLE NEED ('compose help render' lists all options)
              -o FILE, --overwrite; -n      the film; only show what would happen
              --switch-every 5s, --switch-at 3s,12s, --switch auto
              --view split, --transition wipe    what to show, and how to switch
              --audio mic, --music song.mp3; --from 10s --to 2:30, --cut-silence
              --title 'Our trip@2s-6s', --subtitles talk.srt, --stabilize cinematic
              --delivery shorts, --loudness -14  for a platform, at its level
            """,
        version: version,
        subcommands: [
            RenderCommand.self, StudioCommand.self, PreviewCommand.self, PlanCommand.self, ExportCommand.self,
            HighlightsCommand.self, StillCommand.self, JoinCommand.self,
            SubmitCommand.self, ScanCommand.self, BatchCommand.self, ProbeCommand.self, ReorientCommand.self,
            SyncCommand.self, StitchCommand.self, TransitionsCommand.self, ViewsCommand.self, LooksCommand.self,
            InitCommand.self, ServeCommand.self, AgentCommand.self,
        ],
        defaultSubcommand: RenderCommand.self)

    static let commandTypes = configuration.subcommands.filter { $0.configuration.shouldDisplay }

    /// The names of all commands with their descriptions.
    static var commands: [(name: String, abstract: String)] {
        commandTypes.map { ($0._commandName, $0.configuration.abstract) }
            + [("help", "Show subcommand help information.")]
    }

    /// Parses, runs, and turns every failure into one sentence and an exit code.
    static func main() {
        openStandardStreams()
        // A closed pipe and a file that reaches the size limit are write errors and must not kill the process.
        ignoreWriteSignals()
        Memory.saveAddresses()
        Leftover.listen { Console.error("note: \($0)") }
        Orphan.watch()
        guard CommandLine.argc > 0 else {
            // Swift takes them from /proc/self/cmdline.
            Console.error("compose: the command line cannot be read without /proc; mount it: mount -t proc proc /proc")
            exit(withError: ExitCode(ExitStatus.inputOutput.rawValue))
        }
        var invocation = Invocation(typed: CommandWords.typed)
        let arguments = invocation.words
        if let shell = CompletionScript.shell(in: arguments) {
            let script = CompletionScript(commands: commands)
            return Console.output(script.text(for: shell, generated: completionScript(for: shell)))
        }
        do {
            try checkHelp(arguments)
            var command = try invocation.command()
            try command.run()
            try TraceFile.finish()
            Notes.tell()
            try Console.checkOutput()
        } catch {
            exitAfter(error, arguments, invocation.config)
        }
    }

    /// ArgumentParser answers 'help nonsense' with the help of everything.
    private static func checkHelp(_ arguments: [String]) throws {
        guard arguments.count > 1, arguments[0] == "help", case let word = arguments[1], !word.hasPrefix("-"),
            !commands.contains(where: { $0.name == word })
        else { return }
        throw UsageError("help \(word): no such command; 'compose --help' lists the commands.")
    }

    private static func exitAfter(_ error: any Error, _ arguments: [String], _ config: ConfigFile?) -> Never {
        try? TraceFile.finish()
        let command = arguments.first.flatMap { word in commands.contains { $0.name == word } ? word : nil }
        guard var failure = Failure(error, in: arguments, of: command) else { exit(withError: error) }
        if let config { failure.message = config.located(failure.message, arguments) }
        if arguments.contains("--json") || ProgressStyle.isJSON(in: arguments) {
            Console.output(jsonLine(failure.event()))
        }
        Notes.tell()
        Console.error("compose: \(failure.message)")
        Interruption.endBySignal()
        exit(withError: ExitCode(failure.status))
    }
}
