/// A viewpoint with a name: "back", "front", or whatever a recording calls its cameras.
///
/// Nothing counts on there being two, or on one file for each.
public struct Angle: Hashable, Sendable, ExpressibleByStringLiteral {
    public let name: String
    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }
}

extension Angle: CustomStringConvertible {
    public var description: String { name }
}

/// What the canvas shows between two cuts.
public enum View: Hashable, Sendable {
    /// One camera fills the canvas.
    case single(Angle)

    /// Every angle that must have footage for this view to be shown.
    public var angles: [Angle] {
        switch self {
        case .single(let angle): [angle]
        }
    }

    /// The angle that gives the view its name and, where sound follows the picture, its sound.
    public var mainAngle: Angle {
        switch self {
        case .single(let angle): angle
        }
    }
}

extension View: CustomStringConvertible {
    public var description: String { angles.map(\.name).joined(separator: "+") }
}
