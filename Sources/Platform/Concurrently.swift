import Dispatch
import Synchronization

/// Values that are computed on all cores at once.
///
/// - Parameter value: of a number from 0 on.
/// - Returns: the values in the order of their numbers.
/// - Throws: the error of the lowest number that has one, as if they had been computed one after the other.
package func concurrently<Value: Sendable>(
    _ count: Int, _ value: @Sendable (Int) throws -> Value
) throws -> [Value] {
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { number in
        let result = Result { try value(number) }
        results.withLock { $0[number] = result }
    }
    let all = results.withLock { $0 }
    return try (0..<count).map { try all[$0]!.get() }
}
