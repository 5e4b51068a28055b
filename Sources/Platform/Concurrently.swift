import Synchronization

/// The cores of this machine.
package let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

/// Values that are computed on all cores at once; on fewer if the system has no more threads.
///
/// - Parameter value: of a number from 0 on.
/// - Returns: the values in the order of their numbers.
/// - Throws: the error of the lowest number that has one, as if they had been computed one after the other.
package func concurrently<Value: Sendable>(
    _ count: Int, _ value: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
    let results = Results<Value>()
    let work: @Sendable () -> Void = {
        while let number = results.taken.next(of: count) { results.add(Result { try value(number) }, number) }
    }
    // The calling thread works, too.
    let threads = (1..<max(1, min(count, coreCount))).compactMap { _ in try? SystemThread(work) }
    work()
    for thread in threads { thread.join() }
    return try results.all(count)
}

/// Two values that are computed at once.
///
/// - Throws: the error of the first, or else of the second.
package func concurrently<One: Sendable, Other: Sendable>(
    _ one: @escaping @Sendable () throws -> One, _ other: @escaping @Sendable () throws -> Other
) throws -> (One, Other) {
    let values = Mutex<(One?, Other?)>((nil, nil))
    _ = try concurrently(2) { number in
        if number == 0 {
            let value = try one()
            values.withLock { $0.0 = value }
        } else {
            let value = try other()
            values.withLock { $0.1 = value }
        }
    }
    return values.withLock { ($0.0!, $0.1!) }
}

/// Numbers that several threads take, each once.
package final class Counter: Sendable {
    private let taken = Atomic(0)

    package init() {}

    /// The next number from 0 on; `nil` once it would be `count` or more.
    package func next(of count: Int) -> Int? {
        let number = taken.add(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}

private final class Results<Value: Sendable>: Sendable {
    let taken = Counter()
    private let results = Mutex<[Int: Result<Value, any Error>]>([:])

    func add(_ result: Result<Value, any Error>, _ number: Int) { results.withLock { $0[number] = result } }
    func all(_ count: Int) throws -> [Value] {
        let results = results.withLock { $0 }
        return try (0..<count).map { try results[$0]!.get() }
    }
}
