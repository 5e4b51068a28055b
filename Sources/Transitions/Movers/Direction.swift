/// Where a picture moves to.
enum Direction: String, Sendable {
    case left, right, up, down

    var isHorizontal: Bool { self == .left || self == .right }
    /// Towards smaller coordinates.
    var isBackward: Bool { self == .left || self == .up }
}
