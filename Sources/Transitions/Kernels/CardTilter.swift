import CRows
import Pictures

/// Draws a card that turns around the horizontal axis: each row shows one line of it, stretched.
final class CardTilter {
    private let set: rows_set
    private let rows: PlacedLine
    private let positions: Scratch<Float>
    /// The line that each row shows.
    private let lines: Scratch<Pose.Line>
    private let values: Scratch<UInt16>

    init(size: PictureSize, set: rows_set) {
        self.set = set
        rows = PlacedLine(width: size.height, set: set)
        positions = Scratch(count: size.height, filledWith: 0)
        lines = Scratch(count: size.height, filledWith: Pose.Line(start: 0, step: 0))
        values = Scratch(count: size.width + 64, filledWith: 0)
    }

    /// Places all rows.
    func look(at pose: Pose) {
        let height = pose.grid.height
        for y in 0..<height {
            let t = pose.reciprocal(at: y)
            positions.base[y] = t > 0 ? Float(pose.row(y, t)) : -1
            lines.base[y] = pose.line(t)
        }
        rows.place(positions.base, 0..<height, sourceCount: height)
    }

    func draw<Sample: RowSample>(_ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        for y in 0..<out.height {
            let row = out.row(y, as: Sample.self)
            let line = lines.base[y]
            let seen = rows.insides.base[y] > 0 ? line.seen(out.width, of: source.width) : 0..<0
            row.update(repeating: look.background, count: seen.lowerBound)
            (row + seen.upperBound).update(repeating: look.background, count: out.width - seen.upperBound)
            guard !seen.isEmpty else { continue }
            let upper = Int(rows.indices.base[y])
            let lower = min(upper + 1, source.height - 1)
            var seenLine = rows_line(
                upper: source.row(upper, as: Sample.self), lower: source.row(lower, as: Sample.self),
                width: source.width, weight: rows.weights.base[y], inside: rows.insides.base[y], start: line.start,
                step: line.step, first: seen.lowerBound, end: seen.upperBound, look: look.rows, values: values.base,
                soon: source.bytes(from: lower, to: lower + 3), out_soon: out.bytes(from: y, to: y + 3))
            Sample.tilt(set, &seenLine, row)
        }
    }
}

extension Pose.Line {
    /// Which of `width` places are not outside of the `count` samples of a source.
    fileprivate func seen(_ width: Int, of count: Int) -> Range<Int> {
        guard step > 0 else { return 0..<0 }
        // The first place beyond one sample before the first, and the first that is one after the last.
        let before = -(1 << 32) - start
        let first = before < 0 ? 0 : Int(before / step) + 1
        let beyond = Int64(count) << 32 - start
        let end = beyond <= 0 ? 0 : Int((beyond + step - 1) / step)
        return min(first, width)..<max(min(first, width), min(end, width))
    }
}
