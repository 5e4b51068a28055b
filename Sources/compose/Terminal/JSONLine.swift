#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes a value as one line of JSON, with sorted keys and unescaped slashes.
func jsonLine(_ value: any Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
}

/// `number` with a fixed number of decimals.
func fixed(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// `number` rounded to a number of decimals.
func rounded(_ number: Double, _ decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    // Without the sign of a negative zero.
    return (number * scale).rounded() / scale + 0
}

/// "12.3 MB", decimal units.
func byteCountText(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1_000_000: fixed(Double(bytes) / 1e3, 1) + " kB"
    case ..<1_000_000_000: fixed(Double(bytes) / 1e6, 1) + " MB"
    default: fixed(Double(bytes) / 1e9, 2) + " GB"
    }
}

/// "1 switch", "2 switches".
func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
