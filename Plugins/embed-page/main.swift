import Foundation

// embed-page OUTPUT FILE…: a dictionary of text files by their names, as Swift. Literals of strings compile in no time;
// SwiftPM's own embedding writes an array of numbers.
let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
let entries = try arguments.dropFirst().map { file in
    "        \"\(file.lastPathComponent)\": ##\"\"\"\n\(try String(contentsOf: file, encoding: .utf8))\n\"\"\"##,\n"
}
let text = "enum EmbeddedPage {\n    static let files: [String: StaticString] = [\n\(entries.joined())    ]\n}\n"
try text.write(to: arguments[0], atomically: true, encoding: .utf8)
