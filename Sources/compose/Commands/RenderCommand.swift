import ArgumentParser
import MediaIO
import MediaTime
import Placing
import Planning
import Platform
import Render
import Timelines

struct RenderCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders the film (the default).",
        usage: "compose [FILE ...] [options]",
        discussion: """
            EXAMPLES
              compose front.mov back.mov --switch-every 5s --transition wipe -o out.mp4
              compose front=a.mov back=b.mov --switch-at 3s,7.5s:circle --audio follow
              compose --switch-every 5s                        the only pair in this folder
              compose front.mov back.mov -o out.mp4 --also small.mp4:size=720p,crf=28
              compose front.mov back.mov --deliver-set edit/   a set for editors
              compose render plan.otio -o out.mp4              see 'compose help plan'
              compose render plan.otio --chunk 2/8 -o 2.chunk  see 'compose help join'
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup var composition: CompositionOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write: .mp4, .mov, .mkv or .webm. (default: composed.mp4; .mov for prores)", valueName: "file"),
        completion: .file(extensions: Container.allCases.map(\.rawValue)))
    var output: String?

    @OptionGroup(title: "Additional files") var further: FurtherOptions

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(
        name: [.customLong("dry-run"), .customShort("n")],
        help: "Check everything and show what would happen, without rendering.")
    var dryRun = false

    @Flag(help: "Also show what is copied, what is encoded, and why, as 'compose plan --explain' does.")
    var explain = false

    @Flag(help: "Start over instead of continuing an interrupted render.")
    var fresh = false

    @Flag(help: "Decode every input first, and stop with an error if any is damaged.")
    var strict = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Render this many parts in parallel; the output stays the same. (default: auto, as many as cores and memory allow)",
            valueName: "count"), transform: AutoCount.reading(upTo: 64))
    var jobs = AutoCount.auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Render only part i of N of a plan file, to a chunk file.", valueName: "i/N"),
        transform: Chunk.read)
    var chunk: Chunk?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Render only this part of --chunk-count, from 0. (default: of AWS Batch's array or Kubernetes' indexed job)",
            valueName: "i"), transform: number(0...99_999))
    var chunkIndex: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many parts --chunk-index counts.", valueName: "N"),
        transform: number(1...100_000))
    var chunkCount: Int?

    @Flag(
        help:
            "Before the file appears, decode around every splice and in every copied stretch, and compare with the sources."
    )
    var verify = false

    @Option(help: "How to report progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto

    @OptionGroup var log: LogOptions

    static let traits = [
        OptionTraits("output", .writes, field: .text),
        OptionTraits("overwrite fresh", .writes, field: .flag),
        OptionTraits("verify strict", field: .flag),
        OptionTraits("jobs", field: .value(#"a number or "auto""#)),
        OptionTraits("dry-run chunk chunk-index chunk-count", .perCall),
        OptionTraits("explain progress"),
    ]

    mutating func run() throws {
        try log.install()
        chunk = try Chunk(chunk, index: chunkIndex, count: chunkCount)
        try run(progress, on: CommandHost())
    }

    func answer(on host: CommandHost) throws { try run(.json, on: host) }

    private func run(_ progress: ProgressStyle, on host: CommandHost) throws {
        if dryRun || explain { Notes.tellAll() }
        let container = try container()
        let (planned, recording) = try planned(for: container, on: host, isSilent: progress != .auto)
        let set = try further.deliverSet.map { try DeliverySet(of: planned.plan, in: $0) }
        let output = output ?? set?.film ?? defaultOutput(planned.plan)
        if chunk == nil { try planned.plan.checkContainer(of: output) }
        let others =
            try further.makeFolder(isDryRun: dryRun) ? [output] + (set?.files.map(\.path) ?? []) : []
        let films =
            try recording.map { try further.films(composition, $0, beside: others) }
            ?? further.films(of: planned, beside: others)
        for file in others + films.map(\.output) {
            try AtomicFile.check(destination: file, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        }
        let captions = chunk == nil ? planned.plan.output.graphics.captions?.sidecar.map { beside(output, $0) } : nil
        if let captions {
            try AtomicFile.check(destination: captions, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        }
        if strict {
            Interruption.install()
            for info in planned.plan.sources.map(\.info) + planned.plan.sounds.map(\.info) {
                try Self.checkIntact(info, host.cancellation)
            }
        }
        var report = PlanReport(planned, output: output, purpose: chunk.map(PlanReport.Purpose.chunk) ?? .film)
        (report.further, report.deliverySet) = (films, set)
        if dryRun {
            guard progress != .json else { return host.tell(report.whole) }
            return Console.output(explain ? report.text + "\n" + report.explanation : report.text)
        }
        if explain, progress != .json { Console.error(report.explanation) }
        let all =
            [Film(plan: planned.plan, output: output)] + films.map { Film(plan: $0.planned.plan, output: $0.output) }
        var renderer = Renderer(all, mayReplace: overwrite)
        if let count = jobs.count { renderer.jobs = count }
        renderer.verifies = verify
        renderer.startsAfresh = fresh
        renderer.cuts = set?.files ?? []
        try progress.following(report, renderer, on: host) { renderer, update in
            guard let chunk else { return try renderer.run(progress: update) }
            return [try renderer.runChunk(chunk.number, of: chunk.count, progress: update)]
        }
        guard let captions else { return }
        try AtomicFile.write(
            CaptionText(planned.plan.captions, isWebVTT: captions.hasSuffix("vtt")).text, to: captions,
            inputs: planned.plan.inputFiles, mayReplace: overwrite)
        if progress == .auto { Console.error("wrote the captions \(captions)") }
    }

    /// A file with the film's name and another ending.
    private func beside(_ output: String, _ ending: String) -> String {
        let path = FilePath(output)
        return FilePath.join(path.folder, "\(path.stem).\(ending)")
    }

    /// `nil` if the file has no name yet, or is a chunk.
    private func container() throws -> Container? {
        guard further.deliverSet == nil else {
            guard output == nil, chunk == nil else {
                throw UsageError(
                    "--deliver-set names its own files and renders the whole film; leave out \(output == nil ? "--chunk" : "-o")."
                )
            }
            return .mov
        }
        guard let output else { return nil }
        guard chunk != nil else {
            guard !PlanFile.isPlan(output) else {
                throw UsageError("-o \(output): plans are written by 'compose plan': compose plan … -o \(output)")
            }
            return try Container(path: output)
        }
        if (try? Container(path: output)) != nil {
            throw UsageError("-o \(output): a chunk file ends in .chunk; 'compose join' joins chunks into the film.")
        }
        return nil
    }

    /// - Returns: the recording, unless the input is a plan.
    private func planned(
        for container: Container?, on host: CommandHost, isSilent: Bool
    ) throws -> (PlannedRender, Recording?) {
        if let plan = try input.planFile() {
            guard chunk == nil || further.also.isEmpty else {
                throw UsageError(
                    "--also needs the whole film; for another version in chunks, write its own plan with 'compose plan'."
                )
            }
            return (try PlannedRender(reading: plan), nil)
        }
        guard chunk == nil else {
            throw UsageError("--chunk needs a plan file; write one with 'compose plan … -o plan.otio'.")
        }
        let recording = try host.recording(input, isSilent: isSilent)
        var request = try composition.request(recording, for: container)
        // A camera without pictures there cannot have them in any of its files.
        if further.deliverSet != nil, composition.cuts.span == nil { request.span = .intersection }
        return (try request.plan(recording), recording)
    }

    /// - Throws: `MediaError.damaged` if a file cannot be decoded completely.
    private static func checkIntact(_ info: MediaInfo, _ cancellation: Cancellation) throws {
        let scan = try DamageScan(info, threads: 1) { _ in
            if cancellation.isCancelled { throw RenderError.cancelled }
        }
        guard scan.damage.isEmpty else { throw MediaError.damaged(path: info.path, summary: "\(scan.damage)") }
    }

    private func defaultOutput(_ plan: RenderPlan) -> String {
        guard let chunk else { return DefaultOutput.film(plan, mayReplace: overwrite) }
        return "composed.\(chunk.number)-of-\(chunk.count).chunk"
    }
}

/// One of several parts: "2/8".
struct Chunk: Sendable {
    var number: Int
    var count: Int

    /// What is rendered of a film: part "2/8", or part 1 of 8 from 0.
    ///
    /// - Returns: `nil` for all of it.
    init?(_ chunk: Chunk?, index: Int?, count: Int?) throws {
        guard index != nil || count != nil else {
            guard let chunk else { return nil }
            self = chunk
            return
        }
        guard chunk == nil else { throw UsageError("--chunk and --chunk-index both say which part; give one.") }
        guard let count else { throw UsageError("--chunk-index needs --chunk-count, the number of all parts.") }
        let task = Self.tasks.lazy.compactMap { name in getenv(name).map { String(cString: $0) } }.first
        guard let index = index ?? task.map({ Int($0) ?? -1 }) else {
            throw UsageError(
                "--chunk-count needs --chunk-index, from 0; AWS Batch and Kubernetes give it in \(Self.tasks.joined(separator: " or "))."
            )
        }
        guard (0..<count).contains(index) else {
            throw UsageError("the part \(index) is out of range; use --chunk-index 0 to \(count - 1).")
        }
        (number, self.count) = (index + 1, count)
    }

    /// Where AWS Batch and Kubernetes say which task of an array this is.
    private static let tasks = ["AWS_BATCH_JOB_ARRAY_INDEX", "JOB_COMPLETION_INDEX"]

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// Reads "2/8".
    static func read(_ text: String) throws -> Chunk {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else {
            throw UsageError("write part/parts, such as 2/8.")
        }
        guard (1...100_000).contains(count) else {
            throw UsageError("the number of parts is out of range; use 1 to 100000.")
        }
        guard (1...count).contains(number) else {
            throw UsageError("the part is out of range; use 1/\(count) to \(count)/\(count).")
        }
        return Chunk(number: number, count: count)
    }
}
