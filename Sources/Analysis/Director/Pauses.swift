import Platform

/// How far the voices at one microphone are above its noise, 50 times a second.
package struct VoiceLevel: Sendable {
    /// In decibels; below zero where the microphone does not record.
    private let leads: [Float]
    private let isOn: [Bool]

    /// Reads all of a sound once.
    ///
    /// - Parameter recorded: when the microphone recorded, in samples.
    /// - Throws: errors from reading.
    package init(of stream: any SoundStream, recorded: [Range<Int>]) throws {
        var track = VoiceTrack()
        while case let samples = try stream.next(), !samples.isEmpty { track.hear(samples) }
        let isOn = Conversation.steps(within: recorded, count: track.energies.count)
        leads = zip(track.energies.smoothed(over: 3), track.floor(where: isOn)).map { energy, floor in
            10 * log10f(max(energy / floor, 1e-6))
        }
        self.isOn = isOn
    }

    fileprivate var count: Int { leads.count }

    /// `nil` where the microphone does not record.
    fileprivate func lead(at step: Int) -> Float? { step < count && isOn[step] ? leads[step] : nil }
}

/// Where nothing is heard but noise.
package enum Pauses {
    /// The noise itself varies by as many decibels. Words end softly: what is louder may belong to one.
    private static let mostNoise: Float = 2
    /// How far the softest beginnings and ends of words, in seconds, may reach into what counts as noise.
    private static let softEdge = 0.08
    /// Speech is at least this much louder than the noise, in decibels, for half a second in all.
    private static let (leastSpeech, leastSpeechSteps): (Float, Int) = (6, Conversation.rate / 2)

    /// - Parameters:
    ///   - microphones: all on one clock.
    ///   - least: the shortest pause, in seconds.
    ///   - kept: how much of a pause stays before and after what is heard, in seconds.
    /// - Returns: what may be taken out, in seconds; `nil` if nothing is heard but noise.
    package static func find(_ microphones: [VoiceLevel], least: Double, kept: Double) -> [ClosedRange<Double>]? {
        let count = microphones.map(\.count).max() ?? 0
        // Unknown where no microphone records.
        let leads = (0..<count).map { step in microphones.compactMap { $0.lead(at: step) }.max() }
        guard leads.count(where: { $0 ?? 0 >= leastSpeech }) >= leastSpeechSteps else { return nil }
        let rate = Double(Conversation.rate)
        return leads.map { $0.map { $0 <= mostNoise } ?? false }.runs.compactMap { run in
            let length = Double(run.count) / rate
            // Before the first word and after the last, nothing else follows.
            let start = Double(run.lowerBound) / rate + (run.lowerBound == 0 ? 0 : softEdge + kept)
            let end = Double(run.upperBound) / rate - (run.upperBound == count ? 0 : softEdge + kept)
            return length >= least && end - start >= shortest ? start...end : nil
        }
    }

    /// A join for less is not worth it.
    private static let shortest = 0.1
}
