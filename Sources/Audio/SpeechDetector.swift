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
    /// Speech is 15 to 30 dB above the 20th percentile of the levels, noise 3 dB. Ten decibels are a factor of ten.
    private static let lead: Float = 10
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
    private var filter = RumbleFilter()
    /// The end of the last speech; `nil` if there was none so far.
    private var lastHeard: Int?
    mutating func hear(_ buffer: AudioBuffer) {
        for n in 0..<buffer.frameCount {
            let sample = filter.next((buffer.channels[0][n] + buffer.channels[1][n]) / 2)
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
        let least = max(Self.floor, near[near.count / 5] * Self.lead)
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

/// A first-order high-pass at 150 Hz: wind, footsteps and handling noise are below speech.
private struct RumbleFilter {
    /// exp(−2π · 150 / 48 000).
    private static let memory: Float = 0.98055
    private var before: (input: Float, output: Float) = (0, 0)

    mutating func next(_ sample: Float) -> Float {
        let output = Self.memory * (before.output + sample - before.input)
        before = (sample, output)
        return output
    }
}
