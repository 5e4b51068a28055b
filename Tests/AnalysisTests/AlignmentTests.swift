import TestSupport
import Testing

@testable import Analysis

@Suite struct AlignmentTests {
    /// A sample is 0.0625 ms long; between samples a peak is found to a fraction of it.
    private static let exact = 0.00005

    @Test(arguments: [(2.0, 7.25), (9.5, 3.0625)])
    func aRecordingIsFoundWhereItBegan(_ starts: (Double, Double)) throws {
        let scene = SceneSound(seconds: 40)
        let result = try aligned(
            scene.recorded(from: starts.0, seconds: 25, seed: 2),
            scene.recorded(from: starts.1, seconds: 28, noise: 0.01, seed: 3).map { $0 * 0.1 })
        #expect(result.verdict == .matched)
        #expect(result.pieces.count == 1)
        #expect(abs(result.pieces[0].offset - (starts.1 - starts.0)) < Self.exact)
        // 8 ppm over half the overlap are 0.1 ms: what windows of half a minute leave open.
        #expect(abs(result.drift) < 8)
        #expect(result.confidence > 0.5)
        #expect(result.residuals.count >= result.windowCount / 2)
    }

    /// The second clock is slow where the first runs faster. 2.5 ppm are 0.1 ms at either end of the minute.
    @Test(arguments: [60.0, 145, -145, 300, -300, 500, -500]) func driftIsFoundWithinTheMinute(_ drift: Double) throws {
        let scene = SceneSound(seconds: 80)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 75, seed: 2), scene.recorded(from: 6, seconds: 65, drift: -drift, seed: 3))
        #expect(result.verdict == .matched)
        // By how much the first is faster, of a second that is short by `drift`.
        let rate = 1 / (1 - drift * 1e-6)
        #expect(abs(result.drift - (rate - 1) * 1e6) < 2.5)
        #expect(abs(result.time(at: 0) - 6) < 0.0002)
        #expect(abs(result.time(at: 60) - (6 + 60 * rate)) < 0.0002)
        #expect(result.residuals.count * 2 > result.windowCount)
    }

    /// 145 ppm are on record; at 1000 the lag of an hour moves by 3.6 s.
    @Test(arguments: [145.0, -500, 1000]) func theDriftOfAnHourIsFollowed(_ drift: Double) throws {
        let one = Envelope(SceneLevels().recorded(from: 0, seconds: 3600))
        let other = Envelope(SceneLevels().recorded(from: 40, seconds: 3500, rate: 1 + drift * 1e-6))
        let peaks = try LagSearch.best(one, other, transforms()).peaks
        #expect(try #require(peaks.first).height > Alignment.leastDistinctness)
        let path = try LagPath(one, other, near: peaks, transforms())
        try #require(path.pieces.count == 1)
        // A step of the envelope is 40 ms, and 1 ppm 3.5 ms at the end.
        #expect(abs(path.pieces[0].slope - drift * 1e-6) < 1e-6)
        #expect(abs(path.pieces[0].lag(at: 0) - 40) < 0.02)
    }

    /// A device that dropped 250 ms: the first (negative) or the second.
    @Test(arguments: [true, false]) func lostSamplesAreAJump(_ secondLost: Bool) throws {
        let scene = SceneSound(seconds: 50)
        let whole = scene.recorded(from: 1, seconds: 42, seed: 2)
        var short = scene.recorded(from: 3, seconds: 40, seed: 3)
        short.removeSubrange(20 * 16_000..<20 * 16_000 + 4000)
        let result = secondLost ? try aligned(whole, short) : try aligned(short, whole)
        #expect(result.verdict == .matched)
        try #require(result.pieces.count == 2)
        #expect(abs(result.pieces[0].offset - (secondLost ? 2 : -2)) < 2 * Self.exact)
        #expect(abs(result.pieces[1].offset - (secondLost ? 2.25 : -2.25)) < 2 * Self.exact)
        // The clock of the second recording; words and pauses are shorter than half a second.
        #expect(abs(result.pieces[1].from - (secondLost ? 20 : 22)) < 0.5)
    }

    /// Chunks of six seconds do not show a loss so near an end. The rest is not moved by it.
    @Test(arguments: [2.6, 4, 5.5, 34.5, 36, 37.4], [true, false]) func lostSamplesNearAnEndMoveNothingElse(
        _ time: Double, _ secondLost: Bool
    ) throws {
        let scene = SceneSound(seconds: 50)
        let whole = scene.recorded(from: 1, seconds: 45, seed: 2)
        var short = scene.recorded(from: 3, seconds: 40, seed: 3)
        short.removeSubrange(Int(time * 16_000)..<Int(time * 16_000) + 4000)
        let result = secondLost ? try aligned(whole, short) : try aligned(short, whole)
        #expect(result.verdict == .matched)
        let offset = time < 20 ? 2.25 : 2
        let longer = try #require(time < 20 ? result.pieces.last : result.pieces.first)
        #expect(abs(longer.offset - (secondLost ? offset : -offset)) < 2 * Self.exact)
    }

    /// Whoever starts a phone knocks against it, and the other phone hears something else.
    @Test func knocksBeforeAnyoneSpeaksAreNoLoss() throws {
        let scene = SceneSound(seconds: 50)
        var random = Seeded(11)
        var recordings = (2...3).map { scene.recorded(from: 0, seconds: 40, seed: $0) }
        for (n, second) in [1, 1.3].enumerated() {
            for place in 0..<6 * 16_000 { recordings[n][place] = Float.random(in: -0.001...0.001, using: &random) }
            let knock = (0..<300).map { Float(300 - $0) / 300 * Float.random(in: -1...1, using: &random) }
            for (index, value) in knock.enumerated() { recordings[n][Int(second * 16_000) + index] += value }
        }
        let result = try aligned(recordings[0], recordings[1])
        #expect(result.verdict == .matched)
        #expect(result.pieces.count == 1 && abs(result.pieces[0].offset) < Self.exact)
    }

    /// Beeps fit at every period, and the speech says which one: nothing was lost before it.
    @Test(arguments: [true, false]) func beepsBeforeSomeoneSpeaksAreNoLoss(_ isReversed: Bool) throws {
        let (beeps, speech) = (SceneSound(metronome: 3, seconds: 90), SceneSound(seconds: 90))
        let recordings = [(0.0, 80.0, UInt64(2)), (4.6, 70, 3)].map { start, seconds, seed in
            let talk = speech.recorded(from: start, seconds: seconds, noise: 0, seed: seed)
            let isTalking = Int((70 - start) * 16_000)..<Int((74 - start) * 16_000)
            return beeps.recorded(from: start, seconds: seconds, seed: seed).enumerated().map {
                $1 + (isTalking.contains($0) ? talk[$0] : 0)
            }
        }
        let result = try aligned(recordings[isReversed ? 1 : 0], recordings[isReversed ? 0 : 1])
        #expect(result.verdict != .matched || result.pieces.count == 1)
        if result.verdict == .matched {
            #expect(abs(result.pieces[0].offset - (isReversed ? -4.6 : 4.6)) < 0.001)
        }
    }

    /// Two people 34 m apart, each near one phone, take turns: no phone gets lost samples back.
    @Test func turnsAcrossAHallAreNoLosses() throws {
        let scenes = [SceneSound(seconds: 80, seed: 1), SceneSound(seconds: 80, seed: 7)]
            .map { $0.recorded(from: 0, seconds: 75, noise: 0, seed: 1) }
        let recordings = (0..<2).map { phone in
            (0..<74 * 16_000).map { place -> Float in
                let speaker = place / (15 * 16_000) % 2
                let sound = speaker == phone ? place : place - 1600
                return (sound < 0 ? 0 : scenes[speaker][sound]) + Float((place * (phone + 3)) % 101) * 2e-5
            }
        }
        let result = try aligned(recordings[0], recordings[1])
        #expect(result.verdict == .matched && result.pieces.count == 1)
        #expect(abs(result.time(at: 37) - 37) < 0.005)
    }

    /// What follows a loss of seconds has a peak of its own.
    @Test(arguments: [0.8, 1.5, 4], [true, false]) func manyLostSamplesAreAJumpToo(
        _ seconds: Double, _ secondLost: Bool
    ) throws {
        let scene = SceneSound(seconds: 60)
        let whole = scene.recorded(from: 1, seconds: 52, seed: 2)
        var short = scene.recorded(from: 3, seconds: 50, seed: 3)
        short.removeSubrange(25 * 16_000..<25 * 16_000 + Int(seconds * 16_000))
        let result = secondLost ? try aligned(whole, short) : try aligned(short, whole)
        #expect(result.verdict == .matched)
        try #require(result.pieces.count == 2)
        #expect(abs(result.pieces[0].offset - (secondLost ? 2 : -2)) < 2 * Self.exact)
        #expect(abs(result.pieces[1].offset - (secondLost ? 2 + seconds : -2 - seconds)) < 2 * Self.exact)
        // Words and pauses are shorter than half a second. The first goes on while the second has lost.
        #expect((0 - 0.5...seconds + 0.5).contains(result.pieces[1].from - (secondLost ? 25 : 27)))
    }

    /// Windows of two seconds are blurred by a drift that half a minute of envelopes shows.
    @Test(arguments: [600.0, -600, 1000, -1000]) func aWrongSpeedIsFoundWithinHalfAMinute(_ drift: Double) throws {
        let scene = SceneSound(seconds: 50)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 45, seed: 2), scene.recorded(from: 6, seconds: 30, drift: drift, seed: 3))
        #expect(result.verdict == .matched)
        let rate = 1 / (1 + drift * 1e-6)
        #expect(abs(result.time(at: 0) - 6) < 0.0005)
        #expect(abs(result.time(at: 30) - (6 + 30 * rate)) < 0.0005)
    }

    @Test func aMetronomeIsAmbiguous() throws {
        let scene = SceneSound(metronome: 0.5, seconds: 40)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 30, seed: 2), scene.recorded(from: 2.5, seconds: 30, seed: 3))
        #expect(result.verdict == .ambiguous)
        #expect(!result.alternatives.isEmpty)
        // Every beat is a candidate, and nothing else is: two hundredths are two steps of the envelope.
        for offset in result.alternatives + [result.pieces[0].offset] {
            #expect(abs(offset / 0.5 - (offset / 0.5).rounded()) < 0.04)
        }
        #expect(result.confidence < 0.5)
    }

    /// Of a beep a second, three or four seconds show no other place.
    @Test(arguments: [3.2, 4.0, 5.3]) func aBeepASecondIsAmbiguousHoweverShort(_ seconds: Double) throws {
        let scene = SceneSound(metronome: 1, seconds: 12)
        let result = try aligned(
            scene.recorded(from: 0.4, seconds: seconds, seed: 2), scene.recorded(from: 2.4, seconds: seconds, seed: 3))
        #expect(result.verdict != .matched)
        #expect(result.confidence < 0.25)
    }

    /// Digital silence at the end of one fits any quiet moment of the other, but repeats nothing.
    @Test func silenceIsNoRepetition() throws {
        let scene = SceneSound(seconds: 20)
        let silence = [Float](repeating: 0, count: 18 * SceneSound.rate)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 17, noise: 0, seed: 2) + silence,
            scene.recorded(from: 2, seconds: 5, noise: 0, seed: 3))
        #expect(result.verdict == .matched)
        #expect(result.alternatives.isEmpty && abs(result.time(at: 0) - 2) < Self.exact)
    }

    /// The same seconds of something that does not repeat are enough.
    @Test(arguments: [4.0, 5.3]) func whatDoesNotRepeatMatchesHoweverShort(_ seconds: Double) throws {
        let scene = SceneSound(seconds: 12)
        let result = try aligned(
            scene.recorded(from: 1, seconds: seconds, seed: 2), scene.recorded(from: 1.25, seconds: seconds, seed: 3))
        #expect(result.verdict == .matched)
        #expect(abs(result.pieces[0].offset - 0.25) < Self.exact)
    }

    @Test func aCopyLiesWhereItsOriginalDoes() throws {
        let sound = try heard(SceneSound(metronome: 1, seconds: 12).recorded(from: 0, seconds: 10, seed: 2))
        let copy = try SoundAligner(transforms()).align(sound, sound) { true }
        #expect(copy.verdict == .matched && copy.pieces == [.init(from: 0, offset: 0)] && copy.confidence == 1)
        // Other sound cannot come from the same file, so nobody asks.
        let other = try heard(SceneSound(seconds: 12).recorded(from: 0, seconds: 10, seed: 2))
        _ = try SoundAligner(transforms()).align(sound, other) {
            Issue.record("these are no copies")
            return true
        }
    }

    @Test func confidenceAndVerdictSayTheSame() {
        var alignment = Alignment(verdict: .matched)
        (alignment.distinctness, alignment.rival) = (30, 0.2)
        #expect(abs(alignment.confidence - 0.8) < 1e-9)
        alignment.rival = Alignment.mostRival
        #expect(alignment.confidence > 0.6)
        for verdict in [Alignment.Verdict.unmatched, .ambiguous] {
            alignment.verdict = verdict
            #expect(alignment.confidence < 0.25)
        }
    }

    @Test func whoListensIsToldHowFarItIs() throws {
        let samples = SceneSound(seconds: 3).recorded(from: 0, seconds: 3, seed: 2)
        var told: [Double] = []
        _ = try HeardSound(transforms(), progress: { told.append($0) }, open: { HeardSamples(samples) })
        #expect(told.count > 3 && told == told.sorted() && told.last == 3)
    }

    @Test func anotherSceneDoesNotMatch() throws {
        let result = try aligned(
            SceneSound(seconds: 30, seed: 1).recorded(from: 0, seconds: 30, seed: 2),
            SceneSound(seconds: 30, seed: 9).recorded(from: 0, seconds: 30, seed: 3))
        #expect(result.verdict == .unmatched)
        #expect(result.confidence < 0.5)
    }

    @Test func recordingsThatDoNotOverlapDoNotMatch() throws {
        let scene = SceneSound(seconds: 60)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 25, seed: 2), scene.recorded(from: 30, seconds: 25, seed: 3))
        #expect(result.verdict == .unmatched)
    }

    @Test func silenceAndHardlyAnythingDoNotMatch() throws {
        let sound = SceneSound(seconds: 20).recorded(from: 0, seconds: 20, seed: 2)
        for other in [[], [Float](repeating: 0, count: 160_000), Array(sound[..<32_000])] {
            #expect(try aligned(sound, other).verdict == .unmatched)
            #expect(try aligned(other, sound).verdict == .unmatched)
        }
    }

    /// Half of what 4 ms later comes back from the walls, and more after it: the first sound is the one that counts.
    @Test func reflectionsDoNotMoveARecording() throws {
        let scene = SceneSound(seconds: 30)
        let dry = scene.recorded(from: 0, seconds: 28, seed: 2)
        var wet = scene.recorded(from: 2, seconds: 26, seed: 3)
        let direct = wet
        for (delay, gain) in [(64, Float(1.1)), (83, 0.7), (105, -0.6), (131, 0.6), (170, -0.5)] {
            for n in delay..<wet.count { wet[n] += gain * direct[n - delay] }
        }
        #expect(abs(try aligned(dry, wet).pieces[0].offset - 2) < Self.exact)
        #expect(abs(try aligned(wet, dry).pieces[0].offset + 2) < Self.exact)
    }

    @Test func aDriftWithinItsDoubtIsNone() throws {
        let scene = SceneSound(seconds: 40)
        let result = try aligned(
            scene.recorded(from: 0, seconds: 35, seed: 2), scene.recorded(from: 5, seconds: 30, noise: 0.05, seed: 3))
        // Two clocks that run alike: what is found is the windows' noise.
        #expect(abs(result.drift) <= result.driftDoubt)
        let steady = result.withoutDoubtfulDrift
        #expect(steady.drift == 0)
        #expect(abs(steady.time(at: 15) - 20) < 0.0005)
        var drifting = result
        drifting.drift = 60
        #expect(drifting.withoutDoubtfulDrift.drift == 60)
        drifting.residuals = []
        #expect(drifting.withoutDoubtfulDrift.drift == 0)
    }

    @Test func alignmentsAreChained() {
        var (one, other) = (Alignment(verdict: .matched), Alignment(verdict: .matched))
        one.pieces = [.init(from: 0, offset: 3), .init(from: 20, offset: 3.2)]
        one.drift = 50
        other.pieces = [.init(from: 0, offset: 10)]
        other.drift = -20
        let chained = other.chained(to: one)
        #expect(chained.pieces.count == 2)
        for time in [0.0, 5, 9.9, 10.1, 30] {
            #expect(abs(chained.time(at: time) - one.time(at: other.time(at: time))) < 1e-9)
        }
    }

    /// In silence one click stands out by any number of deviations; claps that both heard are no coincidence.
    @Test func oneClickIsNoMatch() throws {
        var random = Seeded(11)
        let clap = { (random: inout Seeded) in
            (0..<1500).map { Float.random(in: -0.5...0.5, using: &random) * Float(1500 - $0) / 1500 }
        }
        let put = { (sounds: [(Int, [Float])]) in
            var samples = [Float](repeating: 0, count: 20 * 16_000)
            for (place, sound) in sounds { for (n, sample) in sound.enumerated() { samples[place + n] += sample } }
            return samples
        }
        for place in [30_000, 90_000, 200_000] {
            let found = try aligned(put([(120_000, clap(&random))]), put([(place, clap(&random))]))
            #expect(found.verdict != .matched && !found.isDistinct, "\(found)")
        }
        let claps = [20_000, 55_000, 101_000, 162_000, 180_000].map { ($0, clap(&random)) }
        let found = try aligned(put(claps.map { ($0 + 8000, $1) }), put(claps))
        #expect(found.verdict == .matched && abs(found.pieces[0].offset - 0.5) < 0.001, "\(found)")
    }
}
