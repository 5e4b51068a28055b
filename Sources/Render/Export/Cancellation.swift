import Synchronization

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
