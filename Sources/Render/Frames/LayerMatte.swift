import Pictures
import Timeline

/// Lays a picture onto a canvas with rounded corners, a border and a shadow.
///
/// For each sample, the shares of the canvas, the picture and fixed colors are computed once, from the distance to the
/// rounded rectangle. Where only the picture is visible, rows are copied.
final class LayerMatte {
    /// The mixed part of a row; the rest of the row comes from the picture or the canvas alone.
    private struct Run {
        var row: Int
        var columns: Range<Int>
        /// The column of the first sample in `shares`.
        var start: Int
    }
    /// In 32768ths: a power of two keeps both ends exact.
    private struct Share {
        var below: Int32
        var picture: Int32
        /// Border and shadow, multiplied by their shares.
        var fixed: Int32
    }
    private struct PlaneMatte {
        var runs: [Run] = []
        var shares: [Share] = []
        /// The columns of each row that show only the picture, in samples of the canvas's plane.
        var solid: [(row: Int, columns: Range<Int>)] = []
    }

    private let place: PictureRect
    private let planes: [PlaneMatte]

    /// - Parameters:
    ///   - place: where the picture goes, with an even origin.
    ///   - exact: the visible rectangle, in luma samples of the canvas. Edges at fractions of a sample are anti-aliased.
    ///     Where it reaches beyond the place, the nearest samples of the picture are repeated.
    ///   - canvas: the whole canvas.
    init(
        _ edge: Layer.Edge, place: PictureRect, exact: UnitRectangle, canvas: PictureSize, format: PixelFormat,
        color: ColorDescription
    ) {
        self.place = place
        let shape = Shape(edge, exact, canvas: canvas)
        let black = RGBColor.black.codeValues(in: format, color)
        let border = edge.borderColor.codeValues(in: format, color)
        let chroma = canvas.chroma420
        planes = [
            Self.matte(shape, place, step: 1, canvas, black: black.luma, border: border.luma),
            Self.matte(shape, place, step: 2, chroma, black: black.cb, border: border.cb),
            Self.matte(shape, place, step: 2, chroma, black: black.cr, border: border.cr),
        ]
    }

    private static func matte(
        _ shape: Shape, _ place: PictureRect, step: Int, _ size: PictureSize, black: Int, border: Int
    ) -> PlaneMatte {
        var matte = PlaneMatte()
        let reach = shape.reach(step: step, size)
        let rows = place.y / step..<(place.y + place.height) / step
        let columns = place.x / step..<(place.x + place.width) / step
        // The rows between the corners are alike.
        var between: ArraySlice<Run> = []
        for row in reach.rows {
            let solid =
                rows.contains(row) ? shape.solidColumns(row: row, step: step, size).clamped(to: columns) : 0..<0
            if !solid.isEmpty { matte.solid.append((row, solid)) }
            let isBetween = shape.isBetweenCorners(row: row, step: step)
            if isBetween, !between.isEmpty {
                matte.runs += between.map { Run(row: row, columns: $0.columns, start: $0.start) }
                continue
            }
            let first = matte.runs.count
            let mixed =
                solid.isEmpty
                ? [reach.columns]
                : [reach.columns.lowerBound..<solid.lowerBound, solid.upperBound..<reach.columns.upperBound]
            for columns in mixed where !columns.isEmpty {
                matte.runs.append(Run(row: row, columns: columns, start: matte.shares.count))
                for column in columns {
                    let part = shape.parts(column: column, row: row, step: step)
                    // No share is negative.
                    let share = { (part: Double) in Int32(part * 32_768 + 0.5) }
                    let (picture, line, below) = (share(part.picture), share(part.border), share(part.below))
                    let shadow = 32_768 - picture - line - below
                    matte.shares.append(
                        Share(
                            below: below, picture: picture, fixed: line * Int32(border) + shadow * Int32(black)))
                }
            }
            if isBetween { between = matte.runs[first...] }
        }
        return matte
    }

    /// Draws `picture`, which has the size of the place, over `canvas`.
    ///
    /// - Parameter opacity: 0…1.
    func draw(_ picture: Picture, on canvas: Picture, opacity: Double) {
        let weight = Int32((min(max(opacity, 0), 1) * 32_768).rounded())
        for (index, matte) in planes.enumerated() {
            let (below, above) = (canvas.planes[index], picture.planes[index])
            if canvas.format.bytesPerSample == 1 {
                draw(above, on: below, matte, isChroma: index > 0, weight, UInt8.self)
            } else {
                draw(above, on: below, matte, isChroma: index > 0, weight, UInt16.self)
            }
        }
    }

    private func draw<Sample: FixedWidthInteger>(
        _ picture: Plane, on canvas: Plane, _ matte: PlaneMatte, isChroma: Bool, _ weight: Int32, _: Sample.Type
    ) {
        let (left, top) = isChroma ? (place.x / 2, place.y / 2) : (place.x, place.y)
        for (row, columns) in matte.solid {
            let below = canvas.row(row, as: Sample.self) + columns.lowerBound
            let above = picture.row(row - top, as: Sample.self) + (columns.lowerBound - left)
            if weight == 32_768 {
                below.update(from: above, count: columns.count)
            } else {
                for x in 0..<columns.count { below[x] = Self.mix(below[x], Int32(above[x]), weight) }
            }
        }
        matte.shares.withUnsafeBufferPointer { shares in
            for run in matte.runs {
                let below = canvas.row(run.row, as: Sample.self)
                // Outside the picture, its nearest sample is used, with a share of zero.
                let above = picture.row(min(max(run.row - top, 0), picture.height - 1), as: Sample.self)
                for x in run.columns {
                    let share = shares[run.start &+ x &- run.columns.lowerBound]
                    let own = Int32(truncatingIfNeeded: above[min(max(x &- left, 0), picture.width &- 1)])
                    let under = Int32(truncatingIfNeeded: below[x])
                    let mixed = (under &* share.below &+ own &* share.picture &+ share.fixed &+ 16_384) &>> 15
                    below[x] = Self.mix(below[x], mixed, weight)
                }
            }
        }
    }

