import CRows
import Pictures

/// Magnifies planes, bilinear. Each source row that is seen is stretched once, however many rows it becomes.
final class Enlarger {
    /// What part of a plane is seen.
    struct View {
        var grid: PlaneGrid
        /// The point that stays where it is, in luma coordinates.
        var center: (x: Double, y: Double)
        /// 1 or more.
        var magnification: Double

        func column(_ x: Int) -> Double { grid.column(center.x + (grid.x(x) - center.x) / magnification) }
        func row(_ y: Int) -> Double { grid.row(center.y + (grid.y(y) - center.y) / magnification) }
    }

    private let columns: PlacedLine
    private var view: View?
    private var map: rows_map?
    /// Two source rows, stretched.
    private var upper: Scratch<UInt16>
    private var lower: Scratch<UInt16>

    init(width: Int) {
        columns = PlacedLine(width: width)
        upper = Scratch(count: PlacedLine.rounded(width), filledWith: 0)
        lower = Scratch(count: PlacedLine.rounded(width), filledWith: 0)
    }

    /// Says what the following planes show: the width of the source, and that of the output, are those of the grid.
    func look<Sample: RowSample>(at view: View, as type: Sample.Type) {
        let width = view.grid.width
        for x in 0..<width {
            let place = bilinear(view.column(x), count: width)
            columns.indices.base[x] = Int32(truncatingIfNeeded: place.index)
            columns.weights.base[x] = place.weight
        }
        columns.repeatLast(of: 0..<width)
        map = width > 1 ? columns.map(0..<width, width: width, as: type) : nil
        self.view = view
    }

    /// `out = mix(magnified source, far)`.
    func draw<Sample: RowSample>(
        _ source: Plane, over far: Plane, farWeight: Int16, into out: Plane, as type: Sample.Type
    ) {
        guard let view else { preconditionFailure("nothing is looked at") }
        let (left, right) = (columns.indices.base[0], columns.indices.base[out.width - 1])
        let seenBytes = Int(right - left + 2) * MemoryLayout<Sample>.size
        var (upperRow, lowerRow) = (-1, -1)
        for y in 0..<out.height {
            let place = bilinear(view.row(y), count: source.height)
            let next = min(place.index + 1, source.height - 1)
            if lowerRow == place.index {
                swap(&upper, &lower)
                swap(&upperRow, &lowerRow)
            }
            if upperRow != place.index {
                stretch(source.row(place.index, as: type), into: upper)
                upperRow = place.index
            }
            if lowerRow != next {
                rows_prefetch(source.row(min(next + 2, source.height - 1), as: type) + Int(left), seenBytes)
                stretch(source.row(next, as: type), into: lower)
                lowerRow = next
            }
            var mixture = rows_mixture(
                upper: upper.base, lower: lower.base, row_weight: place.weight, far_weight: farWeight,
                far_soon: far.bytes(from: y, to: y + 3), out_soon: out.bytes(from: y, to: y + 3))
            Sample.enlarge(rowSet, &mixture, far.row(y, as: type), out.row(y, as: type), out.width)
        }
    }

    @inline(__always)
    private func stretch<Sample: RowSample>(_ row: UnsafePointer<Sample>, into out: Scratch<UInt16>) {
        if var map {
            Sample.stretch(&map, row, out.base)
        } else {
            out.base[0] = UInt16(truncatingIfNeeded: Int(row[0]) &* Sample.stretchedScale)
        }
    }
}
