/// How much music is lowered under speech.
public struct Ducking: Hashable, Sendable, Codable {
    /// How far the music is lowered, in decibels.
    public var depth: Double
    /// How long the fade down takes, in seconds; it ends where the speech begins.
    public var attack: Double
    /// How long the fade back up takes, in seconds.
    public var release: Double

    /// The depths that a plan may contain, in decibels.
    package static let depths = 1.0...60.0
    /// The lengths of both fades that a plan may contain, in seconds.
    package static let times = 0.01...10.0

    /// By default, music is lowered by 10 dB within 0.3 s, and restored within 1 s.
    public init(depth: Double = 10, attack: Double = 0.3, release: Double = 1) {
        self.depth = depth
        self.attack = attack
        self.release = release
    }

    /// Whether a plan may contain these values.
    package var isValid: Bool {
        Self.depths.contains(depth) && Self.times.contains(attack) && Self.times.contains(release)
    }
}
