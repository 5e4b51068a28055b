/// People who talk, as their microphones hear them: each near to one of them.
///
/// Voices are noise in syllables, the same at every position whoever asks.
package enum Talk {
    /// Somebody speaks, from one second to another.
    package struct Turn: Hashable, Sendable {
        package var speaker: Int
        package var start, end: Double

        package init(speaker: Int, start: Double, end: Double) {
            (self.speaker, self.start, self.end) = (speaker, start, end)
        }
    }

    /// Turns of three seconds and more, with a pause between them.
    package static let turns: [Turn] = [
        Turn(speaker: 0, start: 1, end: 6), Turn(speaker: 1, start: 6.6, end: 11),
        Turn(speaker: 0, start: 11.5, end: 15),
        Turn(speaker: 1, start: 15.6, end: 21), Turn(speaker: 0, start: 21.8, end: 28),
    ]

    /// How late and how loud a speaker is at the microphone of the other: 1.4 m further away, in seconds and as a factor.
    private static let delay = 0.004
    package static let distance: Float = 0.45
    private static let noise: Float = 0.001
    /// Of a syllable and the pause behind it, in seconds.
    private static let (syllable, pause) = (0.14, 0.04)

    /// `count` samples from position `start` on.
    ///
    /// - Parameters:
    ///   - seat: whose microphone.
    ///   - farGain: how much softer the others are there; 1 for as loud.
    package static func samples(
        _ turns: [Turn] = turns, seat: Int, rate: Int, from start: Int64, count: Int, farGain: Float = distance
    ) -> [Float] {
        let late = Int64(delay * Double(rate))
        return (0..<count).map { n in
            let position = start + Int64(n)
            var sample = noise * Beeps.hiss(position &* 31 &+ Int64(seat))
            for turn in turns {
                let isOwn = turn.speaker == seat
                let place = isOwn ? position : position - late
                guard place >= Int64(turn.start * Double(rate)), place < Int64(turn.end * Double(rate)) else {
                    continue
                }
                sample += voice(turn.speaker, at: place, rate: rate) * (isOwn ? 1 : farGain)
            }
            return sample
        }
    }

    private static func voice(_ speaker: Int, at position: Int64, rate: Int) -> Float {
        let length = Int64((syllable + pause) * Double(rate))
        let (index, place) = (position / length, position % length)
        guard Double(place) < syllable * Double(rate) else { return 0 }
        let level = 0.06 + 0.04 * Beeps.hiss(index &* 7919 &+ Int64(speaker))
        // Noise below half of the band, which is where voices have most.
        let seed = Int64(speaker + 1) &* 1_000_003
        return level * (Beeps.hiss(position &+ seed) + Beeps.hiss(position - 1 &+ seed)) / 2
    }
}
