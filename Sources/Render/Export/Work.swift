import Synchronization

/// Blocking work in its own thread, with a result to wait for. If no thread can be created, the waiting thread does it,
/// unless it would wait for other work then.
final class Work<Value: Sendable> {
    private final class Outcome: Sendable { let result = Mutex<Result<Value, any Error>?>(nil) }
    private let outcome = Outcome()
    private let run: @Sendable () -> Void
    private let thread: WorkerThread?
    private var isJoined = false

    /// - Parameter needsThread: whether it can only be done while other work is; without a thread, it fails.
    init(needsThread: Bool = false, _ body: @escaping @Sendable () throws -> Value) {
        let outcome = outcome
        let run = { @Sendable in
            let result = Result { try body() }
            outcome.result.withLock { $0 = result }
        }
        var refusal: RenderError?
        do throws(RenderError) { thread = try WorkerThread(run) } catch {
            thread = nil
            refusal = error
        }
        guard needsThread, let refusal else {
            self.run = run
            return
        }
        self.run = { outcome.result.withLock { $0 = .failure(refusal) } }
    }

    /// Whether it is being done.
    var hasThread: Bool { thread != nil }

    /// Waits for the work to finish.
    func result() throws -> Value {
        if !isJoined {
            if let thread { thread.join() } else { run() }
            isJoined = true
        }
        return try outcome.result.withLock { $0! }.get()
    }
}

enum Workers {
    /// Runs `body` for every element, each in its own thread, the first in the caller's. Waits for all.
    ///
    /// - Parameter stop: for elements that wait for each other; makes those that have a thread end if another cannot
    ///   have one.
    /// - Throws: the first error in element order, preferring one that is not `RenderError.cancelled`.
    static func run<Element: Sendable>(
        _ elements: [Element], stop: (() -> Void)? = nil, _ body: @escaping @Sendable (Element) throws -> Void
    ) throws {
        let others = elements.dropFirst().map { element in Work(needsThread: stop != nil) { try body(element) } }
        if let stop, !others.allSatisfy(\.hasThread) { stop() }
        let first = Result { if let element = elements.first { try body(element) } }
        try RenderError.throwFirst([first] + others.map { work in Result { try work.result() } })
    }
}
