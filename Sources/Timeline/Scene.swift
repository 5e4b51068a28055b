import Pictures

/// What the canvas shows at one instant: layers over a background, the last one on top.
public struct Scene: Hashable, Sendable, Codable {
    /// From bottom to top.
    public var layers: [Layer]
    /// Visible where there is no layer.
    public var background: RGBColor
    /// The name for display: the view it comes from.
    public var name: String?
    /// Below the layers; `nil` for none.
    public var emptyCells: [EmptyCell]?

    /// A place kept for a camera without footage: dark, with the camera's name.
    public struct EmptyCell: Hashable, Sendable, Codable {
        /// The camera that has no footage.
        public var angle: Angle
        /// Its place on the canvas.
        public var rectangle: UnitRectangle
        /// Needs no footage: it is not among the scene's `angles`.
        public init(_ angle: Angle, rectangle: UnitRectangle) {
            self.angle = angle
            self.rectangle = rectangle
        }
    }

    /// By default on black, without a name or empty cells.
    public init(
        layers: [Layer], background: RGBColor = .black, name: String? = nil, emptyCells: [EmptyCell]? = nil
    ) {
        self.layers = layers
        self.background = background
        self.name = name
        self.emptyCells = emptyCells
    }

    /// One camera fills the canvas.
    public static func single(_ angle: Angle) -> Scene { Scene(layers: [Layer(angle)]) }

    /// The layers that are visible: an opaque layer that fills the canvas hides all below it.
    package var visibleLayers: ArraySlice<Layer> {
        layers[(layers.lastIndex(where: \.hidesAllBelow) ?? layers.startIndex)...].filter { $0.opacity > 0 }[...]
    }

    /// Every angle that must have footage for the scene to be shown, in layer order.
    public var angles: [Angle] {
        visibleLayers.map(\.angle).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The angle of the largest layer: its sound is heard if sound follows the picture.
    public var mainAngle: Angle? {
        visibleLayers.reduce(nil) { (main: Layer?, layer) in
            main.map { $0.rectangle.area >= layer.rectangle.area } ?? false ? main : layer
        }?.angle
    }

    /// Whether something moves during the shot.
    package var moves: Bool { layers.contains { $0.framing.zoomAtEnd != nil } }

    /// The scene at an instant of its shot.
    ///
    /// - Parameter progress: of the shot, 0…1.
    package func moved(_ progress: Double) -> Scene {
        var scene = self
        for index in scene.layers.indices { scene.layers[index].framing = layers[index].framing.moved(progress) }
        return scene
    }

    /// The angle whose upright picture the canvas shows unchanged: a single unmodified layer.
    package var untouchedAngle: Angle? {
        let visible = visibleLayers
        guard emptyCells == nil, visible.count == 1, let layer = visible.first, layer == Layer(layer.angle) else {
            return nil
        }
        return layer.angle
    }
}

extension Scene: CustomStringConvertible {
    /// "back", "back+front" for two layers, or "pip:corner=top (back+front)" for those of a view.
    public var description: String {
        let cameras = angles.map(\.name).joined(separator: "+")
        return name.map { "\($0) (\(cameras))" } ?? cameras
    }
}
