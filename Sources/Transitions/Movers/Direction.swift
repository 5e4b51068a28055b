import Parameters

/// Where a picture moves to.
enum Direction: String, Sendable {
    case left, right, up, down

    /// What the parameter "direction" says.
    init(_ values: ParameterValues) { self = Direction(rawValue: values.word("direction"))! }

    var isHorizontal: Bool { self == .left || self == .right }
    /// Towards smaller coordinates.
    var isBackward: Bool { self == .left || self == .up }
    /// The same where columns are rows.
    var transposed: Direction {
        switch self {
        case .left: .up
        case .right: .down
        case .up: .left
        case .down: .right
        }
    }
}
