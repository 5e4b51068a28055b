import ArgumentParser
import MediaIO
import Placing
import Planning
import Render
import Timelines

struct StitchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stitch",
        abstract: "Joins clips that were recorded one after another.",
        usage: "compose stitch CLIP|FOLDER ... [options]",
        discussion: """
            EXAMPLES
              compose stitch front-1.mp4 back-2.mp4 front-3.mp4 -o film.mp4
              compose stitch DCIM/ -o film.mp4
              compose stitch DCIM/ --gaps hold --transition whip-pan -o film.mp4
              compose stitch DCIM/ --continuous-audio recorder.wav -o film.mp4
              compose stitch DCIM/ -n                 shows what is known about each seam
              compose stitch DCIM/ -o film.otio       a plan, for 'compose render'

            The order and the gaps come from sound where clips overlap, otherwise from
            creation times, accurate to a second; names such as VID_20260102_130405.mp4
            help.
            """)

    @OptionGroup(title: "Clips and seams") var seams: StitchOptions
    @OptionGroup var film: FilmOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write: .mp4, .mov, .mkv or .webm, or .otio for a plan to render later. (default: composed.mp4; .mov for prores)",
            valueName: "file"),
        completion: .file(extensions: Container.allCases.map(\.rawValue) + [PlanFile.ending]))
    var output: String?

    @Flag(help: "Replace the output if it exists.") var overwrite = false
    @Flag(
        name: [.customLong("dry-run"), .customShort("n")],
        help: "Show the seams and what would happen, without rendering.")
    var dryRun = false
    @Flag(help: "With --dry-run: print lines of JSON.") var json = false
    @Flag(help: "Start over instead of continuing an interrupted render.") var fresh = false
    @Flag(
        help:
            "Before the file appears, decode around every splice and in every copied stretch, and compare with the sources."
    )
    var verify = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Render this many parts in parallel. (default: auto)", valueName: "count"),
        transform: AutoCount.reading(upTo: 64))
    var jobs = AutoCount.auto
    @Option(help: "How to report progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard dryRun || !json else {
            throw UsageError("--json needs --dry-run; to render with lines of JSON, use --progress json.")
        }
        let container = isPlan ? nil : try output.map { try Container(path: $0) }
        let transition = try seams.transitionRequest()
        let status = HearingStatus(isSilent: progress != .auto)
        defer { status.finish() }
        let inputs = try seams.inputs(without: seams.continuousAudio)
        let stitch = try Stitch(inputs, continuous: seams.continuousAudio) { status.update($0) }
        status.finish()
        let recording = try stitch.recording()
        var request = CompositionRequest()
        request.transition = transition
        request.heldHandles = seams.heldHandles ?? .milliseconds(300)
        request.container = container
        stitch.fill(&request, gaps: seams.gaps)
        try film.apply(to: &request, recording)
        let planned = try request.plan(recording)
        let report = StitchReport(stitch, planned, gaps: seams.gaps)
        if let output, isPlan, !dryRun {
            try writePlan(planned, to: output, report)
        } else {
            try render(planned, report)
        }
    }

    private var isPlan: Bool { output.map(PlanFile.isPlan) ?? false }

    /// Writes the film's plan, to be rendered later, in parts or elsewhere.
    private func writePlan(_ planned: PlannedRender, to path: String, _ seams: StitchReport) throws {
        try PlanFile.write(
            planned.document(name: PlanFile.name(of: path)), to: path, inputs: planned.plan.inputFiles,
            mayReplace: overwrite)
        if Notes.tellsAll {
            Console.error(seams.text)
        } else {
            Notes.tell(seams.messages, about: planned.plan.inputFiles)
        }
        Console.error("wrote the plan \(path); render it with: compose render \(quoted(path)) -o film.mp4")
    }

    private func render(_ planned: PlannedRender, _ seams: StitchReport) throws {
        let output = output ?? DefaultOutput.film(planned.plan, mayReplace: overwrite)
        if !isPlan { try planned.plan.checkContainer(of: output) }
        try AtomicFile.check(destination: output, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        var report = PlanReport(planned, output: output)
        let isJSON = json || progress == .json
        if dryRun {
            Notes.tellAll()
            return Console.output(
                isJSON ? seams.json + "\n" + jsonLine(report.whole) : seams.text + "\n" + report.text)
        }
        if isJSON {
            Console.output(seams.json)
        } else if Notes.tellsAll {
            Console.error(seams.text)
        } else {
            report.findings = seams.messages
        }
        var renderer = Renderer(plan: planned.plan, output: output, mayReplace: overwrite)
        if let count = jobs.count { renderer.jobs = count }
        (renderer.verifies, renderer.startsAfresh) = (verify, fresh)
        try progress.following(report, renderer) { try $0.run(progress: $1) }
    }
}
