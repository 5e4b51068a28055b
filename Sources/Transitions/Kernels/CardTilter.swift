import CRows
import Pictures

/// Draws a card that turns around the horizontal axis: each row shows one line of it, stretched.
final class CardTilter {
    private let columns: PlacedLine
    private let line: PlacedLine
    private let positions: Scratch<Float>
    private let shadeWeights: Scratch<Int16>
    private let values: (upper: Scratch<UInt16>, lower: Scratch<UInt16>)

    init(width: Int) {
        columns = PlacedLine(width: width)
        line = PlacedLine(width: width)
        positions = Scratch(count: width, filledWith: 0)
        shadeWeights = Scratch(count: width, filledWith: 0)
        let row = { Scratch<UInt16>(count: PlacedLine.rounded(width), filledWith: 0) }
        values = (row(), row())
    }

    func draw<Sample: RowSample>(_ pose: Pose, _ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        shadeWeights.base.update(repeating: look.shadeWeight, count: out.width)
        for y in 0..<out.height {
            let row = out.row(y, as: Sample.self)
            let seen = placeRow(y, pose, source)
            row.update(repeating: look.background, count: seen.lowerBound)
            (row + seen.upperBound).update(repeating: look.background, count: out.width - seen.upperBound)
            guard !seen.isEmpty else { continue }
            stretch(source, seen, as: Sample.self)
            let start = seen.lowerBound
            Sample.shade(
                values.upper.base, values.lower.base, line.weights.base + start, look.shade, shadeWeights.base,
                look.background, columns.insides.base + start, line.insides.base + start, row + start, seen.count)
        }
    }

    /// Places the columns of a row; returns which of them are seen.
    private func placeRow(_ y: Int, _ pose: Pose, _ source: Plane) -> Range<Int> {
        let t = pose.reciprocal(at: y)
        let (centre, perReciprocal) = pose.row(y)
        let place = centre + perReciprocal * t
        guard t > 0, place > -1, place < Double(source.height) else { return 0..<0 }
        let first = Float(pose.column(0, t))
        let step = Float(pose.column(1, t)) - first
        rows_spread(first, step, positions.base, pose.grid.width)
        let seen = positions.base.visible(pose.grid.width, source.width)
        guard !seen.isEmpty else { return seen }
        columns.place(positions.base, seen, sourceCount: source.width)
        columns.repeatLast(of: seen)
        line.place(Float(place), seen, sourceCount: source.height)
        return seen
    }

    private func stretch<Sample: RowSample>(_ source: Plane, _ seen: Range<Int>, as type: Sample.Type) {
        let index = Int(line.indices.base[seen.lowerBound])
        let (row, next) = (source.row(index, as: type), source.row(min(index + 1, source.height - 1), as: type))
        guard source.width > 1 else {
            values.upper.base.update(
                repeating: UInt16(truncatingIfNeeded: row[0]) << Sample.headroom, count: seen.count)
            values.lower.base.update(
                repeating: UInt16(truncatingIfNeeded: next[0]) << Sample.headroom, count: seen.count)
            return
        }
        let first = Int(columns.indices.base[seen.lowerBound])
        let span = Int(columns.indices.base[seen.upperBound - 1]) - first + 2
        rows_prefetch(
            source.row(min(index + 4, source.height - 1), as: type) + first, span * MemoryLayout<Sample>.size)
        let map = columns.map(seen, width: source.width, as: type)
        withUnsafePointer(to: map) {
            Sample.stretch($0, row, 0, 1, values.upper.base, Int(ROWS_BLOCK))
            Sample.stretch($0, next, 0, 1, values.lower.base, Int(ROWS_BLOCK))
        }
    }
}
