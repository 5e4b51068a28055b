/// A half-open range of time: it includes `start` and excludes `end`.
package struct TimeRange: Hashable, Sendable, Codable {
    /// Included.
    package var start: MediaTime
    /// Excluded.
    package var end: MediaTime

    /// An `end` before `start` makes an empty range at `start`.
    package init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = max(start, end)
    }
    /// A negative `duration` makes an empty range at `start`.
    package init(start: MediaTime, duration: MediaTime) { self.init(start: start, end: start + duration) }

    /// - Throws: `DecodingError` for an `end` before `start`.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        start = try values.decode(MediaTime.self, forKey: .start)
        end = try values.decode(MediaTime.self, forKey: .end)
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: values, debugDescription: "a range ends before it starts")
        }
    }

    /// From `start` to `end`; saturates at the ends of the clock.
    package var duration: MediaTime { end - start }
    /// Whether it contains no time.
    package var isEmpty: Bool { end <= start }

    /// Whether `time` is not before `start`, and before `end`.
    package func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

    /// The overlap; empty when there is none.
    package func intersection(_ other: TimeRange) -> TimeRange {
        TimeRange(start: max(start, other.start), end: min(end, other.end))
    }

    /// The smallest range that covers both.
    package func union(_ other: TimeRange) -> TimeRange {
        TimeRange(start: min(start, other.start), end: max(end, other.end))
    }

    /// Later by `offset`, earlier if that is negative; saturates at the ends of the clock.
    package func shifted(by offset: MediaTime) -> TimeRange { TimeRange(start: start + offset, end: end + offset) }
}
