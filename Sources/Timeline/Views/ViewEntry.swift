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

    /// Lays out the scene; `nil` if it cannot be shown with the cameras that have footage.
    public typealias MakeScene = @Sendable (ViewLayout) throws -> Scene?
    let makeScene: MakeScene

    /// Checks nothing; `Catalogue.register` checks the names.
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
