import Platform

/// Which of two speakers is heard, by how much louder the voice is at one microphone than at the other.
enum LevelOdds {
    /// Levels never make surer than this: gain controls and rooms fool them.
    private static let most: Float = 4
    /// Of the noise, what the level of a voice is at least.
    private static let least: Float = 0.03
    /// Steps over which a level is taken: 0.16 s, a syllable.
    private static let width = 8

    /// - Parameters:
    ///   - one: a microphone's voice and the energy of its noise; `other` likewise.
    ///   - activity: how sure it is that anybody speaks, 0…1.
    /// - Returns: at each step the logarithm of how much more likely the first one's speaker is.
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

    /// By how many decibels the levels of two microphones differ now more and now less, second by second: four fifths of
    /// the differences lie within.
    static func spread(_ one: VoiceTrack, _ other: VoiceTrack) -> Float {
        let differences = zip(
            one.energies.smoothed(over: VoiceTrack.rate), other.energies.smoothed(over: VoiceTrack.rate)
        ).map { 10 * log10f(max($0, 1e-9) / max($1, 1e-9)) }.sorted()
        guard !differences.isEmpty else { return 0 }
        return differences[differences.count * 9 / 10] - differences[differences.count / 10]
    }

    /// The level of a voice without the noise.
    private static func decibels(_ heard: (voice: VoiceTrack, floor: [Float])) -> [Float] {
        zip(heard.voice.energies.smoothed(over: width), heard.floor).map { energy, floor in
            10 * log10f(max(energy - floor / 1.6, floor * least))
        }
    }
}
