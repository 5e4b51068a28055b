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
    /// Letters with a soft shadow, or on a dark plate.
    package enum Look: String, CaseIterable, Sendable { case plain, card }

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
                "style", .choice(TitleStyle.Look.allCases.map(\.rawValue), default: "plain"),
                "plain letters, or letters on a dark card"),
            Parameter(
                "size", .number(range: 0.02...0.3, default: nil, unit: .fraction),
                "font size, as a fraction of the shorter side"),
            Parameter("font", .text(default: "sans", accepts: "an installed family, or a font file"), "the font"),
            Parameter("color", .color(default: .white), "color of the letters"),
            Parameter(
                "fade", .number(range: 0...5, default: 0.3, unit: .seconds), "how long it takes to appear and to go"),
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
