import Pictures

/// Non-linear R′G′B′, 0…1.
package struct RGB: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package init(_ red: Double, _ green: Double, _ blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }
}

/// The three code values of a color, not yet rounded.
package struct ColorCode: Hashable, Sendable {
    package var luma: Double
    package var cb: Double
    package var cr: Double

    /// R′G′B′ to code values by the definitions of ITU-T H.273 §8.3, in floating point: the reference that the
    /// program under test has no part in.
    ///
    /// - Parameter matrix: 0 R′G′B′ itself (in the order G, B, R), 1 BT.709, 5 and 6 BT.601, 9 BT.2020.
    package init(_ color: RGB, matrix: Int, isFullRange: Bool, depth: Int) {
        let scale = Double(1 << (depth - 8))
        let peak = Double(1 << depth - 1)
        if matrix == 0 {
            (luma, cb, cr) = (color.green * peak, color.blue * peak, color.red * peak)
            return
        }
        let (kr, kb) = Self.coefficients(matrix)
        let y = kr * color.red + (1 - kr - kb) * color.green + kb * color.blue
        let u = (color.blue - y) / (2 * (1 - kb))
        let v = (color.red - y) / (2 * (1 - kr))
        if isFullRange {
            let middle = Double(1 << (depth - 1))
            (luma, cb, cr) = (y * peak, middle + u * peak, middle + v * peak)
        } else {
            (luma, cb, cr) = ((16 + 219 * y) * scale, (128 + 224 * u) * scale, (128 + 224 * v) * scale)
        }
    }

    package init(luma: Double, cb: Double, cr: Double) { (self.luma, self.cb, self.cr) = (luma, cb, cr) }

    package static func coefficients(_ matrix: Int) -> (red: Double, blue: Double) {
        switch matrix {
        case 5, 6: (0.299, 0.114)
        case 9: (0.2627, 0.0593)
        default: (0.2126, 0.0722)
        }
    }

    /// As a recording can hold it.
    package var rounded: ColorCode { ColorCode(luma: luma.rounded(), cb: cb.rounded(), cr: cr.rounded()) }

    /// The largest difference of the three.
    package func distance(to other: ColorCode) -> Double {
        max(abs(luma - other.luma), abs(cb - other.cb), abs(cr - other.cr))
    }
}

extension ColorCode: CustomStringConvertible {
    package var description: String {
        let one = { (value: Double) in "\((value * 100).rounded() / 100)" }
        return "(\(one(luma)) \(one(cb)) \(one(cr)))"
    }
}
