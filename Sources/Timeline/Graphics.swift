import MediaTime
import Parameters
import Pictures

/// What is drawn over a film for a time: titles, subtitles, a logo, and fades over all of it.
public struct Graphics: Hashable, Sendable, Codable {
    /// From a color at the beginning of the film, and to one at its end.
    public var fadeIn, fadeOut: Fade?
    /// In the order they are drawn.
    public var titles: [Title] = []
    /// A subtitle file to draw, with times of the film.
    public var subtitles: String?
    /// A subtitle file for a track that players show on request.
    public var subtitleTrack: String?
    /// What is said, word by word.
    public var captions: Captions?
    /// Above titles and subtitles.
    public var logo: Logo?

    /// Draws nothing.
    public init() {}

    package var isEmpty: Bool { self == Graphics() }

    /// A fade of the picture.
    public struct Fade: Hashable, Sendable, Codable {
        /// Up to a minute.
        public var duration: MediaTime
        /// Opaque.
        public var color: RGBColor

        /// By default from or to black.
        public init(_ duration: MediaTime, color: RGBColor = .black) {
            self.duration = duration
            self.color = color
        }
    }

    /// A text that is shown for a time.
    public struct Title: Hashable, Sendable, Codable {
        /// One or several lines.
        public var text: String
        /// On the clock of the film.
        public var range: TimeRange
        /// The parameters of `title`.
        public var style: Specification

        /// Not checked; `TitleStyle` does that.
        public init(_ text: String, range: TimeRange, style: Specification = Specification(name: "title")) {
            self.text = text
            self.range = range
            self.style = style
        }

        /// Nobody would read longer ones.
        package static let mostLetters = 500

        /// Whether there is something to draw, and not too much.
        package var isShown: Bool {
            text.contains { !$0.isWhitespace } && text.count <= Self.mostLetters && !text.unicodeScalars.contains("\0")
        }
    }

    /// Captions from a transcript.
    public struct Captions: Hashable, Sendable, Codable {
        /// A transcript with times of words, or subtitles.
        public var path: String
        /// The camera or sound that its times are of; `nil` if they are the film's.
        public var of: Angle?
        /// The parameters of `captions`.
        public var style: Specification
        /// Whether they are drawn into the picture, and whether they are a track that players show on request.
        public var isDrawn = true, isTrack = false
        /// What they are beside the film: "srt", "vtt", or `nil` for nothing.
        public var sidecar: String?

        /// Who speaks when on the session clock, as found by planning; a transcript that names speakers knows better.
        package var turns: [Turn]?

        package struct Turn: Hashable, Sendable, Codable {
            package var angle: Angle
            package var range: TimeRange
            package init(angle: Angle, range: TimeRange) { (self.angle, self.range) = (angle, range) }
        }

        /// Not checked; `CaptionStyle` does that.
        public init(_ path: String, of: Angle? = nil, style: Specification = Specification(name: "captions")) {
            (self.path, self.of, self.style) = (path, of, style)
        }
    }

    /// A picture over the film, such as a PNG with transparency.
    public struct Logo: Hashable, Sendable, Codable {
        /// Any picture that FFmpeg decodes.
        public var path: String
        /// When it is shown, on the clock of the film; `nil` for throughout.
        public var range: TimeRange?
        /// The parameters of `logo`.
        public var style: Specification
        /// Whether the corner was not chosen: then it is in the film's safe area, if there is one.
        package var isInSafeArea: Bool?

        /// Not checked; `LogoStyle` does that.
        public init(_ path: String, range: TimeRange? = nil, style: Specification = Specification(name: "logo")) {
            self.path = path
            self.range = range
            self.style = style
        }
    }

    /// A plan file may contain anything.
    ///
    /// - Throws: `ParameterError` for unknown or wrong parameters.
    /// - Returns: whether all times and texts are possible.
    package func check() throws(ParameterError) -> Bool {
        for title in titles { _ = try TitleStyle(title.style) }
        if let logo { _ = try LogoStyle(logo.style) }
        if let captions { _ = try CaptionStyle(captions.style) }
        let times = [fadeIn?.duration, fadeOut?.duration].compactMap(\.self)
        let ranges = titles.map(\.range) + [logo?.range].compactMap(\.self)
        return times.allSatisfy { (MediaTime.zero ... .seconds(60)).contains($0) }
            && ranges.allSatisfy { $0.start >= .zero && $0.start < $0.end && $0.end <= .seconds(1 << 20) }
            && titles.allSatisfy(\.isShown)
    }
}

