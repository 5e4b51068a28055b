import MediaTime

/// Values with time ranges that may overlap; finds those that overlap a range without checking all.
package struct Overlaps<Value: Sendable>: Sendable {
    package struct Entry: Sendable {
        package var range: TimeRange
        package var value: Value
        /// The latest end of this entry and all that start earlier.
        fileprivate(set) var reach: MediaTime
    }

    /// Sorted by start.
    package let entries: [Entry]

    package init(_ ranges: [(range: TimeRange, value: Value)]) {
        var reach = MediaTime.distantPast
        entries = ranges.sorted { $0.range.start < $1.range.start }.map { range, value in
            reach = max(reach, range.end)
            return Entry(range: range, value: value, reach: reach)
        }
    }

    /// The entries that overlap `range`, the last to start first.
    package func overlapping(_ range: TimeRange) -> [Entry] { entries.reaching(into: range) }
}

extension RandomAccessCollection {
    package func reaching<Value>(into range: TimeRange) -> [Element] where Element == Overlaps<Value>.Entry {
        let started = self[..<partitioningIndex { $0.range.start >= range.end }]
        return started.reversed().prefix { $0.reach > range.start }.filter { $0.range.end > range.start }
    }
}
