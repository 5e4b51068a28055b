import FixtureMedia
import Testing

@testable import Analysis

/// Who speaks, by what two microphones hear.
@Suite struct ConversationTests {
    private func heard(seconds: Int = 29, farGain: Float = 0.45) throws -> Conversation {
        let streams = (0..<2).map { seat in
            HeardSamples(
                Talk.samples(seat: seat, rate: 16_000, from: 0, count: seconds * 16_000, farGain: farGain))
        }
        return try Conversation(streams, transforms())
    }

    /// Of the steps well inside a turn, half a second from both ends: there a window hears nobody else.
    private func steps(_ turn: Talk.Turn) -> Range<Int> {
        Int((turn.start + 0.5) * 50)..<Int((turn.end - 0.5) * 50)
    }

    @Test func whoeverIsNearerSpeaks() throws {
        let talk = try heard()
        for turn in Talk.turns {
            #expect(
                steps(turn).allSatisfy { talk.shares[turn.speaker][$0] > 0.9 && talk.activity[$0] > 0.5 }, "\(turn)")
        }
    }

    @Test func arrivalTellsWhereLevelsAreEqual() throws {
        let talk = try heard(farGain: 1)
        for turn in Talk.turns {
            #expect(steps(turn).allSatisfy { talk.shares[turn.speaker][$0] > 0.9 }, "\(turn)")
        }
    }

    /// A camera that starts late and stops early: its silence is not the other speaker's level.
    @Test(arguments: [(0, 16), (9, 29), (6, 22)]) func onlyWhatBothRecordedIsCompared(_ from: Int, _ to: Int) throws {
        var sounds = (0..<2).map {
            Talk.samples(seat: $0, rate: 16_000, from: 0, count: 29 * 16_000, farGain: 0.45)
        }
        let whole = 0..<sounds[0].count
        let part = from * 16_000..<to * 16_000
        for n in whole where !part.contains(n) { sounds[1][n] = 0 }
        let talk = try Conversation(sounds.map { HeardSamples($0) }, recorded: [[whole], [part]], transforms())
        let turns = Talk.turns.filter { $0.start > Double(from) && $0.end < Double(to) }
        try #require(Set(turns.map(\.speaker)).count == 2)
        for turn in turns {
            #expect(steps(turn).allSatisfy { talk.shares[turn.speaker][$0] > 0.9 }, "\(turn)")
        }
        // Nobody is invented where there is nothing to compare.
        let alone = whole.filter { !part.contains($0) }.map { $0 / 320 }
        #expect(alone.allSatisfy { talk.together[$0] == 0 && talk.doubt[$0] == 0 })
        // The same sound, of which one recorded a part.
        var same = [sounds[0], sounds[0]]
        for n in whole where !part.contains(n) { same[1][n] = 0 }
        let copies = try Conversation(same.map { HeardSamples($0) }, recorded: [[whole], [part]], transforms())
        #expect(copies.isUndecidable)
    }

    @Test func threeMicrophonesTellThreeSpeakers() throws {
        let turns = (0..<9).map {
            Talk.Turn(speaker: [0, 1, 2, 1, 0, 2, 0, 1, 2][$0], start: Double($0) * 3 + 1, end: Double($0) * 3 + 3.6)
        }
        for farGain: Float in [0.45, 1] {
            let streams = (0..<3).map { seat in
                HeardSamples(
                    Talk.samples(turns, seat: seat, rate: 16_000, from: 0, count: 29 * 16_000, farGain: farGain))
            }
            let talk = try Conversation(streams, transforms())
            for turn in turns {
                #expect(steps(turn).allSatisfy { talk.shares[turn.speaker][$0] > 0.8 }, "\(turn) \(farGain)")
            }
        }
    }

    /// A device that loses samples, or whose clock drifts otherwise than the sync assumes.
    @Test(arguments: [(every: 45 * 16_000, lost: 64), (every: 16_000, lost: 1)])
    func theDelayOfAllSpeakersMayChange(every: Int, lost: Int) throws {
        let turns = (0..<22).map { Talk.Turn(speaker: $0 % 2, start: Double($0) * 4 + 1, end: Double($0) * 4 + 4.6) }
        let sounds = (0..<2).map {
            Talk.samples(turns, seat: $0, rate: 16_000, from: 0, count: 90 * 16_000, farGain: 1)
        }
        let gappy = stride(from: 0, to: sounds[1].count, by: every).flatMap { start in
            sounds[1][start..<min(sounds[1].count, start + every)].dropFirst(start == 0 ? 0 : lost)
        }
        let talk = try Conversation([HeardSamples(sounds[0]), HeardSamples(gappy)], transforms())
        // The window in which it changes hears both delays.
        for turn in turns where !(38..<52).contains(turn.start) || lost == 1 {
            #expect(steps(turn).allSatisfy { talk.shares[turn.speaker][$0] > 0.8 }, "\(turn)")
        }
    }

    @Test func oneSoundInBothMicrophonesTellsNothing() throws {
        let sound = Talk.samples(seat: 0, rate: 16_000, from: 0, count: 29 * 16_000)
        let louder = sound.map { 0.5 * $0 }
        // The same device's second track, with the noise of a cheap converter in its pauses.
        let noisy = louder.indices.map { louder[$0] + 0.005 * Beeps.hiss(Int64($0) &* 17) }
        for other in [louder, noisy] {
            #expect(try Conversation([HeardSamples(sound), HeardSamples(other)], transforms()).isUndecidable)
        }
        for gain: Float in [0.45, 1] { #expect(try !heard(farGain: gain).isUndecidable) }
    }

    @Test func microphonesThatHearOneSpeakerEachAreTold() throws {
        #expect(try heard(farGain: 0).isExclusive)
        #expect(try heard(farGain: 0.45).isExclusive == false)
    }

    @Test func pausesAreSilent() throws {
        let talk = try heard()
        for (turn, next) in zip(Talk.turns, Talk.turns.dropFirst()) {
            // From the last syllable's window to that of the first: 0.1 s from either side.
            let pause = Int((turn.end + 0.1) * 50)..<Int((next.start - 0.1) * 50)
            #expect(pause.allSatisfy { talk.activity[$0] < 0.3 }, "\(pause)")
        }
        #expect(talk.activity.count == talk.shares[0].count && talk.activity.count == 29 * 50)
    }

    @Test func howMuchIsReadAtATimeChangesNothing() throws {
        let sounds = (0..<2).map { Talk.samples(seat: $0, rate: 16_000, from: 0, count: 10 * 16_000) }
        let one = try Conversation(sounds.map { HeardSamples($0) }, transforms())
        let part = try Conversation(sounds.map { HeardSamples($0) }, seconds: 7, transforms())
        #expect(part.activity.count == 7 * 50)
        // By the second, and by the quarter of a second.
        let other = try Conversation([KeptSound(sounds[0]), HeardSamples(sounds[1])], transforms())
        #expect(one.activity == other.activity && one.shares == other.shares)
    }

    @Test func silenceAndShortSoundSayNothing() throws {
        let silence = (0..<2).map { _ in HeardSamples([Float](repeating: 0, count: 50_000)) }
        let talk = try Conversation(silence, transforms())
        #expect(talk.activity.allSatisfy { $0 == 0 })
        let nothing = try Conversation([HeardSamples([]), HeardSamples([0.1])], transforms())
        #expect(nothing.activity.isEmpty)
    }

    @Test func aMicrophoneThatEndsEarlyIsSilentFromThere() throws {
        let long = Talk.samples(seat: 0, rate: 16_000, from: 0, count: 12 * 16_000)
        let short = Talk.samples(seat: 1, rate: 16_000, from: 0, count: 8 * 16_000)
        let talk = try Conversation([HeardSamples(long), HeardSamples(short)], transforms())
        #expect(talk.activity.count == 12 * 50)
        #expect(talk.activity[10 * 50] > 0.5)
    }
}

