import Pictures

final class ZoomPlane {
    struct Smear {
        /// As a fraction of the distance from the center.
        var length: Double
        /// The picture is mixed with itself, magnified by each of these in order.
        var magnifications: [Double]
    }
    struct Moment {
        /// Magnifications of the two pictures.
        var near: Double
        var far: Double
        var farWeight: Int16
        var smear: Smear
    }

    /// The length of a smear, in luma samples, at which nothing of the sharp picture remains.
    private static let blurred = 8.0

    private let grid: PlaneGrid
    private let center: (x: Double, y: Double)
    private let quarters: (near: QuarterPlane, far: QuarterPlane)
    private let scalers: (near: Scaler, far: Scaler)
    private let sharp: Scratch<UInt16>
    private let weights: Scratch<Int16>

    init(_ grid: PlaneGrid, center: (x: Double, y: Double)) {
        self.grid = grid
        self.center = center
        let quarter = { QuarterPlane(width: grid.width, height: grid.height, longest: 0) }
        quarters = (quarter(), quarter())
        scalers = (Scaler(width: grid.width), Scaler(width: grid.width))
        sharp = Scratch(count: grid.width, filledWith: 0)
        weights = Scratch(count: grid.width, filledWith: 0)
    }

    func draw<Sample: RowSample>(
        _ moment: Moment, _ near: Plane, _ far: Plane, into out: Plane, as type: Sample.Type
    ) {
        let isSmeared = !moment.smear.magnifications.isEmpty
        if isSmeared { smear(moment, near, far, as: type) }
        let reach = isSmeared ? Self.blurred / moment.smear.length : .infinity
        let columns = part(grid.column(center.x - reach)...grid.column(center.x + reach), of: grid.width)
        let rows = part(grid.row(center.y - reach)...grid.row(center.y + reach), of: grid.height)
        scalers.near.look(at: view(grid, moment.near), columns: columns)
        scalers.far.look(at: view(grid, moment.far), columns: columns)
        for y in 0..<grid.height {
            let row = out.row(y, as: type)
            if isSmeared { quarters.near.expandRow(y, into: row) }
            guard rows.contains(y) else { continue }
            sharpen(y, moment, near, far, count: columns.count, as: type)
            guard isSmeared else {
                narrowRow(sharp.base, into: row, count: columns.count)
                continue
            }
            fillWeights(y, columns, reach: reach)
            let (out, sharp, weights) = (row + columns.lowerBound, sharp.base, weights.base)
            for x in 0..<columns.count { out[x] = mixed(out[x], narrowed(sharp[x]), weight: weights[x]) }
        }
    }

    private func view(_ grid: PlaneGrid, _ magnification: Double) -> Scaler.View {
        Scaler.View(grid: grid, center: center, magnification: magnification)
    }

    private func part(_ range: ClosedRange<Double>, of count: Int) -> Range<Int> {
        let limit = { (position: Double) in Int(min(max(position, 0), Double(count))) }
        return limit(range.lowerBound)..<limit(range.upperBound + 1)
    }

    /// Both pictures at a quarter of their size, mixed and smeared, in `quarters.near`.
    private func smear<Sample: RowSample>(_ moment: Moment, _ near: Plane, _ far: Plane, as type: Sample.Type) {
        let (all, scaler, grid) = (Int16(32767), scalers.near, quarterGrid)
        if moment.farWeight < all {
            quarters.near.shrink(near, as: type)
            quarters.near.mix(quarters.near, scaler, view(grid, moment.near), weight: all)
        }
        if moment.farWeight > 0 {
            quarters.far.shrink(far, as: type)
            quarters.near.mix(quarters.far, scaler, view(grid, moment.far), weight: moment.farWeight)
        }
        for magnification in moment.smear.magnifications {
            quarters.near.mix(quarters.near, scaler, view(grid, magnification), weight: 16384)
        }
    }

    /// Each sample of a quarter plane is in the middle of four by four.
    private var quarterGrid: PlaneGrid {
        PlaneGrid(
            originX: grid.originX + 1.5 * grid.step, originY: grid.originY + 1.5 * grid.step, step: 4 * grid.step,
            width: quarters.near.width, height: quarters.near.height)
    }

    /// Some columns of a row of both pictures, mixed, as 14-bit values.
    private func sharpen<Sample: RowSample>(
        _ y: Int, _ moment: Moment, _ near: Plane, _ far: Plane, count: Int, as type: Sample.Type
    ) {
        let row = { (scaler: Scaler, plane: Plane) in
            scaler.row(y) { widenRow(plane.row($0, as: type), plane.width, from: 0, into: $1, count: plane.width) }
        }
        if moment.farWeight == 0 || moment.farWeight == 32767 {
            let (scaler, plane) = moment.farWeight == 0 ? (scalers.near, near) : (scalers.far, far)
            return sharp.base.update(from: row(scaler, plane), count: count)
        }
        weights.base.update(repeating: moment.farWeight, count: count)
        mixRow(
            row(scalers.near, near), row(scalers.far, far), weights: weights.base, into: sharp.base, count: count)
    }

    /// The remaining share of the sharp picture: it falls with the square of the distance from the center.
    private func fillWeights(_ y: Int, _ columns: Range<Int>, reach: Double) {
        let above = Float((grid.y(y) - center.y) / reach)
        let (start, step) = (Float((grid.x(columns.lowerBound) - center.x) / reach), Float(grid.step / reach))
        let weights = weights.base
        for x in 0..<columns.count {
            let beside = start + Float(Int32(truncatingIfNeeded: x)) * step
            weights[x] = wholeNumber(max(0, 1 - above * above - beside * beside) * 32767)
        }
    }
}
