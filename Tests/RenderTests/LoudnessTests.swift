import Audio
import FixtureMedia
import Foundation
@testable import MediaIO
import MediaTime
@testable import Render
@testable import Planning
import Testing
import Timeline

/// What is asked for is what a meter reads in the file.
@Suite struct LoudnessTests {
    /// Six seconds of irregular noise, quieter than any target.
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 180)
            $0.back.sound!.scene = 0
            $0.front = nil
            $0.request.policy = .never
            change(&$0)
        }
    }

    /// Of the file's sound, by a reader that has nothing to do with how it was written.
    private static func measure(_ path: String) throws -> Loudness {
        let info = try MediaInfo(probing: path)
        return try Loudness(of: try #require(info.audio.first), in: info)
    }

    @Test(arguments: AudioCodec.allCases, [-30.0, -23, -14])
    func theFilmIsAsLoudAsAsked(_ codec: AudioCodec, _ wished: Double) throws {
        let folder = try TemporaryFolder()
        let output = folder("out.mov".replacing("mov", with: codec == .opus ? "mkv" : "mov"))
        let job = Self.job {
            $0.request.level = LevelTarget(loudness: wished)
            $0.request.audioCodec = codec
        }
        let result = try Renderer(plan: try job.plan().plan, output: output, mayReplace: false).run()[0]
        let loudness = try Self.measure(output)
        #expect(abs(try #require(loudness.integrated) - wished) <= 0.3)
        #expect(try #require(loudness.truePeak) <= LevelTarget.truePeak)
        // What is told is what is in the file. Matroska rounds to milliseconds where Opus begins, so the meter's blocks
        // begin elsewhere: 0.08 LU of this sound of bursts.
        let told = try #require(result.loudness?.integrated)
        #expect(abs(told - loudness.integrated!) <= 0.1, "\(told) is told, \(loudness.integrated!) is read")
        #expect(abs(try #require(result.loudness?.truePeak) - loudness.truePeak!) <= 0.05)
    }

    /// The end of a sound, less than a tenth of a second, belongs to no gating block; its peak counts.
    @Test func incompleteBlocksAreNotMeasured() throws {
        let folder = try TemporaryFolder()
        let tone = { (count: Int, level: Float) in (0..<count).map { level * sin(Float($0) * 0.13) } }
        let quiet = tone(48_000, 0.02)
        try SoundFile.write([quiet], rate: 48_000, to: folder("whole.wav"))
        try SoundFile.write([quiet + tone(2400, 0.5)], rate: 48_000, to: folder("more.wav"))
        let (whole, more) = (try Self.measure(folder("whole.wav")), try Self.measure(folder("more.wav")))
        #expect(abs(try #require(whole.integrated) - (try #require(more.integrated))) < 0.001)
        #expect(try #require(more.truePeak) > -7 && (try #require(whole.truePeak)) < -30)
    }

    @Test func thePeakIsWhereItIsAskedFor() throws {
        let folder = try TemporaryFolder()
        _ = try Renderer(
            plan: try Self.job { $0.request.level = LevelTarget(loudness: nil) }.plan().plan, output: folder("out.mp4"),
            mayReplace: false
        ).run()
        let peak = try #require(try Self.measure(folder("out.mp4")).truePeak)
        #expect((-1.5 ... -1.0).contains(peak), "\(peak)")
    }

    /// Gain, limiter and other rates move nothing.
    @Test(arguments: [nil, 44_100, 16_000], [2, 1])
    func soundStaysWithThePicture(_ rate: Int32?, _ channels: Int) throws {
        let folder = try TemporaryFolder()
        let movie = try AudioTests.job {
            $0.request.level = LevelTarget(loudness: -10)
            $0.request.sampleRate = rate
            $0.request.channelCount = channels
        }.render(in: folder)
        movie.expectBeeps([(0, .back), (1, .back), (2, .back)])
        let track = try #require(movie.audio)
        #expect(track.sampleRate == Int(rate ?? 48_000) && track.channels == channels)
        #expect(abs(track.duration.approximateSeconds - 3) < 0.001)
    }

    @Test func silenceIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let job = AudioTests.job {
            $0.back.sound!.firstSample = 48_000 * 10
            $0.back.sound!.sampleCount = 1
            $0.front = nil
            $0.request.policy = .never
            $0.request.level = LevelTarget(loudness: -14)
        }
        let result = try Renderer(plan: try job.plan().plan, output: folder("out.mp4"), mayReplace: false).run()[0]
        #expect(result.loudness == nil || result.loudness?.truePeak == nil)
    }

    /// Sound that could be copied is encoded once a level or another form is asked for, and only then.
    @Test func untouchedSoundIsCopied() throws {
        let copies = { (change: (inout CompositionRequest) -> Void) in
            try Self.job {
                $0.request.smart = .auto
                change(&$0.request)
            }.plan().plan.audioCopy != nil
        }
        #expect(try copies { _ in })
        #expect(try copies { $0.sampleRate = 48_000 })
        #expect(try copies { $0.channelCount = 2 })
        #expect(try !copies { $0.level = LevelTarget(loudness: -14) })
        #expect(try !copies { $0.sampleRate = 44_100 })
        #expect(try !copies { $0.channelCount = 1 })
    }

    @Test func codecsRefuseRatesTheyDoNotHave() throws {
        #expect(throws: RequestError.sampleRate(44_100, .opus)) {
            try Self.job {
                $0.request.audioCodec = .opus
                $0.request.sampleRate = 44_100
            }.plan()
        }
    }
}
