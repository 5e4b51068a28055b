/// When somebody speaks, by what is louder than the noise around it: ten milliseconds are a block.
///
/// Not by an absolute level: one recording's noise is another's whisper. And by yes and no, not by how loud the speech is:
/// whoever follows it then holds still between syllables, instead of pumping.
struct SpeechDetector {
    /// Samples of a block.
    static let block = Int(AudioBuffer.sampleRate) / 100
    /// Blocks to either side of one by which its noise is known: five seconds, in which every speaker takes a breath.
    static let reach = 250
    /// Blocks for which a pause between words still counts: 0.6 s.
    private static let hold = 60
    /// Speech stands out of what a fifth of the time is quieter than by 15 to 30 dB, noise by 3: ten decibels are a factor
    /// of ten.
    private static let lead: Float = 10
    /// Quieter than −50 dBFS is nobody's speech.
    private static let floor: Float = 1e-5
    /// Of this many blocks four have to stand out: a click has one or two.
    static let hops = 10
    private static let least = 4

    /// Mean squares of the blocks that are known, from block `first` on.
    private var powers: [Float] = []
    private var first = 0
    /// What has not filled a block.
    private var sum: Float = 0
    private var count = 0
    private var filter = RumbleFilter()
    /// The end of what was heard last; `nil` for nobody so far.
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

    /// Whether somebody speaks at a block or did shortly before; asked in order of blocks.
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
        // Now and then, so that it costs nothing.
        guard block - first > 4 * Self.reach else { return }
        powers.removeFirst(block - first)
        first = block
    }
}

/// Wind, steps and handling lie below speech: a first-order high-pass at 150 Hz.
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
