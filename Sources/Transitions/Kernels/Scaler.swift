/// Enlarges or shrinks a plane, bilinear; beyond its edges it continues as its mirror image.
final class Scaler {
    /// The visible part of a plane.
    struct View {
        var grid: PlaneGrid
        /// The fixed point, in luma coordinates.
        var center: (x: Double, y: Double)
        var magnification: Double

        fileprivate func column(_ x: Int) -> Double {
            mirrored(grid.column(center.x + (grid.x(x) - center.x) / magnification), count: grid.width)
        }
        fileprivate func row(_ y: Int) -> Double {
            mirrored(grid.row(center.y + (grid.y(y) - center.y) / magnification), count: grid.height)
        }
    }

    private var view: View?
    private var count = 0
    private let source: Scratch<UInt16>
    private let indices: Scratch<Int32>
    private let weights: Scratch<Int16>
    private let rowWeights: Scratch<Int16>
    private let mixed: Scratch<UInt16>
    /// Two rows of the source, stretched: each visible one is stretched once, however many rows it fills.
    private var upper: (index: Int, values: Scratch<UInt16>)
    private var lower: (index: Int, values: Scratch<UInt16>)

    init(width: Int) {
        let row = { Scratch<UInt16>(count: width + 1, filledWith: 0) }
        (source, mixed, upper, lower) = (row(), row(), (-1, row()), (-1, row()))
        indices = Scratch(count: width, filledWith: 0)
        weights = Scratch(count: width, filledWith: 0)
        rowWeights = Scratch(count: width, filledWith: 0)
    }

    /// Sets the view for the following rows, and the columns needed.
    func look(at view: View, columns: Range<Int>) {
        for (x, column) in columns.enumerated() {
            let place = bilinear(view.column(column), count: view.grid.width)
            indices.base[x] = Int32(truncatingIfNeeded: place.index)
            weights.base[x] = place.weight
        }
        self.view = view
        count = columns.count
        (upper.index, lower.index) = (-1, -1)
    }

    /// The columns in row `y`, as 14-bit values; valid until the next row is requested.
    ///
    /// - Parameter load: writes a row of the source, as 14-bit values.
    func row(
        _ y: Int, _ load: (_ row: Int, _ out: UnsafeMutablePointer<UInt16>) -> Void
    ) -> UnsafeMutablePointer<UInt16> {
        guard let view else { preconditionFailure("nothing is looked at") }
        let place = bilinear(view.row(y), count: view.grid.height)
        let next = min(place.index + 1, view.grid.height - 1)
        if lower.index == place.index || upper.index == next { swap(&upper, &lower) }
        if upper.index != place.index { stretch(place.index, &upper, load) }
        if lower.index != next { stretch(next, &lower, load) }
        rowWeights.base.update(repeating: place.weight, count: count)
        mixRow(upper.values.base, lower.values.base, weights: rowWeights.base, into: mixed.base, count: count)
        return mixed.base
    }

    private func stretch(
        _ index: Int, _ row: inout (index: Int, values: Scratch<UInt16>),
        _ load: (_ row: Int, _ out: UnsafeMutablePointer<UInt16>) -> Void
    ) {
        load(index, source.base)
        row.index = index
        let (source, indices, weights, out) = (source.base, indices.base, weights.base, row.values.base)
        for x in 0..<count {
            let place = source + Int(indices[x])
            out[x] = Transitions.mixed(place[0], place[1], weight: weights[x])
        }
    }
}

/// A position between two samples of a row or column: the index of the first, the weight of the second.
private func bilinear(_ position: Double, count: Int) -> (index: Int, weight: Int16) {
    let clamped = min(max(position, 0), Double(count - 1))
    let index = max(0, min(Int(clamped), count - 2))
    return (index, mixWeight(clamped - Double(index)))
}

/// A position outside a row or column of samples, folded back onto it, as if mirrored.
private func mirrored(_ position: Double, count: Int) -> Double {
    guard count > 1 else { return 0 }
    let last = Double(count - 1)
    let turns = position / (2 * last)
    return abs(turns - turns.rounded()) * 2 * last
}
