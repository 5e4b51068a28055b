/// A point on a clock, or a duration: a whole number of *flicks* (1/705 600 000 s).
///
/// Frame durations at 24, 25, 30, 48, 50, 60, 90, 100 and 120 fps, the same divided by 1.001, and sample
/// durations at 8 to 192 kHz are whole numbers of flicks, so sums of them never drift. Any other tick is
/// off by at most half a flick (0.7 ns). The range is ±414 years.
public struct MediaTime: Hashable, Comparable, Sendable {
    /// A flick is 1/705 600 000 s.
    public static let flicksPerSecond: Int64 = 705_600_000

    /// Negative before the clock's zero.
    public var flicks: Int64

    /// A whole number of flicks.
    public init(flicks: Int64) { self.flicks = flicks }

    /// The time of `ticks` counted in `timeBase`.
    package init(_ ticks: Int64, in timeBase: TimeBase, _ rounding: Rounding = .nearest) {
        flicks = rescale(ticks, timeBase.numerator * Self.flicksPerSecond, over: timeBase.denominator, rounding)
    }

    /// The zero of a clock, or no duration.
    public static let zero = MediaTime(flicks: 0)
    /// No time of a film or a plan is further from zero: sums of such times cannot overflow.
    package static let century = MediaTime.seconds(100 * 366 * 86_400)
    /// The end of the clock: later than anything in a file.
    package static let distantFuture = MediaTime(flicks: .max)
    /// The beginning of the clock: earlier than anything in a file.
    package static let distantPast = MediaTime(flicks: .min)

    /// Whole seconds; saturates at the ends of the clock.
    public static func seconds(_ seconds: Int64) -> MediaTime {
        MediaTime(flicks: rescale(seconds, flicksPerSecond, over: 1, .down))
    }
    /// Whole milliseconds, exactly; saturates at the ends of the clock.
    public static func milliseconds(_ milliseconds: Int64) -> MediaTime {
        MediaTime(flicks: rescale(milliseconds, flicksPerSecond, over: 1000, .nearest))
    }

    /// The same time counted in ticks of `timeBase`.
    package func ticks(in timeBase: TimeBase, _ rounding: Rounding) -> Int64 {
        // n/d s per tick: flicks / (705.6e6 · n / d) = flicks · d / (705.6e6 · n)
        rescale(flicks, timeBase.denominator, over: timeBase.numerator * Self.flicksPerSecond, rounding)
    }

    /// Rounded: for printing, statistics, and what is only measured, such as sync by sound.
    public var approximateSeconds: Double { Double(flicks) / Double(Self.flicksPerSecond) }

    /// Whether `a` is before `b`.
    public static func < (a: MediaTime, b: MediaTime) -> Bool { a.flicks < b.flicks }

    /// Times come from files, so sums saturate at the ends of the clock instead of trapping.
    public static func + (a: MediaTime, b: MediaTime) -> MediaTime {
        let (sum, overflow) = a.flicks.addingReportingOverflow(b.flicks)
        return overflow ? (b.flicks > 0 ? .distantFuture : .distantPast) : MediaTime(flicks: sum)
    }
    /// Saturates at the ends of the clock.
    public static func - (a: MediaTime, b: MediaTime) -> MediaTime {
        let (difference, overflow) = a.flicks.subtractingReportingOverflow(b.flicks)
        return overflow ? (b.flicks < 0 ? .distantFuture : .distantPast) : MediaTime(flicks: difference)
    }
    /// Saturates at the ends of the clock.
    public static func += (a: inout MediaTime, b: MediaTime) { a = a + b }
    /// Saturates at the ends of the clock: minus `distantPast` is `distantFuture`.
    package static prefix func - (a: MediaTime) -> MediaTime { .zero - a }
    /// Saturates at the ends of the clock.
    public static func * (a: MediaTime, factor: Int64) -> MediaTime {
        MediaTime(flicks: rescale(a.flicks, factor, over: 1, .down))
    }
    /// Rounded down to a flick.
    ///
    /// - Precondition: `divisor > 0`.
    public static func / (a: MediaTime, divisor: Int64) -> MediaTime {
        MediaTime(flicks: rescale(a.flicks, 1, over: divisor, .down))
    }

    /// The absolute value; that of `distantPast` is `distantFuture`.
    package var magnitude: MediaTime { MediaTime(flicks: Int64(clamping: flicks.magnitude)) }
}

extension MediaTime: Codable {
    /// A whole number of flicks.
    public init(from decoder: any Decoder) throws {
        self.init(flicks: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// A whole number of flicks.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(flicks)
    }
}
