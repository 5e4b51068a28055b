import FixtureMedia
import Foundation
import Pictures

/// Colors converted by the definitions of ITU-T H.273, in floating point: the reference that the program under
/// test has no part in.
enum ColorReference {
    /// R′G′B′ of code values: the inverse of `ColorCode.init`.
    static func color(of code: ColorCode, matrix: Int, isFullRange: Bool, depth: Int) -> RGB {
        let scale = Double(1 << (depth - 8))
        let peak = Double(1 << depth - 1)
        if matrix == 0 { return RGB(code.cr / peak, code.luma / peak, code.cb / peak) }
        let middle = Double(1 << (depth - 1))
        let y = isFullRange ? code.luma / peak : (code.luma / scale - 16) / 219
        let span = isFullRange ? peak : 224 * scale
        let (u, v) = ((code.cb - middle) / span, (code.cr - middle) / span)
        let (kr, kb) = ColorCode.coefficients(matrix)
        let red = y + 2 * (1 - kr) * v
        let blue = y + 2 * (1 - kb) * u
        return RGB(red, (y - kr * red - kb * blue) / (1 - kr - kb), blue)
    }

    /// The same light with other primaries, for a display with the curve of ITU-R BT.1886.
    static func color(_ color: RGB, from: Int, to: Int) -> RGB {
        guard from != to else { return color }
        let light = [color.red, color.green, color.blue].map { pow(max(0, $0), 2.4) }
        let other = product(inverse(primaries(to)), product(primaries(from), light)).map { pow(max(0, $0), 1 / 2.4) }
        return RGB(other[0], other[1], other[2])
    }

    /// R, G, B to X, Y, Z, rows; by the chromaticities of H.273 table 2 and D65.
    private static func primaries(_ code: Int) -> [[Double]] {
        let xy: [(Double, Double)] =
            switch code {
            case 5: [(0.64, 0.33), (0.29, 0.60), (0.15, 0.06)]
            case 6: [(0.630, 0.340), (0.310, 0.595), (0.155, 0.070)]
            case 9: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
            default: [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
            }
        let columns = xy.map { [$0.0 / $0.1, 1, (1 - $0.0 - $0.1) / $0.1] }
        let rows = (0..<3).map { row in columns.map { $0[row] } }
        let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
        let weights = product(inverse(rows), white)
        return rows.map { row in zip(row, weights).map { $0 * $1 } }
    }

    private static func product(_ m: [[Double]], _ v: [Double]) -> [Double] {
        m.map { row in zip(row, v).map { $0 * $1 }.reduce(0, +) }
    }

    private static func inverse(_ m: [[Double]]) -> [[Double]] {
        let minor = { (r: Int, c: Int) -> Double in
            let (a, b) = ((r + 1) % 3, (r + 2) % 3)
            let (d, e) = ((c + 1) % 3, (c + 2) % 3)
            return m[a][d] * m[b][e] - m[a][e] * m[b][d]
        }
        let determinant = (0..<3).map { m[0][$0] * minor(0, $0) }.reduce(0, +)
        return (0..<3).map { r in (0..<3).map { c in minor(c, r) / determinant } }
    }
}

extension ColorDescription {
    static let bt601of525 = ColorDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)
    static let bt601of625 = ColorDescription(primaries: 5, transfer: 6, matrix: 5, isFullRange: false)
    static let bt2020 = ColorDescription(primaries: 9, transfer: 14, matrix: 9, isFullRange: false)
    var full: ColorDescription {
        ColorDescription(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: true)
    }
}
