import Render

/// A thread that does one piece of work after the other.
final class Desk: Sendable {
    private let work = BoundedQueue<@Sendable () -> Void>(capacity: .max)
    private let thread: WorkerThread

    /// - Throws: `RenderError.noThread`.
    init() throws(RenderError) {
        let work = work
        thread = try WorkerThread { while let piece = try? work.pop() { piece() } }
    }

    func add(_ piece: @escaping @Sendable () -> Void) { _ = work.push(piece) }

    /// Waits until everything is done, or with `dropping` only what has begun.
    func close(dropping: Bool = false) {
        if dropping { work.close() }
        work.finish(.success(()))
        thread.join()
    }
}
