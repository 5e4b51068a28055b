/// How far music gives way to speech.
public struct Ducking: Hashable, Sendable, Codable {
    /// By how much it is lowered, in decibels.
    public var depth: Double
    /// How long lowering takes, in seconds; it ends where the speech begins.
    public var attack: Double
    /// How long coming back takes, in seconds.
    public var release: Double

    public static let depths = 1.0...60.0
    public static let times = 0.01...10.0

    public init(depth: Double = 12, attack: Double = 0.3, release: Double = 1) {
        self.depth = depth
        self.attack = attack
        self.release = release
    }

    /// Whether a plan may say so.
    public var isValid: Bool {
        Self.depths.contains(depth) && Self.times.contains(attack) && Self.times.contains(release)
    }
}
