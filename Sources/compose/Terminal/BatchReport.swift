import Placing
import Planning
import Render
import Synchronization

/// The result for each film of a batch, as lines of JSON while it runs and as a table at the end.
struct BatchReport {
    let progress: ProgressStyle
    /// Films are rendered in parallel: messages about a film are printed when it is finished.
    let saysAfterwards: Bool
    private var rows: [Row] = []
    /// The failure with the highest exit status.
    private(set) var worst: Failure?
    private let started = monotonicSeconds()

    init(_ progress: ProgressStyle, saysAfterwards: Bool) {
        (self.progress, self.saysAfterwards) = (progress, saysAfterwards)
    }

    /// The number of films reported so far.
    var count: Int { rows.count }

    private struct Row {
        var state: BatchOutcome.State
        var output: String
        var detail: String
    }

    struct FilmEvent: Encodable {
        var event = "film"
        var number, count: Int
        var scheme, folder, scene, output, state: String
        var fileCount, holeCount: Int
        var duration: Double?
        var frameCount, copiedFrames: Int64?
        var switches: Int?
        var bytes: Int64?
        var seconds: Double?
        var damage: [DoneEvent.Damaged]?
        var loudness: LoudnessEvent?
        var notes: [Message]?
        var adjustmentCount: Int?
        var error: ErrorEvent?
    }

    struct SumEvent: Encodable {
        var event = "batch"
        var schema = ProgressSchema.version
        var recordingCount, done, upToDate, skipped, busy, planned, failed, unusedCount: Int
        var seconds: Double
        var status: Int32
    }

    /// Called before a film is planned.
    static func begin(_ film: BatchFilm, _ progress: ProgressStyle) {
        guard progress == .auto else { return }
        Console.error("[\(film.number)/\(film.count)] \(film.found.summary) → \(film.output)")
    }

    mutating func tell(_ film: BatchFilm, _ outcome: BatchOutcome) {
        let state = outcome.state
        var detail = ""
        if saysAfterwards { Self.begin(film, progress) }
        switch outcome {
        case .done(let report, let result, let seconds):
            if saysAfterwards, progress != .json {
                let reporter = ProgressReporter(style: progress, report)
                reporter.start()
                reporter.finish([result], seconds: seconds)
            }
            detail =
                "\(report.planned.plan.composition.duration.clockDescription) in \(durationText(seconds))\(film.found.gaps)"
                + report.leftOut + (result.damage.isEmpty ? "" : "; damage found")
        case .planned(let report, let replaces):
            detail =
                report.planned.plan.composition.duration.clockDescription + film.found.gaps + report.leftOut
                + (replaces ? "; replaces the film that is there" : "")
            if progress == .auto { Console.output(report.text) }
        case .failed(let failure):
            detail = failure.message
            if failure.status > worst?.status ?? 0 { worst = failure }
            if progress != .json { Console.error("compose: \(failure.message)") }
        case .busy: detail = "another compose is rendering it"
        case .upToDate, .skipped: break
        }
        rows.append(Row(state: state, output: film.output, detail: detail))
        if progress == .json { Console.output(jsonLine(event(film, outcome, state))) }
    }

    private func event(_ film: BatchFilm, _ outcome: BatchOutcome, _ state: BatchOutcome.State) -> FilmEvent {
        var event = FilmEvent(
            number: film.number, count: film.count, scheme: film.found.scheme, folder: film.found.folder,
            scene: film.found.scene, output: film.output, state: state.rawValue,
            fileCount: film.found.files.count + film.found.sounds.count, holeCount: film.found.holes.count)
        switch outcome {
        case .done(let report, let result, let seconds):
            event.fill(report)
            event.bytes = result.byteCount
            event.seconds = rounded(seconds, 3)
            event.damage = result.damaged(report.planned.plan)
            event.loudness = result.loudness.map { LoudnessEvent($0) }
        case .planned(let report, _): event.fill(report)
        case .failed(let failure): event.error = failure.event()
        case .upToDate, .skipped, .busy: break
        }
        return event
    }

