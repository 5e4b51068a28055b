import Pictures

/// Draws a plane rotated around the horizontal axis, as seen by a camera: each row shows one stretched line of the
/// plane, between two of its rows. A plane that turns around the vertical axis is drawn on its side.
final class Projector {
    /// What one row shows.
    private struct Row: BitwiseCopyable {
        /// The row of the plane at or before the line, the weight of the next one, and how much of the line is inside
        /// the plane.
        var upper = 0
        var weight: Int16 = 0
        var inside: Int16 = 0
        var line = Pose.Line(start: 0, step: 0)
    }

    /// Positions are exact at the start of each block; within it, steps are rounded to 65536ths.
    private static let block = 32

    private let rows: Scratch<Row>
    private let values: Scratch<UInt16>

    init(size: PictureSize) {
        rows = Scratch(count: size.height, filledWith: Row())
        values = Scratch(count: size.width + 1, filledWith: 0)
    }

    /// Sets the rotation of the following planes, which have `height` rows.
    func look(at pose: Pose, height: Int) {
        let last = Float(height - 1)
        for y in 0..<height {
            let t = pose.reciprocal(at: y)
            let position = t > 0 ? Float(pose.row(y, t)) : -1
            // Rounding half a row before the position gives the row before or at it.
            let upper = min(max(position - 0.5, 0), max(0, last - 1)).rounded(.toNearestOrEven)
            rows.base[y] = Row(
                upper: Int(upper), weight: weight(position - upper), inside: weight(min(position, last - position) + 1),
                line: pose.line(t))
        }
    }

    private func weight(_ part: Float) -> Int16 {
        Int16(min((min(max(part, 0), 1) * 32768).rounded(.toNearestOrEven), 32767))
    }

    func draw<Sample: RowSample>(_ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        for y in 0..<out.height {
            let (row, line) = (rows.base[y], out.row(y, as: Sample.self))
            guard row.inside > 0, row.line.step > 0 else {
                line.update(repeating: look.background, count: out.width)
                continue
            }
            mix(row, source, as: Sample.self)
            for start in stride(from: 0, to: out.width, by: Self.block) {
                let position = Int((row.line.start + Int64(start) * row.line.step) >> 16)
                drawBlock(
                    row, from: position, step: Int((row.line.step + 1 << 15) >> 16), sourceWidth: source.width, look,
                    into: line + start, count: min(Self.block, out.width - start))
            }
        }
    }

    /// The line between two rows, stretched: times `stretchedScale`.
    private func mix<Sample: RowSample>(_ row: Row, _ source: Plane, as type: Sample.Type) {
        let upper = source.row(row.upper, as: type)
        let lower = source.row(min(row.upper + 1, source.height - 1), as: type)
        let values = values.base
        if Sample.stretchedScale < 0 {
            let part = (UInt16(bitPattern: row.weight) &+ 128) &>> 8
            for x in 0..<source.width {
                let (above, below) = (UInt16(truncatingIfNeeded: upper[x]), UInt16(truncatingIfNeeded: lower[x]))
                values[x] = (above &- below) &* part &- above &<< 7
            }
        } else {
            for x in 0..<source.width {
                let (above, below) = (UInt16(truncatingIfNeeded: upper[x]), UInt16(truncatingIfNeeded: lower[x]))
                values[x] = mixed(above &<< 4, below &<< 4, weight: row.weight)
            }
        }
    }

    /// Part of a row: `position` and `step` are in 65536ths of a source column.
    private func drawBlock<Sample: RowSample>(
        _ row: Row, from position: Int, step: Int, sourceWidth: Int, _ look: CardLook<Sample>,
        into out: UnsafeMutablePointer<Sample>, count: Int
    ) {
        let last = (sourceWidth - 1) << 16
        let end = position + (count - 1) * step
        guard end > -65536, position < last + 65536 else { return out.update(repeating: look.background, count: count) }
        let isInside = position >= 0 && end < last
        let (values, gain, offset) = (values.base, Int32(look.gain), Int32(look.offset))
        for x in 0..<count {
            let place = isInside ? position &+ x &* step : min(max(position &+ x &* step, 0), last)
            let pair = values + place &>> 16
            let (from, to) = (Int32(Int16(bitPattern: pair[0])), Int32(Int16(bitPattern: pair[1])))
            let wide = from &+ rounded((to &- from) &* Int32(truncatingIfNeeded: (place & 0xFFFF) &>> 1))
            out[x] = Sample(truncatingIfNeeded: rounded(wide &* gain) &+ offset)
        }
        guard !isInside || row.inside < 32767 else { return }
        for x in 0..<count {
            let place = position + x * step
            let part = min(max(min(place, last - place) + 65536, 0), 65536)
            let inside = min(Int16(part / 2 - part / 65536), row.inside)
            out[x] = mixed(look.background, out[x], weight: inside)
        }
    }

    /// In 32768ths, rounded to nearest.
    @inline(__always)
    private func rounded(_ product: Int32) -> Int32 { (product &+ 16384) &>> 15 }
}

/// The appearance of a card apart from its picture.
struct CardLook<Sample: RowSample> {
    /// Visible around the card.
    var background: Sample
    /// Mixed in as the card turns away from the light, by this much.
    var shade: Sample
    var shadeWeight: Int16

    /// A shaded sample is a stretched value times `gain` / 32768, rounded to nearest, plus `offset`: samples as dark as
    /// the shade are unchanged.
    var gain: Int {
        let whole = 32768 / Sample.stretchedScale
        return ((32768 - Int(shadeWeight)) * whole + 16384) >> 15
    }
    var offset: Int { Int(shade) - (Int(shade) * Sample.stretchedScale * gain + 16384) >> 15 }
}
