import CRows
import Pictures

/// A plane at a quarter of its width and height, in 14-bit values: all that a strong blur leaves of it.
///
/// The blur itself then costs a sixteenth, and the way back, a bilinear enlargement, is a soft blur of its own.
final class QuarterPlane {
    /// How much shrinking and enlarging blur, in samples²: a box of 4, (4² − 1) / 12, and a tent of ±4, 4² / 6.
    static let variance = 1.25 + 16.0 / 6

    let width: Int
    let height: Int
    private let fullWidth: Int
    /// Rows above the first and below the last, for the blur to look at.
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
        let plane = { [width = self.width, height = self.height, margin] in
            Scratch<UInt16>(count: width * (height + 2 * margin) + PlacedLine.spare, filledWith: 0)
        }
        planes = (plane(), plane())
        let row = { [margin] in
            Scratch<UInt16>(
                count: 4 * ((width + 3) / 4) + 4 + 2 * margin + PlacedLine.spare, filledWith: 0)
        }
        rows = (row(), row())
        weights = Scratch(count: max(self.width, 1024), filledWith: 0)
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt16> { planes.current.base + (y + margin) * width }

    /// Takes the means of 4×4 samples; past its edges the plane repeats its last samples.
    func shrink<Sample: RowSample>(_ plane: Plane, as type: Sample.Type) {
        let whole = fullWidth / 4
        for y in 0..<height {
            let source = { (row: Int) in
                UnsafePointer(plane.row(min(4 * y + row, plane.height - 1), as: type))
            }
            let (a, b, c, d) = (source(0), source(1), source(2), source(3))
            for row in 4..<8 { rows_prefetch(source(row), fullWidth * MemoryLayout<Sample>.size) }
            Sample.shrink(a, b, c, d, row(y), whole)
            guard whole < width else { continue }
            row(y)[whole] = (0..<4).reduce(0) { sum, column in
                let x = min(4 * whole + column, fullWidth - 1)
                return sum + (UInt16(a[x]) + UInt16(b[x]) + UInt16(c[x]) + UInt16(d[x])) << (Sample.headroom - 4)
            }
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
        // The result lies at the beginning of either plane; put it where the rows are.
        if blurred == planes.spare.base { swap(&planes.current, &planes.spare) }
        row(0).update(from: blurred, count: height * width)
    }

    /// Writes row `y` of the full plane: bilinear, at eighths, because four samples lie evenly around each value.
    ///
    /// - Parameter soon: how many bytes further on something is going to be written.
    func expandRow<Sample: RowSample>(_ y: Int, into out: UnsafeMutablePointer<Sample>, soon: Int) {
        let (index, phase) = (y / 4, y % 4)
        let neighbor = min(max(phase < 2 ? index - 1 : index + 1, 0), height - 1)
        weights.base.update(repeating: phase == 0 || phase == 3 ? 12288 : 4096, count: width)
        let values = rows.values.base
        mixRow(row(index), row(neighbor), weights: weights.base, into: values + 1, count: width)
        values[0] = values[1]
        values[width + 1] = values[width]
        Sample.quadruple(rowSet, values, out, soon, fullWidth)
    }
}
