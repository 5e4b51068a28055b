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

extension MediaTime {
    /// Reads a duration or a point in time as people write it.
    ///
    /// `5s`, `0.5s`, `500ms`, `2m`, `1.5h`, `1m30s`, `5 sec`, a bare number of seconds (`5`, `2.25`), or
    /// clock time `mm:ss[.fff]` and `hh:mm:ss[.fff]`. The sign is optional. Any number of decimals, rounded to the
    /// nearest flick (1.4 ns), without intermediate binary fractions.
    ///
    /// `nil` when the text is none of these or is outside ±100 years.
    public init?(parsing text: String) {
        let negative = text.hasPrefix("-")
        let body = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard let first = body.first, first.isASCII, first.isNumber || first == ".",
            let time = body.contains(":") ? Self.clock(body) : Self.withUnit(body)
        else { return nil }
        self = negative ? -time : time
    }

    /// The longer suffixes first: "ms" ends in "s".
    private static let units: [(suffix: String, numerator: Int64, denominator: Int64)] = [
        ("ms", 1, 1000), ("min", 60, 1), ("sec", 1, 1), ("s", 1, 1), ("m", 60, 1), ("h", 3600, 1), ("", 1, 1),
    ]

    /// "1m30s" is the sum of both; each unit is smaller than the one before it.
    private static func withUnit(_ text: Substring) -> MediaTime? {
        var (rest, sum, last) = (text.lowercased()[...], MediaTime.zero, 0)
        guard rest.last != " " else { return nil }
        repeat {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count).drop { $0 == " " }
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count).drop { $0 == " " }
            guard let unit = units.first(where: { $0.suffix == letters }), !letters.isEmpty || last == 0,
                let time = exact(number, unit.numerator, unit.denominator)
            else { return nil }
            let order = Int(3600 * unit.denominator / unit.numerator)
            guard order > last else { return nil }
            (sum, last) = (sum + time, order)
        } while !rest.isEmpty
        return sum < .century ? sum : nil
    }

    private static func clock(_ text: Substring) -> MediaTime? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), fields.allSatisfy({ $0.first?.isNumber == true }),
            let seconds = fields.last, let sum = exact(seconds, 1, 1),
            // Before it is rounded: 59.9999999999 is not 60.
            let whole = Int64(seconds.prefix { $0 != "." }), whole < 60
        else { return nil }
        var time = sum
        for (field, unit) in zip(fields.dropLast().reversed(), [Int64(60), 3600]) {
            guard let count = Int64(field), count >= 0,
                count < MediaTime.century.flicks / (unit * MediaTime.flicksPerSecond),
                unit == 3600 || fields.count == 2 || count < 60
            else { return nil }
            time += .seconds(count * unit)
        }
        return time
    }

    private static func exact(_ number: Substring, _ numerator: Int64, _ denominator: Int64) -> MediaTime? {
        guard
            let flicks = ExactDecimal(number)?.scaled(by: numerator * MediaTime.flicksPerSecond, over: denominator),
            flicks < MediaTime.century.flicks
        else { return nil }
        return MediaTime(flicks: flicks)
    }
}

extension MediaTime: CustomStringConvertible {
    /// Seconds to the millisecond, without trailing zeros: "5s", "0.5s", "-1.033s".
    public var description: String {
        let thousandths = rescale(magnitude.flicks, 1000, over: Self.flicksPerSecond, .nearest)
        return "\(flicks < 0 && thousandths > 0 ? "-" : "")\(decimal(thousandths: thousandths))s"
    }

    /// `h:mm:ss.mmm`, with hours only when there are any: readable for long films.
    public var clockDescription: String {
        let thousandths = rescale(magnitude.flicks, 1000, over: Self.flicksPerSecond, .nearest)
        let pad = { (n: Int64, width: Int) in String(String(n + 1000).suffix(width)) }
        let seconds = thousandths / 1000
        let head = seconds >= 3600 ? "\(seconds / 3600):\(pad(seconds / 60 % 60, 2))" : "\(seconds / 60)"
        return
            "\(flicks < 0 && thousandths > 0 ? "-" : "")\(head):\(pad(seconds % 60, 2)).\(pad(thousandths % 1000, 3))"
    }
}
