/// A position between two samples of a row or column: the index of the first, the weight of the second.
@inline(__always)
func bilinear(_ position: Double, count: Int) -> (index: Int, weight: Int16) {
    let clamped = min(max(position, 0), Double(count - 1))
    let index = max(0, min(Int(clamped), count - 2))
    return (index, mixWeight(clamped - Double(index)))
}
