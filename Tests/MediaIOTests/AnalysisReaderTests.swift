import Analysis
import FixtureMedia
import TestSupport
import Testing

@testable import MediaIO

/// Sound for analysis lies where its stamps put it, however it is read.
@Suite struct AnalysisReaderTests {
    private func reader(_ path: String) throws -> AnalysisReader {
        let info = try MediaInfo(probing: path)
        return try AnalysisReader(path: path, stream: info.audio[0].streamIndex, clock: info.clock)
    }

    private func everything(_ reader: AnalysisReader) throws -> [Float] {
        var samples: [Float] = []
        while case let more = try reader.next(), !more.isEmpty { samples += more }
        return samples
    }

    @Test(arguments: [1, 2]) func soundThatStartsLateIsSilentBefore(_ channels: Int) throws {
        let path = try FixtureRecording().with {
            $0.sound = .init(channels: channels, firstSample: 14_400)
        }.file()
        let samples = try everything(reader(path))
        let first = try #require(samples.firstIndex { abs($0) > 0.0002 })
        // 300 ms; AAC smears what begins over the packet before, 1024 samples of 48 kHz.
        #expect((4800 - 342...4800 + 32).contains(first))
        let beeps = Beeps.find(samples, rate: AnalysisSound.rate)
        // A millisecond, as for all sound that is read.
        #expect(beeps.map { abs($0.position - 16_000) <= 16 } == [true])
    }

    /// In a file of floating-point samples everything can stand.
    /// A balanced microphone at a stereo input: the right channel is the left one, inverted.
    @Test(arguments: [-1, -0.6] as [Float]) func channelsThatCancelEachOtherAreHeard(_ factor: Float) throws {
        let folder = try TemporaryFolder()
        let voice = SceneSound(seconds: 3).recorded(from: 0, seconds: 3, seed: 2)
        let files = ["inverted.wav": voice.map { factor * $0 }, "same.wav": voice, "left.wav": voice.map { _ in 0 }]
        for (name, right) in files { try SoundFile.write([voice, right], rate: 16_000, to: folder(name)) }
        let heard = try everything(try reader(folder("inverted.wav")))
        #expect(heard.count == voice.count && zip(heard, voice).allSatisfy { abs($0 - $1) < 0.001 })
        let channel = { (name: String) in
            try SoundCleaning.channelForMono(of: folder(name), stream: 0, clock: FileClock(), from: .zero)
        }
        #expect(try channel("inverted.wav") == 0)
        #expect(try channel("same.wav") == nil && channel("left.wav") == nil)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30]) func samplesThatAreNoSoundAreSilence(
        _ sample: Float
    ) throws {
        let folder = try TemporaryFolder()
        var sound = (0..<48_000).map { n in Float(n % 100) / 200 }
        sound[20_000] = sample
        try SoundFile.write([sound], rate: 48_000, to: folder("damaged.wav"))
        let samples = try everything(reader(folder("damaged.wav")))
        #expect(samples.count == 16_000 && samples.allSatisfy { abs($0) < 1 })
        #expect(samples[8000] == samples[4000], "and no more than its surroundings is lost")
    }

    @Test(arguments: [FixtureRecording.Container.mp4, .mkv, .ts])
    func whatIsSkippedMovesNothing(_ container: FixtureRecording.Container) throws {
        let path = try FixtureRecording().with {
            $0.container = container
            switch container {
            case .ts: $0.timing = .ticks((0..<240).map { $0 * 3000 }, timescale: 90_000)
            case .mkv: $0.timing = .ticks((0..<240).map { $0 * 100 / 3 }, timescale: 1000)
            default: $0.timing = .constant(.thirty, frames: 240)
            }
        }.file()
        let whole = try everything(reader(path))
        try #require(whole.count > 7 * AnalysisSound.rate)
        let skipping = try reader(path)
        _ = try skipping.next()
        let start = 5 * AnalysisSound.rate + 500
        try skipping.skip(to: start)
        let rest = try everything(skipping)
        // Matroska rounds times to milliseconds: FFmpeg 7.1 begins AAC at −21 ms instead of −21.33, which is 5 samples.
        let rounding = container == .mkv ? 8 : 0
        #expect(abs(start + rest.count - whole.count) <= rounding)
        let expected = Beeps.find(Array(whole[start...]), rate: AnalysisSound.rate).map(\.position)
        #expect(expected.count >= 2)
        let found = Beeps.find(rest, rate: AnalysisSound.rate).map(\.position)
        // A resampler that begins elsewhere rounds to another sample.
        #expect(found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1 + rounding })
    }
}

@Suite struct RealTransformTests {
    @Test(arguments: [512, 32_768, 1 << 18]) func thereAndBackIsWhereItBegan(_ size: Int) throws {
        let transform = try RealTransform(size: size)
        let samples = (0..<size).map { Float(($0 * 7919) % 1000) / 500 - 1 }
        var (spectrum, back) = ([Float](), [Float]())
        // What an earlier transform left must not come back.
        for _ in 0..<2 {
            transform.forward(samples[...], into: &spectrum)
            transform.inverse(spectrum, into: &back)
            // A float has seven digits; a sum of many loses one.
            #expect(zip(samples, back).allSatisfy { abs($0 - $1) < 1e-5 })
        }
        #expect(spectrum.count == size + 2 && spectrum[1] == 0 && spectrum[size + 1] == 0)
    }

    @Test func shorterSamplesAreFollowedByZeros() throws {
        let transform = try RealTransform(size: 512)
        var (one, other) = ([Float](), [Float]())
        transform.forward([Float](repeating: 1, count: 512)[...], into: &one)
        transform.forward([1, 2, 3][...], into: &one)
        transform.forward(([1, 2, 3] + [Float](repeating: 0, count: 509))[...], into: &other)
        #expect(one == other)
    }
}
