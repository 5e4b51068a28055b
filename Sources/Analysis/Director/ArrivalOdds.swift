import Platform

/// Which of two speakers is heard, by which microphone the voice reaches first. Speakers stay roughly in place, so each
/// has a typical delay, which is found from the whole recording.
struct ArrivalOdds {
    /// At each step, the logarithm of how much more likely the first microphone's speaker is.
    private(set) var values: [Float]

    /// Peaks of this height are chance; peaks higher by `clear` are reliable.
    private static let (chance, clear): (Float, Float) = (3, 3)
    /// Speakers move their heads by this many samples, 0.4 ms or 14 cm.
    private static let spread: Float = 6.4
    /// The likelihood of a peak that is neither speaker's.
    private static let other: Float = 0.03
    /// Samples per bin of the histogram, a quarter of a millisecond.
    private static let bin = 4
    /// Two speakers are more than this many bins apart.
    private static let apart = 5
    /// A speaker has at least this share of the other's speech; otherwise there is only one.
    private static let leastShare: Float = 0.12

    /// - Parameters:
    ///   - activity: the probability that anybody speaks, 0…1.
    ///   - speakers: the highest possible number.
    init(_ track: ArrivalTrack, _ activity: [Float], speakers: Int) {
        let histogram = Self.histogram(track, activity)
        let places = Self.places(histogram, speakers)
        values = activity.indices.map { step in
            guard step < track.peaks.count else { return 0 }
            let peak = track.peaks[step]
            let surety = max(0, min(1.2, (peak.height - Self.chance) / Self.clear))
            guard let first = places.min(), let last = places.max() else { return 0 }
            // With only one speaker, the nearer microphone.
            guard first < last else { return surety * max(-1, min(1, -peak.delay / (2 * Self.spread))) }
            return surety * logf(Self.likelihood(peak.delay - first) / Self.likelihood(peak.delay - last))
        }
    }

    private static func likelihood(_ distance: Float) -> Float {
        expf(-0.5 * (distance / spread) * (distance / spread)) + other
    }

    private static func histogram(_ track: ArrivalTrack, _ activity: [Float]) -> [Float] {
        var sums = [Float](repeating: 0, count: 2 * ArrivalTrack.reach / bin + 1)
        for step in 0..<min(track.peaks.count, activity.count) {
            let peak = track.peaks[step]
            let weight = activity[step] * max(0, min(1, (peak.height - chance - 0.5) / clear))
            sums[(Int(peak.delay) + ArrivalTrack.reach) / bin] += weight
        }
        let kernel: [Float] = [0.25, 0.5, 1, 0.5, 0.25]
        return sums.indices.map { n in
            kernel.indices.reduce(0) { sum, k in
                sums.indices.contains(n + k - 2) ? sum + sums[n + k - 2] * kernel[k] : sum
            }
        }
    }

    /// The delays of the speakers, the most frequent first, in samples.
    private static func places(_ histogram: [Float], _ speakers: Int) -> [Float] {
        var rest = histogram
        var found: [Float] = []
        let most = histogram.max() ?? 0
        while found.count < speakers, let height = rest.max(), height > 0, height > leastShare * most {
            let place = rest.firstIndex(of: height)!
            found.append(Float(place * bin - ArrivalTrack.reach) + Float(bin - 1) / 2)
            for near in max(0, place - apart)...min(rest.count - 1, place + apart) { rest[near] = 0 }
        }
        return found
    }
}
