import Synchronization

/// Blocking work in a thread of its own, with a result to wait for; where the system gives no thread, it is done by who
/// waits.
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

    /// Waits for the end of the work.
    func result() throws -> Value {
        if !isJoined {
            if let thread { thread.join() } else { run() }
            isJoined = true
        }
        return try outcome.result.withLock { $0! }.get()
    }
}

enum Workers {
    /// Does `body` for every element, each in a thread of its own, the first in the caller's. Waits for all.
    ///
    /// - Throws: the first error in the order of the elements, one that is not `RenderError.cancelled` where there is one.
    static func run<Element: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) throws -> Void
    ) throws {
        let others = elements.dropFirst().map { element in Work { try body(element) } }
        let first = Result { if let element = elements.first { try body(element) } }
        try RenderError.throwFirst([first] + others.map { work in Result { try work.result() } })
    }
}
