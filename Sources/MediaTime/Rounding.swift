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
