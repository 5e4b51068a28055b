import ArgumentParser
import MediaIO
import Planning
import Platform
import Render
import Timelines

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SubmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Renders a plan on a cluster, in chunks.",
        usage: "compose submit PLAN --engine slurm|script [-o FILE]",
        discussion: """
            EXAMPLES
              compose plan front.mov back.mov --switch-every 5s -o film.otio
              compose submit film.otio --engine slurm --wait -o film.mp4
              compose submit film.otio --engine slurm --engine-option --partition=render \\
                  -o film.mp4
              compose submit film.otio --engine slurm --resume -o film.mp4     continues
              compose submit film.otio --engine script -o film.mp4 | sh   GNU parallel

            Chunks, scripts and logs are in the folder FILE.chunks. All machines need access to it, to the plan, to \
            the recordings and to this program. Slurm runs the chunks as a job array, followed by a job that checks \
            every chunk and joins them. Missing or damaged chunks are submitted again, up to three submissions in all. \
            The film is byte-for-byte identical to that of 'compose render PLAN'.
            """)

    enum Engine: String, ExpressibleByArgument, CaseIterable { case slurm, script }

    @Argument(help: ArgumentHelp("The plan file (.otio).", valueName: "plan"), completion: .file())
    var plan: String

    @Option(help: ArgumentHelp("slurm, or script: the shell commands on standard output.", valueName: "engine"))
    var engine: Engine

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write: .mp4, .mov, .mkv or .webm. (default: composed.mp4; .mov for prores)", valueName: "file"),
        completion: .file(extensions: Container.allCases.map(\.rawValue)))
    var output: String?

    @Flag(help: "Replace the output if it exists.") var overwrite = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many chunks. (default: auto, one for each minute that is encoded)", valueName: "count"),
        transform: AutoCount.reading(upTo: 1000))
    var chunks = AutoCount.auto

    @Option(
        name: .customLong("engine-option"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An option for sbatch, such as --cpus-per-task=4. Repeatable.", valueName: "option"))
    var engineOptions: [String] = []

    @Flag(help: "Wait for the film; Ctrl-C stops waiting, not the jobs.") var wait = false
    @Flag(help: "Continue a film that was submitted before: only what is missing is rendered.") var resume = false
    @Flag(name: [.customLong("dry-run"), .customShort("n")], help: "Show what would be submitted.") var dryRun = false
    @Flag(
        help:
            "Before the file appears, decode around every splice and in every copied stretch, and compare with the sources."
    )
    var verify = false

    @Flag(help: "Print lines of JSON: what is submitted, or would be, and with --wait the end.") var json = false

    /// Run by the job that follows an array: joins the chunks, or submits again.
    @Option(name: .customLong("after-round"), help: .hidden) var round: Int?

    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard PlanFile.isPlan(plan) else {
            throw UsageError(
                "\(plan) is not a plan file (.\(PlanFile.ending)); write one with 'compose plan … -o film.\(PlanFile.ending)'."
            )
        }
        guard engine == .slurm || !wait else {
            throw UsageError("--wait needs --engine slurm; a script always waits.")
        }
        let planned = try PlannedRender(reading: plan)
        let job = try job(planned.plan)
        try planned.plan.checkContainer(of: job.output)
        if round != nil, !overwrite, FileIdentity(path: job.output) != nil {
            // The output did not exist when the film was submitted: the machine was lost after writing it and before
            // reporting it.
            return try job.finish("")
        }
        try AtomicFile.check(destination: job.output, inputs: planned.plan.inputFiles + [plan], mayReplace: overwrite)
        if let round {
            do { try finish(job, planned, round) } catch {
                try? job.finish(Failure(error)?.message ?? "\(error)")
                throw error
            }
        } else {
            try start(job, planned.plan)
        }
    }

    private func job(_ plan: RenderPlan) throws -> FarmJob {
        let output = FileSystem.absolute(output ?? "composed.\(plan.usualContainer.rawValue)")
        let before = FarmJob.chunkCount(ofOutput: output)
        let count = chunks.count ?? before ?? plan.usualChunkCount
        if resume, let before, before != count {
            throw UsageError(
                "--chunks \(count): this film was submitted with \(before) chunks; use that number, or remove \(output).chunks."
            )
        }
        return FarmJob(
            plan: FileSystem.absolute(self.plan), output: output, chunkCount: count, mayReplace: overwrite,
            verifies: verify,
            name: "compose-\(try plan.digest.prefix(12))", engineOptions: engineOptions)
    }

    private func start(_ job: FarmJob, _ plan: RenderPlan) throws {
        let script = FarmScript(job: job, program: quoted(ThisProgram.path))
        let faults = try plan.chunkFaults(job.chunks)
        let numbers = faults.map(\.number)
        for case let error? in faults.map(\.error) { Console.error("note: \(error)") }
        var event = SubmitEvent(
            state: "planned", output: job.output, logs: job.logs, chunkCount: job.chunkCount, missing: numbers)
        guard engine == .slurm else {
            event.script = script.parallel(numbers)
            return json ? Console.output(jsonLine(event)) : Console.commands(script.parallel(numbers))
        }
        let slurm = Slurm(job: job, script: script)
        guard !dryRun else {
            event.script = slurm.description(numbers, round: 1)
            return Console.output(json ? jsonLine(event) : slurm.description(numbers, round: 1))
        }
        if resume, case let jobs = try slurm.running(), !jobs.isEmpty {
            throw UsageError(
                "this film is still being rendered: job \(jobs.prefix(3).joined(separator: ", ")); wait, or stop it with: scancel --name=\(job.name)",
                status: .exists)
        }
        try job.prepare(resumes: resume)
        let submission = try slurm.submit(numbers, round: 1)
        if json {
            (event.state, event.chunkJob, event.joinJob) = ("submitted", submission.chunks, submission.join)
            Console.output(jsonLine(event))
        }
        let array = submission.chunks.map { "job \($0) renders \(numbers.count) of \(job.chunkCount) chunks, " } ?? ""
        Console.error("submitted: \(array)job \(submission.join) joins them to \(job.output)")
        Console.error("logs: \(job.logs); to stop: scancel --name=\(job.name)")
        guard wait else { return }
        try waitForFilm(slurm)
        if json {
            event.state = "done"
            Console.output(jsonLine(event))
        }
    }

    private func waitForFilm(_ slurm: Slurm) throws {
        var shown = -1
        let result = slurm.waitForResult { finished in
            if finished != shown { Console.error("\(finished) of \(slurm.job.chunkCount) chunks") }
            shown = finished
        }
        guard result.isEmpty else { throw UsageError(result, status: .inputOutput) }
        Console.error("wrote \(slurm.job.output)")
    }

    /// Runs on a machine of the cluster after all chunks of a round have ended.
    private func finish(_ job: FarmJob, _ planned: PlannedRender, _ round: Int) throws {
        let faults = try planned.plan.chunkFaults(job.chunks)
        guard !faults.isEmpty else {
            var renderer = Renderer(plan: planned.plan, output: job.output, mayReplace: overwrite)
            renderer.verifies = verify
            try ProgressStyle.none.following(PlanReport(planned, output: job.output), renderer) { renderer, update in
                [try renderer.join(job.chunks.filter { FileIdentity(path: $0) != nil }, progress: update)]
            }
            return try job.finish("")
        }
        for case let error? in faults.map(\.error) { Console.error("note: \(error)") }
        let missing = Slurm.ranges(faults.map(\.number))
        guard round < Slurm.rounds else {
            throw UsageError(
                "chunks \(missing) of \(job.chunkCount) failed \(Slurm.rounds) times; the logs are in \(job.logs). Fix the errors, then use --resume.",
                status: .inputOutput)
        }
        let slurm = Slurm(job: job, script: FarmScript(job: job, program: quoted(ThisProgram.path)))
        let submission = try slurm.submit(faults.map(\.number), round: round + 1)
        Console.error("chunks \(missing) are missing; submitted again as job \(submission.chunks ?? "")")
    }
}

/// A submission, for programs.
private struct SubmitEvent: Encodable {
    var event = "submit"
    var state: String
    var output, logs: String
    var chunkCount: Int
    /// The numbers of the chunks to render.
    var missing: [Int]
    /// Slurm's job numbers.
    var chunkJob, joinJob: String?
    /// The commands, if nothing was submitted.
    var script: String?
}
