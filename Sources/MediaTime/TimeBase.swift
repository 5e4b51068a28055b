/// Seconds per tick, as an exact ratio: 1/90000, 1/600, 1001/30000.
///
/// FFmpeg's `AVRational` as a time base; always positive and in lowest terms.
public struct TimeBase: Hashable, Sendable {
    /// Seconds that `denominator` ticks take.
    package let numerator: Int64
    /// Ticks in `numerator` seconds.
    package let denominator: Int64

    /// `nil` unless both are positive and fit 32 bits, which is all that containers can express.
    package init?(_ numerator: Int64, _ denominator: Int64) {
        guard numerator > 0, denominator > 0, numerator <= Int32.max, denominator <= Int32.max else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    private init(unchecked numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// One tick per sample at `rate` samples per second.
    package static func perSecond(_ rate: Int32) -> TimeBase {
        precondition(rate > 0)
        return TimeBase(unchecked: 1, Int64(rate))
    }

    /// 1/1000000, as of FFmpeg's `AV_TIME_BASE`.
    package static let microseconds = TimeBase(unchecked: 1, 1_000_000)
}

extension TimeBase: CustomStringConvertible {
    /// "1/90000".
    public var description: String { "\(numerator)/\(denominator)" }
}
