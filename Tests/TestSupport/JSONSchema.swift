import Foundation

/// The JSON Schemas (draft 2020-12) of a folder, as far as its documents use the language: an unknown keyword is an
/// error, so that no rule is passed over.
///
/// Shared among threads: JSON that nobody changes.
package struct JSONSchemas: @unchecked Sendable {
    /// What contradicts a schema, and where.
    package struct Violation: Error, CustomStringConvertible {
        package var description: String
    }

    private let documents: [String: [String: Any]]

    /// - Throws: what keeps a file from being read, or is no JSON.
    package init(folder: URL) throws {
        documents = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .reduce(into: [:]) { documents, file in
                let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
                documents[file.lastPathComponent] = object as? [String: Any]
            }
    }

    /// Their names, without the ending.
    package var names: Set<String> { Set(documents.keys.map { String($0.dropLast(5)) }) }

    /// Checks one JSON object against the document of a name.
    ///
    /// - Throws: `Violation`.
    package func check(_ line: some StringProtocol, against name: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard documents["\(name).json"] != nil else { throw Violation(description: "there is no schema of \(name)") }
        _ = try evaluated(value, ["$ref": "\(name).json"], "\(name)", in: "\(name).json")
    }

    private static let silent: Set<String> = ["$schema", "$defs", "title", "description"]
    /// Looked at where the properties are.
    private static let companions: Set<String> = ["additionalProperties", "unevaluatedProperties"]

    /// - Returns: the properties that the schema has looked at.
    private func evaluated(
        _ value: Any, _ schema: [String: Any], _ place: String, in file: String
    ) throws -> Set<String> {
        var seen: Set<String> = []
        for (keyword, rule) in schema where !Self.silent.contains(keyword) && !Self.companions.contains(keyword) {
            let fail = { (why: String) in Violation(description: "\(place): \(value) \(why)") }
            switch (keyword, rule) {
            case ("$ref", let target as String):
                let (file, schema) = try resolved(target, in: file)
                seen.formUnion(try evaluated(value, schema, place, in: file))
            case ("type", _):
                let types = rule as? [String] ?? [rule as? String ?? ""]
                guard try types.contains(where: { try Self.is(value, $0) }) else { throw fail("is no \(types)") }
            case ("const", _): guard Self.equal(value, rule) else { throw fail("is not \(rule)") }
            case ("enum", let values as [Any]):
                guard values.contains(where: { Self.equal(value, $0) }) else { throw fail("is none of \(values)") }
            case ("minimum", let least as NSNumber):
                guard (value as? NSNumber)?.doubleValue ?? .infinity >= least.doubleValue else {
                    throw fail("is too small")
                }
            case ("maximum", let most as NSNumber):
                guard (value as? NSNumber)?.doubleValue ?? -.infinity <= most.doubleValue else {
                    throw fail("is too large")
                }
            case ("pattern", let pattern as String):
                guard (value as? String)?.contains(try Regex(pattern)) ?? true else {
                    throw fail("is not like \(pattern)")
                }
            case ("minLength", let least as Int):
                guard (value as? String)?.count ?? least >= least else { throw fail("is too short") }
            case ("minItems", let least as Int):
                guard (value as? [Any])?.count ?? least >= least else { throw fail("is too short") }
            case ("items", let schema as [String: Any]):
                for (index, item) in (value as? [Any] ?? []).enumerated() {
                    _ = try evaluated(item, schema, "\(place)[\(index)]", in: file)
                }
            case ("required", let names as [String]):
                for name in names where (value as? [String: Any]).map({ $0[name] == nil }) ?? false {
                    throw fail("lacks \(name)")
                }
            case ("properties", let schemas as [String: [String: Any]]):
                for (name, item) in value as? [String: Any] ?? [:] {
                    guard let schema = schemas[name] else { continue }
                    seen.insert(name)
                    _ = try evaluated(item, schema, "\(place).\(name)", in: file)
                }
            case ("anyOf", let schemas as [[String: Any]]), ("oneOf", let schemas as [[String: Any]]):
                let outcomes = schemas.map { schema in Result { try evaluated(value, schema, place, in: file) } }
                let fitting = outcomes.compactMap { try? $0.get() }
                guard keyword == "oneOf" ? fitting.count == 1 : !fitting.isEmpty else {
                    throw fail("fits \(fitting.count) of \(outcomes)")
                }
                seen.formUnion(fitting.joined())
            default: throw Violation(description: "\(file): this check knows no '\(keyword)' with \(rule)")
            }
        }
        try checkRest(value, schema, &seen, place, in: file)
        return seen
    }

    /// The properties that no other keyword has looked at.
    private func checkRest(
        _ value: Any, _ schema: [String: Any], _ seen: inout Set<String>, _ place: String, in file: String
    ) throws {
        guard let object = value as? [String: Any] else { return }
        let own = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
        for (keyword, known) in [("additionalProperties", own), ("unevaluatedProperties", seen)] {
            for (name, item) in object where !known.contains(name) {
                switch schema[keyword] {
                case nil: continue
                case let rule as [String: Any]: _ = try evaluated(item, rule, "\(place).\(name)", in: file)
                case let rule as Bool where rule: break
                default: throw Violation(description: "\(place) has an undocumented \(name)")
                }
                seen.insert(name)
            }
        }
    }

    /// "note.json", "common.json#/$defs/note".
    private func resolved(_ target: String, in file: String) throws -> (file: String, schema: [String: Any]) {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0].isEmpty ? file : parts[0]
        var schema: Any? = documents[name]
        for step in parts.dropFirst().first?.split(separator: "/") ?? [] {
            schema = (schema as? [String: Any])?[String(step)]
        }
        guard let schema = schema as? [String: Any] else {
            throw Violation(description: "\(file): there is no \(target)")
        }
        return (name, schema)
    }

    private static func equal(_ value: Any, _ other: Any) -> Bool {
        (value as? NSObject) == (other as? NSObject) && isFlag(value) == isFlag(other)
    }

    /// Foundation has true and 1 as the same kind of number.
    private static func isFlag(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    private static func `is`(_ value: Any, _ type: String) throws -> Bool {
        switch type {
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": isFlag(value)
        case "number": value is NSNumber && !isFlag(value)
        case "integer": (value as? NSNumber).map { !isFlag($0) && $0.doubleValue == $0.doubleValue.rounded() } ?? false
        default: throw Violation(description: "there is no type \(type)")
        }
    }
}
