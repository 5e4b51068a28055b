import Synchronization

/// Blocking work in its own thread, with a result to wait for. If no thread can be created, the waiting thread does it.
final class Work<Value: Sendable> {
    private final class Outcome: Sendable { let result = Mutex<Result<Value, any Error>?>(nil) }
    private let outcome = Outcome()
    private let run: @Sendable () -> Void
    private let thread: WorkerThread?
    private var isJoined = false

    init(_ body: @escaping @Sendable () throws -> Value) {
        let outcome = outcome
        run = {
            let result = Result { try body() }
            outcome.result.withLock { $0 = result }
        }
        thread = try? WorkerThread(run)
    }

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
    /// - Throws: the first error in element order, preferring one that is not `RenderError.cancelled`.
    static func run<Element: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) throws -> Void
    ) throws {
        let others = elements.dropFirst().map { element in Work { try body(element) } }
        let first = Result { if let element = elements.first { try body(element) } }
        try RenderError.throwFirst([first] + others.map { work in Result { try work.result() } })
    }
}
