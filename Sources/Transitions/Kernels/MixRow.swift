// Plain loops, which the compiler turns into vectors. All arithmetic wraps and stays in 16-bit lanes: a 16×16-bit product is one multiplication for its upper and one
// for its lower half, while a 32-bit product costs baseline x86-64 (SSE2) ten instructions.
//
// A weight is 0…32767 of 32768. The missing 32768 changes nothing: a difference of two 10-bit samples over
// 32768 is less than half a code value, and rounding to nearest makes it vanish, so both ends are exact.
//
// Weights come as a row even where all are equal. The compiler widens a constant outside of the loop, loses
// sight of its 16 bits there, and multiplies 32-bit numbers [measured: 2.6× the time].

/// `from` at weight 0, `to` at 32767, rounded to nearest between. In 16-bit lanes: the doubled difference brings the
/// result into the upper half of the product, and the uppermost bit of the lower half rounds it.
@inline(__always)
func mixed<Sample: RowSample>(_ from: Sample, _ to: Sample, weight: Int16) -> Sample {
    let start = Int16(truncatingIfNeeded: from)
    let difference = (Int16(truncatingIfNeeded: to) &- start) &<< 1
    let rounding = UInt16(bitPattern: difference &* weight) &>> 15
    return Sample(truncatingIfNeeded: start &+ upperHalf(difference, weight) &+ Int16(bitPattern: rounding))
}

/// `out = mix(from, to)`, a weight for each sample.
@inline(__always)
func mixRow<Sample: RowSample>(
    _ from: UnsafePointer<Sample>, _ to: UnsafePointer<Sample>, weights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], to[x], weight: weights[x]) }
}

/// `out = mix(from, color)`, a weight for each sample. `out` may be `from`.
@inline(__always)
func mixRow<Sample: RowSample>(
    _ from: UnsafePointer<Sample>, color: Sample, weights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], color, weight: weights[x]) }
}

/// `out = mix(mix(from, color, outer), to, inner)`: an edge with a border that runs ahead of it.
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

/// The weight of a part 0…1, nearest.
func mixWeight(_ part: Double) -> Int16 { Int16(min(max((part * 32768).rounded(), 0), 32767)) }

/// The upper 16 bits of a product, rounded down.
@inline(__always)
private func upperHalf(_ a: Int16, _ b: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) &>> 16)
}

/// The nearest whole number to one of 0…32767, without a call and without a check that would stop vectors: 2²³ leaves a
/// float no room for fractions.
@inline(__always)
func wholeNumber(_ value: Float) -> Int16 { Int16(truncatingIfNeeded: (value + 8_388_608).bitPattern) }
