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
