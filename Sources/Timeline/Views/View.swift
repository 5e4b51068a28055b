import Parameters

/// A recipe for a scene, as requested at a cut.
public enum View: Hashable, Sendable {
    /// One camera fills the canvas.
    case single(Angle)
    /// An entry of the catalogue of views: `pip:corner=top-left`.
    case recipe(Specification)
    /// Layers one by one.
    case layers([Layer])
}

extension View {
    /// The camera of a view that is one camera, unchanged.
    public var camera: Angle? { if case .single(let angle) = self { angle } else { nil } }

    /// The recipe of a view that is one.
    public var recipe: Specification? { if case .recipe(let specification) = self { specification } else { nil } }

    /// The cameras it names, except those named in a recipe.
    var angles: [Angle] {
        switch self {
        case .single(let angle): [angle]
        case .layers(let layers): layers.map(\.angle)
        case .recipe: []
        }
    }
}

extension View: CustomStringConvertible {
    /// The camera's name, the recipe as written, or the layers' cameras: "back+front".
    public var description: String {
        switch self {
        case .single(let angle): angle.name
        case .recipe(let specification): "\(specification)"
        case .layers(let layers): "\(Scene(layers: layers))"
        }
    }
}
