import Pictures

/// Draws a plane that is turned in space, as a camera sees it: bilinear, with smooth edges.
final class Projector {
    /// How a picture is turned, and which of its planes is drawn.
    ///
    /// A point (u, v) of the picture, from its centre, comes to lie at depth z = u·sin θ and is seen at
    /// X = u·cos θ·k·D / (D + z), Y = v·k·D / (D + z). Solved for u and v that is two products with one
    /// reciprocal: t = 1 / (D·cos θ − X/k·sin θ), u = X/k·D·t, v = Y/k·D·cos θ·t.
    struct Pose {
        var grid: PlaneGrid
        private let centre: (x: Double, y: Double)
        /// t = 1 / (constant + perX · X + perY · Y)
        private let constant: Double
        private let perX: Double
        private let perY: Double
        private let scaleU: Double
        private let scaleV: Double

        init(grid: PlaneGrid, size: PictureSize, cosine: Double, sine: Double, turnsAroundVertical: Bool) {
            self.grid = grid
            let (width, height) = (Double(size.width), Double(size.height))
            centre = (width / 2, height / 2)
            // Seen from twice the turning side away, as a picture on a wall; a step back while it turns, so that
            // the near edge stays in sight.
            let distance = 2 * (turnsAroundVertical ? width : height)
            let stepBack = 1 + 0.25 * abs(sine)
            constant = distance * cosine
            perX = turnsAroundVertical ? -sine * stepBack : 0
            perY = turnsAroundVertical ? 0 : -sine * stepBack
            scaleU = stepBack * distance * (turnsAroundVertical ? 1 : cosine)
            scaleV = stepBack * distance * (turnsAroundVertical ? cosine : 1)
        }

        /// Where the camera sees row `y`: everything about it that is the same for all its columns.
        func sight(ofRow y: Int, from firstColumn: Int) -> Sight {
            let seenX = grid.x(firstColumn) - centre.x
            let seenY = grid.y(y) - centre.y
            return Sight(
                seenX: Float(seenX), step: Float(grid.step), depth: Float(constant + perY * seenY), perX: Float(perX),
                column: Float(grid.column(centre.x)), perColumn: Float(scaleU / grid.step),
                row: Float(grid.row(centre.y)), perRow: Float(seenY * scaleV / grid.step))
        }

        /// The columns of row `y` in which the picture may be seen, with a sample to spare.
        func columns(ofRow y: Int) -> Range<Int> {
            let seenY = grid.y(y) - centre.y
            let depth = constant + perY * seenY
            guard depth > 1e-6 else { return 0..<0 }
            // X from u = ± half the width: u · (constant + perX·X + perY·Y) = X · scaleU.
            let edge = { (u: Double) in self.grid.column(self.centre.x + u * depth / (self.scaleU - self.perX * u)) }
            let reach = centre.x + 2 * grid.step
            let first = max(0, Int(max(-1, edge(-reach)).rounded(.down)))
            let last = min(grid.width - 1, Int(min(Double(grid.width), edge(reach)).rounded(.up)))
            return first..<max(first, last + 1)
        }
    }

    /// One row of a pose.
    struct Sight {
        var seenX, step, depth, perX, column, perColumn, row, perRow: Float

        /// Positions between the samples of the plane.
        @inline(__always)
        func place(_ x: Int) -> (column: Float, row: Float) {
            let seen = seenX + Float(Int32(truncatingIfNeeded: x)) * step
            let t = 1 / (depth + perX * seen)
            return (column + seen * perColumn * t, row + perRow * t)
        }
    }

    private let rowIndices: Scratch<Int32>
    private let columnIndices: Scratch<Int32>
    private let columnWeights: Scratch<Int16>
    private let rowWeights: Scratch<Int16>
    private let coverage: Scratch<Int16>
    private let shades: Scratch<Int16>
    private let upperPairs: Scratch<UInt32>
    private let lowerPairs: Scratch<UInt32>
    private let upper: Scratch<UInt16>
    private let lower: Scratch<UInt16>

    init(width: Int) {
        rowIndices = Scratch(count: width, filledWith: 0)
        columnIndices = Scratch(count: width, filledWith: 0)
        columnWeights = Scratch(count: width, filledWith: 0)
        rowWeights = Scratch(count: width, filledWith: 0)
        coverage = Scratch(count: width, filledWith: 0)
        shades = Scratch(count: width, filledWith: 0)
        upperPairs = Scratch(count: width, filledWith: 0)
        lowerPairs = Scratch(count: width, filledWith: 0)
        upper = Scratch(count: width, filledWith: 0)
        lower = Scratch(count: width, filledWith: 0)
    }

