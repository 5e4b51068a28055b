// A mean over 2ᵏ values is k averages of values 1, 2, 4 … places apart: a few passes of one vector instruction each,
// while a running sum is one long chain of additions [measured: half the time at 200 samples].

/// A blur of any length, as a position between two power-of-two lengths.
struct BoxLength {
    /// log₂ of the shorter length.
    let level: Int
    /// How much of the next length, twice as long, is mixed in: 0…1.
    let part: Double

    /// - Parameter length: in samples; below 1 means 1, no blur at all.
    init(_ length: Double) {
        var level = 0
        while length >= Double(2 << level), level < 14 { level += 1 }
        self.level = level
        part = min(1, max(0, length / Double(1 << level) - 1))
    }

    /// How many samples before the first and after the last are used.
    var margin: Int { 1 << level }
}

/// Which of the two middle samples of an even length counts as its center; used one after the other, the shifts cancel.
enum BoxCenter: Int {
    case right, left
}

/// Blurs 14-bit values that are `step` apart: 1 for a row, the width of a plane for its columns.
///
/// - Parameters:
///   - values: `count` values with `length.margin * step` more on both sides; overwritten.
///   - spare: a buffer of the same size.
/// - Returns: where the `count` blurred values are, in `values` or in `spare`.
func boxBlur(
    _ values: UnsafeMutablePointer<UInt16>, _ spare: UnsafeMutablePointer<UInt16>, _ length: BoxLength,
    _ center: BoxCenter = .right, step: Int = 1, count: Int
) -> UnsafeMutablePointer<UInt16> {
    let margin = length.margin
    var (from, to) = (values, spare)
    var valid = count &+ 2 &* margin &* step
    for level in 0..<length.level {
        let distance = step &<< level
        valid &-= distance
        average(from, from + distance, into: to, count: valid)
        swap(&from, &to)
    }
    // Now `from[x]` is the mean of `margin` values from x on; the mean of twice as many is the mean of two of these.
    let shorter = from + (margin - margin / 2 + (margin > 1 ? center.rawValue : 0)) * step
    let longer = from + center.rawValue * step
    let weight = mixWeight(length.part)
    for x in 0..<count {
        to[x] = mixed(shorter[x], average(longer[x], longer[x &+ margin &* step]), weight: weight)
    }
    return to
}

/// The mean of two values, halves rounded up.
@inline(__always)
private func average(_ one: UInt16, _ other: UInt16) -> UInt16 { (one &+ other &+ 1) &>> 1 }

private func average(
    _ one: UnsafePointer<UInt16>, _ other: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<UInt16>, count: Int
) {
    for x in 0..<count { out[x] = average(one[x], other[x]) }
}

/// Two boxes one after the other, which make a tent: highlights do not become squares.
///
/// - Parameter values: has twice `length.margin * step` more values on both sides.
func tentBlur(
    _ values: UnsafeMutablePointer<UInt16>, _ spare: UnsafeMutablePointer<UInt16>, _ length: BoxLength,
    step: Int = 1, count: Int
) -> UnsafeMutablePointer<UInt16> {
    let once = boxBlur(values, spare, length, .right, step: step, count: count &+ 2 &* length.margin &* step)
    return boxBlur(once, once == values ? spare : values, length, .left, step: step, count: count)
}
