/// The rate of one clock relative to another, as an exact ratio: 1 for two perfect clocks, 1.000035 where the first
/// gains 35 millionths.
public struct ClockRate: Hashable, Sendable {
    /// What the first clock counts while the second counts `denominator`; in lowest terms.
    package let numerator: Int64
    /// What the second clock counts while the first counts `numerator`; positive.
    package let denominator: Int64

    private init(unchecked numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Both clocks run equally fast.
    package static let one = ClockRate(unchecked: 1, 1)

    /// The largest difference that counts as drift and not as another speed: that of 30 and 29.97 pictures a second,
    /// 1000 ppm, and what two crystals add. Packets may be copied through it.
    static let largestDrift: Int64 = 1_200_000

    /// `1 + partsPerBillion / 10⁹`; `nil` beyond `largestDrift`.
    package init?(partsPerBillion: Int64) {
        guard partsPerBillion.magnitude <= Self.largestDrift else { return nil }
        let billion: Int64 = 1_000_000_000
        let divisor = greatestCommonDivisor(billion + partsPerBillion, billion)
        self.init(unchecked: (billion + partsPerBillion) / divisor, billion / divisor)
    }

    /// The drift in parts per billion: 35,000 for 35 ppm.
    package var partsPerBillion: Int64 { rescale(numerator - denominator, 1_000_000_000, over: denominator, .nearest) }

    /// Reads a drift: `35ppm`, `-12.5ppm`, `+0.25`; without a unit, parts per million. `nil` beyond `largestDrift`.
    package init?(parsingDrift text: String) {
        let negative = text.hasPrefix("-")
        var digits = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        if digits.hasSuffix("ppm") { digits = digits.dropLast(3) }
        guard let parts = ExactDecimal(digits)?.scaled(by: 1000) else { return nil }
        self.init(partsPerBillion: negative ? -parts : parts)
    }

    /// A duration on the second clock, measured on the first.
    func scaled(_ duration: MediaTime) -> MediaTime {
        self == .one
            ? duration : MediaTime(flicks: rescale(duration.flicks, numerator, over: denominator, .nearest))
    }

    /// A duration on the first clock, measured on the second.
    func unscaled(_ duration: MediaTime) -> MediaTime {
        self == .one
            ? duration : MediaTime(flicks: rescale(duration.flicks, denominator, over: numerator, .nearest))
    }
}

extension ClockRate: CustomStringConvertible {
    /// "35 ppm", "-0.5 ppm": the drift, to the thousandth.
    public var description: String {
        "\(partsPerBillion < 0 ? "-" : "")\(decimal(thousandths: Int64(partsPerBillion.magnitude))) ppm"
    }
}
