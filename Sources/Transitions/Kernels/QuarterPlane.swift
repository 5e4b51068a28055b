import Pictures

/// A plane at a quarter of its width and height, in 14-bit values: enough detail for a strong blur.
///
/// The blur itself then costs a sixteenth, and the bilinear enlargement back to full size adds its own soft blur.
final class QuarterPlane {
    /// The blur caused by shrinking and enlarging, in samples²: a box of 4, (4² − 1) / 12, and a tent of ±4, 4² / 6.
    static let variance = 1.25 + 16.0 / 6

    let width: Int
    let height: Int
    private let fullWidth: Int
    /// Extra rows above the first and below the last, for the blur.
    private let margin: Int
    private var planes: (current: Scratch<UInt16>, spare: Scratch<UInt16>)
    private let rows: (values: Scratch<UInt16>, spare: Scratch<UInt16>)
    private let weights: Scratch<Int16>

    /// - Parameters:
    ///   - width, height: of the full plane.
    ///   - longest: the longest blur, in samples of the full plane.
    init(width: Int, height: Int, longest: Double) {
        fullWidth = width
        self.width = (width + 3) / 4
        self.height = (height + 3) / 4
        margin = 2 * BoxLength(longest / 4).margin
        let plane = self.width * (self.height + 2 * margin)
        planes = (Scratch(count: plane, filledWith: 0), Scratch(count: plane, filledWith: 0))
        let row = 4 * self.width + 4 + 2 * margin
        rows = (Scratch(count: row, filledWith: 0), Scratch(count: row, filledWith: 0))
        weights = Scratch(count: self.width, filledWith: 0)
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt16> { planes.current.base + (y + margin) * width }

    /// Takes the means of 4×4 samples; beyond the edges the plane repeats its last samples.
    func shrink<Sample: RowSample>(_ plane: Plane, as type: Sample.Type) {
        let sums = rows.values.base
        for y in 0..<height {
            let source = { (row: Int) in
                UnsafePointer(plane.row(min(4 * y + row, plane.height - 1), as: type))
            }
            let (a, b, c, d) = (source(0), source(1), source(2), source(3))
            for x in 0..<fullWidth {
                let upper = UInt16(truncatingIfNeeded: a[x]) &+ UInt16(truncatingIfNeeded: b[x])
                let lower = UInt16(truncatingIfNeeded: c[x]) &+ UInt16(truncatingIfNeeded: d[x])
                // Times four if a mean of four rows has room for it.
                sums[x] = (upper &+ lower) &<< (Sample.headroom &- 2)
            }
            (sums + fullWidth).update(repeating: sums[fullWidth - 1], count: 4 * width - fullWidth)
            meanRow(sums, into: row(y), count: width)
        }
    }

    /// `self = mix(self, other)`.
    func mix(_ other: QuarterPlane, part: Double) {
        weights.base.update(repeating: mixWeight(part), count: width)
        for y in 0..<height { mixRow(row(y), other.row(y), weights: weights.base, into: row(y), count: width) }
    }

    /// - Parameter length: in samples of the full plane, up to the longest.
    func blur(_ length: Double) {
        let length = BoxLength(length / 4)
        let margin = 2 * length.margin
        for y in 0..<height {
            widenRow(row(y), width, from: -margin, shift: 0, into: rows.values.base, count: width + 2 * margin)
            let blurred = tentBlur(rows.values.base, rows.spare.base, length, count: width)
            row(y).update(from: blurred, count: width)
        }
        for distance in 1...margin {
            row(-distance).update(from: row(0), count: width)
            row(height - 1 + distance).update(from: row(height - 1), count: width)
        }
        let blurred = tentBlur(
            row(-margin), planes.spare.base, length, step: width, count: height * width)
        row(0).update(from: blurred, count: height * width)
    }

    /// `self = mix(self, other)`, with the other one as shown by `scaler` in `view`.
    func mix(_ other: QuarterPlane, _ scaler: Scaler, _ view: Scaler.View, weight: Int16) {
        scaler.look(at: view, columns: 0..<width)
        weights.base.update(repeating: weight, count: width)
        for y in 0..<height {
            let scaled = scaler.row(y) { $1.update(from: other.row($0), count: other.width) }
            mixRow(
                row(y), scaled, weights: weights.base, into: planes.spare.base + (y + margin) * width, count: width)
        }
        planes = (planes.spare, planes.current)
    }

    /// Writes row `y` of the full plane: bilinear, at eighths, because four samples are evenly spaced around each
    /// value.
    func expandRow<Sample: RowSample>(_ y: Int, into out: UnsafeMutablePointer<Sample>) {
        let (neighbor, eighths) = quarterNeighbor(y)
        weights.base.update(repeating: Int16(eighths) << 12, count: width)
        let values = rows.values.base
        mixRow(
            row(y / 4), row(min(max(neighbor, 0), height - 1)), weights: weights.base, into: values + 1, count: width)
        values[0] = values[1]
        values[width + 1] = values[width]
        quadrupleRow(values, into: out, count: fullWidth)
    }
}
