import Parameters

/// A look: a change to the colors of a camera, the same at every place and at every time.
public struct LookEntry: CatalogueEntry {
    public static let kind = "look"
    public var name: String
    public var aliases: [String]
    public var summary: String
    public var parameters: [Parameter]
    /// FFmpeg's filters for planar R′G′B′ of full range with 16 bits a sample (`gbrp16`), which must output the same
    /// format, in libavfilter's syntax; empty if the values change nothing. Every sample must depend on that sample
    /// alone.
    public var filters: @Sendable (ParameterValues) -> [String]

    public init(
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
    public static let standard = Catalogue([
        .vivid, .dramatic, .cool, .warm, .mono, .sepia, .cinematic, .lut, .adjust,
    ])
}
