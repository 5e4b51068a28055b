import Pictures

/// What the canvas shows at one instant: layers over black, the last one on top.
public struct Scene: Hashable, Sendable, Codable {
    public var layers: [Layer]

    public init(layers: [Layer]) { self.layers = layers }

    /// One camera fills the canvas.
    public static func single(_ angle: Angle) -> Scene { Scene(layers: [Layer(angle)]) }

    /// The layers that can be seen: an opaque layer that fills the canvas hides all below it.
    public var visibleLayers: ArraySlice<Layer> {
        layers[(layers.lastIndex(where: \.hidesAllBelow) ?? layers.startIndex)...].filter { $0.opacity > 0 }[...]
    }

    /// Every angle that must have footage for the scene to be shown, in order of the layers.
    public var angles: [Angle] {
        visibleLayers.map(\.angle).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The angle of the largest layer: its sound is heard where sound follows the picture.
    public var mainAngle: Angle? {
        visibleLayers.reduce(nil) { (main: Layer?, layer) in
            main.map { $0.rectangle.area >= layer.rectangle.area } ?? false ? main : layer
        }?.angle
    }

    /// The angle whose upright picture the canvas shows as it is: one layer with nothing done to it.
    public var untouchedAngle: Angle? {
        let visible = visibleLayers
        guard visible.count == 1, let layer = visible.first, layer == Layer(layer.angle) else { return nil }
        return layer.angle
    }
}

extension Scene: CustomStringConvertible {
    /// "back", or "back+front" for two layers.
    public var description: String { angles.map(\.name).joined(separator: "+") }
}

/// One camera on the canvas.
public struct Layer: Hashable, Sendable, Codable {
    public var angle: Angle
    /// The part of the upright picture that is shown.
    public var crop: UnitRectangle
    /// Where it goes on the canvas. A part of another shape is fitted as the film's `Fit` says.
    public var rectangle: UnitRectangle
    /// 0 (nothing to be seen) to 1 (nothing to be seen below it).
    public var opacity: Double

    public init(
        _ angle: Angle, crop: UnitRectangle = .full, rectangle: UnitRectangle = .full, opacity: Double = 1
    ) {
        self.angle = angle
        self.crop = crop
        self.rectangle = rectangle
        self.opacity = opacity
    }

    var hidesAllBelow: Bool { rectangle == .full && opacity >= 1 }
}

/// A recipe for a scene, by which cuts are asked for.
public enum View: Hashable, Sendable {
    /// One camera fills the canvas.
    case single(Angle)
    /// Layers one by one.
    case layers([Layer])

    public var scene: Scene {
        switch self {
        case .single(let angle): .single(angle)
        case .layers(let layers): Scene(layers: layers)
        }
    }
}

extension View: CustomStringConvertible {
    public var description: String { "\(scene)" }
}
