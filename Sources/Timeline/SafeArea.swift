import Pictures

/// The part of a film that the buttons and texts of an app leave free: what they cover at each edge, as fractions of the
/// width and of the height. Whatever the program places, and not the user, is inside it.
public struct SafeArea: Hashable, Sendable, Codable {
    /// From the edge.
    public var left, top, right, bottom: Double

    /// By default nothing is covered.
    public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Tall films are watched in apps, whose texts cover the bottom of the picture.
    package static let ofTallFilms = SafeArea(bottom: 0.2)

    /// A plan file may contain anything.
    package var isValid: Bool { [left, top, right, bottom].allSatisfy { (0...0.45).contains($0) } }

    /// What is free.
    package var rectangle: UnitRectangle {
        UnitRectangle(x: left, y: top, width: 1 - left - right, height: 1 - top - bottom)
    }

    /// Whether a part of a place is covered; a thousandth is rounding.
    package func covers(_ place: UnitRectangle) -> Bool {
        place.x < left - 1e-3 || place.y < top - 1e-3 || place.x + place.width > 1 - right + 1e-3
            || place.y + place.height > 1 - bottom + 1e-3
    }
}
