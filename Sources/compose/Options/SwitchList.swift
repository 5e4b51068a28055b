import MediaIO
import Parameters
import Platform
import Timeline

/// The file of `--switch-at @FILE`: a table of cuts, or lines in the syntax of the option.
struct SwitchList {
    /// One entry of a list of switches, and its location.
    struct Line {
        var number: Int
        var text: String
    }

    let lines: [Line]

    /// Parses the text of an option, or each line of the file that it names.
    ///
    /// - Throws: any error from `parse`, with the line number for a file.
    static func read<Entry>(_ text: String, _ parse: (String) throws -> [Entry]) throws -> [Entry] {
        guard text.hasPrefix("@") else { return try parse(text) }
        return try SwitchList(path: String(text.dropFirst())).lines.flatMap { line in
            do { return try parse(line.text) } catch let error as UsageError {
                throw UsageError("\(text), line \(line.number): \(error)")
            }
        }
    }

    /// - Throws: `MediaError` if the file cannot be read, `UsageError` if it is neither.
    init(path: String) throws {
        guard try checkInputFile(path) < 1 << 24, let data = FileSystem.contents(ofFile: path) else {
            throw MediaError.cannotRead(path: path, reason: "too large for a list of cuts")
        }
        let rows = Self.rows(String(decoding: data, as: UTF8.self))
        guard let head = rows.first(where: { !$0.fields.joined().isEmpty }) else {
            throw UsageError(
                "--switch-at @\(path): the file is empty; write a time on each line, such as 7.5s:front:circle.")
        }
        guard head.fields[0].lowercased() == "time" else {
            if let segment = rows.first(where: \.isSegment) {
                throw UsageError(
                    "--switch-at @\(path), line \(segment.number): this is a start, an end and a label, as LosslessCut writes its segments; a switch has one time: keep the first number of each line, such as \(segment.fields[0].isEmpty ? "0" : segment.fields[0])s."
                )
            }
            lines = rows.filter { !$0.text.isEmpty }.map { Line(number: $0.number, text: $0.text) }
            return
        }
        let names = head.fields.map { $0.lowercased() }
        if let unknown = names.first(where: { !Self.columns.contains($0) }) {
            throw UsageError(
                "--switch-at @\(path): there is no column '\(unknown)'; a table of cuts has the columns time, view and transition."
            )
        }
        lines = rows.filter { $0.number > head.number && !$0.fields.joined().isEmpty }.map { row in
            var row = row
            // Spreadsheets that separate columns with semicolons write 0,5 for 0.5.
            row.fields[0] = row.fields[0].replacing(",", with: ".")
            let words = Self.columns.compactMap { name in
                names.firstIndex(of: name).flatMap { $0 < row.fields.count ? row.fields[$0] : nil }
            }
            return Line(number: row.number, text: words.filter { !$0.isEmpty }.joined(separator: ":"))
        }
    }

    /// As `compose export --format csv` writes them.
    private static let columns = ["time", "view", "transition"]

    private struct Row {
        var number: Int
        var text: String
        var fields: [String]

        /// Whether it is a start and an end in seconds, either of which may be open, and a label.
        var isSegment: Bool {
            fields.count == 3 && fields[..<2].allSatisfy { $0.isEmpty || Double($0) != nil } && Double(fields[2]) == nil
                && !fields[..<2].joined().isEmpty
        }
    }

    /// Comma-separated values (RFC 4180), or semicolon-separated ones, as spreadsheets write where the comma is the
    /// decimal sign; lines that begin with # are skipped.
    private static func rows(_ text: String) -> [Row] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.drop { $0 == "\u{FEFF}" }
        }
        let isFirst = { (line: Substring) in !line.hasPrefix("#") && !trimmed(String(line)).isEmpty }
        let head = lines.first(where: isFirst).map { fields($0, ";")[0].lowercased() }
        let separator: Character = head == "time" ? ";" : ","
        return lines.enumerated().compactMap { index, line in
            guard !line.hasPrefix("#") else { return nil }
            return Row(number: index + 1, text: trimmed(String(line)), fields: fields(line, separator))
        }
    }

    private static func fields(_ line: Substring, _ separator: Character) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case separator where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields.map { trimmed($0) }
    }
}
