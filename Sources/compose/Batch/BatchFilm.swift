import Archive
import Export

/// One film of a batch.
struct BatchFilm: Sendable {
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
enum BatchOutcome: Sendable {
    case done(PlanReport, RenderResult, seconds: Double)
    /// It was there, made of the same files by the same options; planned only where somebody wants to see the plan.
    case upToDate(PlanReport?)
    /// Something was there, whatever it is.
    case skipped
    /// Another process is making it.
    case busy
    /// Nothing was rendered: that was all that was asked for.
    case planned(PlanReport)
    case failed(Failure)

    enum State: String, CaseIterable {
        case done, upToDate, skipped, busy, planned, failed

        var text: String { self == .upToDate ? "up to date" : rawValue }
    }

    var state: State {
        switch self {
        case .done: .done
        case .upToDate: .upToDate
        case .skipped: .skipped
        case .busy: .busy
        case .planned: .planned
        case .failed: .failed
        }
    }
}
