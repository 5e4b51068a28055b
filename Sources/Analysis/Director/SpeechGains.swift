/// The views to choose from.
package enum ShotView: Hashable, Sendable {
    /// Shows those who speak near these microphones, by their numbers.
    case speakers(Set<Int>)
    /// A view that shows everybody: a split screen, or a camera farther away.
    case everybody

    /// Shows one speaker.
    package static func speaker(_ number: Int) -> ShotView { .speakers([number]) }
}

/// The value of each view for the speech.
struct SpeechGains {
    let gains: ShotGains

    /// The cost of a cut while it is uncertain who speaks, and who continues, in seconds of speech.
    private static let amidCost: Float = 0.4

    /// How many steps later doubt is counted, since it extends to both sides of a change: a cut before the first word
    /// is better than one after it.
    private static let doubtLag = 3

    /// Isolated speech shorter than this, in seconds, is a listener's "mm-hm"…
    private static let backChannel = 0.9
    /// …if the same person says nothing for this long before and after.
    private static let alone = 1.0
    /// The weight of an "mm-hm".
    private static let backChannelWorth: Float = 0.1
    /// Pauses within a turn, in seconds.
    private static let breath = 0.3
    /// The value of the moment before a first word.
    private static let leadWorth: Float = 0.5
    /// The value of staying with the previous speaker when another one begins.
    private static let incumbentWorth: Float = 0.3
    /// The value of a view of everybody when one person speaks, and when several do.
    private static let (everybodyAlone, everybodyTogether): (Float, Float) = (-0.35, 1)
    /// What each further face in a picture of several speakers costs, while one of them speaks.
    private static let companyCost: Float = 0.1

    init(_ talk: Conversation, _ views: [ShotView], lead: Double) {
        let turns = talk.shares.indices.map { Self.turns(of: $0, in: talk) }
        let faces = Array(Set(views.compactMap { if case .speakers(let speakers) = $0 { speakers } else { nil } }))
        var worth = faces.map { speakers in
            talk.activity.indices.map { step in
                let share = speakers.sorted().reduce(Float(0)) { $0 + talk.shares[$1][step] }
                // Of views that show the speaker, the closest.
                return talk.activity[step] * (2 * share - 1 - Self.companyCost * Float(speakers.count - 1))
            }
        }
        for run in turns.indices.flatMap({ Self.backChannels(of: $0, turns) }) {
            for index in worth.indices { for step in run { worth[index][step] *= Self.backChannelWorth } }
        }
        worth = worth.map { $0.smoothed(over: VoiceTrack.rate / 10) }
        let together = talk.together
        let add = { (speaker: Int, step: Int, value: Float) in
            for index in faces.indices where faces[index].contains(speaker) { worth[index][step] += value }
        }
        Self.addIncumbents(talk, add)
        Self.addLeads(turns, talk, steps: Int(lead * Double(VoiceTrack.rate)), add)
        let unit = ShotGains.unit
        let places = talk.doubt.indices.map { step in
            let doubt = talk.doubt[max(0, step - Self.doubtLag)]
            return Int32((doubt * Self.amidCost * unit * Float(VoiceTrack.rate)).rounded())
        }
        let values = views.map { view in
            talk.activity.indices.map { step in
                let value =
                    switch view {
                    case .speakers(let speakers): worth[faces.firstIndex(of: speakers)!][step]
                    case .everybody:
                        talk.activity[step]
                            * (Self.everybodyAlone + together[step] * (Self.everybodyTogether - Self.everybodyAlone))
                    }
                return Int32((value * unit).rounded())
            }
        }
        // During silence, no shot is too long.
        let tedium = talk.activity.map { Int32(($0 * ShotGains.tediumCost * unit).rounded()) }
        gains = ShotGains(values: values, places: places, tedium: tedium)
    }

    /// When somebody speaks, including pauses for breath.
    ///
    /// - Parameter share: how much of the voices must be theirs.
    static func turns(of speaker: Int, in talk: Conversation, share: Float = 0.4) -> [Range<Int>] {
        let width = VoiceTrack.rate / 5
        let voice = zip(talk.activity, talk.shares[speaker]).map { $0 * $1 }.smoothed(over: width)
        var runs: [Range<Int>] = []
        for step in voice.indices where voice[step] > share {
            if let last = runs.last, Double(step - last.upperBound) < breath * Double(VoiceTrack.rate) {
                runs[runs.count - 1] = last.lowerBound..<step + 1
            } else {
                runs.append(step..<step + 1)
            }
        }
        return runs
    }

    /// Speech that is too short to be a turn, either isolated or in the middle of somebody else's turn.
    static func backChannels(of speaker: Int, _ turns: [[Range<Int>]]) -> [Range<Int>] {
        let steps = { (seconds: Double) in Int(seconds * Double(VoiceTrack.rate)) }
        return turns[speaker].filter { run in
            guard run.count < steps(backChannel) else { return false }
            let isAlone = !turns[speaker].contains { $0 != run && distance($0, run) < steps(alone) }
            return isAlone
                || turns.indices.contains { other in
                    guard other != speaker else { return false }
                    let near = turns[other].filter { distance($0, run) < steps(breath) }
                    return near.contains { $0.lowerBound < run.lowerBound }
                        && near.contains { $0.upperBound > run.upperBound }
                }
        }
    }

    private static func distance(_ one: Range<Int>, _ other: Range<Int>) -> Int {
        max(one.lowerBound - other.upperBound, other.lowerBound - one.upperBound)
    }

    /// An interrupted speaker is shown until they really stop.
    private static func addIncumbents(_ talk: Conversation, _ add: (Int, Int, Float) -> Void) {
        var incumbent: Int?
        let voices = talk.shares.map { share in
            zip(talk.activity, share).map { $0 * $1 }.smoothed(over: VoiceTrack.rate)
        }
        for step in talk.doubt.indices {
            if talk.doubt[step] < 0.5 {
                incumbent = nil
            } else {
                // Half a second ago, the interruption had not begun.
                let before = max(0, step - VoiceTrack.rate / 2)
                incumbent = incumbent ?? voices.indices.max { voices[$0][before] < voices[$1][before] }
                add(incumbent!, step, incumbentWorth * talk.doubt[step])
            }
        }
    }

    private static func addLeads(
        _ turns: [[Range<Int>]], _ talk: Conversation, steps: Int, _ add: (Int, Int, Float) -> Void
    ) {
        for (speaker, runs) in turns.enumerated() {
            let backChannels = backChannels(of: speaker, turns)
            for run in runs where !backChannels.contains(run) {
                for step in max(0, run.lowerBound - steps)..<run.lowerBound where talk.activity[step] < 0.3 {
                    add(speaker, step, leadWorth)
                }
            }
        }
    }
}
