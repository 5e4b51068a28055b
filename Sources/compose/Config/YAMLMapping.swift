import CYAML
import Parameters

/// A YAML document that maps words to words, or to lists or mappings of words. Parsed by libyaml; every scalar is taken
/// literally, so that 1:30 stays a time.
struct YAMLMapping {
    struct Word {
        var text: String
        /// Starts at 1.
        var line: Int
    }

    enum Value {
        case word(Word)
        case list([Word])
        case mapping([(key: Word, value: Word)])
    }

    /// The error and its line.
    struct Failure: Error {
        var line: Int
        var reason: String
    }

    /// In file order.
    private(set) var entries: [(key: Word, value: Value)] = []

    /// - Throws: `Failure` for invalid YAML, and for other shapes.
    init(parsing bytes: [UInt8]) throws(Failure) {
        try Self.checkDepth(bytes)
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Failure(line: 1, reason: "out of memory") }
        defer { yaml_parser_delete(&parser) }
        var document = yaml_document_t()
        let isRead = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            return yaml_parser_load(&parser, &document) == 1
        }
        guard isRead else {
            let problem = parser.problem.map { String(cString: $0) } ?? "this is not YAML"
            throw Failure(line: Int(parser.problem_mark.line) + 1, reason: problem + Self.advice(problem))
        }
        defer { yaml_document_delete(&document) }
        // A file with only comments has no root.
        guard let root = yaml_document_get_root_node(&document)?.pointee else { return }
        if root.type == YAML_SCALAR_NODE, word(root)?.text == "" { return }
        for (key, value) in try Self.pairs(root, &document) {
            guard let word = word(key) else {
                throw Failure(line: Self.line(key), reason: "a key has to be one word")
            }
            try checkSize(word)
            guard !entries.contains(where: { $0.key.text == word.text }) else {
                throw Failure(line: word.line, reason: "'\(word.text)' is listed twice")
            }
            entries.append((word, try self.value(value, &document)))
        }
    }

    /// For libyaml's usual complaints.
    private static func advice(_ problem: String) -> String {
        switch problem {
        case "mapping values are not allowed in this context":
            "; quote a value that contains a colon: title: 'A: B@0s-3s'"
        case "found character that cannot start any token":
            "; quote a value that begins with @, % or `, and indent with spaces, not tabs"
        default: ""
        }
    }

    /// A few letters and marks can stand for gigabytes of text.
    private mutating func checkSize(_ word: Word) throws(Failure) {
        (wordCount, byteCount) = (wordCount + 1, byteCount + word.text.utf8.count)
        guard wordCount <= Self.mostWords, byteCount <= Self.mostBytes else {
            throw Failure(line: word.line, reason: "there are too many or too long values for options")
        }
    }
    private var (wordCount, byteCount) = (0, 0)
    private static let (mostWords, mostBytes) = (10_000, 1 << 20)

    /// libyaml takes a time that grows with the square of the depth; options need a depth of two.
    private static func checkDepth(_ bytes: [UInt8]) throws(Failure) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Failure(line: 1, reason: "out of memory") }
        defer { yaml_parser_delete(&parser) }
        let line: Int? = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var (event, depth) = (yaml_event_t(), 0)
            // What is wrong otherwise is found when it is read.
            while yaml_parser_parse(&parser, &event) == 1 {
                defer { yaml_event_delete(&event) }
                switch event.type {
                case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: depth += 1
                case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: depth -= 1
                case YAML_STREAM_END_EVENT: return nil
                default: break
                }
                if depth > deepest { return Int(event.start_mark.line) + 1 }
            }
            return nil
        }
        if let line { throw Failure(line: line, reason: "lists and mappings are nested too deeply") }
    }
    private static let deepest = 20

    private mutating func value(_ node: yaml_node_t, _ document: inout yaml_document_t) throws(Failure) -> Value {
        if let word = word(node) {
            try checkSize(word)
            return .word(word)
        }
        if node.type == YAML_MAPPING_NODE {
            var words: [(key: Word, value: Word)] = []
            for (key, value) in try Self.pairs(node, &document) {
                words.append((try needed(key), try needed(value)))
            }
            return .mapping(words)
        }
        var words: [Word] = []
        var item = node.data.sequence.items.start
        while let place = item, place != node.data.sequence.items.top {
            words.append(try needed(yaml_document_get_node(&document, place.pointee).pointee))
            item = place + 1
        }
        return .list(words)
    }

    private static func pairs(
        _ node: yaml_node_t, _ document: inout yaml_document_t
    ) throws(Failure) -> [(yaml_node_t, yaml_node_t)] {
        guard node.type == YAML_MAPPING_NODE else {
            throw Failure(line: line(node), reason: "write options as 'name: value', one per line")
        }
        var result: [(yaml_node_t, yaml_node_t)] = []
        var pair = node.data.mapping.pairs.start
        while let place = pair, place != node.data.mapping.pairs.top {
            let nodes = (
                yaml_document_get_node(&document, place.pointee.key),
                yaml_document_get_node(&document, place.pointee.value)
            )
            result.append((nodes.0!.pointee, nodes.1!.pointee))
            pair = place + 1
        }
        return result
    }

    private mutating func needed(_ node: yaml_node_t) throws(Failure) -> Word {
        guard let word = word(node) else {
            throw Failure(
                line: Self.line(node), reason: "lists and mappings contain single values, such as front: warm")
        }
        try checkSize(word)
        return word
    }

    private func word(_ node: yaml_node_t) -> Word? {
        guard node.type == YAML_SCALAR_NODE else { return nil }
        let bytes = UnsafeBufferPointer(start: node.data.scalar.value, count: node.data.scalar.length)
        return Word(text: String(decoding: bytes, as: UTF8.self), line: Self.line(node))
    }

    private static func line(_ node: yaml_node_t) -> Int { Int(node.start_mark.line) + 1 }
}
