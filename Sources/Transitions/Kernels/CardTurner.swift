import CRows
import Pictures

/// Draws a card that turns around the vertical axis.
///
/// What a column shows of the width of the picture is the same in every row, and what it shows of the height goes on
/// from row to row by steps that are the same all along the column.
final class CardTurner {
    private let columns: PlacedLine
    private let positions: Scratch<Float>
    /// The columns that show some of the card.
    private var seen = 0..<0
    /// The row of the picture that each column shows first, and the step to the next, times 2³².
    private let starts: Scratch<Int64>
    private let steps: Scratch<Int64>
    private let values: Scratch<UInt16>
    /// For pictures of one column, which have no two to mix.
    private let doubled: Scratch<UInt16>

    init(size: PictureSize, set: rows_set) {
        columns = PlacedLine(width: size.width, set: set)
        positions = Scratch(count: size.width, filledWith: 0)
        starts = Scratch(count: size.width + PlacedLine.spare, filledWith: 0)
        steps = Scratch(count: size.width + PlacedLine.spare, filledWith: 0)
        values = Scratch(count: (2 * size.height + 4) * Int(ROWS_BLOCK), filledWith: 0)
        doubled = Scratch(count: size.width < 3 ? 2 * size.height : 0, filledWith: 0)
    }

    func draw<Sample: RowSample>(_ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        guard source.width > 1 else { return draw(twice(source, as: Sample.self), look, into: out) }
        for y in 0..<out.height where seen.count < out.width {
            let row = out.row(y, as: Sample.self)
            row.update(repeating: look.background, count: seen.lowerBound)
            (row + seen.upperBound).update(repeating: look.background, count: out.width - seen.upperBound)
        }
        guard !seen.isEmpty else { return }
        let first = seen.lowerBound
        var card = rows_card(
            height: source.height, starts: starts.base + first, steps: steps.base + first,
            insides: columns.insides.base + first, count: seen.count, look: look.rows, values: values.base)
        var map = columns.map(seen, width: source.width, as: Sample.self)
        Sample.turn(
            &card, &map, source.row(0, as: Sample.self), source.strideInBytes, out.row(0, as: Sample.self) + first,
            out.strideInBytes, out.height)
    }

    /// Places all columns.
    func look(at pose: Pose) {
        let width = pose.grid.width
        for x in 0..<width {
            let t = pose.reciprocal(at: x)
            let line = pose.line(t)
            positions.base[x] = t > 0 ? Float(pose.column(x, t)) : -1
            starts.base[x] = line.start
            steps.base[x] = line.step
        }
        seen = positions.base.visible(width, width)
        guard let last = seen.last else { return }
        columns.place(positions.base, seen, sourceCount: width)
        columns.repeatLast(of: seen)
        (starts.base + last).update(repeating: starts.base[last], count: PlacedLine.spare)
        (steps.base + last).update(repeating: steps.base[last], count: PlacedLine.spare)
    }

    private func twice<Sample: RowSample>(_ source: Plane, as type: Sample.Type) -> Plane {
        let copy = Plane(
            base: UnsafeMutableRawPointer(doubled.base), width: 2, height: source.height, strideInBytes: 4)
        for y in 0..<source.height {
            copy.row(y, as: type).update(repeating: source.row(y, as: type)[0], count: 2)
        }
        return copy
    }
}

extension UnsafeMutablePointer<Float> {
    /// The columns of a row whose rising positions are not outside of the `count` samples of a source.
    fileprivate func visible(_ width: Int, _ count: Int) -> Range<Int> {
        var (first, end) = (0, width)
        while first < end, self[first] <= -1 { first += 1 }
        while end > first, self[end - 1] <= -1 || self[end - 1] >= Float(count) { end -= 1 }
        return first..<end
    }
}
