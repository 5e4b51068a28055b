/// A point as fractions of a picture's width and height, from the top left.
public struct UnitPoint: Hashable, Sendable, Codable, CustomStringConvertible {
    /// From 0 to 1 inside the picture.
    public var x, y: Double

    /// From 0 to 1 inside the picture; not checked.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The center of the picture.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// "0.5,0.4": x, then y.
    public var description: String { "\(x),\(y)" }
}

/// A rectangle as fractions of a picture's width and height, from the top left: plans do not depend on pixel counts.
public struct UnitRectangle: Hashable, Sendable, Codable {
    /// From 0 to 1 inside the picture.
    public var x, y, width, height: Double

    /// From 0 to 1 inside the picture; `isValid` checks that.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// In samples, as `exactSamples(of:)` returns them.
    public init(_ samples: PictureRect) {
        self.init(
            x: Double(samples.x), y: Double(samples.y), width: Double(samples.width), height: Double(samples.height))
    }

    /// The whole picture.
    public static let full = UnitRectangle(x: 0, y: 0, width: 1, height: 1)
    /// As a fraction of the picture's area.
    package var area: Double { width * height }

    /// The tolerance for sums of fractions: a thousandth of a sample, in pictures of any size.
    private static let rounding = 1e-9

    /// Not empty, and inside the picture.
    package var isValid: Bool {
        [x, y, width, height].allSatisfy(\.isFinite) && x >= 0 && y >= 0 && width > 0 && height > 0
            && x + width <= 1 + Self.rounding && y + height <= 1 + Self.rounding
    }

    /// Whether the two have more than an edge in common.
    package func overlaps(_ other: UnitRectangle) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    /// The corresponding part of the stored picture.
    ///
    /// - Parameter orientation: what turns the stored picture upright.
    package func stored(_ orientation: Orientation) -> UnitRectangle {
        var part = self
        // Undo the turns one quarter at a time, then the mirroring.
        for _ in 0..<orientation.quarterTurns {
            part = UnitRectangle(x: part.y, y: 1 - part.x - part.width, width: part.height, height: part.width)
        }
        if orientation.mirrored { part.x = 1 - part.x - part.width }
        return part
    }

    /// In samples of a picture, not rounded.
    package func exactSamples(of size: PictureSize) -> UnitRectangle {
        let (width, height) = (Double(size.width), Double(size.height))
        return UnitRectangle(x: x * width, y: y * height, width: self.width * width, height: self.height * height)
    }

    /// In samples of a picture, on even positions so that chroma samples stay whole; never empty.
    package func samples(of size: PictureSize) -> PictureRect {
        guard self != .full else { return PictureRect(x: 0, y: 0, width: size.width, height: size.height) }
        let even = { (share: Double, length: Int) in min(Int((share * Double(length) / 2).rounded()) * 2, length) }
        let (left, top) = (even(x, size.width), even(y, size.height))
        let (right, bottom) = (even(x + width, size.width), even(y + height, size.height))
        let (fromLeft, fromTop) = (min(left, max(0, size.width - 2)), min(top, max(0, size.height - 2)))
        return PictureRect(
            x: fromLeft, y: fromTop, width: max(min(2, size.width), right - fromLeft),
            height: max(min(2, size.height), bottom - fromTop))
    }
}
