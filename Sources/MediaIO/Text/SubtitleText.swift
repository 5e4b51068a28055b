import Pictures

/// The text of a SubRip or WebVTT cue: pieces with their looks.
struct SubtitleText {
    struct Look: Hashable {
        var isItalic = false, isBold = false, isUnderlined = false, isStruck = false
        var color: RGBColor?
        var face: String?
        /// In units of 288 for the height of the picture.
        var size: Int?
    }
    private(set) var pieces: [(text: String, look: Look)] = []
    /// A number of a keypad: 8 is above, in the middle.
    private(set) var place: Int?

    private var look = Look()
    private var fonts: [Look] = []
    private var text = ""

    /// - Parameter isWebVTT: as the W3C specifies it; otherwise SubRip, whose tags are HTML's of old.
    init(_ source: String, isWebVTT: Bool) {
        var rest = source[...]
        while let sign = rest.unicodeScalars.first {
            let length =
                switch sign {
                case "<": tag(rest, isWebVTT)
                case "&" where isWebVTT: entity(rest)
                case "{" where !isWebVTT: command(rest)
                default: 0
                }
            if length > 0 {
                rest = rest.dropFirst(length)
            } else {
                text.unicodeScalars.append(sign)
                rest = Substring(rest.unicodeScalars.dropFirst())
            }
        }
        finishPiece()
    }

    private mutating func finishPiece() {
        if !text.isEmpty { pieces.append((text, look)) }
        text = ""
    }

    private mutating func change(_ change: (inout Look) -> Void) {
        var changed = look
        change(&changed)
        guard changed != look else { return }
        finishPiece()
        look = changed
    }

    private static let longestTag = 200

    /// Returns the length of the tag that the text begins with; 0 for none.
    private mutating func tag(_ rest: Substring, _ isWebVTT: Bool) -> Int {
        let inside = rest.dropFirst().prefix(Self.longestTag).prefix { $0 != ">" }
        guard rest.dropFirst(1 + inside.count).first == ">" else { return 0 }
        let isOpening = inside.first != "/"
        let words = (isOpening ? inside : inside.dropFirst()).drop(while: \.isWhitespace)
        let name = words.prefix { $0.isLetter }.lowercased()
        switch name {
        case "i": change { $0.isItalic = isOpening }
        case "b": change { $0.isBold = isOpening }
        case "u": change { $0.isUnderlined = isOpening }
        case "s" where !isWebVTT: change { $0.isStruck = isOpening }
        case "br" where !isWebVTT: text += "\n"
        case "font" where !isWebVTT, "c" where isWebVTT:
            if isOpening {
                fonts.append(look)
                change { isWebVTT ? Self.useClasses(words, &$0) : Self.useFont(words, &$0) }
            } else if let before = fonts.popLast() {
                change { ($0.color, $0.face, $0.size) = (before.color, before.face, before.size) }
            }
        // Voices, languages, rubies and times within a text change nothing here; other signs may be text.
        default: return isWebVTT ? inside.count + 2 : 0
        }
        return inside.count + 2
    }

    private static func useFont(_ words: Substring, _ look: inout Look) {
        for match in words.matches(of: /([a-zA-Z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/) {
            let value = String(match.2 ?? match.3 ?? match.4 ?? "")
            switch match.1.lowercased() {
            case "color": look.color = RGBColor(parsing: value) ?? look.color
            case "size": look.size = Int(value).map { min(max($0, 1), 200) } ?? look.size
            case "face": look.face = value.contains { "\\{}".contains($0) || $0.isNewline } ? look.face : value
            default: break
            }
        }
    }

    /// The classes that WebVTT gives colors to ("Default CSS rules").
    private static func useClasses(_ words: Substring, _ look: inout Look) {
        let colors = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
        let classes = words.prefix { !$0.isWhitespace }.split(separator: ".").dropFirst()
        if let color = classes.last(where: { colors.contains(String($0)) }) {
            look.color = RGBColor(parsing: String(color))
        }
    }

    private mutating func entity(_ rest: Substring) -> Int {
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
        guard rest.dropFirst(1 + name.count).first == ";" else { return 0 }
        let named = [
            "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"",
            "apos": "'",
        ]
        if let sign = named[String(name)] {
            text += sign
        } else if name.first == "#" {
            let digits = name.dropFirst()
            let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 32 else { return 0 }
            text.unicodeScalars.append(scalar)
        } else {
            return 0
        }
        return name.count + 2
    }

    /// Commands that other programs write into SubRip files: a place is used; the rest is not shown.
    private mutating func command(_ rest: Substring) -> Int {
        guard let match = rest.prefixMatch(of: /\{(?:\\an([1-9])|\\[^}]*|[CcFfoPSsYy]:[^}]*)\}/) else { return 0 }
        place = place ?? match.1.flatMap { Int($0) }
        return rest.distance(from: rest.startIndex, to: match.range.upperBound)
    }
}

extension SubtitleText {
    /// What is read, without looks.
    var plain: String { pieces.map(\.text).joined() }

    /// As the text of an event, for libass; at its end, the look is what it was at the beginning.
    var forPicture: String { script(Self.escaped) }

    /// As the text of an event, for FFmpeg's encoders, which know no escapes.
    ///
    /// - Parameter isMarkup: whether what is encoded is WebVTT, in which some signs are written as entities.
    func forTrack(isMarkup: Bool) -> String {
        script { text in
            var text = text
            if isMarkup {
                text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            }
            // What would be a command or a new line.
            text = text.replacing("{\\", with: "{\u{2060}\\")
            for letter in "nN" { text = text.replacing("\\\(letter)", with: "\\\u{2060}\(letter)") }
            return text.replacing("\n", with: "\\N")
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for sign in text.unicodeScalars {
            switch sign {
            // Before some signs, it would be a command; the word joiner is not seen.
            case "\\": result += "\\\u{2060}"
            case "{": result += "\\{"
            case "}": result += "\\}"
            case "\n": result += "\\N"
            default: result.unicodeScalars.append(sign)
            }
        }
        return result
    }

    private func script(_ escape: (String) -> String) -> String {
        var look = Look()
        var result = ""
        for piece in pieces + [("", Look())] {
            result += Self.commands(from: look, to: piece.look) + escape(piece.text)
            look = piece.look
        }
        return result
    }

    private static func commands(from: Look, to: Look) -> String {
        var commands = ""
        let flags: [(String, KeyPath<Look, Bool>)] = [
            ("i", \.isItalic), ("b", \.isBold), ("u", \.isUnderlined), ("s", \.isStruck),
        ]
        for (name, flag) in flags where from[keyPath: flag] != to[keyPath: flag] {
            commands += "{\\\(name)\(to[keyPath: flag] ? 1 : 0)}"
        }
        if from.color != to.color {
            let digits = { (value: UInt8) in
                (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
            }
            commands += to.color.map { "{\\c&H\(digits($0.blue))\(digits($0.green))\(digits($0.red))&}" } ?? "{\\c}"
        }
        if from.face != to.face { commands += "{\\fn\(to.face ?? "")}" }
        if from.size != to.size { commands += "{\\fs\(to.size.map(String.init) ?? "")}" }
        return commands
    }
}
