import Parameters

/// One view of the catalogue: its help text, and how its scene is laid out.
public struct ViewEntry: CatalogueEntry {
    /// As in error messages.
    public static let kind = "view"
    /// Lowercase letters, digits and hyphens.
    public var name: String
    /// Alternative names.
    public var aliases: [String]
    /// One sentence.
    public var summary: String
    /// In listing order; a value without a name belongs to the first.
    public var parameters: [Parameter]

    /// The number of cameras from which pages offer it beside the cameras themselves; `nil` for never.
    public var offeredFrom: Int?

    /// Lays out the scene; `nil` if it cannot be shown with the cameras that have footage.
    public typealias MakeScene = @Sendable (ViewLayout) throws -> Scene?
    let makeScene: MakeScene

    /// Checks nothing; `Catalogue.register` checks the names.
    public init(
        _ name: String, aliases: [String] = [], summary: String, parameters: [Parameter] = [],
        offeredFrom: Int? = 2, makeScene: @escaping MakeScene
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters
        self.offeredFrom = offeredFrom
        self.makeScene = makeScene
    }
}

extension Catalogue where Entry == ViewEntry {
    /// All built-in views.
    public static let standard = Catalogue([.single, .pictureInPicture, .split, .dominant, .equal, .grid])
}

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

    /// The camera of a view that shows only one, as it is or as "single:camera=wide,zoom=2".
    package func cameraAlone(in cameras: [Angle]) -> Angle? {
        guard let recipe else { return camera }
        guard Catalogue<ViewEntry>.standard.entry(named: recipe.name)?.name == ViewEntry.single.name else { return nil }
        return (recipe.parameters["camera"] ?? recipe.parameters[""]).flatMap { cameras.named($0) }
    }

    /// Whether it shows one camera, whichever it is: `single:zoom=1..1.15`.
    package var isOfAnyCamera: Bool {
        guard let recipe else { return false }
        return Catalogue<ViewEntry>.standard.entry(named: recipe.name)?.name == ViewEntry.single.name
            && recipe.parameters["camera"] == nil && recipe.parameters[""] == nil
    }

    /// A view of any camera with this one; `nil` for other views.
    package func of(_ angle: Angle) -> View? {
        guard isOfAnyCamera, var recipe else { return nil }
        recipe.parameters["camera"] = angle.name
        return .recipe(recipe)
    }

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
