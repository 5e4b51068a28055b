import TestSupport
import Testing

@testable import Analysis

/// Short overlaps of recordings that follow each other.
@Suite struct EndOverlapTests {
    private static func found(_ one: [Float], _ other: [Float]) throws -> EndOverlap? {
        let finder = EndOverlapFinder(transforms())
        return try finder.find(end: finder.ends(of: heard(one)), beginning: finder.ends(of: heard(other)))
    }

    @Test(arguments: [0.55, 1.25, 3.5]) func anOverlapIsFoundToTheSample(_ length: Double) throws {
        let scene = SceneSound(seconds: 40)
        let overlap = try #require(
            try Self.found(
                scene.recorded(from: 3, seconds: 9, seed: 2),
                scene.recorded(from: 12 - length, seconds: 8, noise: 0.01, seed: 3).map { $0 * 0.2 }))
        #expect(overlap.convinces(.unexpected))
        // Two samples of 0.0625 ms: the recordings are not sampled at the same instants.
        #expect(abs(overlap.offset - (9 - length)) < 0.000_13)
        #expect(abs(overlap.length - length) < 0.000_13)
        #expect(overlap.confidence > 0.5)
    }

    @Test(arguments: 1...8) func withoutAnOverlapNothingConvinces(_ seed: Int) throws {
        let scene = SceneSound(seconds: 40, seed: UInt64(seed))
        let overlap = try Self.found(
            scene.recorded(from: 3, seconds: 9, seed: 2), scene.recorded(from: 12.7, seconds: 8, seed: 3))
        #expect(overlap.map { $0.convinces(.open) } != true)
    }

    private enum Noise: CaseIterable {
        case white, low, gusts, hum, click
    }

    /// Wind, surf, a fan: what two clips of it have in common is chance. A click in it is rare, and so stands out far.
    @Test(arguments: Noise.allCases) private func steadyNoiseHasNoOverlap(_ kind: Noise) throws {
        var random = Seeded(5)
        let finder = EndOverlapFinder(transforms())
        let clips = try (0..<12).map { number in
            var (level, past) = (Float(0), Float(0))
            var samples = (0..<(number % 2 == 0 ? 2 : 6) * 16_000).map { n -> Float in
                let white = Float.random(in: -0.1...0.1, using: &random)
                past = 0.95 * past + 0.3 * white
                // Up and down once in 4 s, and a hum of 100 Hz with all its partials.
                level = Float(abs(n % 64_000 - 32_000)) / 32_000
                return switch kind {
                case .white, .click: white
                case .low: past
                case .gusts: past * (0.1 + level)
                case .hum: 0.1 * white + 0.2 * (Float(n % 160) / 160 - 0.5)
                }
            }
            if kind == .click {
                let place = Int.random(in: 3000..<25_000, using: &random)
                for n in 0..<80 {
                    samples[place + n] += Float.random(in: -0.8...0.8, using: &random) * Float(80 - n) / 80
                }
            }
            return try finder.ends(of: heard(samples))
        }
        for (one, end) in clips.enumerated() {
            for (other, beginning) in clips.enumerated() where one != other {
                let found = try finder.find(end: end, beginning: beginning)
                #expect(found.map { $0.convinces(.expected) } != true, "\(kind): \(found!)")
            }
        }
    }

    /// A second and a half is too short for envelopes.
    @Test(arguments: [1.5, 3, 12.0]) func aClipIsFoundInAContinuousRecording(_ seconds: Double) throws {
        let scene = SceneSound(seconds: 60)
        let finder = EndOverlapFinder(transforms())
        let whole = try heard(scene.recorded(from: 4, seconds: 50, seed: 2))
        let clip = try heard(scene.recorded(from: 31.25, seconds: seconds, noise: 0.01, seed: 3).map { $0 * 0.3 })
        let place = try #require(try ClipFinder(transforms()).place(of: clip, finder.ends(of: clip), in: whole))
        #expect(abs(place.offset - 27.25) < 0.000_13)
        #expect(place.confidence > 0.5)
        let other = try heard(SceneSound(seconds: 20, seed: 9).recorded(from: 2, seconds: seconds, seed: 3))
        #expect(try ClipFinder(transforms()).place(of: other, finder.ends(of: other), in: whole) == nil)
    }

    /// The same click every half a second fits everywhere.
    @Test func aLoopHasNoPlace() throws {
        let whole = try heard(SceneSound(metronome: 0.5, seconds: 40).recorded(from: 0, seconds: 40, seed: 2))
        let clip = try heard(SceneSound(metronome: 0.5, seconds: 40).recorded(from: 13, seconds: 2, seed: 3))
        let ends = try EndOverlapFinder(transforms()).ends(of: clip)
        #expect(try ClipFinder(transforms()).place(of: clip, ends, in: whole) == nil)
    }

    @Test func silenceSaysNothing() throws {
        let silent = [Float](repeating: 0, count: 80_000)
        let scene = SceneSound(seconds: 20)
        #expect(try Self.found(silent, scene.recorded(from: 3, seconds: 5, seed: 2)) == nil)
        #expect(try Self.found(silent, silent) == nil)
        #expect(try Self.found(Array(silent.prefix(4000)), silent) == nil)
        #expect(try Self.found([], silent) == nil)
    }

    @Test func theQuietestStretchLiesBetweenTwoWords() throws {
        // Noise with a pause from 7 s to 8 s, and a longer one further away than five seconds.
        var samples = SceneSound(seconds: 12).recorded(from: 0, seconds: 12, noise: 0.2, seed: 5)
        for n in samples.indices where (1.0..<3).contains(Double(n) / 16_000) || (9.0..<10).contains(Double(n) / 16_000)
        {
            samples[n] *= 0.01
        }
        let late = try #require(try heard(samples).quietest(nearEnd: true))
        #expect(late.start >= 8.98 && late.start + late.duration <= 10.02)
        let early = try #require(try heard(samples).quietest(nearEnd: false))
        #expect(early.start >= 0.98 && early.start + early.duration <= 3.02)
        #expect(try heard(Array(samples.prefix(8000))).quietest(nearEnd: true) == nil)
        // A microphone that starts late is not quiet before.
        for silence in [2, 7] {
            let late = [Float](repeating: 0, count: silence * 16_000) + samples
            let later = try #require(try heard(late).quietest(nearEnd: false))
            #expect(later.start >= Double(silence) + 0.98)
        }
    }
}
