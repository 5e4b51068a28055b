import Parameters
import Pictures

/// The position and style of text in a picture. Lengths are fractions, so that it looks the same at every size.
public struct TextStyle: Hashable, Sendable, Codable {
    /// A corner of the picture, or the middle of its upper or lower edge.
    public enum Corner: String, Hashable, Sendable, Codable, CaseIterable {
        /// The upper left corner.
        case topLeft = "top-left"
        /// The middle of the upper edge.
        case top
        /// The upper right corner.
        case topRight = "top-right"
        /// The lower left corner.
        case bottomLeft = "bottom-left"
        /// The middle of the lower edge.
        case bottom
        /// The lower right corner.
        case bottomRight = "bottom-right"

        /// At the upper edge; all others are at the lower edge.
        package var isTop: Bool { rawValue.hasPrefix("top") }
        /// At the left edge; `top` and `bottom` are centered.
        package var isLeft: Bool { rawValue.hasSuffix("left") }
        /// At the right edge; `top` and `bottom` are centered.
        package var isRight: Bool { rawValue.hasSuffix("right") }
    }
    /// Of the camera's own picture for labels and clocks, of the canvas for the timecode.
    public var corner: Corner
    /// The type size (its em), as a fraction of the picture's shorter side.
    public var size: Double
    /// The distance from the edges, as a fraction of the width and of the height.
    public var margin: Double
    /// A family, or the path of a font file.
    public var font: String
    /// Of the letters; may be translucent.
    public var color: RGBColor
    /// The background of the text.
    public var box: RGBColor
    /// Whether the corner was not chosen: then it is in the film's safe area, if there is one.
    package var isInSafeArea: Bool?

    static let sizes = 0.01...0.2
    static let margins = 0...0.25

    /// By default white sans-serif letters on 60% black.
    public init(
        corner: Corner, size: Double = 0.04, margin: Double = 0.05, font: String = "sans", color: RGBColor = .white,
        box: RGBColor = RGBColor(red: 0, green: 0, blue: 0, alpha: 0x99)
    ) {
        self.corner = corner
        self.size = size
        self.margin = margin
        self.font = font
        self.color = color
        self.box = box
    }

    /// Whether the size and margin can be drawn.
    package var isValid: Bool { Self.sizes.contains(size) && Self.margins.contains(margin) && !font.isEmpty }

    /// How far texts move from the corners of a picture to the middle of its edges: 0, or up to 1 in a circle, which has
    /// no corners.
    ///
    /// - Parameter radius: of the corners, as a fraction of the shorter side.
    package static func roundness(radius: Double) -> Double { min(max(4 * radius - 1, 0), 1) }

    /// The most of a picture's width that a text may take up.
    ///
    /// - Parameters:
    ///   - area: the picture's place, in samples.
    ///   - radius: of its corners, as a fraction of the shorter side.
    ///   - safe: what apps leave free, in samples; `nil` for everything.
    package func room(in area: UnitRectangle, radius: Double, safe: UnitRectangle? = nil) -> Double {
        let arc = radius * min(area.width, area.height)
        let roundness = Self.roundness(radius: radius)
        // Seven tenths of a circle: wider text would have room only near its middle.
        let own = area.width - (2 * margin * area.width + arc) * (1 - roundness) - 0.6 * arc * roundness
        guard let safe, isInSafeArea == true, safe.overlaps(area) else { return own }
        let edge = area.width * margin
        let free = min(area.x + area.width - edge, safe.x + safe.width) - max(area.x + edge, safe.x)
        // Of a picture that is mostly covered, the text is covered, too.
        return free < own / 2 ? own : min(own, free)
    }
}

extension TextStyle {
    /// Reads an entry of the catalogue of texts, such as `label`, with its parameters.
    ///
    /// - Throws: `ParameterError`.
    public init(_ specification: Specification) throws(ParameterError) {
        try self.init(specification, keepsSafe: false)
    }

