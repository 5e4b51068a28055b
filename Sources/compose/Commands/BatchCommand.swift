import ArgumentParser
import MediaIO
import Placing
import Planning
import Platform
import Render
import Parameters

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Renders one film for each recording in folders.",
        usage: "compose batch PATH ... [options]",
        discussion: """
            EXAMPLES
              compose batch TeslaCam/ --view grid -o 'films/{scene}.mp4'
              compose batch /media/card --view pip --delivery balanced
              compose batch DCIM/ -n                 shows what would be rendered
              compose batch DCIM/ --progress json    one line for each recording
              compose batch DCIM/ --report report.html
              compose batch Inbox/ --watch           a drop folder

            Renders the recordings that 'compose scan' lists. The inputs of each film are
            listed in \(BatchManifest.usualName), next to the films. Run the same command again
            after stopping it or adding files: it renders only recordings that are new or
            have changed.
            """)

    @OptionGroup(title: "Where to look") var archive: ArchiveOptions
    @OptionGroup(title: "Cameras") var cameras: CameraOptions
    @OptionGroup var composition: CompositionOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where to write the films: {folder} is the recording's folder, {scene} its name, {scheme} its manufacturer.",
            valueName: "pattern"))
    var output: String = OutputPattern.usual

    @Option(
        help: ArgumentHelp(
            "Use one manifest file instead of one next to the films in each folder.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var manifest: String?

    @Option(
        help: ArgumentHelp(
            "Write an HTML report: a strip of pictures, the cuts, notes and errors of each film.",
            valueName: "file"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @Flag(help: "Render every film again, replacing existing files.") var force = false
    @Flag(help: "Skip films whose output file exists, even if it was made from other files.")
    var skipExisting = false
    @Flag(
        inversion: .prefixedNo,
        help: "If a recording fails, continue with the next; the exit status is then the highest of all.")
    var keepGoing = true
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Process this many recordings in parallel. (default: auto, one for each core with 4 GB of memory)",
            valueName: "count"), transform: AutoCount.reading(upTo: 64))
    var jobs = AutoCount.auto
    @Flag(
        help:
            "Keep watching, and render each new recording once none of its files has changed for three seconds. Stop it with Ctrl-C."
    )
    var watch = false
    @Flag(
        name: [.customLong("dry-run"), .customShort("n")],
        help: "Check everything and show what would happen, without rendering.")
    var dryRun = false
    @Option(
        help:
            "auto: a line for each film and a table; json: a line for each recording."
    )
    var progress: ProgressStyle = .auto
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard !force || !skipExisting else {
            throw UsageError("--force and --skip-existing cannot be used together; give one.")
        }
        guard !watch || !dryRun && report == nil else {
            throw UsageError("--watch runs until it is stopped, so it cannot be used with --dry-run or --report.")
        }
        if dryRun { Notes.tellAll() }
        let pattern = try OutputPattern(output)
        let atOnce = jobs.count ?? Renderer.filmsAtOnce
        let run = BatchRun(
            plan: { [self] in try plan($0, for: pattern.container, isSilent: atOnce > 1) },
            manifests: BatchManifests(path: manifest),
            request: requestText, replacesAll: force, skipsExisting: skipExisting, isDryRun: dryRun,
            plansAll: report != nil && dryRun, atOnce: atOnce, progress: progress)
        Interruption.install()
        if watch { try keepWatch(run, pattern) } else { try makeAll(run, pattern) }
    }

    private func makeAll(_ run: BatchRun, _ pattern: OutputPattern) throws {
        let findings = try archive.find()
        guard !findings.recordings.isEmpty else {
            throw UsageError(
                "\(list(archive.paths, "and")): no recordings found; 'compose scan' shows why.", status: .noInput)
        }
        let films = try BatchFilm.all(of: findings, pattern)
        var told = BatchReport(progress, saysAfterwards: run.atOnce > 1)
        let page = try report.map { try BatchPage(path: $0) }
        try make(films, run, &told, page)
        let unused = findings.unused.filter { $0.reason != .film }
        told.finish(unused: unused.count)
        try page?.finish(told.sum, unused)
        // Every error has been reported already; ArgumentParser has nothing to add.
        if let worst = told.worst { Self.exit(withError: ExitCode(worst.status)) }
    }

    /// Checks the folders repeatedly and renders complete recordings, until a signal ends it.
    private func keepWatch(_ run: BatchRun, _ pattern: OutputPattern) throws {
        var told = BatchReport(progress, saysAfterwards: run.atOnce > 1)
        var folder = DropFolder()
        var films = try BatchFilm.all(of: archive.find(), pattern)
        var lastFault: String?
        while !Interruption.cancellation.isCancelled {
            // A card may be removed, or two recordings want one name for a while.
            do {
                films = try BatchFilm.all(of: archive.find(), pattern)
                lastFault = nil
            } catch {
                films = []
                let fault = sentence(for: error)
                if fault != lastFault { Console.error("note: \(fault) Still watching.") }
                lastFault = fault
            }
            try make(folder.settled(films), run, &told, nil)
            if let worst = told.worst, !keepGoing {
                told.finish(unused: 0)
                Self.exit(withError: ExitCode(worst.status))
            }
            // Three seconds between checks. A copy that pauses for longer is rare, and its film is rendered again when
            // the copy continues.
            for _ in 0..<30 where !Interruption.cancellation.isCancelled { usleep(100_000) }
        }
        told.finish(unused: 0)
        Interruption.endBySignal()
    }

    /// Renders films, several in parallel, and reports them in order.
    private func make(_ films: [BatchFilm], _ run: BatchRun, _ told: inout BatchReport, _ page: BatchPage?) throws {
        let ends = Cancellation(within: Interruption.cancellation)
        let status = BatchStatus(isShown: progress == .auto && run.atOnce > 1)
        let before = told.count
        var stop: (any Error)?
        try OrderedWork.run(films, atOnce: run.atOnce) { [keepGoing, page = page?.place] film in
            Result { () throws -> (BatchOutcome, BatchPageSection?)? in
                guard !ends.isCancelled else { return nil }
                if run.atOnce == 1 { BatchReport.begin(film, run.progress) }
                let outcome = try run.outcome(of: film, status)
                if case .failed = outcome, !keepGoing { ends.cancel() }
                return (outcome, page.map { BatchPageSection(film, outcome, on: $0) })
            }
        } take: { film, result in
            do {
                guard let (outcome, section) = try result.get() else { return }
                status.clear()
                told.tell(film, outcome)
                section.map { page?.add($0) }
            } catch {
                // Films that were in progress are reported before the end.
                stop = stop ?? error
            }
        }
        let made = told.count - before
        if Interruption.signalNumber != nil, made < films.count {
            status.clear()
            throw UsageError(
                "stopped after \(made) of \(counted(films.count, "recording", "recordings")); run the same command again to continue.",
                status: .inputOutput)
        }
        if let stop { throw stop }
    }

    private func plan(_ found: FoundRecording, for container: Container, isSilent: Bool) throws -> PlannedRender {
        let files = try FoundInputs(found)
        do {
            return try plan(found, files, for: container, isSilent: isSilent)
        } catch {
            // The options are valid for a recording that has all of its cameras.
            let lost = Set(found.angles + found.holes.map(\.angle)).subtracting(files.inputs.compactMap(\.angle))
            guard ExitStatus(for: error) == .usage, !lost.isEmpty else { throw error }
            throw UsageError(
                "\(sentence(for: error)) No file of the \(list(lost.map(\.name).sorted(), "and")) camera can be read.",
                status: .badData)
        }
    }

    private func plan(
        _ found: FoundRecording, _ files: FoundInputs, for container: Container, isSilent: Bool
    ) throws -> PlannedRender {
        var (recording, _) = try cameras.recording(of: files.inputs, isSilent: isSilent, probing: { _ in files.infos })
        recording.notes = files.notes + recording.notes
        var own = composition
        // Views of several cameras do not apply to a recording of one; a note says that there is no other camera.
        if recording.session.angles.count == 1 { own.cuts.view = [] }
        if own.film.picture.primary == nil, let main = found.main, recording.session.angles.contains(main) {
            own.film.picture.primary = main.name
        }
        return try own.request(recording, for: container).plan(recording)
    }

    /// Everything except the recordings that affects films, from the command line or a file: a digest of all options of
    /// films and cameras.
    private var requestText: String {
        let digest = Digest()
        digest.update("\(Compose.version) \(RenderPlan.generation) \(composition) \(cameras)")
        return digest.hexadecimal()
    }
}

/// Finds recordings that are complete, in folders that files are still being copied to: those in which no file has
/// changed between two checks. Each is reported once until a file changes.
struct DropFolder {
    private var last: [FileKey: [FileStamp?]] = [:]
    private var taken: [FileKey: [FileStamp?]] = [:]

    /// - Parameter films: all films at this check.
    /// - Returns: the films to render now.
    mutating func settled(_ films: [BatchFilm]) -> [BatchFilm] {
        let now = Dictionary(
            films.map { film in
                (FileKey(film.output), (film.found.files + film.found.sounds).map { FileStamp(path: $0.path) })
            },
            uniquingKeysWith: { one, _ in one })
        let ready = films.filter { film in
            let key = FileKey(film.output)
            return now[key] == last[key] && now[key] != taken[key]
        }
        last = now
        for key in ready.map({ FileKey($0.output) }) { taken[key] = now[key] }
        return ready
    }
}
