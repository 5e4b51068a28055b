import Platform

/// Which of two speakers is heard, by which microphone the voice reaches first. Speakers stay roughly in place, so each
/// has a typical delay, which is found from the whole recording.
struct ArrivalOdds {
    /// At each step, the logarithm of how much more likely the first microphone's speaker is.
    private(set) var values: [Float]
    /// Whether all sound reaches the microphones with the same delay, to the sample: it is one sound.
    let isOneSound: Bool

    /// Peaks of this height are chance; peaks higher by `clear` are reliable.
    private static let (chance, clear): (Float, Float) = (3, 3)
    /// The share of all sound: noise and echoes have other delays.
    private static let nearlyAll: Float = 0.9
    /// Speakers move their heads by this many samples, 0.4 ms or 14 cm.
    private static let spread: Float = 6.4
    /// The likelihood of a peak that is neither speaker's.
    private static let other: Float = 0.03

    /// - Parameters:
    ///   - activity: the probability that anybody speaks, 0…1.
    ///   - speakers: the highest possible number.
    ///   - levelsTell: whether levels tell who speaks. Then speakers whose delays cannot be separated are left to them:
    ///     an error of the sync would move all of their delays to one side.
    init(_ track: ArrivalTrack, _ activity: [Float], speakers: Int, levelsTell: Bool) {
        let steps = 0..<min(track.peaks.count, activity.count)
        let weights = steps.map { step in
            activity[step] * max(0, min(1, (track.peaks[step].height - Self.chance - 0.5) / Self.clear))
        }
        let common = CommonDelay(track, weights: weights)
        let histogram = CommonDelay.histogram(track, weights, steps) { common.shift(at: $0) }
        let places = CommonDelay.places(histogram, speakers)
        let delays = steps.map { track.peaks[$0].delay - common.samples(at: $0) }
        isOneSound = Self.isOneSound(delays, weights)
        // Speakers who cannot be separated are to both sides of their common place.
        let middle = Self.mean(of: delays, weights, near: places.first ?? 0)
        values = activity.indices.map { step in
            guard step < delays.count, let first = places.min(), let last = places.max() else { return 0 }
            let delay = delays[step]
            let surety = max(0, min(1.2, (track.peaks[step].height - Self.chance) / Self.clear))
            guard first < last else {
                return levelsTell ? 0 : surety * max(-1, min(1, (middle - delay) / (2 * Self.spread)))
            }
            return surety * logf(Self.likelihood(delay - first) / Self.likelihood(delay - last))
        }
    }

    /// The mean of the delays that may be of one place.
    private static func mean(of delays: [Float], _ weights: [Float], near place: Float) -> Float {
        let near = zip(delays, weights).filter { abs($0.0 - place) <= 2 * spread }
        let sum = near.reduce(0) { $0 + $1.1 }
        return sum > 0 ? near.reduce(0) { $0 + $1.0 * $1.1 } / sum : place
    }

    private static func isOneSound(_ delays: [Float], _ weights: [Float]) -> Bool {
        var histogram: [Int: Float] = [:]
        for (delay, weight) in zip(delays, weights) { histogram[Int(delay), default: 0] += weight }
        let near = histogram.keys.map { delay in (-1...1).reduce(0) { $0 + (histogram[delay + $1] ?? 0) } }.max() ?? 0
        return near >= nearlyAll * weights.reduce(0, +)
    }

    private static func likelihood(_ distance: Float) -> Float {
        expf(-0.5 * (distance / spread) * (distance / spread)) + other
    }
}
