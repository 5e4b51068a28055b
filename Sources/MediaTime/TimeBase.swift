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

/// How to round a value that falls between two ticks.
///
/// Every rescaling in `compose` names its rule; there is no default that could hide a half-frame error.
public enum Rounding: Sendable {
    /// Toward negative infinity.
    case down
    /// Toward positive infinity.
    case up
    /// To the nearest tick; a value exactly between two goes up.
    case nearest
}

/// `value * numerator / denominator` in exact 128-bit arithmetic.
///
/// - Precondition: `denominator > 0`. A result outside `Int64` is clamped to its range: time stamps come from files,
///   and a file must not be able to trap the program.
package func rescale(_ value: Int64, _ numerator: Int64, over denominator: Int64, _ rounding: Rounding) -> Int64 {
    precondition(denominator > 0, "rescale over a denominator of \(denominator)")
    let product = Int128(value) * Int128(numerator)
    let divisor = Int128(denominator)
    var (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 {
        quotient -= 1
        remainder += divisor
    }
    switch rounding {
    case .down: break
    case .up: if remainder > 0 { quotient += 1 }
    case .nearest: if remainder * 2 >= divisor { quotient += 1 }
    }
    return Int64(clamping: quotient)
}

/// The greatest common divisor of two magnitudes (Euclid); 1 when both are 0, so it can always divide.
package func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a.magnitude, b.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : Int64(clamping: a)
}
