import CRows

/// For each sample of a row where along one axis of a source it lies: which sample, how far towards the next,
/// and how much of it is still inside the picture.
final class PlacedLine {
    let indices: Scratch<Int32>
    let weights: Scratch<Int16>
    let insides: Scratch<Int16>

    init(width: Int) {
        indices = Scratch(count: width, filledWith: 0)
        weights = Scratch(count: width, filledWith: 0)
        insides = Scratch(count: width, filledWith: 0)
    }

    /// - Parameter count: how many samples the source has; a position half a sample outside is half inside.
    @inline(__always)
    func place(_ positions: UnsafePointer<Float>, _ columns: Range<Int>, sourceCount count: Int) {
        rows_place(
            positions + columns.lowerBound, Float(count - 1), Float(max(0, count - 2)),
            indices.base + columns.lowerBound,
            weights.base + columns.lowerBound, insides.base + columns.lowerBound, columns.count)
    }

    /// The same place for all.
    func place(_ position: Float, _ columns: Range<Int>, sourceCount count: Int) {
        withUnsafePointer(to: position) {
            place($0 - columns.lowerBound, columns.lowerBound..<columns.lowerBound + 1, sourceCount: count)
        }
        let first = columns.lowerBound
        (indices.base + first).update(repeating: indices.base[first], count: columns.count)
        (weights.base + first).update(repeating: weights.base[first], count: columns.count)
        (insides.base + first).update(repeating: insides.base[first], count: columns.count)
    }
}
