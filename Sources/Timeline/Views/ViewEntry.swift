import Parameters

/// One view of the catalogue: its help text, and how its scene is laid out.
public struct ViewEntry: CatalogueEntry {
    public static let kind = "view"
    public var name: String
    public var aliases: [String]
    public var summary: String
    public var parameters: [Parameter]

    /// Lays out the scene; `nil` if it cannot be shown with the cameras that have footage.
    public typealias MakeScene = @Sendable (ViewLayout) throws -> Scene?
    let makeScene: MakeScene

    public init(
        _ name: String, aliases: [String] = [], summary: String, parameters: [Parameter] = [],
        makeScene: @escaping MakeScene
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters
        self.makeScene = makeScene
    }
}

extension Catalogue where Entry == ViewEntry {
    /// All built-in views.
    public static let standard = Catalogue([.single, .pictureInPicture, .split, .dominant, .equal, .grid])
}
