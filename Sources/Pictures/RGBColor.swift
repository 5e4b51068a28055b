/// A color as people write it: 8-bit R′G′B′, read from `#rrggbb`, `#rgb`, `#rrggbbaa` or one of a few names.
public struct RGBColor: Hashable, Sendable, Codable {
    /// R′, 0…255.
    public var red: UInt8
    /// G′, 0…255.
    public var green: UInt8
    /// B′, 0…255.
    public var blue: UInt8
    /// 0 (transparent) to 255.
    public var alpha: UInt8

    /// Opaque by default.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// `#000000`.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)
    /// `#ffffff`.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)

    /// The basic CSS color names.
    package static let names: [(name: String, color: RGBColor)] = [
        ("black", black), ("white", white), ("gray", hexadecimal(0x808080)),
        ("silver", hexadecimal(0xC0C0C0)), ("red", hexadecimal(0xFF0000)), ("maroon", hexadecimal(0x800000)),
        ("orange", hexadecimal(0xFFA500)), ("yellow", hexadecimal(0xFFFF00)), ("olive", hexadecimal(0x808000)),
        ("lime", hexadecimal(0x00FF00)), ("green", hexadecimal(0x008000)), ("cyan", hexadecimal(0x00FFFF)),
        ("teal", hexadecimal(0x008080)), ("blue", hexadecimal(0x0000FF)), ("navy", hexadecimal(0x000080)),
        ("magenta", hexadecimal(0xFF00FF)), ("purple", hexadecimal(0x800080)), ("pink", hexadecimal(0xFFC0CB)),
        ("brown", hexadecimal(0xA52A2A)), ("gold", hexadecimal(0xFFD700)),
    ]

    /// - Parameter share: of the other color, 0…1.
    package func mixed(with other: RGBColor, _ share: Double) -> RGBColor {
        let mix = { (part: KeyPath<RGBColor, UInt8>) in
            UInt8((Double(self[keyPath: part]) * (1 - share) + Double(other[keyPath: part]) * share).rounded())
        }
        return RGBColor(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
    }

    /// `nil` when the text is neither a name nor hexadecimal. The `#` is optional: shells treat it as a comment.
    public init?(parsing text: String) {
        let word = text.lowercased()
        if let named = Self.names.first(where: { $0.name == word }) {
            self = named.color
            return
        }
        var digits = Array(word.hasPrefix("#") ? word.dropFirst() : word[...])
        if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = Int(String(digits.prefix(6)), radix: 16)
        else { return nil }
        self = Self.hexadecimal(value)
        if digits.count == 8 { alpha = UInt8(String(digits.suffix(2)), radix: 16)! }
    }

    private static func hexadecimal(_ value: Int) -> RGBColor {
        RGBColor(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}

extension RGBColor: CustomStringConvertible {
    /// The name if it has one, `#rrggbb` or `#rrggbbaa` otherwise.
    public var description: String {
        if let named = Self.names.first(where: { $0.color == self }) { return named.name }
        return "#"
            + ([red, green, blue] + (alpha == 255 ? [] : [alpha])).map { String(Int($0) + 256, radix: 16).dropFirst() }
            .joined()
    }
}

extension RGBColor {
    /// The code values of this color in a picture of `format` and `color`.
    ///
    /// Colors are those of a standard display: R′G′B′ with the primaries of BT.709. BT.601 uses them unchanged, as is
    /// common practice. Wider primaries show the same color, and high dynamic range shows it at the brightness of
    /// graphics: white at 203 cd/m² (ITU-R BT.2408 §2.1), mapped by display light (§5.1, §5.6).
    package func codeValues(in format: PixelFormat, _ color: ColorDescription) -> (luma: Int, cb: Int, cr: Int) {
        let (r, g, b) = signal(color)
        let (kr, kb) = color.lumaWeights
        let y = kr * r + (1 - kr - kb) * g + kb * b
        let code = { (offset: Double, range: Double, value: Double) in
            min(max(Int((offset + range * value).rounded()), 0), 1 << format.bitDepth - 1)
        }
        // ITU-T H.273 §8.3, with the quantization of either range.
        let scale = Double(1 << (format.bitDepth - 8))
        let full = 256 * scale - 1
        let (black, luma, chroma) =
            color.isFullRange ? (0, full, full) : (16 * scale, 219 * scale, 224 * scale)
        return (
            code(black, luma, y), code(128 * scale, chroma, (b - y) / (2 - 2 * kb)),
            code(128 * scale, chroma, (r - y) / (2 - 2 * kr))
        )
    }

    private typealias Components = (red: Double, green: Double, blue: Double)

    /// R′G′B′ of this color with the primaries and the transfer curve of `color`.
    private func signal(_ color: ColorDescription) -> Components {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        guard color.primaries == 9 else { return (r, g, b) }
        // Display light (BT.1886), with the primaries of BT.2020 (BT.2087 annex 1).
        let light = (r: power(r, 2.4), g: power(g, 2.4), b: power(b, 2.4))
        let wide: Components = (
            0.6274 * light.r + 0.3293 * light.g + 0.0433 * light.b,
            0.0691 * light.r + 0.9195 * light.g + 0.0114 * light.b,
            0.0164 * light.r + 0.0880 * light.g + 0.8956 * light.b
        )
        switch color.transfer {
        case 16: return (perceptual(wide.red), perceptual(wide.green), perceptual(wide.blue))
        case 18:
            // The display's gamma of 1.2 at 1000 cd/m², undone (BT.2100 table 5).
            let bright = Self.referenceWhite / 1000
            let luminance = bright * (0.2627 * wide.red + 0.6780 * wide.green + 0.0593 * wide.blue)
            let scene = luminance > 0 ? bright / power(luminance, 1 - 1 / 1.2) : 0
            return (hybrid(scene * wide.red), hybrid(scene * wide.green), hybrid(scene * wide.blue))
        default: return (power(wide.red, 1 / 2.4), power(wide.green, 1 / 2.4), power(wide.blue, 1 / 2.4))
        }
    }

    /// cd/m²
    private static let referenceWhite = 203.0

    /// The inverse of the PQ curve (BT.2100 table 4) for light relative to the reference white.
    private func perceptual(_ light: Double) -> Double {
        let y = power(light * Self.referenceWhite / 10000, 2610.0 / 16384)
        return power((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
    }

    /// The HLG curve (BT.2100 table 5).
    private func hybrid(_ scene: Double) -> Double {
        scene <= 1.0 / 12
            ? (3 * scene).squareRoot() : 0.17883277 * naturalLogarithm(12 * scene - 0.28466892) + 0.55991073
    }
}

extension ColorDescription {
    /// The luma weights of red and blue (H.273 §8.3); those of BT.709 if unknown.
    package var lumaWeights: (red: Double, blue: Double) {
        switch matrix {
        case 5, 6: (0.299, 0.114)
        case 9, 10: (0.2627, 0.0593)
        default: (0.2126, 0.0722)
        }
    }
}
