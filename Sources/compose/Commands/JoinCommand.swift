import ArgumentParser
import MediaIO
import Placing
import Planning
import Render
import Timelines

struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins the chunks of a plan into the film.",
        usage: "compose join PLAN CHUNK ... [-o FILE]",
        discussion: """
            EXAMPLE
              compose plan front.mov back.mov --switch-every 5s -o plan.otio
              compose render plan.otio --chunk 1/2 -o 1.chunk      here
              compose render plan.otio --chunk 2/2 -o 2.chunk      there
              compose join plan.otio 1.chunk 2.chunk -o out.mp4

            The film is byte-for-byte identical to that of 'compose render plan.otio'.
            """)

    @Argument(help: ArgumentHelp("The plan file (.otio).", valueName: "plan"), completion: .file())
    var plan: String

    @Argument(help: ArgumentHelp("All chunk files, in any order.", valueName: "chunk"), completion: .file())
    var chunks: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write: .mp4, .mov, .mkv or .webm. (default: composed.mp4; .mov for prores)", valueName: "file"),
        completion: .file(extensions: Container.allCases.map(\.rawValue)))
    var output: String?

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(
        help:
            "Before the file appears, decode around every splice and in every copied stretch, and compare with the sources."
    )
    var verify = false

    @Flag(help: "Only check the chunks, and print as JSON which are missing, damaged or foreign.")
    var check = false

    @Option(help: "How to report progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto

    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        try checkOrder()
        let planned = try PlannedRender(reading: plan)
        guard !check else { return try tellState(of: planned.plan) }
        let output = output ?? DefaultOutput.film(planned.plan, mayReplace: overwrite)
        try planned.plan.checkContainer(of: output)
        var renderer = Renderer(plan: planned.plan, output: output, mayReplace: overwrite)
        renderer.verifies = verify
        var report = PlanReport(planned, output: output)
        report.findings = try otherVersions()
        try progress.following(report, renderer) { renderer, update in
            [try renderer.join(chunks, progress: update)]
        }
    }

    private func tellState(of plan: RenderPlan) throws {
        let report = try ChunkReport(chunks, of: plan)
        Console.output(jsonLine(CheckEvent(report: report)))
        if !report.isComplete { throw ExitCode(ExitStatus.badData.rawValue) }
    }

    /// The film may be another one than one machine would have rendered.
    private func otherVersions() throws -> [Message] {
        try ChunkReport.otherVersions(chunks).map { file in
            Message(
                .other,
                "\(file.path) was rendered with other versions than \(chunks[0]) (\(file.reason)): the film may differ from one rendered at once",
                kind: "otherVersions")
        }
    }

    private func checkOrder() throws(UsageError) {
        let files = [plan] + chunks
        guard !files.allSatisfy(MediaFileName.isRecording) else {
            throw UsageError(
                "join puts the chunks of a plan together; for recordings made one after the other: compose stitch \(files.map(quoted).joined(separator: " "))"
            )
        }
        guard !PlanFile.isPlan(plan), plan.hasSuffix(".chunk") || chunks.contains(where: PlanFile.isPlan) else {
            return
        }
        throw UsageError("\(plan) is not a plan file (.\(PlanFile.ending)); give the plan first, then the chunks.")
    }
}

private struct CheckEvent: Encodable {
    private enum Key: CodingKey { case event }
    let report: ChunkReport

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode("check", forKey: .event)
    }
}
