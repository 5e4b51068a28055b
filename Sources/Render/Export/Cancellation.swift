import Synchronization

/// A wish to stop, from another thread or a signal handler; looked at between frames.
public final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    public init() {}

    /// Safe in signal handlers.
    public func cancel() { flag.store(true, ordering: .relaxed) }
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
