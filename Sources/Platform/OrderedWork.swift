/// Blocking work on many elements in parallel, with results in the order of the elements.
package enum OrderedWork {
    /// - Parameters:
    ///   - atOnce: how many elements are processed in parallel; 1 works on the caller's thread.
    ///   - take: called on the caller's thread for each element in order, once it and all before it are finished.
    /// - Throws: any error from `take`; no further element is started.
    package static func run<Element: Sendable, Value: Sendable>(
        _ elements: [Element], atOnce: Int, _ body: @escaping @Sendable (Element) -> Value,
        take: (Element, Value) throws -> Void
    ) throws {
        let counter = Counter()
        let done = BoundedQueue<(Int, Value)>(capacity: max(1, atOnce))
        let threads = (0..<(atOnce > 1 ? min(atOnce, elements.count) : 0)).compactMap { _ in
            try? SystemThread {
                while let index = counter.next(of: elements.count) {
                    guard done.push((index, body(elements[index]))) else { return }
                }
            }
        }
        guard !threads.isEmpty else {
            for element in elements { try take(element, body(element)) }
            return
        }
        defer {
            done.close()
            for thread in threads { thread.join() }
        }
        var early: [Int: Value] = [:]
        for index in elements.indices {
            while early[index] == nil, let (other, value) = try done.pop() { early[other] = .some(value) }
            try take(elements[index], early.removeValue(forKey: index)!)
        }
    }
}
