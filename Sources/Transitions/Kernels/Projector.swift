import CRows
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
    /// Wide enough for four samples of either type.
    private let fours: Scratch<UInt64>
    private let offsets: Scratch<Int32>
    private let values: (upper: Scratch<UInt16>, lower: Scratch<UInt16>)

    init(width: Int) {
        columns = PlacedLine(width: width)
        rows = PlacedLine(width: width)
        positions = Scratch(count: width, filledWith: 0)
        reciprocals = Scratch(count: width, filledWith: 0)
        shadeWeights = Scratch(count: width, filledWith: 0)
        fours = Scratch(count: width, filledWith: 0)
        offsets = Scratch(count: width, filledWith: 0)
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

    /// Fetches four neighbours for every sample and mixes them in pairs.
    private func sample<Sample: RowSample>(_ source: Plane, _ seen: Range<Int>, as type: Sample.Type) {
        let (start, weights) = (seen.lowerBound, UnsafePointer(columns.weights.base + seen.lowerBound))
        let below = source.height > 1 ? source.strideInBytes : 0
        let base = UnsafePointer(source.base.assumingMemoryBound(to: UInt8.self))
        guard source.width > 1 else {
            // A single column has no neighbour to fetch.
            for x in seen {
                let row = source.row(Int(rows.indices.base[x]), as: type)
                let next = source.row(min(Int(rows.indices.base[x]) + 1, source.height - 1), as: type)
                values.upper.base[x - start] = UInt16(truncatingIfNeeded: row[0]) &<< Sample.headroom
                values.lower.base[x - start] = UInt16(truncatingIfNeeded: next[0]) &<< Sample.headroom
            }
            return
        }
        rows_offsets(
            rows.indices.base + start, Int32(source.strideInBytes), columns.indices.base + start,
            Int32(MemoryLayout<Sample>.size), offsets.base, seen.count)
        fours.base.withMemoryRebound(to: Sample.Four.self, capacity: seen.count) { fours in
            Sample.fetch(
                base, below, offsets.base, weights, fours, values.upper.base, values.lower.base, seen.count)
        }
    }

    /// Mixes the two lines of values, shades them and smooths the edges of the picture.
    private func finish<Sample: RowSample>(
        _ seen: Range<Int>, _ look: Look<Sample>, into row: UnsafeMutablePointer<Sample>
    ) {
        let start = seen.lowerBound
        Sample.shade(
            values.upper.base, values.lower.base, rows.weights.base + start, look.shade, shadeWeights.base,
            look.background, columns.insides.base + start, rows.insides.base + start, row + start, seen.count)
    }
}
