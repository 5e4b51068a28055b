import TestSupport
import Testing

@testable import Analysis

/// The beats of music that is made here, so that they are known.
@Suite struct BeatTests {
    /// What a piece is like.
    private struct Piece {
        var tempo: Double
        var meter = 4
        /// Where sounds lie within a beat, as parts of it.
        var parts: [Double] = [0]
        /// By how much the tempo changes, back and forth.
        var drift = 0.0
        /// When the first beat is, in seconds.
        var start = 0.4
        /// Seconds in which no drum is heard.
        var pause = 0.0..<0.0
        /// How often a low sound comes half a beat early.
        var syncopation = 0.0
    }

    /// The sound of 24 s, and when its beats are.
    private func played(_ piece: Piece) -> (samples: [Float], beats: [Double]) {
        var random = Seeded(7)
        var samples = (0..<24 * 16_000).map { _ in Float.random(in: -0.002...0.002, using: &random) }
        func add(_ time: Double, _ period: Int, _ length: Int, _ level: Float) {
            let first = Int(time * 16_000)
            for n in 0..<length where samples.indices.contains(first + n) {
                let noise = period == 0 ? Float.random(in: -1...1, using: &random) : n % period < period / 2 ? 1 : -1
                samples[first + n] += noise * level * Float(length - n) / Float(length)
            }
        }
        var (beats, time): ([Double], Double) = ([], piece.start)
        while time < 23.8 {
            let first = beats.count % piece.meter == 0
            // A triangle wave is no sine, and needs none.
            let bend = piece.drift * (abs((time / 5).truncatingRemainder(dividingBy: 2) - 1) * 2 - 1)
            let length = 60 / piece.tempo * (1 + bend)
            let isEarly = piece.syncopation > 0 && Double.random(in: 0...1, using: &random) < piece.syncopation
            if first { add(time, 200, 3000, 0.3) } else if isEarly { add(time - length / 2, 200, 2000, 0.25) }
            // A tone that changes with every beat.
            add(time, Int.random(in: 20...60, using: &random), 5000, 0.06)
            if !piece.pause.contains(time) {
                if beats.count % 2 == 1, piece.meter != 3 { add(time, 0, 2000, 0.2) }
                for part in piece.parts { add(time + part * length, 0, 600, part == 0 ? 0.12 : 0.08) }
            }
            beats.append(time)
            time += length
        }
        return (samples, beats)
    }

    private func heard(_ samples: [Float]) throws -> Beats { try Beats(of: HeardSamples(samples), transforms()) }

    /// The share of times that lie within 40 ms of one of the others: a frame of film is no shorter.
    private func share(_ times: [Double], near others: [Double]) -> Double {
        Double(times.count { time in others.contains { abs($0 - time) < 0.04 } }) / Double(max(1, times.count))
    }

    @Test(arguments: [
        Piece(tempo: 60), Piece(tempo: 76, parts: [0, 0.5]), Piece(tempo: 120, drift: 0.03, start: 1.7),
        Piece(tempo: 190), Piece(tempo: 96, meter: 3, parts: [0, 0.5]), Piece(tempo: 150, meter: 3),
        Piece(tempo: 70, meter: 2, parts: [0, 1 / 3, 2 / 3]), Piece(tempo: 132, parts: [0, 2 / 3]),
        Piece(tempo: 104, parts: [0, 0.25, 0.5, 0.75], syncopation: 0.4),
        Piece(tempo: 112, parts: [0, 0.5], drift: 0.03, pause: 8..<15),
    ]) private func cutsAreOnTheBeat(_ piece: Piece) throws {
        let (samples, beats) = played(piece)
        let found = try heard(samples)
        #expect(found.clarity > Beats.certain, "\(found.clarity)")
        for rule in [BeatRule.bars, .hits, .every(4)] {
            let cuts = found.beats.cuts(rule)
            #expect(cuts.count >= 4)
            #expect(share(cuts.map(\.time), near: beats) >= 0.95, "\(rule)")
        }
    }

