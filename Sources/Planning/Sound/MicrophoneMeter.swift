import Analysis
import Placing

/// Listens for what makes a microphone useless, while others listen for speech.
struct MicrophoneMeter {
    private var count = 0
    private var peak: Float = 0
    /// Samples next to each other at full scale, and how many samples are in such places.
    private var run = 0
    private var clipped = 0
    /// The mean square of each tenth of a second.
    private var levels: [Float] = []
    private var sum: Float = 0

    private static let window = AnalysisSound.rate / 10

    mutating func hear(_ samples: [Float]) {
        for sample in samples {
            let size = abs(sample)
            peak = max(peak, size)
            run = size >= Self.fullScale ? run + 1 : 0
            if run == Self.leastRun { clipped += run } else if run > Self.leastRun { clipped += 1 }
            sum += sample * sample
            count += 1
            if count % Self.window == 0 {
                levels.append(sum / Float(Self.window))
                sum = 0
            }
        }
    }

    /// What is wrong, once all has been heard.
    var fault: Diagnostic.MicrophoneFault? {
        guard count >= Self.leastSeconds * AnalysisSound.rate else { return nil }
        guard peak > Self.silence else { return .silent }
        if Float(clipped) / Float(count) > Self.mostClipped { return .clips }
        let sorted = levels.sorted()
        let (floor, voice) = (sorted[sorted.count / 10], sorted[sorted.count * 19 / 20])
        return floor > Self.leastNoise && voice < floor * Self.leastDistance ? .noisy : nil
    }

    /// Devices start late, and scenes are quiet: less says nothing.
    private static let leastSeconds = 10
    /// −60 dBFS: one that is not plugged in hisses, and hears nobody.
    static let silence: Float = 1e-3
    /// Of the resampled sound, whose plateaus ripple.
    private static let fullScale: Float = 0.97
    /// A limiter touches full scale for a moment; whoever overdrives a recorder stays there.
    private static let leastRun = 4
    private static let mostClipped: Float = 0.001
    /// −50 dBFS, in a tenth of the time.
    private static let leastNoise: Float = 1e-5
    /// 12 dB from noise to voice.
    private static let leastDistance: Float = 16
}
