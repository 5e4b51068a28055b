import FixtureMedia
import MediaIO
import MediaTime
@testable import Render
@testable import Planning
import Testing
import Timeline
import Transitions

@testable import Placing

/// Sound keeps its relation to the picture to within a millisecond, whoever's it is.
@Suite struct AudioTests {
    /// Three seconds, so that there are beeps at 0, 1 and 2 s.
    static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 90)
            $0.front!.timing = .constant(.thirty, frames: 90)
            $0.request.policy = .at([SwitchTime(time: .milliseconds(500)), SwitchTime(time: .milliseconds(1500))])
            change(&$0)
        }
    }

    @Test func thePrimaryCamerasSoundRunsThrough() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job().render(in: folder)
        movie.expectBeeps([(0, .back), (1, .back), (2, .back)])
        #expect(movie.audio?.codec == "aac" && movie.audio?.sampleRate == 48_000 && movie.audio?.channels == 2)
        #expect(movie.beeps(channel: 1).count == 3, "both channels sound")
        // The picture that is shown at a beep is the one that was shown at it in the recording.
        #expect(Barcode.read(movie.frames[60].luma) == Barcode(camera: .back, frame: 60))
    }

    @Test func anotherCamerasSoundMayBeChosen() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job { $0.request.sound = .angle("front") }.render(in: folder)
        movie.expectBeeps([(0, .front), (1, .front), (2, .front)])
    }

    @Test func soundMayFollowThePicture() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job { $0.request.sound = .follow }.render(in: folder)
        movie.expectBeeps([(0, .back), (1, .front), (2, .back)])
    }

    @Test func soundMayBeLeftOut() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job { $0.request.sound = .none }.render(in: folder)
        #expect(movie.audio == nil)
        #expect(movie.frames.count == 90)
    }

    @Test func aSilentPrimaryCameraLeavesTheSoundToTheOther() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job { $0.back.sound = nil }.render(in: folder)
        movie.expectBeeps([(0, .front), (1, .front), (2, .front)])
    }

    @Test func twoSilentCamerasMakeASilentFilm() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job {
            $0.back.sound = nil
            $0.front!.sound = nil
        }.render(in: folder)
        #expect(movie.audio == nil)
    }

    @Test func whereThePrimaryCameraHasEndedTheOtherIsHeard() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job { $0.back.timing = .constant(.thirty, frames: 45) }.render(in: folder)
        movie.expectBeeps([(0, .back), (1, .back), (2, .front)])
    }

    /// A camera that runs out of battery or space for pictures, or a sound file with some seconds of video.
    @Test(arguments: [FixtureRecording.Container.mp4, .mkv])
    func soundGoesOnWhenThePicturesEnd(_ container: FixtureRecording.Container) throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.back.container = container
            $0.back.timing = .constant(.thirty, frames: 30)
            $0.back.sound?.sampleCount = 3 * 48_000
        }
        let planned = try job.plan()
        let end = try #require(planned.plan.audioSource(0)).extent.end
        #expect((end - .seconds(3)).magnitude < .milliseconds(60))
        #expect(try planned.document(name: "film").media[0].soundExtent?.end == end)
        // The fixtures' Matroska counts the encoder's priming.
        if container == .mp4 { try job.render(in: folder).expectBeeps([(0, .back), (1, .back), (2, .back)]) }
    }

    /// The session begins before zero, where the other camera's clock begins.
    @Test func soundBeforeTheOthersZeroIsHeard() throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.offsets["front"] = .milliseconds(-1500)
            $0.request.sound = .angle("front")
        }
        try job.render(in: folder).expectBeeps([(0, .front), (1, .front), (2, .front), (3.5, .back)])
    }

    /// At every sample of the film, what is heard of a camera is zero before its footage ends.
    @Test(arguments: [AudioSettings.Choice.angle("back"), .follow], [nil, 60])
    func whatEndsFadesOutBefore(_ choice: AudioSettings.Choice, _ second: Int?) throws {
        let job = Self.job {
            $0.back.timing = .constant(.thirty, frames: 45)
            $0.front!.sound = second == nil ? nil : $0.front!.sound
            $0.front!.timing = .constant(.thirty, frames: second ?? 90)
            $0.request.policy = .never
        }
        let plan = try job.plan().plan
        let tracks = MixPlanner(choice, plan.composition, plan.audioSources.mapValues(HeardFile.init)).tracks
        let end = 72_000
        let gains = { (range: Range<Int>) in
            range.map { sample in
                tracks.first { $0.source == 0 && $0.range.contains(Int64(sample)) }?.gain.gain(at: Int64(sample))
                    ?? 0
            }
        }
        // A transition of the picture takes the sound with it, and a rest shorter than a shot fades longer.
        if choice != .follow, second == nil { #expect(gains(end - 1000..<end - 500).allSatisfy { $0 == 1 }) }
        let fade = gains(end - 480..<end + 480) as [Float]
        #expect(zip(fade.dropFirst(), fade).allSatisfy { $0 <= $1 && $1 - $0 < 0.01 }, "it falls slowly")
        #expect(fade[479] < 0.01)
    }

    /// Where one camera begins as the other ends, nothing overlaps: what begins fades in from there.
    @Test(arguments: [AudioSettings.Choice.angle("back"), .angle("front")])
    func whatBeginsWhereAnotherEndsFadesIn(_ choice: AudioSettings.Choice) throws {
        let job = Self.job {
            $0.back.timing = .constant(.thirty, frames: 45)
            $0.offsets["front"] = .milliseconds(1500)
            $0.request.policy = .never
        }
        let plan = try job.plan().plan
        let tracks = MixPlanner(choice, plan.composition, plan.audioSources.mapValues(HeardFile.init)).tracks
        let begin = try #require(tracks.first { $0.source == 1 }).range.lowerBound
        let gains = (begin - 480..<begin + 960).map { sample in
            tracks.filter { $0.range.contains(sample) }.reduce(0) { $0 + $1.gain.gain(at: sample) }
        }
        #expect(zip(gains.dropFirst(), gains).allSatisfy { abs($0 - $1) < 0.01 })
        #expect(gains[0] > 0.9 && gains[480] < 0.01 && gains[1439] == 1)
    }

    @Test func anOffsetMovesSoundAndPictureTogether() throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.offsets["front"] = .milliseconds(250)
            $0.request.sound = .angle("front")
            $0.request.policy = .at([SwitchTime(time: .milliseconds(500))])
        }
        let movie = try job.render(in: folder)
        // Before it begins, the other camera is heard.
        movie.expectBeeps([(0, .back), (0.25, .front), (1.25, .front), (2.25, .front)])
        #expect(Barcode.read(movie.frames[45].luma) == Barcode(camera: .front, frame: 37))
    }

    struct Source: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sound: FixtureRecording.Sound
        var container = FixtureRecording.Container.mp4
    }

    static let sources = [
        Source(testDescription: "44.1 kHz", sound: .init(sampleRate: 44_100)),
        Source(testDescription: "96 kHz", sound: .init(sampleRate: 96_000)),
        Source(testDescription: "mono", sound: .init(channels: 1)),
        Source(testDescription: "5.1", sound: .init(channels: 6)),
        Source(testDescription: "PCM", sound: .init(encoder: "pcm_s16le"), container: .mov),
        Source(testDescription: "Opus", sound: .init(encoder: "libopus")),
        Source(testDescription: "Vorbis in MKV", sound: .init(encoder: "libvorbis"), container: .mkv),
        Source(testDescription: "AC-3", sound: .init(encoder: "ac3")),
        Source(testDescription: "FLAC in MKV", sound: .init(encoder: "flac"), container: .mkv),
        Source(testDescription: "MP3", sound: .init(encoder: "libmp3lame")),
        Source(
            testDescription: "late by 0.3 s", sound: .init(encoder: "pcm_s16le", firstSample: 14_400), container: .mov),
        Source(testDescription: "ends early", sound: .init(sampleCount: 100_000)),
        Source(testDescription: "AAC in MKV", sound: .init(), container: .mkv),
    ]

    @Test(arguments: sources)
    func soundStaysWithThePictureWhateverItsForm(_ source: Source) throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.back.sound = source.sound
            $0.back.container = source.container
            $0.front = nil
        }
        let movie = try job.render(in: folder)
        let first = source.sound.firstSample > 0 ? 1 : 0
        movie.expectBeeps((first..<3).map { (Double($0), .back) })
        movie.check(job, Expectation(frameCount: 90, cuts: [], transition: 0))
    }
}

extension Movie {
    /// These beeps and no others, each within a millisecond.
    func expectBeeps(_ wanted: [(Double, Camera)], sourceLocation: SourceLocation = #_sourceLocation) {
        let found = beeps()
        #expect(found.map(\.camera) == wanted.map(\.1), "\(found)", sourceLocation: sourceLocation)
        for (beep, wanted) in zip(found, wanted) {
            #expect(
                abs(beep.seconds - wanted.0) <= 0.001, "a beep at \(beep.seconds) s instead of \(wanted.0) s",
                sourceLocation: sourceLocation)
        }
    }
}
