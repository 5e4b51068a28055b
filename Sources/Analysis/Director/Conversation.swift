import Platform

/// Who speaks when, by the microphones that the speakers are near to: one for each speaker.
public struct Conversation: Sendable {
    /// Steps per second of all values.
    public static let rate = VoiceTrack.rate
    /// How sure it is that anybody speaks, 0…1, at each step.
    public internal(set) var activity: [Float]
    /// How sure it is that it is the one at the microphone, 0…1: `shares[microphone][step]`, all of a step add up to 1.
    public internal(set) var shares: [[Float]]

    /// How sure it is that several speak at once, 0…1, at each step.
    public internal(set) var together: [Float]

    /// How unsure each half second by itself is of who speaks, 0…1: there are several, or echoes.
    public internal(set) var doubt: [Float]

    /// Whether all microphones hear the same all the time, as of music: nobody is nearer to one of them.
    public private(set) var isOfOnePlace = false

    /// A conversation of which all is known; every list has the same number of steps.
    public init(activity: [Float], shares: [[Float]], together: [Float], doubt: [Float]) {
        (self.activity, self.shares, self.together, self.doubt) = (activity, shares, together, doubt)
    }

    /// Hears all of it once.
    ///
    /// - Parameter streams: one for each microphone, two at least, all on one clock.
    /// - Throws: what reading and making transforms throw.
    public init(_ streams: [any SoundStream], _ transforms: FourierTransforms) throws {
        var listener = Listener(streams.count, try transforms.transform(size: WindowSpectrum.size))
        var blocks = [[Float]](repeating: [], count: streams.count)
        var open = Set(streams.indices)
        while true {
            // Streams give as much at a time as they like.
            for index in open.sorted() where blocks[index].isEmpty {
                blocks[index] = try streams[index].next()
                if blocks[index].isEmpty { open.remove(index) }
            }
            guard let count = open.map({ blocks[$0].count }).min() else { break }
            listener.hear(blocks.map { Array($0.prefix(count)) })
            for index in open { blocks[index].removeFirst(count) }
        }
        self.init(listener.voices, listener.arrivals)
    }

    /// - Parameter arrivals: of each pair of microphones, in the order of `MicrophonePair.all`.
    init(_ voices: [VoiceTrack], _ arrivals: [ArrivalTrack]) {
        let count = voices.map(\.energies.count).min() ?? 0
        let floors = voices.map { $0.floor() }
        let smooth = voices.map { $0.energies.smoothed(over: 3) }
        activity = (0..<count).map { step in
            let ratio = voices.indices.map { smooth[$0][step] / floors[$0][step] }.max() ?? 0
            return min(1, max(0, (10 * log10f(max(ratio, 1e-6)) - Self.leastLead) / Self.surety))
        }.closed(over: Self.syllableGap)
        let activity = activity
        var likelihoods = [[Float]](repeating: [Float](repeating: 0, count: count), count: voices.count)
        var levelSpread: Float = 0
        for (pair, arrival) in zip(MicrophonePair.all(voices.count), arrivals) {
            let levels = LevelOdds.between(
                (voices[pair.one], floors[pair.one]), (voices[pair.other], floors[pair.other]), activity)
            levelSpread = max(levelSpread, LevelOdds.spread(voices[pair.one], voices[pair.other]))
            let delays = ArrivalOdds(arrival, activity, speakers: voices.count).values
            for step in 0..<count {
                let odds = (levels[step] + delays[step]) / Float(voices.count)
                likelihoods[pair.one][step] += odds
                likelihoods[pair.other][step] -= odds
            }
        }
        isOfOnePlace = levelSpread < Self.leastSpread
        shares = SpeakerChain.shares(likelihoods.map { zip($0, activity).map { $0 * $1 } })
        let seconds = Self.secondVoices(likelihoods, activity)
        together = Self.together(seconds, activity)
        doubt = seconds.map { min(1, Self.doubtPerShare * $0) }
    }

    /// The share of the second voice in the half second around each step, 0…½, where each step speaks for itself.
    private static func secondVoices(_ likelihoods: [[Float]], _ activity: [Float]) -> [Float] {
        let voices = likelihoods.map { own in
            activity.indices.map { step in
                let sum = likelihoods.reduce(0) { $0 + expf($1[step] - own[step]) }
                return activity[step] / sum
            }.smoothed(over: rate / 2)
        }
        return activity.indices.map { step in voices.map { $0[step] }.sorted()[voices.count - 2] }
    }

    /// Where the second voice is more than echoes make of one.
    private static func together(_ seconds: [Float], _ activity: [Float]) -> [Float] {
        let spoken = zip(seconds, activity).filter { $1 > 0.5 }.map(\.0).sorted()
        let usual = spoken.isEmpty ? 0 : spoken[spoken.count * usualShare / 100]
        return seconds.map { max(0, min(1, ($0 - usual) / max(0.05, surelyBoth - usual))) }
    }

    /// Decibels by which the levels of two who speak before their own microphones differ at least.
    private static let leastSpread: Float = 3
    /// A third of the sound that seems the other's is as unsure as can be.
    private static let doubtPerShare: Float = 3
    /// For this share of the speech, in percent, one speaks alone at least.
    private static let usualShare = 75
    /// The share of the second voice that makes it sure: where it equals the first, it is a half.
    private static let surelyBoth: Float = 0.4

    /// Decibels over the noise at which somebody may speak, and how many more make it sure.
    private static let (leastLead, surety): (Float, Float) = (3, 5)
    /// Steps between syllables for which speech goes on: 0.1 s to either side.
    private static let syllableGap = rate / 10
}

/// Two microphones that are compared.
struct MicrophonePair {
    var one, other: Int

    static func all(_ count: Int) -> [MicrophonePair] {
        (0..<count).flatMap { one in (one + 1..<max(one + 1, count)).map { MicrophonePair(one: one, other: $0) } }
    }
}

/// Hears several microphones side by side.
private struct Listener {
    private(set) var voices: [VoiceTrack]
    private(set) var arrivals: [ArrivalTrack]
    private let transform: any FourierTransform
    private var spectra: [WindowSpectrum]
    /// Samples from half a window before the middle of the next step on.
    private var pending: [[Float]]

    init(_ count: Int, _ transform: any FourierTransform) {
        self.transform = transform
        voices = Array(repeating: VoiceTrack(), count: count)
        arrivals = Array(repeating: ArrivalTrack(), count: MicrophonePair.all(count).count)
        spectra = Array(repeating: WindowSpectrum(), count: count)
        let silence = (WindowSpectrum.length - VoiceTrack.hop) / 2
        pending = Array(repeating: [Float](repeating: 0, count: silence), count: count)
    }

    /// - Parameter blocks: of each microphone what follows; of those that have ended, nothing.
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
    /// Without gaps of up to `reach` values to either side: the least of the highest ones around.
    fileprivate func closed(over reach: Int) -> [Float] { spread(reach, Swift.max).spread(reach, Swift.min) }

    private func spread(_ reach: Int, _ choose: (Float, Float) -> Float) -> [Float] {
        indices.map { n in self[Swift.max(0, n - reach)...Swift.min(count - 1, n + reach)].reduce(self[n], choose) }
    }
}