    @inline(__always)
    private static func mix<Sample: FixedWidthInteger>(_ below: Sample, _ above: Int32, _ weight: Int32) -> Sample {
        guard weight < 32_768 else { return Sample(truncatingIfNeeded: above) }
        let under = Int32(truncatingIfNeeded: below)
        return Sample(truncatingIfNeeded: (under &* (32_768 &- weight) &+ above &* weight &+ 16_384) &>> 15)
    }
}

/// The rounded rectangle, its border and its shadow, in luma samples of the canvas.
private struct Shape {
    private let centerX, centerY, halfWidth, halfHeight: Double
    private let radius, border, borderAlpha, shadow, shadowReach, shadowDrop: Double

    init(_ edge: Layer.Edge, _ place: UnitRectangle, canvas: PictureSize) {
        (halfWidth, halfHeight) = (place.width / 2, place.height / 2)
        (centerX, centerY) = (place.x + halfWidth, place.y + halfHeight)
        let unit = Double(min(canvas.width, canvas.height))
        radius = edge.radius * 2 * min(halfWidth, halfHeight)
        // The border leaves at least half of a small picture visible.
        border = min(edge.border * unit, min(halfWidth, halfHeight) / 2)
        borderAlpha = Double(edge.borderColor.alpha) / 255
        shadow = edge.shadow
        shadowReach = edge.shadow > 0 ? max(2, 0.03 * unit) : 0
        // Light comes from above.
        shadowDrop = edge.shadow > 0 ? 0.008 * unit : 0
    }

    /// The signed distance of a point to the edge, negative inside (I. Quilez, "distance functions").
    private func distance(x: Double, y: Double) -> Double {
        let dx = abs(x - centerX) - halfWidth + radius
        let dy = abs(y - centerY) - halfHeight + radius
        let (outX, outY) = (max(dx, 0), max(dy, 0))
        return (outX * outX + outY * outY).squareRoot() + min(max(dx, dy), 0) - radius
    }

    /// The shares that make up a sample, as fractions of 1; the rest is shadow.
    ///
    /// - Parameter step: luma samples per sample of the plane.
    func parts(column: Int, row: Int, step: Int) -> (picture: Double, border: Double, below: Double) {
        let size = Double(step)
        let (x, y) = ((Double(column) + 0.5) * size, (Double(row) + 0.5) * size)
        let covered = { (distance: Double) in min(max(0.5 - distance / size, 0), 1) }
        let own = distance(x: x, y: y)
        let all = covered(own)
        let line = border > 0 ? (all - covered(own + border)) * borderAlpha : 0
        var dark = 0.0
        if shadow > 0 {
            let nearness = min(max(1 - distance(x: x, y: y - shadowDrop) / shadowReach, 0), 1)
            dark = shadow * nearness * nearness
        }
        return (all - line, line, (1 - all) * (1 - dark))
    }

    /// The part of a plane that is affected.
    func reach(step: Int, _ size: PictureSize) -> (rows: Range<Int>, columns: Range<Int>) {
        let range = { (center: Double, half: Double, before: Double, after: Double, limit: Int) in
            let start = max(0, Int((center - half - before) / Double(step)))
            let end = min(limit, Int(((center + half + after) / Double(step)).rounded(.up)))
            return start..<max(start, end)
        }
        return (
            range(centerY, halfHeight, shadowReach, shadowReach + shadowDrop, size.height),
            range(centerX, halfWidth, shadowReach, shadowReach, size.width)
        )
    }

    /// Whether the parts of a row depend on the column only: where neither the corners nor the edges above and below
    /// are as near as those at the sides.
    func isBetweenCorners(row: Int, step: Int) -> Bool {
        let length = Double(step)
        let y = (Double(row) + 0.5) * length
        let fromEdge = halfHeight - max(abs(y - centerY), abs(y - shadowDrop - centerY))
        return fromEdge >= radius + border + 2 * length
    }

    /// The columns of a row where only the picture is visible; empty near corners or the border.
    func solidColumns(row: Int, step: Int, _ size: PictureSize) -> Range<Int> {
        let length = Double(step)
        let inset = max(border, 0) + (border > 0 ? length / 2 : 0)
        let y = (Double(row) + 0.5) * length
        let fromEdge = halfHeight - abs(y - centerY)
        guard fromEdge >= inset + length / 2 else { return 0..<0 }
        // At a corner, the picture begins where the arc ends.
        var indent = inset
        if radius > 0, fromEdge < radius + length {
            indent = max(indent, radius + length)
        }
        let start = Int(((centerX - halfWidth + indent) / length).rounded(.up))
        let end = Int(((centerX + halfWidth - indent) / length).rounded(.down))
        return start < end ? (start..<end).clamped(to: 0..<size.width) : 0..<0
    }
}
