import CRows
import Pictures

/// Draws a card that turns around the vertical axis.
///
/// What a column shows of the width of the picture is the same in every row: the rows of the picture are stretched
/// once, some columns of all of them at a time, which stay in the cache while those columns are drawn.
final class CardTurner {
    private let set: rows_set
    private let columns: PlacedLine
    private let positions: Scratch<Float>
    /// The reciprocals of the even columns and of the odd ones: so vectors of numbers of half the width, packed, come
    /// out in order.
    private let evens: Scratch<Float>
    private let odds: Scratch<Float>
    /// Of each row.
    private let factors: Scratch<Float>
    /// Stretched rows, and how long their blocks are.
    private let values: Scratch<UInt16>
    private let pitch: Int

    /// Two lines of cache of 8-bit samples.
    private static let tileWidth = 256

    init(size: PictureSize, set: rows_set = rowSet) {
        self.set = set
        columns = PlacedLine(width: size.width, set: set)
        positions = Scratch(count: size.width, filledWith: 0)
        evens = Scratch(count: size.width / 2 + PlacedLine.spare, filledWith: 0)
        odds = Scratch(count: size.width / 2 + PlacedLine.spare, filledWith: 0)
        factors = Scratch(count: size.height, filledWith: 0)
        pitch = (size.height + 1) * Int(ROWS_BLOCK)
        values = Scratch(count: (size.height + 1) * Self.tileWidth, filledWith: 0)
    }

    func draw<Sample: RowSample>(_ pose: Pose, _ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        for y in 0..<out.height { factors.base[y] = Float(pose.row(y).perReciprocal) }
        let seen = placeColumns(pose, source)
        for tile in seen.tiles(of: Self.tileWidth) {
            stretch(source, tile, pose, as: Sample.self)
            // Of the next tile; of the last one nothing.
            let next = min(tile.upperBound, seen.upperBound - 1)
            let soon = source.row(0, as: Sample.self) + Int(columns.indices.base[next])
            var card = rows_card(
                values: values.base, pitch: pitch, height: source.height,
                evens: evens.base + tile.lowerBound / 2, odds: odds.base + tile.lowerBound / 2,
                centre: Float(pose.row(0).centre), insides: columns.insides.base + tile.lowerBound,
                count: tile.count, shade: UInt16(look.shade), background: UInt16(look.background),
                shade_weight: look.shadeWeight, soon: UnsafeRawPointer(soon).assumingMemoryBound(to: UInt8.self),
                soon_stride: tile.upperBound < seen.upperBound ? source.strideInBytes : 0)
            Sample.turn(
                set, &card, factors.base, out.height, out.row(0, as: Sample.self) + tile.lowerBound,
                out.strideInBytes)
        }
        for y in 0..<out.height where seen.count < out.width {
            let row = out.row(y, as: Sample.self)
            row.update(repeating: look.background, count: seen.lowerBound)
            (row + seen.upperBound).update(repeating: look.background, count: out.width - seen.upperBound)
        }
    }

    /// Places all columns; returns which of them are seen, from an even one on.
    private func placeColumns(_ pose: Pose, _ source: Plane) -> Range<Int> {
        let width = pose.grid.width
        for x in 0..<width {
            let t = pose.reciprocal(at: x)
            (x % 2 == 0 ? evens : odds).base[x / 2] = Float(t)
            positions.base[x] = t > 0 ? Float(pose.column(x, t)) : -1
        }
        let visible = positions.base.visible(width, source.width)
        let seen = visible.lowerBound / 2 * 2..<max(visible.upperBound, visible.lowerBound / 2 * 2)
        guard !seen.isEmpty else { return seen }
        columns.place(positions.base, seen, sourceCount: source.width)
        columns.repeatLast(of: seen)
        let last = seen.upperBound - 1
        let reciprocal = (last % 2 == 0 ? evens : odds).base[last / 2]
        for x in seen.upperBound..<seen.upperBound + PlacedLine.spare {
            (x % 2 == 0 ? evens : odds).base[x / 2] = reciprocal
        }
        return seen
    }

    /// Stretches the rows that are seen of some columns.
    private func stretch<Sample: RowSample>(
        _ source: Plane, _ tile: Range<Int>, _ pose: Pose, as type: Sample.Type
    ) {
        let rows = seenRows(tile, pose, source.height)
        guard source.width > 1 else {
            for y in rows {
                let value = UInt16(truncatingIfNeeded: source.row(y, as: type)[0]) << Sample.headroom
                (values.base + y * Int(ROWS_BLOCK)).update(repeating: value, count: Int(ROWS_BLOCK))
            }
            return
        }
        let map = columns.map(tile, width: source.width, as: type)
        withUnsafePointer(to: map) {
            Sample.stretch(
                $0, source.row(rows.lowerBound, as: type), source.strideInBytes, rows.count,
                values.base + rows.lowerBound * Int(ROWS_BLOCK), pitch)
        }
    }

    /// Positions are bilinear in row and reciprocal, and have their extremes at corners.
    private func seenRows(_ tile: Range<Int>, _ pose: Pose, _ height: Int) -> Range<Int> {
        let last = tile.upperBound - 1
        let reciprocals = (evens.base[tile.lowerBound / 2], (last % 2 == 0 ? evens : odds).base[last / 2])
        let (first, final) = (factors.base[0], factors.base[pose.grid.height - 1])
        let centre = Float(pose.row(0).centre)
        let corners = [
            first * reciprocals.0, first * reciprocals.1, final * reciprocals.0, final * reciprocals.1,
        ]
        let (top, bottom) = (centre + corners.min()!, centre + corners.max()!)
        let start = min(max(Int(top.rounded(.down)) - 1, 0), height - 1)
        return start..<min(max(Int(bottom.rounded(.down)) + 3, start + 1), height)
    }
}

extension Range<Int> {
    /// Pieces that end at multiples of `width`.
    fileprivate func tiles(of width: Int) -> some Sequence<Range<Int>> {
        let first = lowerBound / width
        let end = isEmpty ? first : (upperBound + width - 1) / width
        return (first..<end).lazy.map { (Swift.max(lowerBound, $0 * width)..<Swift.min(upperBound, ($0 + 1) * width)) }
    }
}
