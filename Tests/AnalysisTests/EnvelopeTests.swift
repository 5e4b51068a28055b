import TestSupport
import Testing

@testable import Analysis

@Suite struct EnvelopeTests {
    @Test func levelsAreAnEighthOfAnOctaveApart() {
        #expect(BandLevels.Step.of(1) == 136)
        #expect(BandLevels.Step.of(2) == 144)
        #expect(BandLevels.Step.of(0) == 0 && BandLevels.Step.of(.greatestFiniteMagnitude) == 255)
        for step in [1, 80, 255] { #expect(Int(BandLevels.Step.of(BandLevels.Step.energy(step))) == step) }
    }

    /// Very long recordings have fewer levels a second; the coarse search still finds its place.
    @Test(arguments: [1, 2, 4]) func theCoarseSearchFindsThePlace(_ hopsPerLevel: Int) throws {
        let scene = SceneSound(seconds: 60)
        let one = try heard(scene.recorded(from: 0, seconds: 50, seed: 2)).envelope(hopsPerLevel: hopsPerLevel)
        let other = try heard(scene.recorded(from: 12, seconds: 45, seed: 3)).envelope(hopsPerLevel: hopsPerLevel)
        #expect(one.rate == 100 / Double(hopsPerLevel))
        let best = try #require(try LagSearch(one, other, transforms()).peaks.first)
        // Half of a step.
        #expect(abs(best.lag - 12) <= 0.005 * Double(hopsPerLevel))
        #expect(best.height > Alignment.leastDistinctness)
    }

    /// In blocks, as recordings of hours are, every lag is what it is in one piece.
    @Test func silenceBeforeARecordingMovesItByAsMuch() throws {
        let sound = SceneSound(seconds: 20).recorded(from: 0, seconds: 20, seed: 2)
        let one = try heard(sound)
        let late = try heard([Float](repeating: 0, count: 16_000 * 1500) + sound)
        let search = try LagSearch(
            late.envelope(hopsPerLevel: 1), one.envelope(hopsPerLevel: 1), transforms())
        #expect(abs(try #require(search.peaks.first).lag - 1500) < 0.005)
    }

    @Test func percentilesCount() {
        #expect(percentile(25, of: [1, 1, 1, 1]) == 1)
        #expect(percentile(30, of: [0, 10, 0]) == 1)
        #expect(percentile(50, of: []) == 0)
    }
}