    /// - Parameter keepsSafe: whether the film has a safe area, which it keeps to unless a corner is chosen.
    package init(_ specification: Specification, keepsSafe: Bool) throws(ParameterError) {
        let values = try Catalogue<TextEntry>.standard.resolve(specification).1
        self.init(
            corner: Corner(rawValue: values.word("corner"))!, size: values.number("size"),
            margin: values.number("margin"), font: values.word("font"), color: values.color("color"),
            box: values.color("box"))
        if keepsSafe, specification.parameters["corner"] == nil, specification.parameters[""] == nil {
            isInSafeArea = true
        }
    }
}

/// One kind of text, with its help text.
package struct TextEntry: CatalogueEntry {
    package static let kind = "text"
    /// "label", "clock", "timecode", "title" or "logo".
    package let name: String
    package let aliases: [String] = []
    /// One sentence.
    package let summary: String
    /// In listing order; a value without a name belongs to the first, the position.
    package let parameters: [Parameter]

    init(name: String, summary: String, parameters: [Parameter]) {
        (self.name, self.summary, self.parameters) = (name, summary, parameters)
    }

    /// - Parameter style: the default position and style.
    init(_ name: String, summary: String, style: TextStyle) {
        let parameters: [Parameter] = [
            Parameter(
                "corner", .choice(TextStyle.Corner.allCases.map(\.rawValue), default: style.corner.rawValue),
                "position in the picture"),
            .fraction("size", TextStyle.sizes, default: style.size, "font size, as a fraction of the shorter side"),
            Parameter(
                "font", .text(default: style.font, accepts: "an installed family, or a font file"),
                "the font"),
            Parameter("color", .color(default: style.color, isTranslucent: true), "color of the letters"),
            Parameter("box", .color(default: style.box, isTranslucent: true), "color behind the letters"),
            .fraction("margin", TextStyle.margins, default: style.margin, "distance from the edges"),
        ]
        self.init(name: name, summary: summary, parameters: parameters)
    }
}

extension Catalogue where Entry == TextEntry {
    /// Each defaults to its own corner, and none to the default corner of an inset.
    package static let standard = Catalogue([
        TextEntry("label", summary: "The camera's name.", style: TextStyle(corner: .bottomLeft)),
        TextEntry("clock", summary: "The date and time of the recording.", style: TextStyle(corner: .topLeft)),
        TextEntry("timecode", summary: "The timecode of the film.", style: TextStyle(corner: .topRight)),
    ])
}

/// The text in the pictures of a film: the style of each kind; `nil` for texts not shown.
public struct PictureText: Hashable, Sendable, Codable {
    /// The camera's name, in its own picture.
    public var label: TextStyle?
    /// The date and time of its recording, in its own picture.
    public var clock: TextStyle?
    /// The film's timecode, above all layers.
    public var timecode: TextStyle?
    /// The names of cameras in labels and empty cells, if different, by camera name; "" for no label.
    public var names: [String: String]

    /// By default no text, and cameras under their own names.
    public init(
        label: TextStyle? = nil, clock: TextStyle? = nil, timecode: TextStyle? = nil, names: [String: String] = [:]
    ) {
        self.label = label
        self.clock = clock
        self.timecode = timecode
        self.names = names
    }

    /// Moves all texts into the film's safe area.
    package mutating func keepSafe() {
        label?.isInSafeArea = true
        clock?.isInSafeArea = true
        timecode?.isInSafeArea = true
    }

    /// Every style in use.
    package var styles: [TextStyle] { [label, clock, timecode].compactMap(\.self) }

    /// The displayed name of a camera.
    package func name(of angle: Angle) -> String { names[angle.name] ?? angle.name }

    /// Nobody would read longer ones.
    package static let mostLetters = 60

    /// Whether everything can be drawn.
    package var isValid: Bool {
        styles.allSatisfy(\.isValid)
            && names.values.allSatisfy { $0.count <= Self.mostLetters && !$0.contains(where: \.isNewline) }
    }
}
