import Parameters

/// One view of the catalogue: its help text, and how its scene is laid out.
package struct ViewEntry: CatalogueEntry {
    /// As in error messages.
    package static let kind = "view"
    /// Lowercase letters, digits and hyphens.
    package var name: String
    /// Alternative names.
    package var aliases: [String]
    /// One sentence.
    package var summary: String
    /// In listing order; a value without a name belongs to the first.
    package var parameters: [Parameter]

    /// Lays out the scene; `nil` if it cannot be shown with the cameras that have footage.
    package typealias MakeScene = @Sendable (ViewLayout) throws -> Scene?
    let makeScene: MakeScene

    /// Checks nothing; `Catalogue.register` checks the names.
    package init(
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
    package static let standard = Catalogue([.single, .pictureInPicture, .split, .dominant, .equal, .grid])
}
