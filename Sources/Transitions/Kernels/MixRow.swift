// Row kernels: plain loops over pointers that the compiler turns into vector code. All arithmetic wraps and
// stays in 16-bit lanes: a 16×16-bit product is one multiplication for its upper and one for its lower half,
// while a 32-bit product costs baseline x86-64 (SSE2) four instructions more.
//
// Weights are stored negated, −32768…0: 32768, a power of two that keeps both ends exact, is no Int16, but
// −32768 is. Weights always come as a row, even where all are equal: the compiler widens a constant outside of
// the loop, no longer sees that it has 16 bits, and multiplies 32-bit numbers in ten instructions [measured: 12×].

/// What the row kernels must agree with: `from` at weight 0, `to` at 32768, rounded to nearest in between.
@inline(__always)
func mixed(_ from: Int, _ to: Int, weight: Int) -> Int {
    from + ((to - from) * weight + 16384) >> 15
}

/// The same on 16-bit lanes: `(from − to) · negatedWeight`, doubled to bring the sum into the upper half.
@inline(__always)
func mixed<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: Sample, _ to: Sample, negatedWeight: Int16
) -> Sample {
    let start = Int16(truncatingIfNeeded: from)
    let difference = (start &- Int16(truncatingIfNeeded: to)) &<< 1
    let upper = Int16(truncatingIfNeeded: (Int32(difference) &* Int32(negatedWeight)) &>> 16)
    let lower = UInt16(bitPattern: difference &* negatedWeight)
    return Sample(truncatingIfNeeded: start &+ upper &+ Int16(bitPattern: lower &>> 15))
}

/// `out = mix(from, to)`, a weight for each sample.
@inline(__always)
func mixRow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafePointer<Sample>, _ to: UnsafePointer<Sample>, negatedWeights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], to[x], negatedWeight: negatedWeights[x]) }
}

/// `out = mix(from, colour)`, a weight for each sample. `out` may be `from`.
@inline(__always)
func mixRow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafePointer<Sample>, colour: Sample, negatedWeights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = mixed(from[x], colour, negatedWeight: negatedWeights[x]) }
}

/// `out = mix(mix(from, colour, outer), to, inner)`: an edge with a border that runs ahead of it.
@inline(__always)
func mixRow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafePointer<Sample>, through colour: Sample, to: UnsafePointer<Sample>,
    negatedOuterWeights: UnsafePointer<Int16>, negatedInnerWeights: UnsafePointer<Int16>,
    into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count {
        let bordered = mixed(from[x], colour, negatedWeight: negatedOuterWeights[x])
        out[x] = mixed(bordered, to[x], negatedWeight: negatedInnerWeights[x])
    }
}

/// The weight of a progress: 0…1 to 0…−32768, nearest.
func negatedWeight(_ part: Double) -> Int16 {
    Int16(truncatingIfNeeded: -Int((min(max(part, 0), 1) * 32768).rounded()))
}
