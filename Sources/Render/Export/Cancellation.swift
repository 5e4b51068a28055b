import Synchronization

/// A wish to stop, from another thread or a signal handler; looked at between frames.
public final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    private let outer: Cancellation?

    /// - Parameter outer: a wish that counts as well, such as that of a whole program.
    public init(within outer: Cancellation? = nil) { self.outer = outer }

    /// Safe in signal handlers.
    public func cancel() { flag.store(true, ordering: .relaxed) }
    public var isCancelled: Bool { flag.load(ordering: .relaxed) || outer?.isCancelled ?? false }
}
