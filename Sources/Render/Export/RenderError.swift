import MediaTime
import Planning
import Synchronization

/// Why a render ended without output.
public enum RenderError: Error, Sendable {
    /// Stopped, on request or because another part failed.
    case cancelled
    /// Stopped on request. `framesKept` of `frameCount` are finished and will not be rendered again.
    case interrupted(framesKept: Int64, frameCount: Int64)
    /// The finished file failed verification and was not kept.
    case verificationFailed(time: MediaTime, reason: String)
    /// The chunks given do not contain these parts of the film; the sound may be missing too. `chunks` are the numbers of
    /// those that would, of `count`, if it is known.
    case unitsMissing([TimeRange], audio: Bool, chunks: [Int], of: Int?)
    /// The system could not create a thread.
    case noThread(reason: String)
}

extension RenderError {
    /// For works that stop each other, throws the original cause: the first error that is not `cancelled`, if any.
    static func throwFirst(_ results: [Result<Void, any Error>]) throws {
        var stopped: (any Error)?
        for case .failure(let error) in results {
            guard case RenderError.cancelled = error else { throw error }
            stopped = error
        }
        if let stopped { throw stopped }
    }
}

extension RenderError: CustomStringConvertible {
    /// The message for the user: what happened, and what to do.
    public var description: String {
        switch self {
        case .cancelled: "stopped; nothing was written."
        case .interrupted(let kept, let count):
            kept == 0
                ? "stopped; nothing was written."
                : "stopped; \(kept) of \(count) frames are kept. Run the same command again to continue."
        case .verificationFailed(let time, let reason):
            "the self-check failed at \(time.clockDescription): \(reason). Nothing was written. Please report this; until it is fixed, encode everything."
        case .noThread(let reason):
            "the system could not start a thread (\(reason)). Nothing was written; close other programs, and run the same command again."
        case .unitsMissing(let ranges, let audio, let chunks, let count?):
            "\(Self.named(chunks, of: count)) missing (\(Self.missing(ranges, audio))); render every chunk, and list all of them."
        case .unitsMissing(let ranges, let audio, _, nil):
            "no chunk contains \(Self.missing(ranges, audio)); render every chunk, and list all of them."
        }
    }

    /// "chunks 3/8 and 5/8 are".
    private static func named(_ chunks: [Int], of count: Int) -> String {
        let names = chunks.prefix(10).map { "\($0)/\(count)" }.joined(separator: ", ")
        let more = chunks.count > 10 ? " and \(chunks.count - 10) more" : ""
        return chunks.count == 1 ? "chunk \(names) is" : "chunks \(names)\(more) are"
    }

    /// "0:20.000 to 0:40.000 of the film, nor its sound".
    private static func missing(_ ranges: [TimeRange], _ audio: Bool) -> String {
        guard !ranges.isEmpty else { return "the sound of the film" }
        let listed = ranges.prefix(3).map { "\($0.start.clockDescription) to \($0.end.clockDescription)" }
        let more = ranges.count > 3 ? " and \(ranges.count - 3) more" : ""
        return "\(listed.joined(separator: ", "))\(more) of the film" + (audio ? ", nor its sound" : "")
    }
}

/// A request to stop, from another thread or a signal handler; checked between frames.
public final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    private let outer: Cancellation?

    /// - Parameter outer: a request that also counts, such as one for the whole program.
    public init(within outer: Cancellation? = nil) { self.outer = outer }

    /// Safe in signal handlers.
    public func cancel() { flag.store(true, ordering: .relaxed) }
    /// Whether `cancel()` was called here or on the outer request; never reset.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) || outer?.isCancelled ?? false }
}
