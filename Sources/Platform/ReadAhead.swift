/// Values that a thread of its own makes, some of them ahead of whoever takes them.
package final class ReadAhead<Value: Sendable> {
    private let make: () throws -> Value?
    private let queue = BoundedQueue<Value>(capacity: 8)
    /// `nil` if the system has no more threads.
    private let thread: SystemThread?

    /// - Parameter make: the next value, `nil` at the end. Nobody else uses what it uses before the end, or before this
    ///   is gone.
    package init(_ make: @escaping () throws -> Value?) {
        self.make = make
        nonisolated(unsafe) let make = make
        thread = try? SystemThread { [queue] in
            let result = Result { while let value = try make() { guard queue.push(value) else { break } } }
            queue.finish(result)
        }
    }

    deinit {
        queue.close()
        thread?.join()
    }

    /// The next value, `nil` at the end.
    ///
    /// - Throws: what `make` threw, after the values before.
    package func next() throws -> Value? { thread == nil ? try make() : try queue.pop() }
}
