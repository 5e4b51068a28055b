import CRows
import Pictures

/// Magnifies planes, bilinear. Each source row that is seen is stretched once, however many rows it becomes.
final class Enlarger {
    /// What part of a plane is seen.
    struct View {
        var grid: PlaneGrid
        /// The point that stays where it is, in luma coordinates.
        var centre: (x: Double, y: Double)
        /// 1 or more.
        var magnification: Double

        func column(_ x: Int) -> Double { grid.column(centre.x + (grid.x(x) - centre.x) / magnification) }
        func row(_ y: Int) -> Double { grid.row(centre.y + (grid.y(y) - centre.y) / magnification) }
    }

    private let columns: PlacedLine
    private let rowWeights: Scratch<Int16>
    private let farWeights: Scratch<Int16>
    /// Two source rows, stretched.
    private var upper: Scratch<UInt16>
    private var lower: Scratch<UInt16>

    init(width: Int) {
        columns = PlacedLine(width: width)
        rowWeights = Scratch(count: width, filledWith: 0)
        farWeights = Scratch(count: width, filledWith: 0)
        upper = Scratch(count: PlacedLine.rounded(width), filledWith: 0)
        lower = Scratch(count: PlacedLine.rounded(width), filledWith: 0)
    }

    /// `out = mix(magnified source, far)`.
    func draw<Sample: RowSample>(
        _ view: View, _ source: Plane, over far: Plane, farWeight: Int16, into out: Plane, as type: Sample.Type
    ) {
        for x in 0..<out.width {
            let place = bilinear(view.column(x), count: source.width)
            columns.indices.base[x] = Int32(place.index)
            columns.weights.base[x] = place.weight
        }
        columns.repeatLast(of: 0..<out.width)
        let map = columns.map(0..<out.width, width: source.width, as: type)
        farWeights.base.update(repeating: farWeight, count: out.width)
        var (upperRow, lowerRow) = (-1, -1)
        for y in 0..<out.height {
            let place = bilinear(view.row(y), count: source.height)
            let next = min(place.index + 1, source.height - 1)
            if lowerRow == place.index {
                swap(&upper, &lower)
                swap(&upperRow, &lowerRow)
            }
            if upperRow != place.index {
                stretch(source.row(place.index, as: type), source.width, map, into: upper)
                upperRow = place.index
            }
            if lowerRow != next {
                let soon = source.row(min(next + 2, source.height - 1), as: type)
                let (left, right) = (Int(map.indices[0]), Int(map.indices[out.width - 1]))
                rows_prefetch(soon + left, (right - left) * MemoryLayout<Sample>.size)
                stretch(source.row(next, as: type), source.width, map, into: lower)
                lowerRow = next
            }
            rowWeights.base.update(repeating: place.weight, count: out.width)
            let soon = min(y + 3, out.height - 1)
            rows_prefetch(far.row(soon, as: type), out.width * MemoryLayout<Sample>.size)
            rows_prefetch(out.row(soon, as: type), out.width * MemoryLayout<Sample>.size)
            Sample.mixWide(
                upper.base, lower.base, rowWeights.base, far.row(y, as: type), farWeights.base, out.row(y, as: type),
                out.width)
        }
    }

    @inline(__always)
    private func stretch<Sample: RowSample>(
        _ row: UnsafePointer<Sample>, _ width: Int, _ map: rows_map, into out: Scratch<UInt16>
    ) {
        guard width > 1 else {
            return out.base.update(repeating: UInt16(truncatingIfNeeded: row[0]) &<< Sample.headroom, count: map.count)
        }
        withUnsafePointer(to: map) { Sample.stretch($0, row, 0, 1, out.base, Int(ROWS_BLOCK)) }
    }
}
