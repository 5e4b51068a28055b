/// A viewpoint with a name: "back", "front", or any other camera name.
///
/// Nothing relies on there being two, or one file for each.
public struct Angle: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Case counts; `named(_:)` also looks it up ignoring case.
    public let name: String
    /// Any text is accepted.
    public init(_ name: String) { self.name = name }
    /// `let back: Angle = "back"`.
    public init(stringLiteral name: String) { self.name = name }
}

extension Angle: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Collection<Angle> {
    /// The camera with this exact name; otherwise the only one whose name differs only in case.
    package func named(_ name: String) -> Angle? {
        if let exact = first(where: { $0.name == name }) { return exact }
        let alike = filter { $0.name.lowercased() == name.lowercased() }
        return alike.count == 1 ? alike[0] : nil
    }
}

extension Angle: Codable {
    /// Reads a plain string.
    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }
    /// Writes a plain string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
