import Placing
import Render
import MediaIO

/// A film of a batch.
struct BatchFilm: Sendable {
    var found: FoundRecording
    var output: String
    /// The file that the search found there.
    var original: Original?
    /// From 1.
    var number: Int
    var count: Int

    /// - Throws: `UsageError` if two of them would have the same file.
    static func all(of findings: Findings, _ pattern: OutputPattern) throws(UsageError) -> [BatchFilm] {
        let outputs = try pattern.paths(of: findings.recordings)
        let existing = outputs.map { FileIdentity(path: $0) }
        let originals = existing.contains { $0 != nil } ? Original.all(of: findings) : [:]
        return zip(findings.recordings, outputs).enumerated().map { index, film in
            BatchFilm(
                found: film.0, output: film.1, original: existing[index].flatMap { originals[$0] }, number: index + 1,
                count: outputs.count)
        }
    }

    /// A file that was found and is no film by its name.
    struct Original {
        var path: String
        /// It belongs to a recording.
        var isInput: Bool

        fileprivate static func all(of findings: Findings) -> [FileIdentity: Original] {
            let inputs = findings.recordings.flatMap {
                ($0.files + $0.sounds).map(\.path) + $0.holes.compactMap(\.emptyFile)
            }
            let others = findings.unused.filter { $0.reason != .film }.map(\.path)
            let all =
                inputs.map { Original(path: $0, isInput: true) } + others.map { Original(path: $0, isInput: false) }
            return Dictionary(
                all.compactMap { one in FileIdentity(path: one.path).map { ($0, one) } },
                uniquingKeysWith: { one, _ in one })
        }
    }
}

/// The result for a film.
enum BatchOutcome: Sendable {
    case done(PlanReport, RenderResult, seconds: Double)
    /// It already existed, made from the same files with the same options; planned only if a plan is requested.
    ///
    /// - Parameter plan: its digest.
    case upToDate(PlanReport?, plan: String)
    /// A file already existed; it was not examined.
    case skipped
    /// Another process is rendering it.
    case busy
    /// Nothing was rendered, because only a plan was requested.
    case planned(PlanReport, replaces: Bool)
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
