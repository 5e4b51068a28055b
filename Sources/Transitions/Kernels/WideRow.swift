// Rows of 14-bit values: samples with `headroom` more bits, for arithmetic that must not round twice.

/// Samples `start..<start + count` of a row, which repeats its ends, as 14-bit values.
@inline(__always)
func widenRow<Sample: RowSample>(
    _ row: UnsafePointer<Sample>, _ width: Int, from start: Int, shift: UInt16 = Sample.headroom,
    into out: UnsafeMutablePointer<UInt16>, count: Int
) {
    let before = min(max(-start, 0), count)
    let inside = max(0, min(start &+ count, width) &- max(start, 0))
    let after = count &- before &- inside
    let source = row + max(start, 0)
    out.update(repeating: UInt16(truncatingIfNeeded: row[0]) &<< shift, count: before)
    for x in 0..<inside { out[before &+ x] = UInt16(truncatingIfNeeded: source[x]) &<< shift }
    (out + before + inside).update(repeating: UInt16(truncatingIfNeeded: row[width &- 1]) &<< shift, count: after)
}

/// 14-bit values back to samples, nearest.
@inline(__always)
func narrowRow<Sample: RowSample>(
    _ values: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<Sample>, count: Int
) {
    let shift = Sample.headroom
    let half = UInt16(1) &<< (shift &- 1)
    for x in 0..<count { out[x] = Sample(truncatingIfNeeded: (values[x] &+ half) &>> shift) }
}
