import Foundation
import TestSupport
import Testing

/// The folder docs of this package.
let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs")

let schemas = Result { try JSONSchemas(folder: documents.appendingPathComponent("schema")) }

/// The lines that a command printed for programs, each as its schema says, and of a kind that docs/progress.md lists.
func checkedLines(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
        let object = try json(line)
        let event = try #require(object["event"] as? String, "\(line)")
        try schemas.get().check(line, against: event)
        for (list, section) in [("notes", "note"), ("adjustments", "adjustment")] {
            for told in object[list] as? [[String: Any]] ?? [] { expectKnownKind(told, section) }
        }
        if ["note", "adjustment"].contains(event) { expectKnownKind(object, event) }
        return object
    }
}

private func expectKnownKind(_ told: [String: Any], _ section: String) {
    #expect(documentedKinds[section]?.contains(told["kind"] as? String ?? "") == true, "\(told)")
}

/// By section.
let documentedKinds: [String: Set<String>] = {
    let text = (try? String(contentsOf: documents.appendingPathComponent("progress.md"), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n## ").dropFirst().reduce(into: [:]) { kinds, section in
        kinds[String(section.prefix { $0 != "\n" })] = Set(section.matches(of: /`(\w+)`/).map { String($0.1) })
    }
}()
