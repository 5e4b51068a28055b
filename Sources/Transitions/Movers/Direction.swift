import Parameters

/// The direction in which a picture moves.
enum Direction: String, Sendable {
    case left, right, up, down

    /// Reads the parameter "direction".
    init(_ values: ParameterValues) { self = Direction(rawValue: values.word("direction"))! }

    var isHorizontal: Bool { self == .left || self == .right }
    /// Toward smaller coordinates.
    var isBackward: Bool { self == .left || self == .up }
    /// The same with rows and columns swapped.
    var transposed: Direction {
        switch self {
        case .left: .up
        case .right: .down
        case .up: .left
        case .down: .right
        }
    }
}
