import Synchronization

/// Values that are expensive to make, each cached under a name; the least recently used are dropped.
final class Shelf<Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let count: Int
    /// In order of use, the most recent last.
    private let places = Mutex<[(name: String, place: Place)]>([])

    /// - Parameter count: the capacity.
    init(count: Int) { self.count = count }

    /// Uses the value of a name; concurrent calls for the same name wait.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a cached value may still be used.
    ///   - make: makes a new value. If it or `use` throws, nothing is cached.
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
