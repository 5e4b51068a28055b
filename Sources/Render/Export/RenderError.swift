import Planning
import MediaTime

/// How a render can end without its output.
public enum RenderError: Error, Sendable {
    /// Stopped, on request or because something else failed.
    case cancelled
    /// Stopped on request. `framesKept` of `frameCount` are finished and will not be rendered again.
    case interrupted(framesKept: Int64, frameCount: Int64)
    /// The finished file is not what it has to be; it was not kept.
    case verificationFailed(time: MediaTime, reason: String)
    /// Parts of the plan are in none of the chunks given.
    case unitsMissing(count: Int)
    /// The system gave no thread to work in.
    case noThread(reason: String)
}

extension RenderError {
    /// Of works that stop each other, throws what stopped them: the first error that is not `cancelled`, if any.
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
    public var description: String {
        switch self {
        case .cancelled: "stopped; nothing was written."
        case .interrupted(let kept, let count):
            kept == 0
                ? "stopped; nothing was written."
                : "stopped; \(kept) of \(count) frames are kept. Run the same command again to continue."
        case .verificationFailed(let time, let reason):
            "the self-check failed at \(time.clockDescription): \(reason). Nothing was written. Please report this, and encode everything for now."
        case .noThread(let reason):
            "the system gave no thread to work in (\(reason)). Nothing was written; end other programs, and run the same command again."
        case .unitsMissing(let count):
            "\(count) part\(count == 1 ? "" : "s") of the plan \(count == 1 ? "is" : "are") in none of the chunks; render every chunk and name all of them."
        }
    }
}
