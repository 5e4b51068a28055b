import CExpat
import Planning

/// An element of an XML document.
struct XMLNode {
    let name: String
    let attributes: [String: String]
    private(set) var children: [XMLNode] = []
    /// Without white space at its ends; empty for elements that contain others.
    private(set) var text = ""

    private init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    /// Reads a document; external entities are not loaded.
    ///
    /// - Throws: `PlanError` naming the line at which it is not XML.
    init(parsing bytes: [UInt8]) throws(PlanError) {
        guard let parser = XML_ParserCreate(nil) else { throw PlanError("there is too little memory to read it") }
        defer { XML_ParserFree(parser) }
        let reading = Reading(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(
            parser, { Reading.of($0).open(String(cString: $1!), $2) }, { data, _ in Reading.of(data).close() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            Reading.of(data).add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if reading.isTooDeep { throw PlanError("it is nested too deeply, in more than \(Reading.deepest) elements") }
        if reading.isTooLarge { throw PlanError("it has more than \(Reading.most) elements; export a shorter part") }
        guard status == XML_STATUS_OK, let root = reading.root else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no element found"
            throw PlanError("line \(XML_GetCurrentLineNumber(parser)) is not XML: \(reason); export it again")
        }
        self = root
    }

    /// The first child of a name.
    subscript(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    /// All children of a name.
    func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

    /// The text of the first child of a name; `nil` if it is empty.
    func text(_ name: String) -> String? { self[name].flatMap { $0.text.isEmpty ? nil : $0.text } }

    /// A number in the first child of a name.
    ///
    /// - Returns: `nil` beyond what any program counts.
    func number(_ name: String) -> Double? {
        text(name).flatMap(Double.init).flatMap { $0.magnitude < 1e12 ? $0 : nil }
    }

    /// As OpenTimelineIO's adapters keep XML: attributes begin with "@", and elements of one name are a list.
    var json: JSONValue {
        guard !children.isEmpty || !attributes.isEmpty else { return text.isEmpty ? .null : .text(text) }
        var members = Dictionary(uniqueKeysWithValues: attributes.map { ("@\($0)", JSONValue.text($1)) })
        for (name, all) in Dictionary(grouping: children, by: \.name) {
            members[name] = all.count == 1 ? all[0].json : .list(all.map(\.json))
        }
        return .object(members)
    }

    /// What was read so far.
    private final class Reading {
        static let deepest = 150
        /// A gigabyte of them.
        static let most = 5_000_000
        private var count = 0
        private let parser: XML_Parser
        private var open: [(node: XMLNode, text: [UInt8])] = []
        private(set) var root: XMLNode?
        private(set) var (isTooDeep, isTooLarge) = (false, false)

        init(_ parser: XML_Parser) { self.parser = parser }

        static func of(_ data: UnsafeMutableRawPointer?) -> Reading {
            Unmanaged<Reading>.fromOpaque(data!).takeUnretainedValue()
        }

        func open(_ name: String, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
            var (attributes, index) = ([String: String](), 0)
            while let name = pairs?[index], let value = pairs?[index + 1] {
                attributes[String(cString: name)] = String(cString: value)
                index += 2
            }
            open.append((XMLNode(name, attributes), []))
            count += 1
            isTooDeep = open.count > Self.deepest
            isTooLarge = count > Self.most
            if isTooDeep || isTooLarge { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
        }

        func add(_ text: UnsafeRawBufferPointer) {
            if !open.isEmpty { open[open.count - 1].text += text }
        }

        func close() {
            var (node, text) = open.removeLast()
            if node.children.isEmpty {
                let words = String(decoding: text, as: UTF8.self).drop(while: \.isWhitespace)
                node.text = String(
                    words.prefix(
                        upTo: words.lastIndex { !$0.isWhitespace }.map(words.index(after:)) ?? words.startIndex))
            }
            if open.isEmpty { root = node } else { open[open.count - 1].node.children.append(node) }
        }
    }
}
