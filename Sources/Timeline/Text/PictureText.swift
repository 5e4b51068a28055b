/// The text in the pictures of a film: how each kind looks; `nil` for what is not shown.
public struct PictureText: Hashable, Sendable, Codable {
    /// The camera's name, in its own picture.
    public var label: TextStyle?
    /// The date and time of its recording, in its own picture.
    public var clock: TextStyle?
    /// The film's, above all.
    public var timecode: TextStyle?
    /// What labels and empty cells call a camera, where it is not its name: by the name; "" for no label.
    public var names: [String: String]

    public init(
        label: TextStyle? = nil, clock: TextStyle? = nil, timecode: TextStyle? = nil, names: [String: String] = [:]
    ) {
        self.label = label
        self.clock = clock
        self.timecode = timecode
        self.names = names
    }

    /// Every style that is used.
    public var styles: [TextStyle] { [label, clock, timecode].compactMap(\.self) }

    /// What a camera is called.
    public func name(of angle: Angle) -> String { names[angle.name] ?? angle.name }

    /// Longer ones would not be read.
    public static let mostLetters = 60

    /// All can be drawn.
    public var isValid: Bool {
        styles.allSatisfy(\.isValid)
            && names.values.allSatisfy { $0.count <= Self.mostLetters && !$0.contains(where: \.isNewline) }
    }
}