    @Test func barsBeginWhereTheyBegin() throws {
        for meter in [3, 4] {
            let (samples, beats) = played(Piece(tempo: 110, meter: meter, parts: [0, 0.5]))
            let bars = stride(from: 0, to: beats.count, by: meter).map { beats[$0] }
            let found = try heard(samples).beats.cuts(.bars).map(\.time)
            #expect(share(found, near: bars) >= 0.95 && share(bars.dropFirst().dropLast(), near: found) >= 0.9)
        }
    }

    /// A kick on every beat, snares on 2 and 4, and hats between the beats, each of them louder or missing.
    @Test(arguments: [(0.3, 0.15), (0.5, 0.15), (0.3, 0.4), (0.2, 0)] as [(Float, Float)])
    func barsOfFourOnTheFloorBeginBeforeTheSnare(_ snare: Float, _ hat: Float) throws {
        for start in [0, 0.37, 1.1] {
            let (samples, beats) = floor(snare: snare, hat: hat, from: start)
            let found = try heard(samples).beats
            #expect(share(found.map(\.time), near: beats) >= 0.95)
            let bars = stride(from: 0, to: beats.count, by: 4).map { beats[$0] }
            #expect(share(found.cuts(.bars).map(\.time), near: bars) >= 0.95, "from \(start)")
        }
    }

    /// Without a snare every beat is alike, but none is off the beat, and music begins with a bar.
    @Test func loudHatsAreNotTheBeat() throws {
        let (samples, beats) = floor(snare: 0, hat: 0.4, from: 0.6)
        let bars = stride(from: 0, to: beats.count, by: 4).map { beats[$0] }
        #expect(share(try heard(samples).beats.cuts(.bars).map(\.time), near: bars) >= 0.95)
    }

    /// 24 s at 125 beats per minute.
    private func floor(snare: Float, hat: Float, from start: Double) -> (samples: [Float], beats: [Double]) {
        var random = Seeded(9)
        var samples = (0..<24 * 16_000).map { _ in Float.random(in: -0.002...0.002, using: &random) }
        func add(_ time: Double, _ length: Int, _ sound: (Int) -> Float) {
            let first = Int(time * 16_000)
            for n in 0..<length where samples.indices.contains(first + n) {
                samples[first + n] += sound(n) * Float(length - n) / Float(length)
            }
        }
        let beats = Array(stride(from: start, to: 24, by: 0.48))
        for (index, time) in beats.enumerated() {
            add(time, 2400) { $0 % 200 < 100 ? 0.5 : -0.5 }
            if index % 2 == 1 { add(time, 2400) { _ in Float.random(in: -snare...snare, using: &random) } }
            var last: Float = 0
            add(time + 0.24, 1200) { _ in
                let next = Float.random(in: -hat...hat, using: &random)
                defer { last = next }
                return next - last
            }
        }
        return (samples, beats)
    }

    @Test func aShiftMovesTheBars() throws {
        let beats = try heard(played(Piece(tempo: 120)).samples).beats
        let bars = { (shift: Double) in beats.shifted(by: shift).cuts(.bars).map(\.time) }
        #expect(bars(0) == beats.cuts(.bars).map(\.time))
        for (shift, seconds) in [(1, 0.5), (-1, -0.5), (0.5, 0.25), (2.5, 1.25)] {
            let moved = beats.cuts(.bars).map { $0.time + seconds }
            #expect(bars(shift).count >= moved.count - 2 && share(bars(shift), near: moved) == 1)
        }
    }

    @Test func speechAndNoiseAndSilenceHaveNoBeat() throws {
        var random = Seeded(3)
        let noise = (0..<400_000).map { _ in Float.random(in: -0.1...0.1, using: &random) }
        let sounds = [
            SceneSound(seconds: 30).recorded(from: 0, seconds: 30, seed: 2), noise,
            [Float](repeating: 0, count: 400_000),
            Array(noise.prefix(30_000)), [],
        ]
        for sound in sounds {
            let clarity = try heard(sound).clarity
            #expect(clarity < Beats.clear, "\(clarity)")
        }
    }

