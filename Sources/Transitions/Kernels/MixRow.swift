// Plain loops that the compiler vectorizes. All arithmetic wraps and stays in 16-bit lanes: a 16×16-bit product takes
// one multiplication for its upper half and one for its lower half, while a 32-bit product takes ten instructions on
// baseline x86-64 (SSE2).
//
// A weight is 0…32767 of 32768. The missing 32768 makes no difference: a difference of two 10-bit samples over 32768 is
// less than half a code value and is removed by rounding, so both ends are exact.
//
// Weights are passed as a row even if all are equal. The compiler would widen a constant outside the loop, forget that
// it has 16 bits, and multiply 32-bit numbers [measured: 2.6× the time].

/// `from` at weight 0, `to` at 32767, rounded to nearest in between. In 16-bit lanes: the doubled difference puts the
/// result into the upper half of the product, and the top bit of the lower half rounds it.
@inline(__always)
func mixed<Sample: RowSample>(_ from: Sample, _ to: Sample, weight: Int16) -> Sample {
    let start = Int16(truncatingIfNeeded: from)
    let difference = (Int16(truncatingIfNeeded: to) &- start) &<< 1
    let rounding = UInt16(bitPattern: difference &* weight) &>> 15
    return Sample(truncatingIfNeeded: start &+ upperHalf(difference, weight) &+ Int16(bitPattern: rounding))
}

/// `out = mix(from, to)`, with a weight for each sample.
@inline(__always)
func mixRow<Sample: RowSample>(
    _ from: UnsafePointer<Sample>, _ to: UnsafePointer<Sample>, weights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], to[x], weight: weights[x]) }
}

/// `out = mix(from, color)`, with a weight for each sample. `out` may be `from`.
@inline(__always)
func mixRow<Sample: RowSample>(
    _ from: UnsafePointer<Sample>, color: Sample, weights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], color, weight: weights[x]) }
}

/// `out = mix(mix(from, color, outer), to, inner)`: an edge with a border ahead of it.
@inline(__always)
func mixRow<Sample: RowSample>(
    _ from: UnsafePointer<Sample>, through color: Sample, to: UnsafePointer<Sample>,
    outerWeights: UnsafePointer<Int16>, innerWeights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count {
        out[x] = mixed(mixed(from[x], color, weight: outerWeights[x]), to[x], weight: innerWeights[x])
    }
}

/// The weight for a fraction 0…1, rounded to nearest.
func mixWeight(_ part: Double) -> Int16 { Int16(min(max((part * 32768).rounded(), 0), 32767)) }

/// The upper 16 bits of a product, rounded down.
@inline(__always)
private func upperHalf(_ a: Int16, _ b: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) &>> 16)
}

/// Rounds a value in 0…32767 to the nearest whole number, without a call or a check that would prevent vectorization:
/// adding 2²³ leaves a float no room for fractions.
@inline(__always)
func wholeNumber(_ value: Float) -> Int16 { Int16(truncatingIfNeeded: (value + 8_388_608).bitPattern) }

/// The storage type of a plane's samples.
protocol RowSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed` accepts.
    static var headroom: UInt16 { get }
    /// The factor for samples of a card while it is stretched.
    static var stretchedScale: Int { get }
}

extension UInt8: RowSample {
    static var headroom: UInt16 { 6 }
    static var stretchedScale: Int { -128 }
}

extension UInt16: RowSample {
    static var headroom: UInt16 { 4 }
    static var stretchedScale: Int { 16 }
}

/// Memory that a renderer writes and reads within one frame, allocated once.
final class Scratch<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>

    init(count: Int, filledWith value: Element) {
        // Unaligned vectors can span two cache lines.
        base = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64
        ).bindMemory(to: Element.self, capacity: max(1, count))
        base.initialize(repeating: value, count: max(1, count))
    }
    deinit { base.deallocate() }
}
