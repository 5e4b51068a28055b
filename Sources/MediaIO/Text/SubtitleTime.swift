/// The line of a SubRip or WebVTT file that says when a subtitle is shown.
struct SubtitleTime {
    /// In milliseconds.
    let start, end: Int64
    /// What follows the times: in WebVTT, settings.
    let settings: String

    /// `nil` for a line that is anything else.
    ///
    /// - Parameter needsHours: SubRip's times always have them.
    init?(_ line: Substring, needsHours: Bool) {
        guard let first = line.utf8.first(where: { $0 != 32 && $0 != 9 }), (48...57).contains(first) else { return nil }
        var rest = Array(line.utf8)[...]
        Self.skipBlanks(&rest)
        guard let start = Self.time(&rest, needsHours) else { return nil }
        Self.skipBlanks(&rest)
        guard rest.starts(with: Array("-->".utf8)) else { return nil }
        rest = rest.dropFirst(3)
        Self.skipBlanks(&rest)
        guard let end = Self.time(&rest, needsHours) else { return nil }
        guard rest.first.map({ $0 == 32 || $0 == 9 }) ?? true else { return nil }
        (self.start, self.end) = (start, end)
        settings = String(decoding: rest, as: UTF8.self)
    }

    /// A time alone, as WebVTT has them inside text: "00:00:01.500"; in milliseconds.
    static func moment(_ text: Substring) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let time = time(&rest, false), rest.isEmpty else { return nil }
        return time
    }

    private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 32 || $0 == 9 }
    }

    /// "01:02:03,004", "02:03.004"; both marks are in use in both kinds of files.
    private static func time(_ rest: inout ArraySlice<UInt8>, _ needsHours: Bool) -> Int64? {
        var parts: [Int64] = []
        while true {
            guard let part = number(&rest) else { return nil }
            parts.append(part)
            guard rest.first == UInt8(ascii: ":"), parts.count < 3 else { break }
            rest.removeFirst()
        }
        guard parts.count == 3 || parts.count == 2 && !needsHours else { return nil }
        guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else { return nil }
        rest.removeFirst()
        let fraction = rest.prefix { (48...57).contains($0) }
        guard !fraction.isEmpty else { return nil }
        rest = rest.dropFirst(fraction.count)
        let thousandths = (fraction.prefix(3) + [48, 48]).prefix(3).reduce(0) { $0 * 10 + Int64($1 - 48) }
        return parts.reduce(0) { $0 * 60 + $1 } * 1000 + thousandths
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard (1...6).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    /// Whether somebody meant this line, which is no valid time, as one: nothing but something like times, with an arrow
    /// between or before them. Words may contain times and arrows, too.
    static func isMistyped(_ line: Substring) -> Bool {
        guard line.utf8.contains(UInt8(ascii: ":")), line.utf8.contains(where: { (48...57).contains($0) }) else {
            return false
        }
        for arrow in ["-->", "->", "=>", "→"] {
            guard let place = line.firstRange(of: arrow) else { continue }
            let (left, right) = (line[..<place.lowerBound], line[place.upperBound...])
            let words = right.split { $0 == " " || $0 == "\t" }
            let time = words.prefix { word in !word.contains(where: \.isLetter) || isLikeTime(word) }
            let end = time.joined()[...]
            guard words.dropFirst(time.count).allSatisfy({ $0.contains(":") }) else { return false }
            return isLikeTime(left) && (end.isEmpty || end.contains(where: \.isNumber))
                || left.isBlank && isLikeTime(end)
        }
        return line.wholeMatch(
            of: /\s*[0-9]+:[0-9]{2}[0-9:]*[.,][0-9]+(?:[^0-9A-Za-z]{1,8}[0-9]+:[0-9]{2}[0-9:]*[.,][0-9]+)?\s*/) != nil
    }

    private static func isLikeTime(_ text: Substring) -> Bool {
        let signs = text.filter { !$0.isWhitespace }
        return signs.count <= 20 && signs.count(where: \.isNumber) >= 3 && signs.contains(":")
            && signs.count(where: \.isLetter) <= 1
    }
}

extension MediaError {
    static func mistypedTime(_ path: String, _ line: Int, _ text: Substring, mark: String) -> MediaError {
        .noSubtitleTime(path: path, line: line, String(text), example: "00:00:01\(mark)000 --> 00:00:02\(mark)000")
    }
}
