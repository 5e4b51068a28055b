/// A decimal number as people type it ("0.5", "12.040"), stored exactly as `value / scale`.
struct ExactDecimal {
    var value: Int64
    /// A power of ten.
    var scale: Int64

    /// Digits with at most one point and at most nine decimals; an optional sign. No exponent, no "inf".
    init?(_ text: some StringProtocol) {
        var digits = text[...]
        var negative = false
        if let sign = digits.first, sign == "-" || sign == "+" {
            negative = sign == "-"
            digits = digits.dropFirst()
        }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, digits.contains(where: { $0.isASCII && $0.isNumber }),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.count <= 9, parts[0].count + fraction.count <= 18, let value = Int64(String(parts[0]) + fraction)
        else { return nil }
        self.value = negative ? -value : value
        scale = fraction.reduce(Int64(1)) { power, _ in power * 10 }
    }
}
