import Archive
import Export

/// A film of a batch.
struct BatchFilm: Sendable {
    var found: FoundRecording
    var output: String
    /// From 1.
    var number: Int
    var count: Int

    /// - Throws: `UsageError` if two of them would have the same file.
    static func all(of findings: Findings, _ pattern: OutputPattern) throws(UsageError) -> [BatchFilm] {
        let outputs = try pattern.paths(of: findings.recordings)
        return zip(findings.recordings, outputs).enumerated().map { index, film in
            BatchFilm(found: film.0, output: film.1, number: index + 1, count: outputs.count)
        }
    }
}

/// The result for a film.
enum BatchOutcome: Sendable {
    case done(PlanReport, RenderResult, seconds: Double)
    /// It already existed, made from the same files with the same options; planned only if a plan is requested.
    case upToDate(PlanReport?)
    /// A file already existed; it was not examined.
    case skipped
    /// Another process is rendering it.
    case busy
    /// Nothing was rendered, because only a plan was requested.
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
