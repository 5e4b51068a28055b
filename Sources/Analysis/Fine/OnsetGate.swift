import Platform

/// Keeps the rises of a sound: its level over that of the last 25 ms, and little else. The direct sound comes before
/// its reflections, so it outweighs them here.
struct OnsetGate {
    /// Samples before the stretch that are needed for the filters to settle: 0.1 s, four times the slow level.
    static let leadIn = AnalysisSound.rate / 10
    /// The slow level lags by this, so that a rise is not measured against itself: 2 ms.
    private static let delay = AnalysisSound.rate / 500
    /// The mean square that counts as silence.
    private let floor: Float

    /// - Parameter levels: of the whole sound: its noise floor is the 30th percentile.
    init(_ levels: BandLevels) {
        floor = BandLevels.Step.energy(percentile(30, of: levels.highSteps)) + 1e-12
    }

    /// - Parameter samples: with `leadIn` samples before the stretch, which are not in the result.
    func gated(_ samples: [Float]) -> [Float] {
        let (fast, slow) = (Self.decay(seconds: 0.001), Self.decay(seconds: 0.025))
        var filter = HighPass(hertz: 700)
        var (quick, lasting): (Float, Float) = (0, 0)
        var past = [Float](repeating: 0, count: Self.delay)
        var place = 0
        return [Float](unsafeUninitializedCapacity: max(0, samples.count - Self.leadIn)) { buffer, count in
            for n in samples.indices {
                let sample = filter.next(samples[n])
                let energy = sample * sample
                quick += fast * (energy - quick)
                lasting += slow * (energy - lasting)
                let before = past[place] + floor
                past[place] = lasting
                place = place + 1 == Self.delay ? 0 : place + 1
                guard n >= Self.leadIn else { continue }
                let rise = max(0, 1 - before / (quick + 1e-12))
                buffer[n - Self.leadIn] = rise > 0 ? sample / before.squareRoot() * rise : 0
            }
            count = max(0, samples.count - Self.leadIn)
        }
    }

    /// The weight of a new value in a level with this time constant.
    private static func decay(seconds: Float) -> Float { 1 - expf(-1 / (seconds * Float(AnalysisSound.rate))) }
}

/// A second-order Butterworth high-pass, by the bilinear transform.
private struct HighPass {
    private let gain: Float
    private let feedback: (Float, Float)
    private var state: (Float, Float) = (0, 0)

    init(hertz: Float) {
        let k = tanf(.pi * hertz / Float(AnalysisSound.rate))
        let norm = 1 / (1 + Float(2).squareRoot() * k + k * k)
        gain = norm
        feedback = (2 * (k * k - 1) * norm, (1 - Float(2).squareRoot() * k + k * k) * norm)
    }

    @inline(__always)
    mutating func next(_ sample: Float) -> Float {
        let result = gain * sample + state.0
        state.0 = -2 * gain * sample - feedback.0 * result + state.1
        state.1 = gain * sample - feedback.1 * result
        return result
    }
}