    @Test func betweenTwoSongsNobodyCuts() throws {
        let song = played(Piece(tempo: 120, parts: [0, 0.5])).samples
        let talk = SceneSound(seconds: 30).recorded(from: 0, seconds: 30, seed: 2)
        let found = try heard(song + talk + song)
        // A window of 10 s hears some of what comes before and after.
        #expect(found.clarity > Beats.certain && !found.beats.contains { (30..<48).contains($0.time) })
        #expect(found.beats.contains { $0.time < 20 } && found.beats.contains { $0.time > 60 })
    }

    @Test func camerasTakeTurnsOnTheBeatInShotsOfTheStyle() throws {
        let beats = try heard(played(Piece(tempo: 126, parts: [0, 0.5])).samples).beats
        let steps = Set(beats.map(\.step))
        var lengths: [Double] = []
        for rules in [ShotRules.calm, .normal, .lively] {
            let shots = beats.cuts(.bars).shots(1200, cameras: 3, opening: 1, rules.toMusic)
            #expect(shots.map(\.view) == shots.indices.map { ($0 + 1) % 3 })
            #expect(shots.dropFirst().allSatisfy { steps.contains($0.steps.lowerBound) })
            #expect(shots.allSatisfy { Double($0.steps.count) / 50 >= rules.shortest })
            lengths.append(24 / Double(shots.count))
        }
        #expect(lengths[0] > lengths[1] && lengths[1] > lengths[2])
    }

    @Test func everyFourthBeatIsEveryFourthBeat() throws {
        let beats = try heard(played(Piece(tempo: 120)).samples).beats
        let shots = beats.cuts(.every(4)).shots(1200, cameras: 2, opening: 0, .steady)
        // Two seconds, and a step that beats are rounded to.
        #expect(shots.count >= 10 && shots.dropFirst().dropLast().allSatisfy { (98...102).contains($0.steps.count) })
    }

    @Test func aCameraThatIsHiddenIsLeftOut() throws {
        let beats = try heard(played(Piece(tempo: 120)).samples).beats
        let shots = beats.cuts(.bars).shots(
            1200, cameras: 3, unseen: Unseen(absent: [[], [0..<1200], []]), opening: 0, ShotRules.normal.toMusic)
        #expect(shots.count > 3 && shots.allSatisfy { $0.view != 1 })
    }
}

/// Where somebody begins to speak.
@Suite struct SpeechOnsetTests {
    private final class Samples: SoundStream {
        private var samples: [Float]
        init(_ samples: [Float]) { self.samples = samples }
        func next() -> [Float] {
            defer { samples.removeFirst(min(samples.count, 4000)) }
            return Array(samples.prefix(4000))
        }
        func skip(to position: Int) {}
    }

    /// Words with short gaps are one utterance, a pause parts two, a click is none.
    @Test func anUtteranceBeginsAfterAPause() throws {
        var random = Seeded(3)
        var samples = (0..<AnalysisSound.rate * 12).map { _ in Float.random(in: -0.002...0.002, using: &random) }
        let spoken: [(start: Double, end: Double)] = [(2, 2.6), (2.8, 3.5), (5, 5.9), (7, 7.04), (9.5, 10.2)]
        for (start, end) in spoken {
            for sample in Int(start * Double(AnalysisSound.rate))..<Int(end * Double(AnalysisSound.rate)) {
                samples[sample] += Float.random(in: -0.2...0.2, using: &random)
            }
        }
        let onsets = try SpeechOnsets.find(in: Samples(samples))
        try #require(onsets.count == 3, "\(onsets)")
        // Within two steps of 20 ms.
        for (onset, wanted) in zip(onsets, [2, 5, 9.5]) { #expect(abs(onset - wanted) <= 0.04, "\(onsets)") }
        #expect(try SpeechOnsets.find(in: Samples([])).isEmpty)
    }
}
