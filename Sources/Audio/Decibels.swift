/// Levels as people write them.
package enum Decibels {
    /// A factor in decibels, to a tenth: found by comparing factors, not with the library's `log10`. At least −200.
    package static func of(_ factor: Float) -> Double {
        var (low, high) = (-2000, 1000)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Self.factor(Double(middle) / 10) <= Double(factor) { low = middle } else { high = middle }
        }
        return Double(low) / 10
    }

    /// The factor of a gain: 1 for 0 dB, 0.5012 for −6 dB.
    ///
    /// Uses additions and multiplications only, not the library's `pow`, whose last bit differs between platforms.
    package static func factor(_ decibels: Double) -> Double {
        // 10^(x/20) = 2ⁿ · eʳ with |r| ≤ ½ ln 2: the first omitted term of the series is below 1e-16.
        let exponent = decibels * (2.302585092994046 / 20)
        let (ln2, whole) = (0.6931471805599453, (exponent / 0.6931471805599453).rounded())
        let rest = exponent - whole * ln2
        var sum = 1.0
        for n in stride(from: 13.0, through: 1, by: -1) { sum = 1 + rest * sum / n }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }
}
