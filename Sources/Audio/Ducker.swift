/// The gain of music beside a programme that is heard ahead of it: lowered before somebody speaks, held while they do,
/// and brought back after they have ended.
public struct Ducker: Sendable {
    private let ducking: Ducking
    private var detector = SpeechDetector()
    /// What is known of the blocks from `first` on.
    private var speech: [Bool] = []
    private var first = 0
    /// Decibels at the end of the last block that was given out.
    private var level = 0.0
    private var factor: Float = 1
    /// Factors of samples that were computed and not yet given out.
    private var ready: [Float] = []

    public init(_ ducking: Ducking) { self.ducking = ducking }

    /// Blocks by which lowering begins before the speech.
    private var attack: Int { max(1, Int((ducking.attack * 100).rounded())) }
    private var release: Int { max(1, Int((ducking.release * 100).rounded())) }

    /// By how many samples the programme has to be heard ahead of the music.
    public var lookahead: Int {
        (attack + SpeechDetector.reach + 2 * SpeechDetector.hops) * SpeechDetector.block
    }

    /// Hears more of the programme.
    public mutating func hear(_ buffer: AudioBuffer) { detector.hear(buffer) }

    /// The gains of the next `count` samples of music, of which the programme was heard as far ahead as `lookahead`, or
    /// to its end.
    public mutating func gains(count: Int) -> [Float] {
        while ready.count < count { ready += nextBlock() }
        defer { ready.removeFirst(count) }
        return Array(ready.prefix(count))
    }

    /// The gains of a block: a straight line of factors between its ends.
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
