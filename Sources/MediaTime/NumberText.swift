/// A number with leading zeros: "007" for 7 with three digits; longer numbers are written in full.
package func digits(_ number: some BinaryInteger, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
}

/// Thousandths as a decimal number without trailing zeros: "12.5" for 12500. Not negative.
func decimal(thousandths: Int64) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    var fraction = rest == 0 ? "" : "." + String(1000 + rest).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole)\(fraction)"
}

/// A decimal number as people and programs write it ("0.5", "12.040"), stored as `value / scale`.
struct ExactDecimal {
    /// Later ones are ignored: even in hours they are less than a hundredth of a flick.
    private static let mostDecimals = 15

    let value: Int128
    /// A power of ten.
    let scale: Int128

    /// Digits with at most one point. No sign, no exponent, no "inf".
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].count <= 18,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let fraction = parts.dropFirst().first?.prefix(Self.mostDecimals) ?? ""
        // Empty if there are no digits at all.
        guard let value = Int128(String(parts[0]) + fraction) else { return nil }
        self.value = value
        scale = fraction.reduce(Int128(1)) { power, _ in power * 10 }
    }

    /// The number times `numerator / denominator`, to the nearest whole number; `nil` beyond `Int64`.
    ///
    /// - Precondition: both are positive.
    func scaled(by numerator: Int64, over denominator: Int64 = 1) -> Int64? {
        let (product, overflows) = value.multipliedReportingOverflow(by: Int128(numerator))
        let divisor = scale * Int128(denominator)
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
        return overflows ? nil : Int64(exactly: remainder * 2 >= divisor ? quotient + 1 : quotient)
    }
}
