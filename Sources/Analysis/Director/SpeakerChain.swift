import Platform

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
