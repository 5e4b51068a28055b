import Pictures

/// One camera on the canvas.
public struct Layer: Hashable, Sendable, Codable {
    /// The camera whose picture it shows.
    public var angle: Angle
    /// The part of the upright picture that is shown.
    public var framing: Framing
    /// Its place on the canvas.
    public var rectangle: UnitRectangle
    /// 0 (invisible) to 1 (hides everything below).
    public var opacity: Double
    /// The decoration around it.
    public var edge: Edge

    /// By default it fills the canvas, opaque and without decoration.
    public init(
        _ angle: Angle, framing: Framing = Framing(), rectangle: UnitRectangle = .full, opacity: Double = 1,
        edge: Edge = Edge()
    ) {
        self.angle = angle
        self.framing = framing
        self.rectangle = rectangle
        self.opacity = opacity
        self.edge = edge
    }

    /// Whether it is inside the canvas, with lengths that can be drawn.
    package var isValid: Bool {
        framing.isValid && rectangle.isValid && (0...1).contains(opacity) && (0...0.5).contains(edge.radius)
            && (0...0.5).contains(edge.border) && (0...1).contains(edge.shadow)
    }

    package var hidesAllBelow: Bool { rectangle == .full && opacity >= 1 && edge.radius == 0 }

    /// Corners, border and shadow of a layer. Lengths are fractions of the canvas's shorter side, so that they look the
    /// same in portrait and landscape.
    public struct Edge: Hashable, Sendable, Codable {
        /// The corner radius, as a fraction of the rectangle's shorter side: 0 (square) to 0.5 (half a circle).
        public var radius: Double
        /// Width of a line inside the rectangle.
        public var border: Double
        /// May be translucent.
        public var borderColor: RGBColor
        /// How dark the shadow is: 0 (none) to 1 (black).
        public var shadow: Double

        /// By default square corners, no border and no shadow.
        public init(radius: Double = 0, border: Double = 0, borderColor: RGBColor = .white, shadow: Double = 0) {
            self.radius = radius
            self.border = border
            self.borderColor = borderColor
            self.shadow = shadow
        }

        /// Whether nothing is drawn: square corners, no border, no shadow.
        package var isPlain: Bool { radius == 0 && border == 0 && shadow == 0 }
    }
}
