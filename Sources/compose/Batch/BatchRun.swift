import Placing
import Render
import MediaIO
import Planning
import Platform

/// Renders the films of a batch, and records what was done.
struct BatchRun: Sendable {
    /// Plans the film of a recording.
    var plan: @Sendable (FoundRecording) throws -> PlannedRender
    var manifests: BatchManifests
    /// Everything except the recordings that affects films, as text.
    var request: String
    var replacesAll = false
    var skipsExisting = false
    var isDryRun = false
    /// Plan every film, even if it is up to date.
    var plansAll = false
    /// The number of films rendered in parallel.
    var atOnce = 1
    var progress: ProgressStyle = .auto

    /// - Throws: an error that stops the whole batch (a signal). An error of one film is its outcome.
    func outcome(of film: BatchFilm, _ status: BatchStatus) throws -> BatchOutcome {
        do {
            return try make(film, status)
        } catch MediaError.outputBusy {
            return .busy
        } catch {
            guard Interruption.signalNumber == nil, let failure = Failure(error) else { throw error }
            // Another batch may have rendered it since it was planned; then the file is no obstacle.
            let (manifest, name) = manifests.manifest(of: film.output)
            return try outcome(of: film, by: manifest, name) ?? .failed(failure)
        }
    }

    private func make(_ film: BatchFilm, _ status: BatchStatus) throws -> BatchOutcome {
        let (manifest, name) = manifests.manifest(of: film.output)
        // An earlier film is found, too, if its name is not that of one.
        if let original = film.original, !skipsExisting,
            try original.isInput || manifest.entry(of: name)?.isFinished(FileStamp(path: film.output)) != true
        {
            throw UsageError(
                "\(film.output) is \(original.path), a recording that was found here; a film never replaces one. Choose other names with -o.",
                status: .exists)
        }
        if let known = try outcome(of: film, by: manifest, name) { return known }
        let planned = try plan(film.found)
        let report = PlanReport(planned, output: film.output)
        if !isDryRun { try Folder.make(FilePath(film.output).folder) }
        // Another batch may have rendered it in the meantime.
        if let known = try outcome(of: film, by: manifest, name) { return known }
        let (last, now) = (try last(of: name, in: manifest), FileStamp(path: film.output))
        var entry = BatchEntry(
            state: .started, film: name, plan: try planned.plan.digest, request: request,
            inputs: planned.plan.inputFiles.compactMap { path in
                FileStamp(path: path).map { .init(path: path, stamp: $0) }
            }, stamp: now, mayReplace: replacesAll || last?.allowsReplacing(now) ?? false)
        // The same film from other paths or with other wording: a folder was moved, an option was spelled out.
        if let last, last.plan == entry.plan, last.isFinished(now) || last.isCopied(now) {
            if !isDryRun { try manifest.append(entry.finished(now)) }
            return .upToDate(report, plan: entry.plan)
        }
        guard now == nil || entry.mayReplace else {
            throw UsageError(
                "\(film.output) exists, but not as a batch left it; use --force to replace it, or --skip-existing to keep it.",
                status: .exists)
        }
        try planned.plan.checkContainer(of: film.output)
        // A dry run makes no folder.
        if !isDryRun || isFolder(FilePath(film.output).folder) {
            try AtomicFile.check(
                destination: film.output, inputs: planned.plan.inputFiles, mayReplace: entry.mayReplace)
        }
        guard !isDryRun else { return .planned(report, replaces: now != nil) }
        try manifest.append(entry)
        let started = monotonicSeconds()
        let result = try render(report, film, mayReplace: entry.mayReplace, status)
        entry = entry.finished(FileStamp(path: film.output))
        try manifest.append(entry)
        return .done(report, result, seconds: monotonicSeconds() - started)
    }

    /// The outcome, if it is known without a plan.
    private func outcome(of film: BatchFilm, by manifest: BatchManifest, _ name: String) throws -> BatchOutcome? {
        let now = FileStamp(path: film.output)
        if skipsExisting, now != nil { return .skipped }
        guard !plansAll, let last = try last(of: name, in: manifest), isCurrent(last, film, now) else { return nil }
        if last.state == .started, !isDryRun {
            Renderer.removeParts(of: film.output, plan: last.plan)
            try manifest.append(last.finished(now))
        }
        return .upToDate(nil, plan: last.plan)
    }

    private func last(of name: String, in manifest: BatchManifest) throws -> BatchEntry? {
        replacesAll ? nil : try manifest.entry(of: name)
    }

    /// Whether nothing has changed since the film was rendered, judging by names, sizes and times of files.
    private func isCurrent(_ last: BatchEntry, _ film: BatchFilm, _ now: FileStamp?) -> Bool {
        let known = Set(last.inputs.map { FileKey($0.path) })
        return last.request == request && last.isFinished(now)
            && film.found.files.allSatisfy { known.contains(FileKey($0.path)) }
            && last.inputs.allSatisfy { FileStamp(path: $0.path) == $0.stamp }
    }

    private func render(
        _ report: PlanReport, _ film: BatchFilm, mayReplace: Bool, _ status: BatchStatus
    ) throws -> RenderResult {
        var renderer = Renderer(plan: report.planned.plan, output: film.output, mayReplace: mayReplace)
        guard atOnce == 1, progress != .json else {
            Memory.settle(for: report.planned.plan)
            renderer.jobs = max(1, renderer.jobs / atOnce)
            renderer.cancellation = Cancellation(within: Interruption.cancellation)
            defer { status.end(film) }
            return try renderer.run { status.update(film, $0) }[0]
        }
        var results: [RenderResult] = []
        Notes.begin()
        try progress.following(report, renderer) { renderer, update in
            results = try renderer.run(progress: update)
            return results
        }
        return results[0]
    }
}

extension BatchEntry {
    /// The entry for an existing film.
    fileprivate func finished(_ stamp: FileStamp?) -> BatchEntry {
        var entry = self
        (entry.state, entry.stamp) = (.done, stamp)
        return entry
    }
}

extension Memory {
    /// Configures this process's memory use before it renders a plan.
    static func settle(for plan: RenderPlan) {
        if plan.join != nil { keepFreed() } else { returnFreed() }
    }
}