/// Where and how a title is drawn.
package struct TitleStyle: Hashable, Sendable {
    package enum Place: String, CaseIterable, Sendable {
        case center
        case lowerThird = "lower-third"
        case top, bottom
    }
    /// Letters with a soft shadow or on a dark plate; of captions, the word that is said stands out: a few words that pop
    /// up, letters that take on a color one after the other, or a box behind the word.
    package enum Look: String, CaseIterable, Sendable {
        case plain, card, pop, karaoke, box
        /// Of what is not said word by word.
        static let ofTitles = [plain, card]
        static let ofCaptions = [plain, pop, karaoke, box]
        /// A few words at a time, in large letters.
        package var isShort: Bool { self == .pop }
    }

    package var place: Place
    package var look: Look
    /// The type size, as a fraction of the picture's shorter side.
    package var size: Double
    /// A family.
    package var font: String
    package var color: RGBColor
    /// In seconds, at both ends.
    package var fade: Double

    package init(_ specification: Specification) throws(ParameterError) {
        let values = try Catalogue([TextEntry.title]).resolve(specification).1
        place = Place(rawValue: values.word("place"))!
        look = Look(rawValue: values.word("style"))!
        size = values.optionalNumber("size") ?? (place == .center ? 0.09 : 0.055)
        font = values.word("font")
        color = values.color("color")
        fade = values.number("fade")
    }
}

/// Where and how captions are drawn.
package struct CaptionStyle: Hashable, Sendable {
    package enum Place: String, CaseIterable, Sendable { case bottom, center, top }

    package var look: TitleStyle.Look
    package var place: Place
    /// The type size, as a fraction of the picture's shorter side.
    package var size: Double
    /// A family.
    package var font: String
    package var color: RGBColor
    /// Of the word that is said.
    package var highlight: RGBColor
    /// Whether each speaker has a color of their own, if it is known who speaks.
    package var bySpeaker: Bool

    package init(_ specification: Specification) throws(ParameterError) {
        let values = try Catalogue([TextEntry.captions]).resolve(specification).1
        look = TitleStyle.Look(rawValue: values.word("style"))!
        place = Place(rawValue: values.word("place"))!
        size = values.optionalNumber("size") ?? (look.isShort ? 0.085 : 0.062)
        font = values.word("font")
        (color, highlight) = (values.color("color"), values.color("highlight"))
        bySpeaker = values.word("speakers") == "colors"
    }
}

/// Where and how a logo is drawn.
package struct LogoStyle: Hashable, Sendable {
    package var corner: TextStyle.Corner
    /// The longer side, as a fraction of the film's shorter side.
    package var size: Double
    package var opacity: Double
    /// The distance from the edges, as a fraction of the film's shorter side.
    package var margin: Double

    package init(_ specification: Specification) throws(ParameterError) {
        let values = try Catalogue([TextEntry.logo]).resolve(specification).1
        corner = TextStyle.Corner(rawValue: values.word("corner"))!
        (size, opacity, margin) = (values.number("size"), values.number("opacity"), values.number("margin"))
    }
}

extension TextEntry {
    static let title = TextEntry(
        name: "title", summary: "A text over the film.",
        parameters: [
            Parameter(
                "place", .choice(TitleStyle.Place.allCases.map(\.rawValue), default: "center"),
                "position in the picture"),
            Parameter(
                "style", .choice(TitleStyle.Look.ofTitles.map(\.rawValue), default: "plain"),
                "plain letters, or letters on a dark card"),
            Parameter(
                "size", .number(range: 0.02...0.3, default: nil, unit: .fraction),
                "font size, as a fraction of the shorter side"),
            Parameter("font", .text(default: "sans", accepts: "an installed family, or a font file"), "the font"),
            Parameter("color", .color(default: .white), "color of the letters"),
            Parameter(
                "fade", .number(range: 0...5, default: 0.3, unit: .seconds), "how long it takes to appear and to go"),
        ])
    static let captions = TextEntry(
        name: "captions", summary: "What is said, from a transcript.",
        parameters: [
            Parameter(
                "style", .choice(TitleStyle.Look.ofCaptions.map(\.rawValue), default: "plain"),
                "plain lines, a few large words that pop up, letters that fill with color, or a box behind the word that is said"
            ),
            Parameter(
                "place", .choice(CaptionStyle.Place.allCases.map(\.rawValue), default: "bottom"),
                "position in the picture"),
            Parameter(
                "size", .number(range: 0.02...0.3, default: nil, unit: .fraction),
                "font size, as a fraction of the shorter side"),
            Parameter("font", .text(default: "sans", accepts: "an installed family, or a font file"), "the font"),
            Parameter("color", .color(default: .white), "color of the letters"),
            Parameter(
                "highlight", .color(default: RGBColor(red: 255, green: 214, blue: 10)), "color of the word that is said"
            ),
            Parameter(
                "speakers", .choice(["colors", "alike"], default: "colors"),
                "whether each speaker has a color, if it is known who speaks"),
        ])
    static let logo = TextEntry(
        name: "logo", summary: "A picture over the film.",
        parameters: [
            Parameter(
                "corner", .choice(TextStyle.Corner.allCases.map(\.rawValue), default: "top-right"),
                "position in the picture"),
            .fraction("size", 0.01...1, default: 0.12, "its longer side, as a fraction of the film's shorter side"),
            .fraction("opacity", 0.05...1, default: 1, "how much it covers"),
            .fraction("margin", 0...0.25, default: 0.04, "distance from the edges"),
        ])
}
