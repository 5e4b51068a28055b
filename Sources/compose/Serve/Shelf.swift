import Synchronization

/// Values that are costly to make, each kept under a name: those that were used last.
final class Shelf<Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let count: Int
    /// The last one is the newest.
    private let places = Mutex<[(name: String, place: Place)]>([])

    /// - Parameter count: how many are kept.
    init(count: Int) { self.count = count }

    /// Uses the value of a name; who wants the same one meanwhile waits.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a value that was kept may still be used.
    ///   - make: makes it anew. What fails in it or in `use` is not kept.
    func use<Result: Sendable>(
        _ name: String, isCurrent: (Value) -> Bool, make: () throws -> Value, use: (Value) throws -> Result
    ) throws -> Result {
        try place(name).value.withLock { kept in
            let value = try kept.flatMap { isCurrent($0) ? $0 : nil } ?? make()
            kept = nil
            let result = try use(value)
            kept = value
            return result
        }
    }

    private func place(_ name: String) -> Place {
        places.withLock { places in
            let known = places.firstIndex { $0.name == name }.map { places.remove(at: $0).place }
            let place = known ?? Place()
            places.append((name, place))
            if places.count > count { places.removeFirst() }
            return place
        }
    }
}
