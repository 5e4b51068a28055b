// Rows of 14-bit values: samples with `headroom` more bits, for arithmetic that must not round twice.

/// Samples `start..<start + count` of a row, which repeats its ends, as 14-bit values.
///
/// - Parameter shift: 0 for values that are only copied.
@inline(__always)
func widenRow<Sample: RowSample, Value: RowSample>(
    _ row: UnsafePointer<Sample>, _ width: Int, from start: Int, shift: UInt16 = Sample.headroom,
    into out: UnsafeMutablePointer<Value>, count: Int
) {
    let value = { (sample: Sample) in Value(truncatingIfNeeded: sample) &<< Value(truncatingIfNeeded: shift) }
    let before = min(max(-start, 0), count)
    let inside = max(0, min(start &+ count, width) &- max(start, 0))
    let source = row + max(start, 0)
    out.update(repeating: value(row[0]), count: before)
    for x in 0..<inside { out[before &+ x] = value(source[x]) }
    (out + before + inside).update(repeating: value(row[width &- 1]), count: count &- before &- inside)
}

/// The samples nearest to 14-bit values.
func narrowRow<Sample: RowSample>(
    _ values: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<Sample>, count: Int
) {
    for x in 0..<count { out[x] = narrowed(values[x]) }
}

@inline(__always)
func narrowed<Sample: RowSample>(_ value: UInt16) -> Sample {
    Sample(truncatingIfNeeded: (value &+ 1 &<< (Sample.headroom &- 1)) &>> Sample.headroom)
}

/// The means of every four values.
func meanRow(_ values: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<UInt16>, count: Int) {
    for x in 0..<count {
        out[x] = (values[4 &* x] &+ values[4 &* x &+ 1] &+ values[4 &* x &+ 2] &+ values[4 &* x &+ 3]) &>> 2
    }
}

/// Four samples from each of `count` / 4 values and its neighbors, bilinear: they are evenly spaced around it, an
/// eighth and three eighths of the way to the next. `values` starts with the one before the first.
func quadrupleRow<Sample: RowSample>(
    _ values: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<Sample>, count: Int
) {
    let whole = count / 4
    for x in 0..<whole {
        let (before, here, after) = (values[x], values[x &+ 1], values[x &+ 2])
        out[4 &* x] = narrowed(mixed(here, before, weight: 3 &<< 12))
        out[4 &* x &+ 1] = narrowed(mixed(here, before, weight: 1 &<< 12))
        out[4 &* x &+ 2] = narrowed(mixed(here, after, weight: 1 &<< 12))
        out[4 &* x &+ 3] = narrowed(mixed(here, after, weight: 3 &<< 12))
    }
    for x in 4 * whole..<count {
        let (neighbor, eighths) = quarterNeighbor(x)
        out[x] = narrowed(mixed(values[whole + 1], values[neighbor + 1], weight: Int16(eighths) << 12))
    }
}

/// The neighboring quarter that a sample is mixed from, and its weight in eighths.
func quarterNeighbor(_ position: Int) -> (index: Int, eighths: Int) {
    let phase = position % 4
    return (position / 4 + (phase < 2 ? -1 : 1), phase == 0 || phase == 3 ? 3 : 1)
}
