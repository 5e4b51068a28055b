import Audio
import Timelines
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing

/// A camera that lost samples of its sound and went on filming.
@Suite struct LostSoundTests {
    private static let loss = FixtureRecording.Sound.Loss(at: 432_000, count: 12_000)

    /// 20 s of one scene; one camera loses a quarter of a second of sound.
    private static func inputs(loser: Angle, at place: Int64) throws -> [Input] {
        try Camera.allCases.map { camera in
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 600)
                $0.sound?.encoder = "pcm_s16le"
                $0.container = .mov
                $0.sound?.scene = 0
                if Angle(camera.name) == loser {
                    $0.sound?.loss = .init(at: place, count: loss.count)
                    $0.sound?.sampleCount = 20 * 48_000 - loss.count
                }
            }
            return Input(path: try recording.file(), angle: Angle(camera.name))
        }
    }

    private static func recording(loser: Angle, at place: Int64 = 432_000) throws -> Recording {
        try Recording(inputs(loser: loser, at: place), sync: .audio)
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
                try Self.expectTheScene(plan)
            }
            #expect(try plan.plan.digest == again.digest)
        }
    }

    @Test func onlyLossesInTheFilmAreNoted() throws {
        let recording = try Self.recording(loser: "front")
        func isNoted(_ sound: CompositionRequest.AudioRequest, until end: MediaTime) throws -> Bool {
            var request = CompositionRequest()
            (request.smart, request.sound) = (.off, sound)
            request.range = TimeRange(start: .zero, end: end)
            return try request.plan(recording).notes.contains { if case .lostSamples = $0 { true } else { false } }
        }
        #expect(try isNoted(.angle("front"), until: .seconds(15)) && isNoted(.mix, until: .seconds(15)))
        #expect(try !isNoted(.angle("back"), until: .seconds(15)) && !isNoted(.angle("front"), until: .seconds(5)))
    }

    @Test func theirMixIsAligned() throws {
        var request = CompositionRequest()
        request.sound = .mix
        request.smart = .off
        let plan = try request.plan(Self.recording(loser: "front")).plan
        try Self.expectTheScene(plan)
    }

    @Test func anotherCameraIsHeardWhereItHasNoSamples() throws {
        let recording = try Self.recording(loser: "front")
        let jump = try #require(recording.sources[1].soundJumps?.pieces[1].source.approximateSeconds)
        // Located to a word.
        #expect(abs(jump - 9) < 0.3)
        let sound = try MixFilmTests.samples(of: Self.plan(recording, heard: "front").plan)
        for place in [0.03, 0.1, 0.19] { #expect(Self.lag(of: sound, at: jump + place) == 0, "\(place)") }
    }

    /// Clips begin on frames of the film: 20 ms of the loss are rounded up and down.
    @Test(arguments: [432_000, 432_500, 432_960] as [Int64])
    func editingProgramsGetAClipBeforeItAndOneAfter(_ place: Int64) throws {
        var plan = try Self.plan(Self.recording(loser: "front", at: place), heard: "front").plan
        let clips = plan.soundTracks[0].clips.filter { $0.input == 1 }
        #expect(clips.count == 2)
        #expect(clips[0].start == .zero && clips[0].range.start == .zero)
        #expect((clips[1].range.start - clips[1].start - .milliseconds(250)).magnitude <= .milliseconds(17))
        // What an edited plan plays.
        plan.output.audio.choice = .tracks(plan.soundTracks)
        try Self.expectTheScene(plan)
    }

    /// The front camera is shown from 12 s on, after its loss: its picture and its sound have other time stamps.
    @Test(arguments: [ExchangeFormat.fcpxml, .fcp7xml])
    func pictureAndSoundOfOtherTimesAreNotOneClip(_ format: ExchangeFormat) throws {
        let text = { (recording: Recording) in
            var request = CompositionRequest()
            request.policy = .every(.seconds(4))
            request.transition = .hardCut
            request.smart = .off
            request.sound = .follow
            let files = FileNames(url: { $0 }, absoluteURL: { "file://" + $0 }, path: { $0 })
            return try format.text(try request.plan(recording), name: "film", files: files).text
        }
        let whole = try Recording(
            Self.inputs(loser: "nobody", at: Self.loss.at), sync: .audio)
        let (lost, kept) = (try text(Self.recording(loser: "front")), try text(whole))
        let ties = format == .fcpxml ? "srcEnable=\"all\"" : "<link>"
        let count = { (text: String) in text.components(separatedBy: ties).count - 1 }
        #expect(count(lost) < count(kept), "\(count(lost)), \(count(kept))")
    }

    @Test func aClipAcrossTheLossPlaysOn() throws {
        var plan = try Self.plan(Self.recording(loser: "front"), heard: "front").plan
        plan.output.audio.choice = .tracks([
            SoundTrack(clips: [
                .init(
                    input: 1, range: TimeRange(start: .zero, end: .seconds(19)), start: .zero, fadeIn: .zero,
                    fadeOut: .zero)
            ])
        ])
        let sound = try MixFilmTests.samples(of: plan)
        #expect(Self.lag(of: sound, at: 7) == 0)
        let moved = Array(repeating: 0, count: Int(Self.loss.count)) + sound
        #expect(Self.lag(of: moved, at: 12) == 0)
    }

    @Test func aCopyOfItsSoundIsInSyncOrRefused() throws {
        let recording = try Self.recording(loser: "front")
        let cut = { (from: Int64, to: Int64) in
            var request = CompositionRequest()
            request.policy = .every(.seconds(3))
            request.smart = .off
            request.range = TimeRange(start: .seconds(from), end: .seconds(to))
            return try CameraCut(request.plan(recording).plan, of: "front")
        }
        let (before, after) = (try cut(1, 8), try cut(11, 18))
        #expect((before.soundStart - before.start).magnitude < .milliseconds(1))
        #expect((after.start - after.soundStart - .milliseconds(250)).magnitude < .milliseconds(1))
        #expect {
            _ = try cut(5, 15)
        } throws: { "\($0)".contains("it lost samples of its sound during the film") }
    }

    /// Pictures follow pictures, whatever the sound lost.
    @Test func theNextFileFollowsThePictures() throws {
        let inputs = try Self.inputs(loser: "front", at: Self.loss.at)
        let next = FixtureRecording().with {
            $0.camera = .front
            $0.sound = nil
        }
        let recording = try Recording(inputs + [Input(path: try next.file(), angle: "front")], sync: .audio)
        let takes = recording.session.takes
        #expect(recording.sources[1].soundJumps != nil && recording.sources[2].soundJumps == nil)
        #expect((takes[2].range.start - takes[1].range.end).magnitude < .milliseconds(1))
        #expect((takes[1].range.end - .seconds(20)).magnitude < .milliseconds(1))
    }

    private static func expectTheScene(_ plan: RenderPlan) throws {
        let sound = try MixFilmTests.samples(of: plan)
        for second in [2.0, 7, 12, 18] { #expect(abs(lag(of: sound, at: second)) <= 1, "\(second)") }
    }

    /// How much later than in the scene the film's sound is, in samples.
    private static func lag(of sound: [Float], at second: Double) -> Int {
        let (start, most, count) = (Int(second * 48_000), 24, 1200)
        let scene = Beeps.scene(rate: 48_000, from: Int64(start - most), count: count + 2 * most)
        let likenesses = (-most...most).map { lag in
            (lag, (0..<count).reduce(0) { $0 + scene[most - lag + $1] * sound[start + $1] })
        }
        return likenesses.max { $0.1 < $1.1 }!.0
    }
}
