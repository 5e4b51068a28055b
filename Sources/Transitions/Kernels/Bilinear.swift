/// A position between two samples of a row or column: the index of the first, the weight of the second.
@inline(__always)
func bilinear(_ position: Double, count: Int) -> (index: Int, weight: Int16) {
    let clamped = min(max(position, 0), Double(count - 1))
    let index = max(0, min(Int(clamped), count - 2))
    // `mixWeight` without `rounded()`, which is a call on x86-64 before SSE4.1.
    return (index, Int16(min(Int32((clamped - Double(index)) * 32768 + 0.5), 32767)))
}

/// A position beside a row or column of samples, folded back onto it: it goes on as its mirror image.
func mirrored(_ position: Double, count: Int) -> Double {
    guard count > 1 else { return 0 }
    let last = Double(count - 1)
    let turns = position / (2 * last)
    return abs(turns - turns.rounded()) * 2 * last
}
