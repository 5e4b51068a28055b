import Pictures

/// A camera as views see it.
public struct ViewCamera: Hashable, Sendable {
    public var angle: Angle
    /// Of its upright pictures.
    public var size: PictureSize
    /// What every view shows of it, where the view itself does not say otherwise.
    public var framing: Framing

    public init(_ angle: Angle, size: PictureSize, framing: Framing = Framing()) {
        self.angle = angle
        self.size = size
        self.framing = framing
    }
}

extension [ViewCamera] {
    /// A layer with the camera's own framing.
    func layer(_ angle: Angle) -> Layer { Layer(angle, framing: camera(angle)?.framing ?? Framing()) }

    func camera(_ angle: Angle) -> ViewCamera? { first { $0.angle == angle } }
}
