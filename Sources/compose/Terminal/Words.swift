import MediaTime

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

/// "84%", "0.4%".
func percent(_ share: Double) -> String { fixed(share * 100, share < 0.1 ? 1 : 0) + "%" }

/// A length in the largest unit with a value of two or more, rounded.
func roughly(_ time: MediaTime) -> String {
    let units: [(seconds: Double, name: String)] = [
        (365.25 * 86400, "years"), (30.44 * 86400, "months"), (86400, "days"), (3600, "hours"), (60, "minutes"),
    ]
    let unit = units.first { time.approximateSeconds >= 2 * $0.seconds } ?? (1, "seconds")
    return "\(Int((time.approximateSeconds / unit.seconds).rounded())) \(unit.name)"
}

/// `text`, filled with spaces up to a width.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// "5.2 s", "3 min 20 s", "2 h 5 min".
func durationText(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    return whole >= 3600
        ? "\(whole / 3600) h \(whole / 60 % 60) min"
        : whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(fixed(min(seconds, 60), 1)) s"
}

/// Quoted as one word for a POSIX shell.
func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ","):
            true
        default: false
        }
    }
    return plain && !text.isEmpty
        ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
