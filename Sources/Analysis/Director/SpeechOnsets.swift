/// Where somebody begins to speak, after a pause.
package enum SpeechOnsets {
    /// In steps of 20 ms: what is shorter is a click, and what is not parted by a pause is one utterance.
    private static let (leastSpeech, leastPause) = (8, 25)
    /// Speech is this much louder than the noise, as a ratio of energies: 9 dB.
    private static let margin: Float = 8

    /// Reads all of a sound once.
    ///
    /// - Returns: seconds from its beginning, in order.
    /// - Throws: errors from reading.
    package static func find(in stream: any SoundStream) throws -> [Double] {
        var track = VoiceTrack()
        while case let samples = try stream.next(), !samples.isEmpty { track.hear(samples) }
        let floor = track.floor(where: [Bool](repeating: true, count: track.energies.count))
        let smooth = track.energies.smoothed(over: 3)
        let isLoud = smooth.indices.map { smooth[$0] > floor[$0] * margin }
        var onsets: [Double] = []
        var (quiet, step) = (leastPause, 0)
        while step < isLoud.count {
            guard isLoud[step] else {
                (quiet, step) = (quiet + 1, step + 1)
                continue
            }
            let end = isLoud[step...].firstIndex(of: false) ?? isLoud.count
            if end - step >= leastSpeech {
                if quiet >= leastPause { onsets.append(Double(step) / Double(VoiceTrack.rate)) }
                quiet = 0
            } else {
                quiet += end - step
            }
            step = end
        }
        return onsets
    }
}
