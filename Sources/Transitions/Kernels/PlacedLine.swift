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
        let (last, most) = (Float(count - 1), Float(max(0, count - 2)))
        let (indices, weights, insides) = (indices.base, weights.base, insides.base)
        for x in columns {
            let position = positions[x]
            insides[x] = Self.weight(min(position, last - position) + 1)
            // The nearest whole number to half a sample before is the sample before or at the position.
            let whole = min(max(position - 0.5, 0), most) + Self.wholes
            indices[x] = Int32(truncatingIfNeeded: whole.bitPattern & 0x7F_FFFF)
            weights[x] = Self.weight(position - (whole - Self.wholes))
        }
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

    /// 2²³: a Float of this size has no room for fractions, so adding it to a small number leaves the nearest
    /// whole number in the lowest bits. A conversion would check for overflow, which no vector instruction does.
    private static let wholes: Float = 8_388_608

    @inline(__always)
    private static func weight(_ part: Float) -> Int16 {
        Int16(truncatingIfNeeded: (min(max(part, 0), 1) * 32767 + wholes).bitPattern)
    }
}
