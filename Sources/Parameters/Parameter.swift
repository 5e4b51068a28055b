import Pictures

/// One parameter of a catalogue entry: its name, accepted values and effect.
public struct Parameter: Hashable, Sendable {
    /// What users write before the equals sign.
    public var name: String
    /// The accepted values, and the default.
    public var kind: Kind
    /// A phrase without a period.
    public var summary: String

    /// - Parameter summary: a phrase without a period.
    public init(_ name: String, _ kind: Kind, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    /// A kind of value, with its limits and its default.
    public enum Kind: Hashable, Sendable {
        /// A number in `range`; `words` are names for some values. Without a default, other parameters decide.
        case number(range: ClosedRange<Double>, default: Double?, unit: Unit, words: [Word] = [])
        /// A number in `range`, or two for a value that moves from one to the other: `1..1.15`. Without a default.
        case ramp(range: ClosedRange<Double>, unit: Unit)
        /// One of these words, ignoring case.
        case choice([String], default: String)
        /// A color; `isTranslucent` also accepts an alpha.
        case color(default: RGBColor, isTranslucent: Bool = false)
        /// A point of a picture, as fractions of its width and height: `0.5,0.4`.
        case point(default: UnitPoint)
        /// A camera's name; `default` describes the camera used if none is named.
        case camera(default: String)
        /// Yes or no.
        case flag(default: Bool)
        /// A file; required.
        case path
        /// Any text without commas; `accepts` describes the expected text.
        case text(default: String, accepts: String)
    }

    /// How a number is written, and what it means.
    public enum Unit: String, Hashable, Sendable {
        /// Degrees, clockwise.
        case degrees = "°"
        /// A fraction: 0.1, or 10%.
        case fraction = ""
        /// A count, as a whole number.
        case count = " "
        /// Decibels: -18, or -18dB.
        case decibels = "dB"
        /// Seconds: 10, 10s, or 500ms.
        case seconds = "s"
    }

    /// A name for a number.
    public struct Word: Hashable, Sendable {
        /// What users write; lowercase.
        public var word: String
        /// In the unit of the parameter.
        public var number: Double
        /// - Parameter word: lowercase.
        public init(_ word: String, _ number: Double) {
            self.word = word
            self.number = number
        }
    }
}

extension Parameter {
    /// Whether `word` is one of the words that it accepts.
    package func hasChoice(_ word: String) -> Bool {
        switch kind {
        case .number(_, _, _, let words): words.contains { $0.word == word }
        case .choice(let choices, _): choices.contains(word)
        case .ramp, .color, .point, .camera, .flag, .path, .text: false
        }
    }

    /// Whether it takes the name of a camera.
    package var isCamera: Bool { if case .camera = kind { true } else { false } }

    /// Whether it takes two numbers.
    package var isPoint: Bool { if case .point = kind { true } else { false } }

    /// The accepted values: "0 to 1", "open or close", "#rrggbb, black … or gold".
    package var accepts: String {
        switch kind {
        case .number(let range, _, let unit, let words):
            Self.print(range.lowerBound, unit) + " to " + Self.print(range.upperBound, unit)
                + (words.isEmpty ? "" : ", or " + list(words.map(\.word), "or"))
        case .ramp(let range, let unit):
            Self.print(range.lowerBound, unit) + " to " + Self.print(range.upperBound, unit)
                + ", or a move from one to another, such as 1..1.2"
        case .choice(let choices, _): list(choices, "or")
        case .color(_, let isTranslucent):
            (isTranslucent ? "#rrggbb, #rrggbbaa, " : "#rrggbb, ") + list(RGBColor.names.map(\.name), "or")
        case .point: "two numbers from 0 to 1, from the left and from the top"
        case .camera: "a camera's name"
        case .flag: "yes or no"
        case .path: "a file"
        case .text(_, let accepts): accepts
        }
    }

    /// The default as it would be written; `nil` if the parameter is required, or others decide.
    package var defaultText: String? {
        switch kind {
        case .number(_, let value, let unit, _): value.map { Self.print($0, unit) }
        case .ramp: nil
        case .choice(_, let choice): choice
        case .color(let color, _): color.description
        case .point(let point): point.description
        case .camera(let meant): meant
        case .flag(let flag): flag ? "yes" : "no"
        case .path: nil
        case .text(let text, _): text
        }
    }

    /// "0.1", "30°", "8": no trailing zeros.
    static func print(_ number: Double, _ unit: Unit) -> String {
        let text = number == number.rounded() ? String(Int(number)) : String(number)
        return switch unit {
        case .degrees, .decibels, .seconds: text + unit.rawValue
        case .fraction, .count: text
        }
    }
}

extension Parameter {
    /// A direction of movement: left, right, up or down.
    package static func direction(default word: String) -> Parameter {
        Parameter("direction", .choice(["left", "right", "up", "down"], default: word), "direction of movement")
    }
    /// Degrees, clockwise from the right; also accepts a direction.
    public static func angle(default degrees: Double = 0, _ summary: String) -> Parameter {
        Parameter(
            "angle",
            .number(
                range: -360...360, default: degrees, unit: .degrees,
                words: [Word("right", 0), Word("down", 90), Word("left", 180), Word("up", 270)]),
            summary)
    }
    /// A fraction: 0.1, or 10%.
    public static func fraction(
        _ name: String, _ range: ClosedRange<Double> = 0...1, default value: Double, _ summary: String
    ) -> Parameter {
        Parameter(name, .number(range: range, default: value, unit: .fraction), summary)
    }
    /// A count, as a whole number.
    public static func count(
        _ name: String, _ range: ClosedRange<Double>, default value: Double, _ summary: String
    ) -> Parameter {
        Parameter(name, .number(range: range, default: value, unit: .count), summary)
    }
    /// Two parameters, `x` and `y`: a point of the canvas.
    public static let center: [Parameter] = [
        .fraction("x", default: 0.5, "center from the left, as a fraction of the width"),
        .fraction("y", default: 0.5, "center from the top, as a fraction of the height"),
    ]
}

/// "a", "a and b", "a, b and c".
package func list(_ words: [String], _ conjunction: String) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " \(conjunction) " + words.last!
}
