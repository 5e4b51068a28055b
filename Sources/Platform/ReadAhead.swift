/// Makes values in a thread of its own, some ahead of whoever takes them.
package final class ReadAhead<Value: Sendable> {
    private let make: () throws -> Value?
    private let queue = BoundedQueue<Value>(capacity: 8)
    /// `nil` if the system has no more threads.
    private let thread: SystemThread?

    /// - Parameter make: returns the next value, `nil` at the end. Until then, or until this object is gone, what it uses
    ///   belongs to it alone.
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
