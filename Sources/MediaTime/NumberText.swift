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
