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
        self.init(track, recorded: recorded)
    }

    /// - Parameter recorded: when the microphone recorded, in samples.
    init(_ track: VoiceTrack, recorded: [Range<Int>]) {
        let isOn = Conversation.steps(within: recorded, count: track.energies.count)
        let floor = track.floor(where: isOn, least: Pauses.silence)
        // What lasts longer than people speak, such as applause and music, is not noise.
        let usual = zip(floor, isOn).filter { $0 > Pauses.silence && $1 }.map(\.0).sorted()
        let most = usual.isEmpty ? Pauses.silence : usual[usual.count / 4] * Pauses.mostChange
        leads = zip(track.energies.smoothed(over: 3), floor).map { energy, floor in
            10 * log10f(max(energy / min(floor, most), 1e-6))
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
    private static let softEdge = 0.1
    /// Speech is at least this much louder than the noise, in decibels, for half a second in all.
    private static let (leastSpeech, leastSpeechSteps): (Float, Int) = (6, Conversation.rate / 2)

    /// How many times the energy of the noise in the quieter quarter of a recording it may have elsewhere.
    fileprivate static let mostChange: Float = 10

    /// −100 dBFS: recordings of 24 bits may be that quiet.
    fileprivate static let silence: Float = 1e-10

    /// - Parameters:
    ///   - groups: of microphones, all on one clock; those of the first group that records are heard.
    ///   - least: the shortest pause, in seconds.
    ///   - kept: how much of a pause stays before and after what is heard, in seconds.
    ///   - gain: how much of a pause between words must go, in seconds.
    /// - Returns: what may be taken out, in seconds; `nil` if nothing is heard but noise.
    package static func find(_ groups: [[VoiceLevel]], least: Double, kept: Double, gain: Double) -> [ClosedRange<
        Double
    >]? {
        let count = groups.joined().map(\.count).max() ?? 0
        // Unknown where no microphone records.
        let leads = (0..<count).map { step in
            groups.lazy.compactMap { group in group.compactMap { $0.lead(at: step) }.max() }.first
        }
        guard leads.count(where: { $0 ?? 0 >= leastSpeech }) >= leastSpeechSteps else { return nil }
        let rate = Double(Conversation.rate)
        return leads.map { $0.map { $0 <= mostNoise } ?? false }.runs.compactMap { run in
            let length = Double(run.count) / rate
            // Microphones click when they start and stop. Before the first word and after the last, nothing is kept.
            let isFirst = run.lowerBound <= click
            let isLast = run.upperBound >= count - click
            let start = isFirst ? 0 : Double(run.lowerBound) / rate + softEdge + kept
            let end = isLast ? Double(count) / rate : Double(run.upperBound) / rate - softEdge - kept
            // Nobody sees where the film begins later or ends earlier.
            let worthwhile = isFirst || isLast ? min(softEdge, gain) : gain
            return length >= least && end - start >= worthwhile ? start...end : nil
        }
    }

    /// The shortest pause between words of which anything may be taken out, in seconds.
    package static func least(kept: Double, gain: Double) -> Double { 2 * (softEdge + kept) + gain }

    /// In steps: less than any sound of speech.
    private static let click = 3
}
