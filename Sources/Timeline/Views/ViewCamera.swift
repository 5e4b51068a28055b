import Pictures

/// A camera as used by views.
public struct ViewCamera: Hashable, Sendable {
    /// Its name, as views and layers refer to it.
    public var angle: Angle
    /// The size of its upright pictures.
    public var size: PictureSize
    /// The part of it that every view shows, unless the view specifies another.
    public var framing: Framing

    /// - Parameter size: of its upright pictures, with square pixels.
    package init(_ angle: Angle, size: PictureSize, framing: Framing = Framing()) {
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
