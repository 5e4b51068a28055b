/// A half-open range of time: it includes `start` and excludes `end`.
public struct TimeRange: Hashable, Sendable, Codable {
    /// Included.
    public var start: MediaTime
    /// Excluded.
    public var end: MediaTime

    /// An `end` before `start` makes an empty range at `start`.
    public init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = max(start, end)
    }
    /// A negative `duration` makes an empty range at `start`.
    public init(start: MediaTime, duration: MediaTime) { self.init(start: start, end: start + duration) }

    /// - Throws: `DecodingError` for an `end` before `start`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        start = try values.decode(MediaTime.self, forKey: .start)
        end = try values.decode(MediaTime.self, forKey: .end)
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: values, debugDescription: "a range ends before it starts")
        }
    }

    /// From `start` to `end`; saturates at the ends of the clock.
    public var duration: MediaTime { end - start }
    /// Whether it contains no time.
    public var isEmpty: Bool { end <= start }

    /// Whether `time` is not before `start`, and before `end`.
    public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

    /// The overlap; empty when there is none.
    public func intersection(_ other: TimeRange) -> TimeRange {
        TimeRange(start: max(start, other.start), end: min(end, other.end))
    }

    /// The smallest range that covers both.
    public func union(_ other: TimeRange) -> TimeRange {
        TimeRange(start: min(start, other.start), end: max(end, other.end))
    }

    /// Later by `offset`, earlier if that is negative; saturates at the ends of the clock.
    public func shifted(by offset: MediaTime) -> TimeRange { TimeRange(start: start + offset, end: end + offset) }
}
