// Rows of 14-bit values: samples with `headroom` more bits, for arithmetic that must not round twice.

/// Samples `start..<start + count` of a row, which repeats its ends, as 14-bit values.
///
/// - Parameter shift: 0 for a row that has 14-bit values already.
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
    if shift == 0 {
        for x in 0..<inside { out[before &+ x] = UInt16(truncatingIfNeeded: source[x]) }
    } else {
        Sample.widen(source, out + before, inside)
    }
    (out + before + inside).update(repeating: UInt16(truncatingIfNeeded: row[width &- 1]) &<< shift, count: after)
}
