import Platform

/// Two values around which measurements cluster, as for two speakers: two Gaussians of equal width, found by
/// expectation-maximization (Dempster, Laird and Rubin 1977).
struct TwoSpeakers {
    private(set) var low: Float
    private(set) var high: Float
    private(set) var deviation: Float

    /// Decibels: no level is steadier than that.
    private static let leastDeviation: Float = 0.8
    /// More rounds change nothing.
    private static let rounds = 40

    /// - Parameter weights: the weight of each value, 0…1.
    init?(_ values: [Float], weights: [Float]) {
        let sure = zip(values, weights).filter { $1 > 0.5 }.map(\.0).sorted()
        guard sure.count >= VoiceTrack.rate else { return nil }
        (low, high) = (sure[sure.count * 15 / 100], sure[sure.count * 85 / 100])
        deviation = max(1, (high - low) / 4)
        for _ in 0..<Self.rounds { improve(values, weights) }
    }

    private mutating func improve(_ values: [Float], _ weights: [Float]) {
        var (mass, sum) = ((low: 1e-6, high: 1e-6), (low: 0.0, high: 0.0))
        var spread = 0.0
        for (value, weight) in zip(values, weights) where weight > 0 {
            let (below, above) = (value - low, value - high)
            let odds = (above * above - below * below) / (2 * deviation * deviation)
            let share = Double(weight / (1 + expf(max(-50, min(50, odds)))))
            let rest = Double(weight) - share
            mass = (mass.low + rest, mass.high + share)
            sum = (sum.low + rest * Double(value), sum.high + share * Double(value))
            spread += rest * Double(below * below) + share * Double(above * above)
        }
        (low, high) = (Float(sum.low / mass.low), Float(sum.high / mass.high))
        deviation = max(Self.leastDeviation, Float((spread / (mass.low + mass.high)).squareRoot()))
    }

    /// The logarithm of how much more likely the value belongs to the high cluster.
    func odds(_ value: Float) -> Float { (value - (low + high) / 2) * (high - low) / (deviation * deviation) }
}

/// Combines the evidence of the steps into who speaks: a hidden Markov model whose speakers tend to continue
/// (forward-backward algorithm, Rabiner 1989). Even if every step is uncertain, a turn of three seconds as a whole is
/// certain.
enum SpeakerChain {
    /// The probability per step that somebody else continues: every second or two, including back-channels.
    private static let change: Float = 1 / (1.5 * Float(VoiceTrack.rate))
    /// Consecutive steps share the same window of sound and the same echoes, so they are not independent evidence.
    private static let independence: Float = 0.3

    /// - Parameter likelihoods: `[speaker][step]`, logarithms; all 0 where nobody speaks.
    /// - Returns: the probability of each speaker; those of one step add up to 1.
    static func shares(_ likelihoods: [[Float]]) -> [[Float]] {
        let speakers = likelihoods.count
        guard speakers > 1, let count = likelihoods.first?.count, count > 0 else {
            return likelihoods.map { $0.map { _ in 1 } }
        }
        let weights = (0..<count).map { step in
            let most = likelihoods.map { $0[step] }.max()!
            return likelihoods.map { expf(independence * ($0[step] - most)) }
        }
        var forward = [[Float]](repeating: [], count: count)
        var state = [Float](repeating: 1 / Float(speakers), count: speakers)
        for step in 0..<count {
            state = normalized(zip(mixed(state), weights[step]).map { $0 * $1 })
            forward[step] = state
        }
        var shares = likelihoods
        state = [Float](repeating: 1 / Float(speakers), count: speakers)
        for step in (0..<count).reversed() {
            let both = normalized(zip(forward[step], state).map { $0 * $1 })
            for speaker in 0..<speakers { shares[speaker][step] = both[speaker] }
            state = normalized(mixed(zip(state, weights[step]).map { $0 * $1 }))
        }
        return shares
    }

    /// One step later: the speaker continues, or another one does.
    private static func mixed(_ state: [Float]) -> [Float] {
        let other = change / Float(state.count - 1)
        let sum = state.reduce(0, +)
        return state.map { $0 * (1 - change) + (sum - $0) * other }
    }

    private static func normalized(_ state: [Float]) -> [Float] {
        let sum = max(state.reduce(0, +), 1e-30)
        return state.map { $0 / sum }
    }
}
