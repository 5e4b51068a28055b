/// The gain of music under a program that is analyzed ahead of it: lowered before someone speaks, held while they do,
/// and restored afterward.
package struct Ducker: Sendable {
    private let ducking: Ducking
    private var detector = SpeechDetector()
    /// Whether each known block from `first` on is speech.
    private var speech: [Bool] = []
    private var first = 0
    /// Decibels at the end of the last block that was output.
    private var level = 0.0
    private var factor: Float = 1
    /// Factors that were computed but not yet returned.
    private var ready: [Float] = []

    /// Begins at the first sample of the program, with full gain.
    package init(_ ducking: Ducking) { self.ducking = ducking }

    /// How many blocks before the speech the lowering begins.
    private var attack: Int { max(1, Int((ducking.attack * 100).rounded())) }
    private var release: Int { max(1, Int((ducking.release * 100).rounded())) }

    /// How many samples ahead of the music the program must be analyzed.
    package var lookahead: Int {
        (attack + SpeechDetector.reach + 2 * SpeechDetector.hops) * SpeechDetector.block
    }

    /// Analyzes more of the program.
    package mutating func hear(_ buffer: AudioBuffer) { detector.hear(buffer) }

    /// The gains of the next `count` samples of music. The program must have been analyzed as far ahead as
    /// `lookahead`, or to its end.
    package mutating func gains(count: Int) -> [Float] {
        while ready.count < count { ready += nextBlock() }
        defer { ready.removeFirst(count) }
        return Array(ready.prefix(count))
    }

    /// The gains of a block: factors interpolated linearly between its ends.
    private mutating func nextBlock() -> [Float] {
        while speech.count <= attack { speech.append(detector.isSpeech(at: first + speech.count)) }
        let step = speech.contains(true) ? -ducking.depth / Double(attack) : ducking.depth / Double(release)
        speech.removeFirst()
        first += 1
        level = max(-ducking.depth, min(0, level + step))
        let (before, after) = (factor, Float(Decibels.factor(level)))
        factor = after
        return (1...SpeechDetector.block).map { n in
            before + (after - before) * Float(n) / Float(SpeechDetector.block)
        }
    }
}

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
