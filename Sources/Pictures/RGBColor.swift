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
