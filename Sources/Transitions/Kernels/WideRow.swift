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

/// The means of every four samples from `start` on of a row, which repeats its ends, as 14-bit values.
///
/// - Parameter soon: how many bytes further on samples are fetched meanwhile.
@inline(__always)
func meanRow<Sample: RowSample>(
    _ row: UnsafePointer<Sample>, _ width: Int, from start: Int, soon: Int, into out: UnsafeMutablePointer<UInt16>,
    count: Int
) {
    // Fours that lie wholly in the row; those beside it, and those that cross its ends, are few.
    let first = min(max(0, (3 &- start) / 4), count)
    let end = max(first, min(count, (width &- start) / 4))
    Sample.means(rowSet, row + (start &+ 4 &* first), soon, out + first, end &- first)
    for index in 0..<first { out[index] = meanOfFour(row, width, from: start &+ 4 &* index) }
    for index in end..<count { out[index] = meanOfFour(row, width, from: start &+ 4 &* index) }
}

@inline(__always)
func meanOfFour<Sample: RowSample>(_ row: UnsafePointer<Sample>, _ width: Int, from start: Int) -> UInt16 {
    var sum: UInt16 = 0
    for x in start..<start &+ 4 { sum &+= UInt16(truncatingIfNeeded: row[min(max(x, 0), width &- 1)]) }
    return sum &<< (Sample.headroom &- 2)
}
