import Platform

/// Which of two speakers is heard, by the level difference of the voice between two microphones.
enum LevelOdds {
    /// The limit of certainty from levels: gain control and rooms distort them.
    private static let most: Float = 4
    /// The minimum level of a voice, relative to the noise.
    private static let least: Float = 0.03
    /// Steps over which a level is measured: 0.16 s, a syllable.
    private static let width = 8

    /// - Parameters:
    ///   - one: a microphone's voice and the energy of its noise; `other` is the second's.
    ///   - activity: the probability that anybody speaks, 0…1.
    /// - Returns: at each step, the logarithm of how much more likely the first microphone's speaker is.
    static func between(
        _ one: (voice: VoiceTrack, floor: [Float]), _ other: (voice: VoiceTrack, floor: [Float]), _ activity: [Float]
    ) -> [Float] {
        let (first, second) = (decibels(one), decibels(other))
        let differences = activity.indices.map { first[$0] - second[$0] }
        guard let speakers = TwoSpeakers(differences, weights: activity) else {
            return [Float](repeating: 0, count: activity.count)
        }
        return differences.map { max(-most, min(most, speakers.odds($0))) }
    }

    /// How much the level difference between two microphones varies from second to second, in decibels: the range of
    /// the middle four fifths.
    ///
    /// - Parameter areOn: whether both record, at each step.
    static func spread(_ one: VoiceTrack, _ other: VoiceTrack, where areOn: [Bool]) -> Float {
        let levels = [one, other].map { $0.energies.smoothed(over: VoiceTrack.rate) }
        let differences = areOn.indices.filter { areOn[$0] }.map { step in
            10 * log10f(max(levels[0][step], 1e-9) / max(levels[1][step], 1e-9))
        }.sorted()
        guard !differences.isEmpty else { return 0 }
        return differences[differences.count * 9 / 10] - differences[differences.count / 10]
    }

    /// The level of a voice with the noise subtracted.
    private static func decibels(_ heard: (voice: VoiceTrack, floor: [Float])) -> [Float] {
        zip(heard.voice.energies.smoothed(over: width), heard.floor).map { energy, floor in
            10 * log10f(max(energy - floor / 1.6, floor * least))
        }
    }
}
