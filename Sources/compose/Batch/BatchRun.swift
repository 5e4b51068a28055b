import Archive
import Export
import MediaIO
import Planning
import Platform

/// One film of a batch.
struct BatchFilm {
    var found: FoundRecording
    var output: String
    /// From 1.
    var number: Int
    var count: Int

    /// - Throws: `UsageError` where two of them would be one file.
    static func all(of findings: Findings, _ pattern: OutputPattern) throws(UsageError) -> [BatchFilm] {
        let outputs = try pattern.paths(of: findings.recordings)
        return zip(findings.recordings, outputs).enumerated().map { index, film in
            BatchFilm(found: film.0, output: film.1, number: index + 1, count: outputs.count)
        }
    }
}

/// What became of it.
enum BatchOutcome {
    case done(PlanReport, RenderResult, seconds: Double)
    /// It was there, made of the same files by the same options; planned only where somebody wants to see the plan.
    case upToDate(PlanReport?)
    /// Something was there, whatever it is.
    case skipped
    /// Nothing was rendered: that was all that was asked for.
    case planned(PlanReport)
    case failed(Failure)

    enum State: String, CaseIterable {
        case done, upToDate, skipped, planned, failed

        var text: String { self == .upToDate ? "up to date" : rawValue }
    }

    var state: State {
        switch self {
        case .done: .done
        case .upToDate: .upToDate
        case .skipped: .skipped
        case .planned: .planned
        case .failed: .failed
        }
    }
}

/// Makes the films of a batch, one after the other, and writes down what was done.
struct BatchRun {
    /// Plans the film of a recording.
    var plan: (FoundRecording) throws -> PlannedRender
    var manifests: BatchManifests
    /// What decides films beside their recordings, as text.
    var request: String
    var replacesAll = false
    var skipsExisting = false
    var isDryRun = false
    /// Every film is planned, also one that is up to date.
    var plansAll = false
    var progress: ProgressStyle = .auto

    /// - Throws: what stopped the whole batch: a signal. What stops one film is its outcome.
    func outcome(of film: BatchFilm) throws -> BatchOutcome {
        do {
            return try make(film)
        } catch {
            guard Interruption.signalNumber == nil, let failure = Failure(error) else { throw error }
            return .failed(failure)
        }
    }

    private func make(_ film: BatchFilm) throws -> BatchOutcome {
        let now = FileStamp(path: film.output)
        if skipsExisting, now != nil { return .skipped }
        let (manifest, name) = try manifests.manifest(of: film.output)
        let last = replacesAll ? nil : manifest.entry(of: name)
        if !plansAll, let last, isCurrent(last, film, now) {
            if last.state == .started { try manifest.append(last.finished(now)) }
            return .upToDate(nil)
        }
        let planned = try plan(film.found)
        let report = PlanReport(planned, output: film.output)
        var entry = BatchEntry(
            state: .started, film: name, plan: try planned.plan.digest, request: request,
            inputs: planned.plan.inputFiles.compactMap { path in
                FileStamp(path: path).map { .init(path: path, stamp: $0) }
            }, stamp: now, mayReplace: replacesAll || last?.allowsReplacing(now) ?? false)
        // The same film of other files, or by other words: a folder was moved, an option spelled out.
        if let last, last.plan == entry.plan, last.isFinished(now) {
            if !isDryRun { try manifest.append(entry.finished(now)) }
            return .upToDate(report)
        }
        guard now == nil || entry.mayReplace else {
            throw UsageError(
                "\(film.output) exists, but this batch did not create it; use --force to replace it, or --skip-existing to keep it.",
                status: .exists)
        }
        guard !isDryRun else { return .planned(report) }
        try makeFolder(FilePath(film.output).folder)
        try planned.plan.checkContainer(of: film.output)
        try AtomicFile.check(
            destination: film.output, inputs: planned.plan.inputFiles, mayReplace: entry.mayReplace)
        try manifest.append(entry)
        let started = monotonicSeconds()
        let result = try render(report, film.output, mayReplace: entry.mayReplace)
        entry = entry.finished(FileStamp(path: film.output))
        try manifest.append(entry)
        return .done(report, result, seconds: monotonicSeconds() - started)
    }

    /// Whether nothing has changed since the film was made, as far as names, sizes and times of files tell.
    private func isCurrent(_ last: BatchEntry, _ film: BatchFilm, _ now: FileStamp?) -> Bool {
        let known = Set(last.inputs.map(\.path))
        return last.request == request && last.isFinished(now)
            && film.found.files.allSatisfy { known.contains($0.path) }
            && last.inputs.allSatisfy { FileStamp(path: $0.path) == $0.stamp }
    }

    private func render(_ report: PlanReport, _ output: String, mayReplace: Bool) throws -> RenderResult {
        var renderer = Renderer(plan: report.planned.plan, output: output, mayReplace: mayReplace)
        guard progress != .json else {
            Memory.settle(for: renderer.plan)
            renderer.cancellation = Cancellation(within: Interruption.cancellation)
            return try renderer.run()
        }
        var result: RenderResult?
        try progress.following(report, renderer) { renderer, update in
            let made = try renderer.run(progress: update)
            result = made
            return made
        }
        return result!
    }

    /// With all folders above it.
    private func makeFolder(_ folder: String) throws(MediaError) {
        guard FileIdentity(path: folder) == nil else { return }
        try makeFolder(FilePath(folder).folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: folder, reason: String(cString: strerror(errno)))
        }
    }
}

extension BatchEntry {
    /// The entry of a film that is there.
    fileprivate func finished(_ stamp: FileStamp?) -> BatchEntry {
        var entry = self
        (entry.state, entry.stamp) = (.done, stamp)
        return entry
    }
}
