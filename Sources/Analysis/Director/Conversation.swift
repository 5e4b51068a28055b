import Platform

/// Who speaks when, from microphones near the speakers: one for each speaker.
package struct Conversation: Sendable {
    /// Steps per second of all values.
    package static let rate = VoiceTrack.rate
    /// The probability that anybody speaks, 0…1, at each step.
    package internal(set) var activity: [Float]
    /// The probability that the speaker is the one at the microphone, 0…1: `shares[microphone][step]`; those of one
    /// step add up to 1.
    package internal(set) var shares: [[Float]]

    /// The probability that several speak at once, 0…1, at each step.
    package internal(set) var together: [Float]

    /// How uncertain it is who speaks in each half second taken separately, 0…1: there are several speakers, or echoes.
    package internal(set) var doubt: [Float]

    /// Whether all microphones record the same sound all the time, such as music: nobody is nearer to one of them.
    package private(set) var isOfOnePlace = false

    /// Whether each microphone hears one speaker only, as headsets do: the level alone tells who speaks.
    package private(set) var isExclusive = false

    /// Decibels by which the levels of any two microphones change against each other, at least.
    package private(set) var levelSpread: Float = 0

    /// Whether nothing differs between the microphones, neither levels nor delays: they cannot tell who speaks.
    package private(set) var isUndecidable = false

    /// A conversation with known values; every list has the same number of steps.
    package init(activity: [Float], shares: [[Float]], together: [Float], doubt: [Float]) {
        (self.activity, self.shares, self.together, self.doubt) = (activity, shares, together, doubt)
    }

    /// Reads all sound once.
    ///
    /// - Parameters:
    ///   - streams: one for each microphone, at least two, all on one clock.
    ///   - recorded: when each microphone recorded, in samples; `nil` for all the time. Where one of two did not, their
    ///     sounds are not compared: its silence says nothing.
    ///   - seconds: how much of the streams is read; `nil` for all.
    /// - Throws: errors from reading and from making transforms.
    package init(
        _ streams: [any SoundStream], recorded: [[Range<Int>]]? = nil, seconds: Int? = nil,
        _ transforms: FourierTransforms
    ) throws {
        var listener = Listener(streams.count, try transforms.transform(size: WindowSpectrum.size))
        // The sounds of several microphones are decoded at once.
        let sounds = streams.map { stream in
            ReadAhead {
                let block = try stream.next()
                return block.isEmpty ? nil : block
            }
        }
        var blocks = [[Float]](repeating: [], count: streams.count)
        var open = Set(streams.indices)
        var rest = seconds.map { $0 * AnalysisSound.rate } ?? .max
        while rest > 0 {
            // Streams deliver blocks of any length.
            for index in open.sorted() where blocks[index].isEmpty {
                blocks[index] = try sounds[index].next() ?? []
                if blocks[index].isEmpty { open.remove(index) }
            }
            guard let shortest = open.map({ blocks[$0].count }).min() else { break }
            let count = min(rest, shortest)
            rest -= count
            listener.hear(blocks.map { Array($0.prefix(count)) })
            for index in open { blocks[index].removeFirst(count) }
        }
        let steps = listener.voices.map(\.energies.count).min() ?? 0
        let isOn = streams.indices.map { index in
            recorded.map { Self.steps(within: $0[index], count: steps) } ?? [Bool](repeating: true, count: steps)
        }
        self.init(listener.voices, listener.arrivals, isOn: isOn)
    }

    /// Whether a microphone recorded at each step and for `edge` steps around it.
    static func steps(within ranges: [Range<Int>], count: Int) -> [Bool] {
        var steps = [Bool](repeating: false, count: count)
        for range in ranges {
            let first = range.lowerBound > 0 ? range.lowerBound / VoiceTrack.hop + edge : 0
            let end = min(count, range.upperBound / VoiceTrack.hop)
            // Rounding at the end of everything is no edge.
            let last = end >= count - 2 ? count : end - edge
            for step in first..<max(first, last) { steps[step] = true }
        }
        return steps
    }

    /// - Parameters:
    ///   - arrivals: for each pair of microphones, in the order of `MicrophonePair.all`.
    ///   - isOn: whether each microphone records, at each step.
    private init(_ voices: [VoiceTrack], _ arrivals: [ArrivalTrack], isOn: [[Bool]]) {
        let count = voices.map(\.energies.count).min() ?? 0
        let floors = zip(voices, isOn).map { $0.floor(where: $1) }
        let smooth = voices.map { $0.energies.smoothed(over: 3) }
        activity = (0..<count).map { step in
            let ratio = voices.indices.map { isOn[$0][step] ? smooth[$0][step] / floors[$0][step] : 0 }.max() ?? 0
            return min(1, max(0, (10 * log10f(max(ratio, 1e-6)) - Self.leastLead) / Self.surety))
        }.closed(over: Self.syllableGap)
        let activity = activity
        var likelihoods = [[Float]](repeating: [Float](repeating: 0, count: count), count: voices.count)
        var levelsTell = false
        var (isOneSound, isExclusive) = (true, true)
        var leastSpread = Float.infinity
        for (pair, arrival) in zip(MicrophonePair.all(voices.count), arrivals) {
            let areOn = zip(isOn[pair.one], isOn[pair.other]).map { $0 && $1 }
            let activity = zip(activity, areOn).map { $1 ? $0 : 0 }
            let levels = LevelOdds.between(
                (voices[pair.one], floors[pair.one]), (voices[pair.other], floors[pair.other]), activity)
            let spread = LevelOdds.spread(
                voices[pair.one], voices[pair.other], where: activity.map { $0 > 0.5 })
            let levelsDiffer = spread >= Self.leastSpread
            leastSpread = min(leastSpread, spread)
            isExclusive = isExclusive && spread >= Self.exclusiveSpread
            let delays = ArrivalOdds(arrival, activity, speakers: voices.count, levelsTell: levelsDiffer)
            levelsTell = levelsTell || levelsDiffer
            isOneSound = isOneSound && delays.isOneSound
            for step in 0..<count where areOn[step] {
                let odds = (levels[step] + delays.values[step]) / Float(voices.count)
                likelihoods[pair.one][step] += odds
                likelihoods[pair.other][step] -= odds
            }
        }
        // Nothing is known of who is at a microphone that does not record: no more than of the least likely.
        for step in 0..<count {
            let least = isOn.indices.filter { isOn[$0][step] }.map { likelihoods[$0][step] }.min() ?? 0
            for index in isOn.indices where !isOn[index][step] { likelihoods[index][step] = least }
        }
        let compared = (0..<count).map { step in isOn.count { $0[step] } > 1 }
        (self.isExclusive, levelSpread) = (isExclusive, leastSpread)
        isOfOnePlace = !levelsTell
        isUndecidable = isOfOnePlace && isOneSound
        shares = SpeakerChain.shares(likelihoods.map { zip($0, activity).map { $0 * $1 } })
        let seconds = Self.secondVoices(likelihoods, zip(activity, compared).map { $1 ? $0 : 0 })
        together = Self.together(seconds, activity)
        doubt = seconds.map { min(1, Self.doubtPerShare * $0) }
    }

    /// The share of the second voice in the half second around each step, 0…½, with each step taken separately.
    private static func secondVoices(_ likelihoods: [[Float]], _ activity: [Float]) -> [Float] {
        let voices = likelihoods.map { own in
            activity.indices.map { step in
                let sum = likelihoods.reduce(0) { $0 + expf($1[step] - own[step]) }
                return activity[step] / sum
            }.smoothed(over: rate / 2)
        }
        return activity.indices.map { step in voices.map { $0[step] }.sorted()[voices.count - 2] }
    }

    /// Where the second voice is stronger than echoes of the first could be.
    private static func together(_ seconds: [Float], _ activity: [Float]) -> [Float] {
        let spoken = zip(seconds, activity).filter { $1 > 0.5 }.map(\.0).sorted()
        let usual = spoken.isEmpty ? 0 : spoken[spoken.count * usualShare / 100]
        return seconds.map { max(0, min(1, ($0 - usual) / max(0.05, surelyBoth - usual))) }
    }

    /// The minimum difference in decibels between the levels of two people who speak near their own microphones.
    private static let leastSpread: Float = 3
    /// The difference where neither is heard in the other's microphone: two calls had 110, and 60 with a leak of −30 dB;
    /// speakers in one room have up to 21, unrelated recordings up to 17.
    private static let exclusiveSpread: Float = 30
    /// If a third of the sound seems to be the other's, the doubt is complete.
    private static let doubtPerShare: Float = 3
    /// At least this share of the speech, in percent, has only one speaker.
    private static let usualShare = 75
    /// The share of the second voice at which crosstalk is certain; if both are equal, it is a half.
    private static let surelyBoth: Float = 0.4

    /// Steps next to the beginning and the end of a recording that are not compared, half a second: levels are means.
    private static let edge = rate / 2

    /// Decibels above the noise at which somebody may speak, and how many more make it certain.
    private static let (leastLead, surety): (Float, Float) = (3, 5)
    /// Steps between syllables that still count as speech: 0.1 s in each direction.
    private static let syllableGap = rate / 10
}

