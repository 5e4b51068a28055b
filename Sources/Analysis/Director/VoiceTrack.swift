import Platform

/// The level of voices at one microphone, 50 times a second, and the level of the noise when nobody speaks.
struct VoiceTrack {
    /// Steps per second of everything that the director analyzes: half a frame of film.
    static let rate = 50
    /// Samples of a step.
    static let hop = AnalysisSound.rate / rate

    /// Mean squares between 250 Hz and 3.8 kHz, the range of voices without rumble and hiss.
    private(set) var energies: [Float] = []
    private var sum: Float = 0
    private var count = 0
    private var band = VoiceBand()

    mutating func hear(_ samples: some Sequence<Float>) {
        for sample in samples {
            let voice = band.next(sample)
            sum += voice * voice
            count += 1
            guard count == Self.hop else { continue }
            energies.append(sum / Float(Self.hop))
            (sum, count) = (0, 0)
        }
    }

    /// The noise is estimated from this many seconds on both sides of each step: within 16 s, everybody takes a breath.
    private static let reach = 8
    /// Noise is the level below which this share of those steps is, in percent…
    private static let quietest = 8
    /// …multiplied by this, because those are its quietest moments.
    private static let margin: Float = 1.6
    /// −80 dBFS: quieter than any microphone's own noise.
    static let silence: Float = 1e-8

    /// Below the noise of 24 bits: samples that are zero are not a microphone's noise.
    private static let zero: Float = 1e-17

    /// The energy of the noise, at each step.
    ///
    /// - Parameters:
    ///   - isOn: whether the microphone records, at each step.
    ///   - least: the least that it can be.
    func floor(where isOn: [Bool], least: Float = silence) -> [Float] {
        let smooth = energies.smoothed(over: Self.rate / 10)
        let places = stride(from: 0, to: max(1, energies.count), by: Self.rate).map { middle -> Float in
            let steps = max(0, middle - Self.reach * Self.rate)..<min(isOn.count, middle + Self.reach * Self.rate)
            let near = steps.filter { isOn[$0] && energies[$0] > Self.zero }.map { smooth[$0] }.sorted()
            return near.isEmpty ? least : max(least, near[near.count * Self.quietest / 100] * Self.margin)
        }
        return energies.indices.map { step in
            let (place, part) = (step / Self.rate, Float(step % Self.rate) / Float(Self.rate))
            return places[place] * (1 - part) + places[min(places.count - 1, place + 1)] * part
        }
    }
}

/// A high-pass at 250 Hz and a low-pass at 3.8 kHz, each a Butterworth filter of second order (bilinear transform).
private struct VoiceBand {
    private var (low, high) = (Section(), Section())

    mutating func next(_ sample: Float) -> Float {
        let passed = high.next(
            sample, numerator: (0.932_932_2, -1.865_864_3, 0.932_932_2), feedback: (-1.861_361_1, 0.870_367_5))
        return low.next(
            passed, numerator: (0.270_258_2, 0.540_516_3, 0.270_258_2), feedback: (-0.092_038_07, 0.173_070_75))
    }

    private struct Section {
        private var state: (Float, Float) = (0, 0)

        @inline(__always)
        mutating func next(_ sample: Float, numerator: (Float, Float, Float), feedback: (Float, Float)) -> Float {
            let result = numerator.0 * sample + state.0
            state.0 = numerator.1 * sample - feedback.0 * result + state.1
            state.1 = numerator.2 * sample - feedback.1 * result
            return result
        }
    }
}

extension [Float] {
    /// The mean of `width` values around each value; fewer at the ends.
    func smoothed(over width: Int) -> [Float] {
        guard width > 1 else { return self }
        var sums = [Double](repeating: 0, count: count + 1)
        for n in indices { sums[n + 1] = sums[n] + Double(self[n]) }
        return indices.map { n in
            let (from, to) = (Swift.max(0, n - width / 2), Swift.min(count, n + (width + 1) / 2))
            return Float((sums[to] - sums[from]) / Double(to - from))
        }
    }
}
