import ArgumentParser
import MediaIO
import MediaTime
import Render

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders the film (the default command).",
        usage: "compose [FILE ...] [options]",
        discussion: """
            EXAMPLES
              compose front.mov back.mov --switch-every 5s --transition wipe -o out.mp4
              compose front=a.mov back=b.mov --switch-at 3s,7.5s:circle --audio follow -o out.mp4
              compose --switch-every 5s      in a folder with one recording pair
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup(title: "The film") var composition: CompositionOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write: .mp4 or .mov. (default: composed.mp4)", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(
        name: [.customLong("dry-run"), .customShort("n")],
        help: "Check everything and say what would be done; render nothing.")
    var dryRun = false

    @Flag(help: "Start anew instead of continuing an interrupted render.")
    var fresh = false

    @Option(help: ArgumentHelp("Render this many parts at the same time.", valueName: "count"))
    var jobs = 1

    @Option(help: "How to tell the progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto

    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        let (recording, inputs) = try input.recording()
        let planned = try composition.request(recording).plan(recording)
        let output = output ?? RecordingPair.freeOutputName()
        _ = try Container(path: output)
        try AtomicFile.check(destination: output, inputs: inputs.map(\.path), mayReplace: overwrite)
        let report = PlanReport(planned, output: output)
        if dryRun {
            Console.output(report.text)
            return
        }
        let reporter = ProgressReporter(style: progress, report)
        reporter.start()
        Interruption.install()
        var renderer = Renderer(
            plan: planned.plan, output: output, mayReplace: overwrite, matteLoader: MatteFile.load)
        guard (1...64).contains(jobs) else { throw UsageError("--jobs \(jobs): use 1 to 64.") }
        renderer.jobs = jobs
        if fresh { renderer.checkpoint.removeAll() }
        renderer.cancellation = Interruption.cancellation
        do {
            let result = try renderer.run { reporter.update($0) }
            reporter.finish(result)
        } catch {
            reporter.fail(error)
            throw error
        }
    }
}

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable { case auto, json, none }