    /// If there are more rows, people see only failed films and the summary.
    private static let listed = 40

    /// - Parameter unused: files that belong to no recording.
    func finish(unused: Int) {
        let count = { (state: BatchOutcome.State) in rows.count { $0.state == state } }
        guard progress != .json else {
            Console.output(
                jsonLine(
                    SumEvent(
                        recordingCount: rows.count, done: count(.done), upToDate: count(.upToDate),
                        skipped: count(.skipped), busy: count(.busy), planned: count(.planned), failed: count(.failed),
                        unusedCount: unused,
                        seconds: rounded(monotonicSeconds() - started, 3), status: worst?.status ?? 0)))
            if var worst {
                worst.message =
                    "\(count(.failed)) of \(counted(rows.count, "recording", "recordings")) failed: \(worst.message)"
                Console.output(jsonLine(worst.event()))
            }
            return
        }
        guard progress != .none else { return }
        let shown = rows.count > Self.listed ? rows.filter { $0.state == .failed } : rows
        for row in shown {
            Console.output(padded(row.state.text, 12) + row.output + (row.detail.isEmpty ? "" : ": \(row.detail)"))
        }
        Console.output(
            sum + ", in " + durationText(monotonicSeconds() - started)
                + (unused > 0
                    ? "; \(counted(unused, "unused file", "unused files")) ('compose scan' lists them)" : ""))
    }

    /// "3 recordings: 2 done, 1 failed".
    var sum: String {
        let sums = BatchOutcome.State.allCases.compactMap { state -> String? in
            let count = rows.count { $0.state == state }
            return count > 0 ? "\(count) \(state.text)" : nil
        }
        return "\(counted(rows.count, "recording", "recordings")): \(sums.joined(separator: ", "))"
    }
}

extension FoundRecording {
    /// "; rear: 2 of 5 files missing", or nothing.
    fileprivate var gaps: String {
        Dictionary(grouping: holes, by: \.angle).sorted { $0.key.name < $1.key.name }.map { angle, holes in
            "; \(angle): \(holes.count) of \(counted(momentCount, "file", "files")) missing or empty"
        }.joined()
    }
}

extension PlanReport {
    /// "; 1 file cannot be used", or nothing.
    fileprivate var leftOut: String {
        let count = planned.notes.count { if case .fileLeftOut = $0 { true } else { false } }
        return count > 0 ? "; \(counted(count, "file", "files")) cannot be used" : ""
    }
}

extension BatchReport.FilmEvent {
    /// Adds the numbers of the plan.
    fileprivate mutating func fill(_ report: PlanReport) {
        let composition = report.planned.plan.composition
        duration = composition.duration.approximateSeconds
        (frameCount, copiedFrames) = (composition.frameCount, report.copiedFrames)
        switches = composition.switchCount
        notes = report.notes
        adjustmentCount = report.adjustments.count
    }
}

/// The progress of films that are rendered in parallel, in the last line of a terminal.
final class BatchStatus: Sendable {
    private let isShown: Bool
    private let state = Mutex(State())

    private struct State {
        var shares: [Int: Double] = [:]
        var lastShown = 0.0
    }

    /// - Parameter isShown: `false` for programs, and if each film has its own line.
    init(isShown: Bool) { self.isShown = isShown && Console.isErrorTerminal }

    func update(_ film: BatchFilm, _ progress: RenderProgress) {
        guard isShown else { return }
        let now = monotonicSeconds()
        state.withLock { state in
            state.shares[film.number] = Double(progress.framesDone) / Double(max(1, progress.frameCount))
            guard now - state.lastShown >= 0.1 else { return }
            state.lastShown = now
            let films = state.shares.sorted { $0.key < $1.key }.map { "[\($0.key)/\(film.count)] \(percent($0.value))" }
            Console.status(String(films.joined(separator: ", ").prefix(Console.columns - 1)))
        }
    }

    func end(_ film: BatchFilm) { state.withLock { _ = $0.shares.removeValue(forKey: film.number) } }

    /// Clears the line for other output.
    func clear() {
        if isShown { Console.status("") }
    }
}
