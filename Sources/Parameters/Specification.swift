/// A transition or a view by name and parameters, independent of how it is drawn.
///
/// Plain text, so that it can be stored in a plan file: `wipe:angle=30,softness=0.1`. A catalogue checks names and
/// values.
public struct Specification: Hashable, Sendable, Codable {
    /// The catalogue name: "dissolve", "wipe"; "none" is a hard cut.
    public var name: String
    /// Parameter texts by name; missing ones take their defaults.
    public var parameters: [String: String]

    /// Not checked; `Catalogue.resolve` checks names and values.
    public init(name: String, parameters: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// Reads `name`, `name:key=value,key=value` or `name:value`, where a value without a key belongs to the
    /// catalogue's first parameter of that entry and is kept under the empty key. A number after that of a key is the
    /// second one of a point, `focus=0.5,0.4`.
    ///
    /// `nil` if the text is empty, a parameter has no name before its `=`, or is given twice.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].filter { $0 != " " }.lowercased()
        guard !name.isEmpty else { return nil }
        var fields: [String] = []
        for field in parts.dropFirst().first?.split(separator: ",").map(String.init) ?? [] {
            if let last = fields.last, Self.isSecondNumber(field, after: last) {
                fields[fields.count - 1] += "," + trimmed(field)
            } else {
                fields.append(field)
            }
        }
        self.init(name: name, fields: fields)
    }

    /// Whether two texts that a comma separates are one point: `focus=0.5` and `0.4`.
    package static func isSecondNumber(_ text: some StringProtocol, after field: some StringProtocol) -> Bool {
        let isNumber = { (text: String) in !text.isEmpty && text.allSatisfy { "0123456789.+-%".contains($0) } }
        let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return pair.count == 2 && isNumber(trimmed(pair[1])) && isNumber(trimmed(text))
    }

    /// Reads `key=value` from each field, or the value of the empty key.
    ///
    /// `nil` if a parameter has no name before its `=`, or is given twice.
    public init?(name: String, fields: [String]) {
        var parameters: [String: String] = [:]
        for field in fields where !trimmed(field).isEmpty {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { trimmed($0) }
            let key = pair.count == 2 ? pair[0].lowercased() : ""
            guard pair.count == 1 || !key.isEmpty, parameters.updateValue(pair.last!, forKey: key) == nil else {
                return nil
            }
        }
        self.init(name: name, parameters: parameters)
    }
}

/// Without leading and trailing spaces; those inside, as in file names, stay.
package func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(upTo: start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex))
}

extension Specification: CustomStringConvertible {
    /// The text that `init(parsing:)` reads, with parameters sorted by name.
    public var description: String {
        let fields = parameters.sorted { $0.key < $1.key }.map { $0.key.isEmpty ? $0.value : "\($0.key)=\($0.value)" }
        return fields.isEmpty ? name : "\(name):\(fields.joined(separator: ","))"
    }
}
