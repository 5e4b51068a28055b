import TestSupport
import Testing

@testable import Analysis

@Suite struct FineTests {
    private func curve(_ peaks: [(milliseconds: Double, height: Float)]) -> [Float] {
        var curve = [Float](repeating: 0, count: 2 * DirectSound.needed + 1)
        for peak in peaks {
            let place = DirectSound.needed + Int(peak.milliseconds * 16)
            curve[place] = peak.height
            for side in [-1, 1] { curve[place + side] = max(curve[place + side], peak.height / 2) }
        }
        return curve
    }

    @Test func theDirectSoundIsTheEdgeAtWhichReflectionsBegin() {
        let late = [(2.0, Float(1)), (3, 0.6), (4.5, 0.5), (6, 0.6), (8, 0.4), (11, 0.4)]
        #expect(DirectSound(curve([(0, 0.8)] + late)).shift == 0)
        #expect(DirectSound(curve([(0, 0.8)] + late.map { (-$0.0, $0.1) })).shift == 0)
    }

    /// The loudest reflection comes 18 ms after the direct sound, others before and behind it.
    @Test func theDirectSoundIsFoundBeforeALateReflection() {
        let room = [(0.0, Float(0.8)), (3.6, 0.8), (13.5, 0.7), (18, 1), (21, 0.7)]
        #expect(DirectSound(curve(room.map { ($0.0 - 18, $0.1) })).shift == -18 * 16)
        #expect(DirectSound(curve(room.map { (18 - $0.0, $0.1) })).shift == 18 * 16)
    }

    /// A lower peak far out, with nothing behind it, is no direct sound: both microphones hear reflections.
    @Test func aPeakFarOutDoesNotWinByItsQuietSide() {
        let near = [(-2.9, Float(0.7)), (-1.7, 1), (-0.8, 0.8), (0, 0.8), (2.2, 0.6), (4.7, 0.6), (13.6, 0.55)]
        var random = Seeded(5)
        let noisy = curve(near).map { max($0, Float.random(in: 0...0.35, using: &random)) }
        #expect(abs(DirectSound(noisy).shift) < 5 * 16)
    }

    @Test func theHighestPeakStaysAmongNoise() {
        var random = Seeded(7)
        var noisy = (0...2 * DirectSound.needed).map { _ in Float.random(in: 0...0.45, using: &random) }
        noisy[DirectSound.needed] = 1
        #expect(DirectSound(noisy).shift == 0)
    }

    @Test func phasesFindADelayToTheSample() throws {
        let scene = SceneSound(seconds: 6)
        let sound = scene.recorded(from: 0, seconds: 6, noise: 0, seed: 2)
        var correlation = try PhaseCorrelation(transforms())
        let (length, reach) = (PhaseCorrelation.usualLength, PhaseCorrelation.usualReach)
        for delay in [-700, 0, 33] {
            let start = 16_000 + delay
            let found = correlation.curve(
                Array(sound[16_000 - reach..<16_000 + length + reach]),
                Array(sound[start..<start + length]))
            let curve = try #require(found)
            #expect(curve.indices.max { curve[$0] < curve[$1] } == reach + delay)
        }
        let silence = [Float](repeating: 0, count: length)
        let nothing = correlation.curve([Float](repeating: 1, count: length + 2 * reach), silence)
        #expect(nothing == nil)
    }

    @Test func aShortRecordingIsDecodedOnce() throws {
        let samples = SceneSound(seconds: 8).recorded(from: 0, seconds: 8, seed: 2)
        let opened = Counter()
        let sound = try HeardSound(transforms()) {
            opened.count += 1
            return HeardSamples(samples)
        }
        var tape = SoundTape(try sound.open())
        #expect(try tape.read(from: 0, count: samples.count + 5) == samples + [Float](repeating: 0, count: 5))
        tape = SoundTape(try sound.open())
        #expect(try tape.read(from: 100_000, count: 1000) == Array(samples[100_000..<101_000]))
        #expect(opened.count == 1)
    }

    @Test func aLongRecordingIsNotKept() throws {
        let stream = KeepingStream(HeardSamples([Float](repeating: 0, count: 601 * AnalysisSound.rate)))
        while try !stream.next().isEmpty {}
        #expect(stream.kept == nil)
    }

    @Test func stretchesFarApartAreReadWithoutWhatIsBetween() throws {
        let sound = SceneSound(seconds: 40).recorded(from: 0, seconds: 40, seed: 2)
        let stream = HeardSamples(sound)
        var tape = SoundTape(stream)
        #expect(try tape.read(from: -100, count: 300) == [Float](repeating: 0, count: 100) + sound[..<200])
        #expect(try tape.read(from: 480_000, count: 1000) == Array(sound[480_000..<481_000]))
        // A stretch may begin before the one read last.
        #expect(try tape.read(from: 479_000, count: 1000) == Array(sound[479_000..<480_000]))
        #expect(stream.skipped > 400_000)
        let rest = try tape.read(from: sound.count - 10, count: 30)
        #expect(rest == sound.suffix(10) + [Float](repeating: 0, count: 20))
    }
}
