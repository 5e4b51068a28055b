import ArgumentParser
import MediaIO
import Platform
import Timelines
import Render
import Planning

struct PlanCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Shows what would happen, without rendering.",
        discussion: """
            EXAMPLES
              compose plan front.mov back.mov --switch-every 5s
              compose plan front.mov back.mov --explain       what is copied, and why
              compose plan a.mov b.mov --switch auto --explain    the reason of each cut
              compose plan front.mov back.mov -o plan.otio    to render later:
              compose render plan.otio -o out.mp4
              compose plan edited.otio                        what is in a plan file
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup var composition: CompositionOptions
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the plan to this file (.otio), in OpenTimelineIO's JSON.", valueName: "file"),
        completion: .file(extensions: [PlanFile.ending]))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write when who speaks, for captions to be filled in; needs cuts by speech, such as --switch auto (.srt, .vtt).",
            valueName: "file"), completion: .file(extensions: ["srt", "vtt"]))
    var captionsTemplate: String?

    @Flag(help: "Replace the plan file if it exists.") var overwrite = false
    @Flag(help: "Print the plan as JSON.") var json = false
    @Flag(help: "Show what is copied, what is encoded, and why; and with --switch auto the reason for each cut.")
    var explain = false
    @OptionGroup var log: LogOptions

    static let traits = [
        OptionTraits("output captions-template", .writes, field: .text),
        OptionTraits("overwrite", .writes, field: .flag),
        OptionTraits("json explain"),
    ]

    func run() throws {
        try log.install()
        guard !json else { return try answer(on: CommandHost()) }
        Notes.tellAll()
        let report = try report(on: CommandHost())
        Console.output(explain ? report.text + "\n" + report.explanation : report.text)
    }

    func answer(on host: CommandHost) throws { host.tell(try report(on: host).whole) }

    private func report(on host: CommandHost) throws -> PlanReport {
        let planned = try planned(on: host)
        if let output { try write(planned, to: output) }
        if let captionsTemplate { try writeTemplate(planned, to: captionsTemplate) }
        return PlanReport(planned, output: nil)
    }

    private func planned(on host: CommandHost) throws -> PlannedRender {
        if let plan = try input.planFile() { return try PlannedRender(reading: plan) }
        let recording = try host.recording(input)
        return try composition.request(recording).plan(recording)
    }

    private func writeTemplate(_ planned: PlannedRender, to path: String) throws {
        let ending = FilePath(path).ending
        guard ["srt", "vtt"].contains(ending) else {
            throw UsageError("--captions-template \(path): name a file that ends in .srt or .vtt.")
        }
        guard !planned.spoken.isEmpty else {
            throw UsageError(
                "--captions-template \(path): nobody knows who speaks when; add --switch auto, with a microphone for each speaker or cameras near them."
            )
        }
        let template = CaptionText(template: planned.spoken, isWebVTT: ending == "vtt")
        try AtomicFile.write(template.text, to: path, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        Console.error("wrote \(path); fill it in, and draw it with --captions \(quoted(path))")
    }

    private func write(_ planned: PlannedRender, to path: String) throws {
        guard PlanFile.isPlan(path) else {
            let plan = "a plan file ends in .\(PlanFile.ending)"
            if let format = ExchangeFormat(exportedTo: path) {
                throw UsageError(
                    "-o \(path): \(plan); write that, then 'compose export film.otio --format \(format.name) -o \(path)'."
                )
            }
            throw UsageError(
                "-o \(path): \(plan); to check what would be rendered, use 'compose render … -o \(path) -n'.")
        }
        try PlanFile.write(
            planned.document(name: PlanFile.name(of: path)), to: path, inputs: planned.plan.inputFiles,
            mayReplace: overwrite)
        try Steadying.keep(planned.plan, besides: path, cancellation: Interruption.cancellation) {
            Console.showAnalysis($0)
        }
        Console.error("wrote the plan \(path); render it with: compose render \(quoted(path)) -o out.mp4")
    }
}
