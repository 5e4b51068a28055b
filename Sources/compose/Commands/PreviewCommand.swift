import ArgumentParser
import MediaIO
import Placing
import Planning
import Render
import Timelines

struct PreviewCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Renders a small version, quickly, to look at.",
        usage: "compose preview FILE ... [options] [-o FILE]",
        discussion: """
            EXAMPLES
              compose preview front.mov back.mov --switch auto --title 'Our trip@2s-6s'
              compose preview film.otio -o preview.mp4 --overwrite

            The film is as 'compose render' makes it with the same options, but with a shorter side of 360 and in lower quality.
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup var composition: CompositionOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. (default: preview.mp4)", valueName: "file"),
        completion: .file(extensions: ["mp4", "mov", "mkv"]))
    var output = "preview.mp4"

    @Flag(help: "Replace the output if it exists.") var overwrite = false
    @Flag(help: "Show what the buttons and texts of the platform's app cover (--delivery shorts, tiktok, instagram).")
    var safeArea = false

    @Option(help: "How to report progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto

    @OptionGroup var log: LogOptions

    static let traits = [
        OptionTraits("output", .writes, field: .text), OptionTraits("overwrite", .writes, field: .flag),
        OptionTraits("safe-area progress"),
    ]

    func run() throws {
        try log.install()
        try run(progress, on: CommandHost())
    }

    func answer(on host: CommandHost) throws { try run(.json, on: host) }

    private func run(_ progress: ProgressStyle, on host: CommandHost) throws {
        var planned: PlannedRender
        if let plan = try input.planFile() {
            planned = try PlannedRender(reading: plan)
        } else {
            let recording = try host.recording(input, isSilent: progress != .auto)
            planned = try composition.request(recording).planForViewing(recording)
        }
        planned.plan = planned.plan.preview
        if safeArea { try planned.plan.showSafeArea() }
        guard try Container(path: output) != .webm else {
            throw UsageError("-o \(output): a preview is H.264; name it .mp4, .mov or .mkv.")
        }
        let report = PlanReport(planned, output: output, purpose: .preview)
        let renderer = Renderer(plan: planned.plan, output: output, mayReplace: overwrite)
        try progress.following(report, renderer, on: host) { try $0.run(progress: $1) }
    }
}

extension RenderPlan {
    /// - Throws: `UsageError` for a film that no app covers.
    mutating func showSafeArea() throws(UsageError) {
        guard output.safeArea != nil else {
            throw UsageError(
                "--safe-area shows what an app covers of a vertical film; say which: --delivery shorts, tiktok or instagram."
            )
        }
        showsSafeArea = true
    }
}
