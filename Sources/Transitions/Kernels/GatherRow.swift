// Bilinear sampling in two steps: fetching neighbours, which no vector instruction of the baseline can do, and
// mixing them, which all can. Fetched in pairs, a sample costs one load.

/// A position between two samples of a row or column: the index of the first, the weight of the second.
@inline(__always)
func bilinear(_ position: Double, count: Int) -> (index: Int, weight: Int16) {
    let clamped = min(max(position, 0), Double(count - 1))
    let index = max(0, min(Int(clamped), count - 2))
    return (index, mixWeight(clamped - Double(index)))
}

/// `pairs[x]` = the samples at `indices[x]` and the next one; the row has at least two.
@inline(__always)
func gatherRow<Sample: RowSample>(
    _ row: UnsafePointer<Sample>, _ indices: UnsafePointer<Int32>, into pairs: UnsafeMutablePointer<Sample.Pair>,
    count: Int
) {
    let bytes = UnsafeRawPointer(row)
    for x in 0..<count {
        let offset = Int(indices[x]) &* MemoryLayout<Sample>.size
        pairs[x] = Sample.Pair(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Sample.Pair.self))
    }
}

/// Mixes each pair into a 14-bit value.
@inline(__always)
func mixPairs<Sample: RowSample>(
    _ pairs: UnsafePointer<Sample.Pair>, weights: UnsafePointer<Int16>, into out: UnsafeMutablePointer<UInt16>,
    count: Int, as type: Sample.Type
) {
    let shift = Sample.headroom
    let bits = Sample.Pair(truncatingIfNeeded: Sample.bitWidth)
    for x in 0..<count {
        let left = UInt16(truncatingIfNeeded: Sample(truncatingIfNeeded: pairs[x])) &<< shift
        let right = UInt16(truncatingIfNeeded: pairs[x] &>> bits) &<< shift
        out[x] = mixed(left, right, weight: weights[x])
    }
}
