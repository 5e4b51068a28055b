import Platform

/// Our own thread for blocking work, joined when it is no longer needed.
package final class WorkerThread: Sendable {
    private let thread: SystemThread

    /// - Throws: `RenderError.noThread`.
    package init(_ body: @escaping @Sendable () -> Void) throws(RenderError) {
        do { thread = try SystemThread(body) } catch { throw .noThread(reason: error.reason) }
    }

    /// Waits until the body has returned.
    package func join() { thread.join() }
}
