import Pictures

/// Draws a plane that is turned in space, as a camera sees it: bilinear, with smooth edges.
final class Projector {
    /// How a card looks besides its picture.
    struct Look<Sample: RowSample> {
        /// What is seen beside it.
        var background: Sample
        /// What is mixed into it as it turns from the light, and how much.
        var shade: Sample
        var shadeWeight: Int16
    }

    private let columns: PlacedLine
    private let rows: PlacedLine
    private let positions: Scratch<Float>
    private let reciprocals: Scratch<Float>
    private let shadeWeights: Scratch<Int16>
    /// Wide enough for pairs of either sample type.
    private let pairs: (upper: Scratch<UInt32>, lower: Scratch<UInt32>)
    private let values: (upper: Scratch<UInt16>, lower: Scratch<UInt16>)

    init(width: Int) {
        columns = PlacedLine(width: width)
        rows = PlacedLine(width: width)
        positions = Scratch(count: width, filledWith: 0)
        reciprocals = Scratch(count: width, filledWith: 0)
        shadeWeights = Scratch(count: width, filledWith: 0)
        pairs = (Scratch(count: width, filledWith: 0), Scratch(count: width, filledWith: 0))
        values = (Scratch(count: width, filledWith: 0), Scratch(count: width, filledWith: 0))
    }

    func draw<Sample: RowSample>(_ pose: Pose, _ source: Plane, _ look: Look<Sample>, into out: Plane) {
        shadeWeights.base.update(repeating: look.shadeWeight, count: out.width)
        var seen = 0..<0
        if pose.turnsAroundVertical {
            // What a column shows of the width of the picture is the same in every row.
            for x in 0..<out.width {
                let t = pose.reciprocal(at: x)
                reciprocals.base[x] = Float(t)
                positions.base[x] = t > 0 ? Float(pose.column(x, t)) : -1
            }
            seen = visible(out.width, source.width)
            columns.place(positions.base, seen, sourceCount: source.width)
        }
        for y in 0..<out.height {
            let line = pose.row(y)
            if pose.turnsAroundVertical {
                let (centre, perReciprocal) = (Float(line.centre), Float(line.perReciprocal))
                for x in seen { positions.base[x] = centre + perReciprocal * reciprocals.base[x] }
                rows.place(positions.base, seen, sourceCount: source.height)
            } else {
                seen = placeRow(y, line.centre, line.perReciprocal, pose, source)
            }
            let row = out.row(y, as: Sample.self)
            row.update(repeating: look.background, count: seen.lowerBound)
            (row + seen.upperBound).update(repeating: look.background, count: out.width - seen.upperBound)
            guard !seen.isEmpty else { continue }
            sample(source, seen, as: Sample.self)
            finish(seen, look, into: row)
        }
    }

    /// Places the columns of a row that shows one line of the picture; returns which of them are seen.
    private func placeRow(
        _ y: Int, _ centre: Double, _ perReciprocal: Double, _ pose: Pose, _ source: Plane
    ) -> Range<Int> {
        let t = pose.reciprocal(at: y)
        let place = centre + perReciprocal * t
        guard t > 0, place > -1, place < Double(source.height) else { return 0..<0 }
        let first = Float(pose.column(0, t))
        let step = Float(pose.column(1, t)) - first
        for x in 0..<pose.grid.width { positions.base[x] = first + step * Float(Int32(truncatingIfNeeded: x)) }
        let seen = visible(pose.grid.width, source.width)
        columns.place(positions.base, seen, sourceCount: source.width)
        if !seen.isEmpty { rows.place(Float(place), seen, sourceCount: source.height) }
        return seen
    }

    /// The columns whose position is not outside of the picture; positions rise.
    private func visible(_ width: Int, _ count: Int) -> Range<Int> {
        var (first, end) = (0, width)
        while first < end, positions.base[first] <= -1 { first += 1 }
        while end > first, positions.base[end - 1] <= -1 || positions.base[end - 1] >= Float(count) { end -= 1 }
        return first..<end
    }

    /// Fetches four neighbours for every sample and mixes them.
    @inline(__always)
    private func sample<Sample: RowSample>(_ source: Plane, _ seen: Range<Int>, as type: Sample.Type) {
        let size = MemoryLayout<Sample>.size
        let (base, stride) = (source.base, source.strideInBytes)
        let below = source.height > 1 ? stride : 0
        let (rowIndices, columnIndices) = (rows.indices.base, columns.indices.base)
        pairs.upper.base.withMemoryRebound(to: Sample.Pair.self, capacity: seen.upperBound) { upper in
            pairs.lower.base.withMemoryRebound(to: Sample.Pair.self, capacity: seen.upperBound) { lower in
                for x in seen {
                    let place = base + (Int(rowIndices[x]) &* stride &+ Int(columnIndices[x]) &* size)
                    // A single column has no neighbour to fetch; its weight is 0.
                    if source.width > 1 {
                        upper[x] = place.loadUnaligned(as: Sample.Pair.self)
                        lower[x] = (place + below).loadUnaligned(as: Sample.Pair.self)
                    } else {
                        upper[x] = Sample.Pair(truncatingIfNeeded: place.loadUnaligned(as: Sample.self))
                        lower[x] = Sample.Pair(truncatingIfNeeded: (place + below).loadUnaligned(as: Sample.self))
                    }
                }
                let (start, weights) = (seen.lowerBound, columns.weights.base + seen.lowerBound)
                mixPairs(upper + start, weights: weights, into: values.upper.base, count: seen.count, as: type)
                mixPairs(lower + start, weights: weights, into: values.lower.base, count: seen.count, as: type)
            }
        }
    }

    /// Mixes the two lines of values, shades them and smooths the edges of the picture.
    @inline(__always)
    private func finish<Sample: RowSample>(
        _ seen: Range<Int>, _ look: Look<Sample>, into row: UnsafeMutablePointer<Sample>
    ) {
        let (upper, lower) = (values.upper.base, values.lower.base)
        let (rowWeights, shadeWeights) = (rows.weights.base + seen.lowerBound, shadeWeights.base)
        let (insideX, insideY) = (columns.insides.base + seen.lowerBound, rows.insides.base + seen.lowerBound)
        let out = row + seen.lowerBound
        let half = UInt16(1) &<< (Sample.headroom &- 1)
        for x in 0..<seen.count {
            let value = mixed(upper[x], lower[x], weight: rowWeights[x]) &+ half
            let sample = Sample(truncatingIfNeeded: value &>> Sample.headroom)
            let shaded = mixed(sample, look.shade, weight: shadeWeights[x])
            out[x] = mixed(look.background, shaded, weight: min(insideX[x], insideY[x]))
        }
    }
}
