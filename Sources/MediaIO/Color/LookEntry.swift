import Parameters

/// A look: a change to the colors of a camera, the same at every place and at every time.
package struct LookEntry: CatalogueEntry {
    /// "look", for messages.
    package static let kind = "look"
    /// What users write: lowercase letters, digits and hyphens.
    package var name: String
    /// Alternative names.
    package var aliases: [String]
    /// One sentence.
    package var summary: String
    /// In listing order; the last one is `amount`, from 0 (the original picture) to 1, which every look has.
    package var parameters: [Parameter]
    /// FFmpeg's filters for planar R′G′B′ of full range with 16 bits a sample (`gbrp16`), which must output the same
    /// format, in libavfilter's syntax; empty if the values change nothing. Every sample must depend on that sample
    /// alone.
    package var filters: @Sendable (ParameterValues) -> [String]

    /// - Parameter parameters: without `amount`, which is added.
    package init(
        name: String, aliases: [String] = [], summary: String, parameters: [Parameter] = [],
        filters: @escaping @Sendable (ParameterValues) -> [String]
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters + [Self.amount]
        self.filters = filters
    }

    /// Every look has it.
    private static let amount = Parameter.fraction(
        "amount", default: 1, "how much of it; the rest is the original picture")
}

extension Catalogue<LookEntry> {
    /// All built-in looks.
    package static let standard = Catalogue([
        .vivid, .dramatic, .cool, .warm, .mono, .sepia, .cinematic, .lut, .adjust,
    ])
}