struct MicrophonePair {
    var one, other: Int

    static func all(_ count: Int) -> [MicrophonePair] {
        (0..<count).flatMap { one in (one + 1..<max(one + 1, count)).map { MicrophonePair(one: one, other: $0) } }
    }
}

/// Analyzes several microphones in parallel.
private struct Listener {
    private(set) var voices: [VoiceTrack]
    private(set) var arrivals: [ArrivalTrack]
    private let transform: any FourierTransform
    private var spectra: [WindowSpectrum]
    /// Samples from half a window before the middle of the next step.
    private var pending: [[Float]]

    init(_ count: Int, _ transform: any FourierTransform) {
        self.transform = transform
        voices = Array(repeating: VoiceTrack(), count: count)
        arrivals = Array(repeating: ArrivalTrack(), count: MicrophonePair.all(count).count)
        spectra = Array(repeating: WindowSpectrum(), count: count)
        let silence = (WindowSpectrum.length - VoiceTrack.hop) / 2
        pending = Array(repeating: [Float](repeating: 0, count: silence), count: count)
    }

    /// - Parameter blocks: the next samples of each microphone; empty for those that have ended.
    mutating func hear(_ blocks: [[Float]]) {
        let count = blocks.map(\.count).max() ?? 0
        for (index, block) in blocks.enumerated() {
            let rest = [Float](repeating: 0, count: count - block.count)
            voices[index].hear(block + rest)
            pending[index] += block + rest
        }
        var start = 0
        while start + WindowSpectrum.length <= pending[0].count {
            compare(from: start)
            start += VoiceTrack.hop
        }
        for index in pending.indices { pending[index].removeFirst(start) }
    }

    private mutating func compare(from start: Int) {
        for index in pending.indices {
            spectra[index].measure(pending[index][start..<start + WindowSpectrum.length], transform)
        }
        for (index, pair) in MicrophonePair.all(pending.count).enumerated() {
            arrivals[index].hear(
                spectra[pair.one].values, spectra[pair.other].values, band: WindowSpectrum.band, transform)
        }
    }
}

extension [Float] {
    /// Closes gaps of up to `reach` values: the minimum of the maxima around each value.
    fileprivate func closed(over reach: Int) -> [Float] { spread(reach, Swift.max).spread(reach, Swift.min) }

    private func spread(_ reach: Int, _ choose: (Float, Float) -> Float) -> [Float] {
        indices.map { n in self[Swift.max(0, n - reach)...Swift.min(count - 1, n + reach)].reduce(self[n], choose) }
    }
}

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
