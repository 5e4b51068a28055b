/// Builds XML incrementally.
struct XMLText {
    private(set) var lines = [#"<?xml version="1.0" encoding="utf-8"?>"#]
    private var depth = 0

    /// - Parameter doctype: the root element, if a document type is to be declared.
    init(doctype: String? = nil) {
        if let doctype { lines.append("<!DOCTYPE \(doctype)>") }
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// An element without content.
    mutating func element(_ name: String, _ attributes: [(String, String)] = []) {
        add("<\(head(name, attributes))/>")
    }

    /// An element with `content` inside.
    mutating func element(
        _ name: String, _ attributes: [(String, String)] = [], _ content: (inout XMLText) -> Void
    ) {
        add("<\(head(name, attributes))>")
        depth += 1
        content(&self)
        depth -= 1
        add("</\(name)>")
    }

    /// An element with only text.
    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        add("<\(head(name, attributes))>\(Self.escaped(text))</\(name)>")
    }

    private func head(_ name: String, _ attributes: [(String, String)]) -> String {
        ([name] + attributes.map { "\($0)=\"\(Self.escaped($1))\"" }).joined(separator: " ")
    }

    private mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

    /// Whether XML 1.0 allows all characters of a text.
    static func canContain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isAllowed) }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// Characters that XML 1.0 does not allow are dropped.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case _ where !isAllowed(scalar): break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
