import MediaTime

/// Values with ranges of time that may overlap: which of them reach into a range is found without looking at all.
package struct Overlaps<Value: Sendable>: Sendable {
    package struct Entry: Sendable {
        package var range: TimeRange
        package var value: Value
        /// Where the last of this and all that start earlier ends.
        fileprivate(set) var reach: MediaTime
    }

    /// By their starts.
    package let entries: [Entry]

    package init(_ ranges: [(range: TimeRange, value: Value)]) {
        var reach = MediaTime.distantPast
        entries = ranges.sorted { $0.range.start < $1.range.start }.map { range, value in
            reach = max(reach, range.end)
            return Entry(range: range, value: value, reach: reach)
        }
    }

    /// Those that share time with `range`, the last to start first.
    package func overlapping(_ range: TimeRange) -> [Entry] { entries.reaching(into: range) }
}

extension RandomAccessCollection {
    package func reaching<Value>(into range: TimeRange) -> [Element] where Element == Overlaps<Value>.Entry {
        let started = self[..<partitioningIndex { $0.range.start >= range.end }]
        return started.reversed().prefix { $0.reach > range.start }.filter { $0.range.end > range.start }
    }
}
