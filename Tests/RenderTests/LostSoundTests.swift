import Audio
import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Export
@testable import Frames
@testable import Planning

/// A camera that lost samples of its sound and went on filming.
@Suite struct LostSoundTests {
    private static let loss = FixtureRecording.Sound.Loss(at: 9 * 48_000, count: 12_000)

    /// 20 s of one scene; one camera loses a quarter of a second of sound.
    private static func recording(loser: Angle) throws -> Recording {
        let cameras = Camera.allCases.map { camera in
            FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 600)
                $0.sound?.encoder = "pcm_s16le"
                $0.container = .mov
                $0.sound?.scene = 0
                if Angle(camera.name) == loser {
                    $0.sound?.loss = loss
                    $0.sound?.sampleCount = 20 * 48_000 - loss.count
                }
            }
        }
        let inputs = try cameras.map { Input(path: try $0.file(), angle: Angle($0.camera.name)) }
        return try Recording(inputs, sync: .audio)
    }

    private static func plan(_ recording: Recording, heard: Angle) throws -> PlannedRender {
        var request = CompositionRequest()
        request.policy = .every(.seconds(4))
        request.smart = .off
        request.sound = .angle(heard)
        return try request.plan(recording)
    }

    @Test(arguments: ["back", "front"] as [Angle])
    func itsPicturesStayAndItsSoundIsHeardWhenItHappened(_ loser: Angle) throws {
        let recording = try Self.recording(loser: loser)
        for take in recording.session.takes {
            #expect(take.clock.pieces.count == 1)
            for time in [MediaTime.zero, .seconds(19)] {
                #expect((take.clock.target(at: time) - time).magnitude < .milliseconds(1))
            }
        }
        #expect(recording.notes.contains { if case .lostSamples = $0 { true } else { false } })
        for heard in ["back", "front"] as [Angle] {
            let plan = try Self.plan(recording, heard: heard)
            // What is planned again from its file is the same film.
            let again = try RenderPlan(plan.document(name: ""))
            for plan in [plan.plan, again] {
                #expect(plan.audioCopy == nil || heard != loser)
                let sound = try MixFilmTests.samples(of: plan)
                for second in [2, 7, 12, 18] {
                    #expect(Self.lag(of: sound, atSecond: second) == 0, "\(heard) \(second)")
                }
            }
            #expect(try plan.plan.digest == again.digest)
        }
    }

    @Test func theirMixIsAligned() throws {
        let recording = try Self.recording(loser: "front")
        var request = CompositionRequest()
        request.sound = .mix
        request.smart = .off
        let sound = try MixFilmTests.samples(of: request.plan(recording).plan)
        for second in [2, 7, 12, 18] { #expect(Self.lag(of: sound, atSecond: second) == 0, "\(second)") }
    }

    @Test func editingProgramsGetAClipBeforeItAndOneAfter() throws {
        let plan = try Self.plan(Self.recording(loser: "front"), heard: "front").plan
        let clips = plan.soundTracks[0].clips.filter { $0.input == 1 }
        #expect(clips.count == 2)
        #expect(clips[0].start == .zero && clips[0].range.start == .zero)
        // Frames of the film, so to half a frame of 33 ms.
        #expect((clips[1].start - .seconds(9)).magnitude < .seconds(1))
        #expect((clips[1].range.start - clips[1].start - .milliseconds(250)).magnitude <= .milliseconds(17))
    }

    @Test func itsSoundCannotBeCopied() throws {
        let plan = try Self.plan(Self.recording(loser: "front"), heard: "back").plan
        #expect {
            _ = try CameraCut(plan, of: "front")
        } throws: { error in
            "\(error)".contains("it lost samples of its sound at ")
        }
    }

    /// How much later than in the scene a second of the film's sound is, in samples.
    private static func lag(of sound: [Float], atSecond second: Int) -> Int {
        let (start, most, count) = (second * 48_000, 24, 1200)
        let scene = Beeps.scene(rate: 48_000, from: Int64(start - most), count: count + 2 * most)
        let likenesses = (-most...most).map { lag in
            (lag, (0..<count).reduce(0) { $0 + scene[most - lag + $1] * sound[start + $1] })
        }
        return likenesses.max { $0.1 < $1.1 }!.0
    }
}