    /// - Parameters:
    ///   - shade: how much of `dark` is mixed into the picture.
    ///   - background: what is seen beside it.
    func draw<Sample: RowSample>(
        _ pose: Pose, _ source: Plane, shade: Int16, _ dark: Sample, background: Sample, into out: Plane
    ) {
        shades.base.update(repeating: shade, count: out.width)
        for y in 0..<out.height {
            let row = out.row(y, as: Sample.self)
            let columns = pose.columns(ofRow: y)
            row.update(repeating: background, count: columns.lowerBound)
            (row + columns.upperBound).update(repeating: background, count: out.width - columns.upperBound)
            let (start, count) = (row + columns.lowerBound, columns.count)
            place(pose, y, columns, source)
            sample(source, into: start, count: count)
            mixRow(start, colour: dark, weights: shades.base, into: start, count: count)
            coverRow(start, background: background, coverage: coverage.base, count: count)
        }
    }

    /// Finds what each column of a row sees, and how much of the sample lies inside the picture.
    @inline(__always)
    private func place(_ pose: Pose, _ y: Int, _ columns: Range<Int>, _ source: Plane) {
        let sight = pose.sight(ofRow: y, from: columns.lowerBound)
        let (lastColumn, lastRow) = (Float(source.width - 1), Float(source.height - 1))
        let (mostColumn, mostRow) = (Float(max(0, source.width - 2)), Float(max(0, source.height - 2)))
        let (coverage, columnIndices, rowIndices) = (coverage.base, columnIndices.base, rowIndices.base)
        let (columnWeights, rowWeights) = (columnWeights.base, rowWeights.base)
        for x in 0..<columns.count {
            let (column, row) = sight.place(x)
            let inside = min(min(column, lastColumn - column), min(row, lastRow - row))
            coverage[x] = Self.weight(inside + 1)
            // The nearest sample of a position half a sample before is the one before or at it.
            let columnBits = min(max(column - 0.5, 0), mostColumn) + Self.wholes
            let rowBits = min(max(row - 0.5, 0), mostRow) + Self.wholes
            columnIndices[x] = Self.index(columnBits)
            rowIndices[x] = Self.index(rowBits)
            columnWeights[x] = Self.weight(column - (columnBits - Self.wholes))
            rowWeights[x] = Self.weight(row - (rowBits - Self.wholes))
        }
    }

    /// 2²³: a Float that small numbers are added to has no room for fractions and keeps the nearest whole
    /// number in its lowest bits. A conversion would check for overflow, which no vector instruction does.
    private static let wholes: Float = 8_388_608

    @inline(__always)
    private static func index(_ bits: Float) -> Int32 { Int32(truncatingIfNeeded: bits.bitPattern & 0x7F_FFFF) }
    @inline(__always)
    private static func weight(_ part: Float) -> Int16 {
        Int16(truncatingIfNeeded: (min(max(part, 0), 1) * 32767 + wholes).bitPattern)
    }

    @inline(__always)
    private func sample<Sample: RowSample>(_ source: Plane, into out: UnsafeMutablePointer<Sample>, count: Int) {
        let size = MemoryLayout<Sample>.size
        let (base, stride) = (source.base, source.strideInBytes)
        let below = source.height > 1 ? stride : 0
        let (rows, columns) = (rowIndices.base, columnIndices.base)
        upperPairs.base.withMemoryRebound(to: Sample.Pair.self, capacity: count) { upperPairs in
            lowerPairs.base.withMemoryRebound(to: Sample.Pair.self, capacity: count) { lowerPairs in
                if source.width > 1 {
                    for x in 0..<count {
                        let place = base + (Int(rows[x]) &* stride &+ Int(columns[x]) &* size)
                        upperPairs[x] = place.loadUnaligned(as: Sample.Pair.self)
                        lowerPairs[x] = (place + below).loadUnaligned(as: Sample.Pair.self)
                    }
                } else {
                    // A single column has no neighbour to fetch, and its weight is 0.
                    for x in 0..<count {
                        let place = base + Int(rows[x]) &* stride
                        upperPairs[x] = Sample.Pair(truncatingIfNeeded: place.loadUnaligned(as: Sample.self))
                        lowerPairs[x] = Sample.Pair(truncatingIfNeeded: (place + below).loadUnaligned(as: Sample.self))
                    }
                }
                mixPairs(upperPairs, weights: columnWeights.base, into: upper.base, count: count, as: Sample.self)
                mixPairs(lowerPairs, weights: columnWeights.base, into: lower.base, count: count, as: Sample.self)
            }
        }
        mixRow(upper.base, lower.base, weights: rowWeights.base, into: upper.base, count: count)
        narrowRow(upper.base, into: out, count: count)
    }
}

/// `row = mix(background, row)`.
@inline(__always)
private func coverRow<Sample: RowSample>(
    _ row: UnsafeMutablePointer<Sample>, background: Sample, coverage: UnsafePointer<Int16>, count: Int
) {
    for x in 0..<count { row[x] = mixed(background, row[x], weight: coverage[x]) }
}