extension ConversationTests {
    @Test func oneMicrophoneIsAlwaysOpenAndEachOpensBeforeItsTurn() throws {
        let open = try Conversation(
            (0..<2).map { HeardSamples(Talk.samples(seat: $0, rate: 16_000, from: 0, count: 29 * 16_000)) },
            transforms()
        ).openMicrophones()
        let steps = open.map { $0.reduce(into: Set<Int>()) { $0.formUnion($1) } }
        #expect(steps[0].union(steps[1]).count == 29 * 50)
        for turn in Talk.turns {
            // A fade of a tenth of a second ends before the first syllable.
            let own = Int((turn.start - 0.1) * 50)..<Int(turn.end * 50)
            #expect(own.allSatisfy(steps[turn.speaker].contains), "\(turn)")
            #expect(!steps[1 - turn.speaker].contains((own.lowerBound + own.upperBound) / 2), "\(turn)")
        }
    }

    @Test func silenceKeepsTheFirstMicrophoneOpen() {
        let silence = [Float](repeating: 0, count: 100)
        let halves = [Float](repeating: 0.5, count: 100)
        let talk = Conversation(activity: silence, shares: [halves, halves], together: silence, doubt: silence)
        #expect(talk.openMicrophones() == [[0..<100], []])
    }
}
