/// Detects speech as sound that is louder than the noise around it, in blocks of ten milliseconds.
///
/// There is no absolute level: the noise of one recording can be as loud as a whisper in another. The result is yes
/// or no, not a level, so the gain stays steady between syllables instead of pumping.
struct SpeechDetector {
    /// Samples of a block.
    static let block = Int(AudioBuffer.sampleRate) / 100
    /// Blocks on either side of a block that its noise is estimated from: five seconds, in which every speaker takes
    /// a breath.
    static let reach = 250
    /// Blocks for which a pause between words still counts as speech: 0.6 s.
    private static let hold = 60
    /// Steady noise stays within 4 dB of the 10th percentile of its levels. Speech rises further above it, even where
    /// people take turns without a pause, 7 dB above the noise of a street.
    private static let lead: Float = 5.01187
    /// Anything below −50 dBFS is not speech.
    private static let floor: Float = 1e-5
    /// Of this many blocks, four must be above the noise: a click has one or two.
    static let hops = 10
    private static let least = 4

    /// Mean squares of the known blocks, from block `first` on.
    private var powers: [Float] = []
    private var first = 0
    /// The sum for the unfinished block.
    private var sum: Float = 0
    private var count = 0
    private var mono = MonoSum()
    private var filter = SpeechBand()
    /// The end of the last speech; `nil` if there was none so far.
    private var lastHeard: Int?
    mutating func hear(_ buffer: AudioBuffer) {
        for sample in mono.hear(buffer.channels) {
            let sample = filter.next(sample)
            sum += sample * sample
            count += 1
            guard count == Self.block else { continue }
            powers.append(sum / Float(Self.block))
            (sum, count) = (0, 0)
        }
    }

    /// Whether someone speaks at a block or did shortly before; call in order of blocks.
    mutating func isSpeech(at block: Int) -> Bool {
        if standsOut(block) { lastHeard = block }
        forget(before: block - Self.reach)
        return lastHeard.map { block - $0 <= Self.hold } ?? false
    }

    private func standsOut(_ block: Int) -> Bool {
        guard block < first + powers.count else { return false }
        let near = powers[max(0, block - first - Self.reach)..<min(powers.count, block - first + Self.reach)].sorted()
        let least = max(Self.floor, near[near.count / 10] * Self.lead)
        let here = block - first..<min(powers.count, block - first + Self.hops)
        return powers[here].count { $0 > least } >= Self.least
    }

    private mutating func forget(before block: Int) {
        // Only occasionally, so that the cost is negligible.
        guard block - first > 4 * Self.reach else { return }
        powers.removeFirst(block - first)
        first = block
    }
}

/// The band of a telephone, 300 to 3400 Hz, first-order: speech stands out there, and wind, footsteps and hiss do not.
private struct SpeechBand {
    /// exp(−2π · 300 / 48 000) and exp(−2π · 3400 / 48 000).
    private static let (low, high): (Float, Float) = (0.961491, 0.640778)
    private var input: Float = 0
    private var highPassed: Float = 0
    private var output: Float = 0

    mutating func next(_ sample: Float) -> Float {
        highPassed = Self.low * (highPassed + sample - input)
        input = sample
        output = highPassed + Self.high * (output - highPassed)
        return output
    }
}
