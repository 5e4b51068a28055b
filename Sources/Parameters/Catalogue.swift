/// A named item with parameters that users select by text: a transition, a view.
public protocol CatalogueEntry: Sendable {
    /// The kind of entry: "transition".
    static var kind: String { get }
    /// What users write: lowercase letters, digits and hyphens.
    var name: String { get }
    /// Alternative names.
    var aliases: [String] { get }
    /// One sentence.
    var summary: String { get }
    /// In listing order; a value without a name belongs to the first.
    var parameters: [Parameter] { get }
}

/// Named things of one kind.
public struct Catalogue<Entry: CatalogueEntry>: Sendable {
    /// In listing order: the most common ones first.
    public private(set) var entries: [Entry]

    /// - Parameter entries: in listing order; their names are not checked.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// Adds an entry, at the end of the listing.
    ///
    /// - Parameter taken: returns the name of the item that already has a name.
    /// - Throws: `ParameterError` if its name or an alias is taken, or could not be written on a command line.
    public mutating func register(
        _ entry: Entry, taken: (String) -> String? = { _ in nil }
    ) throws(ParameterError) {
        for name in [entry.name] + entry.aliases {
            guard !name.isEmpty, name.allSatisfy({ $0 == "-" || $0.isNumber || ($0.isLetter && $0.isLowercase) }) else {
                throw .nameUnusable(name, kind: Entry.kind)
            }
            if let other = self.entry(named: name)?.name ?? taken(name) {
                throw .nameTaken(name, kind: Entry.kind, by: other)
            }
        }
        entries.append(entry)
    }

    /// The entry with this name or alias, ignoring case.
    public func entry(named name: String) -> Entry? {
        let name = name.lowercased()
        return entries.first { $0.name == name } ?? entries.first { $0.aliases.contains(name) }
    }

    /// The entry named by `specification`, and the values of all its parameters.
    package func resolve(_ specification: Specification) throws(ParameterError) -> (Entry, ParameterValues) {
        guard let entry = entry(named: specification.name) else {
            throw unknownName(specification.name)
        }
        return (entry, try ParameterValues(specification, for: entry))
    }

    /// - Parameter others: other names that may have been intended.
    package func unknownName(_ name: String, others: [String] = []) -> ParameterError {
        let names = entries.flatMap { [$0.name] + $0.aliases } + others
        return .unknownName(name, kind: Entry.kind, nearest: nearestWord(to: name.lowercased(), in: names))
    }
}
