import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing
@testable import Timelines

/// Files without a picture are heard, placed like cameras, and never shown.
@Suite struct SoundSourceTests {
    static func back(seconds: Int = 3, _ change: (inout FixtureRecording) -> Void = { _ in }) throws -> String {
        try FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 30 * seconds)
            change(&$0)
        }.file()
    }

    /// The front camera's beeps, from the file's time zero on.
    static func beeps(seconds: Int, rate: Int = 48_000) -> [[Float]] {
        [Beeps.samples(.front, rate: rate, from: 0, count: seconds * rate)]
    }

    static func request(_ change: (inout CompositionRequest) -> Void = { _ in }) -> CompositionRequest {
        var request = CompositionRequest()
        request.preset = "ultrafast"
        request.sound = .angle("mic")
        change(&request)
        return request
    }

    private func render(_ planned: PlannedRender, in folder: TemporaryFolder) throws -> Movie {
        _ = try Renderer(plan: planned.plan, output: folder("out.mp4"), mayReplace: true).run()
        return try Movie(folder("out.mp4"))
    }

    @Test(arguments: [
        ("wav", "pcm_s16le", Int32(48_000)), ("m4a", "aac", 44_100), ("mp3", "libmp3lame", 44_100),
        ("flac", "flac", 48_000), ("ogg", "libvorbis", 48_000), ("ogg", "libopus", 48_000),
    ])
    func everyKindIsHeardWhereItIs(_ ending: String, _ encoder: String, _ rate: Int32) throws {
        let folder = try TemporaryFolder()
        let mic = folder("mic.\(ending)")
        try SoundFile.write(Self.beeps(seconds: 3, rate: Int(rate)), rate: rate, encoder: encoder, to: mic)
        let recording = try Recording([Input(path: try Self.back(), angle: "back"), Input(path: mic)])
        #expect(recording.session.angles == ["back"] && recording.soundNames == ["mic"])
        let extent = recording.sounds[0].extent
        // Encoders fill up their last packet, at most 1152 samples.
        #expect((extent.duration - .seconds(3)).magnitude < .milliseconds(60), "\(extent)")
        try render(try Self.request().plan(recording), in: folder).expectBeeps([
            (0, .front), (1, .front), (2, .front),
        ])
    }

    @Test func anOffsetPlacesIt() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.beeps(seconds: 2), rate: 48_000, to: folder("voice.wav"))
        let recording = try Recording([
            Input(path: folder("voice.wav"), angle: "mic", offset: .milliseconds(500)),
            Input(path: try Self.back(), angle: "back"),
        ])
        // Where it has no sound, the camera is heard.
        try render(try Self.request().plan(recording), in: folder).expectBeeps([
            (0, .back), (0.5, .front), (1.5, .front),
        ])
        #expect(!recording.notes.contains { if case .soundNotPlaced = $0 { true } else { false } })
    }

    /// Its right channel is the left one, inverted: their sum is silence.
    @Test func aBalancedMicrophoneIsHeardInMono() throws {
        let folder = try TemporaryFolder()
        let beeps = Self.beeps(seconds: 3)[0]
        try SoundFile.write([beeps, beeps.map { -$0 }], rate: 48_000, to: folder("mic.wav"))
        let recording = try Recording([
            Input(path: try Self.back(), angle: "back"), Input(path: folder("mic.wav"), angle: "mic"),
        ])
        let planned = try Self.request { $0.channelCount = 1 }.plan(recording)
        #expect(planned.notes.contains(.channelsCancel(path: folder("mic.wav"), heard: 0)))
        try render(planned, in: folder).expectBeeps([(0, .front), (1, .front), (2, .front)])
        #expect(try Self.request().plan(recording).plan.output.audio.mix.measurements.isEmpty)
    }

    @Test func withoutBeingAskedForItIsNotHeard() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.beeps(seconds: 3), rate: 48_000, to: folder("mic.wav"))
        let recording = try Recording([Input(path: try Self.back()), Input(path: folder("mic.wav"))])
        let planned = try Self.request { $0.sound = .primary }.plan(recording)
        #expect(planned.plan.audioCopy != nil, "the camera's own sound is copied as ever")
        #expect(recording.notes.contains { if case .soundNotPlaced(_, "mic") = $0 { true } else { false } })
        // A film of one silent camera has no other sound.
        let silent = try Recording([
            Input(path: try Self.back { $0.sound = nil }, angle: "back"), Input(path: folder("mic.wav")),
        ])
        try render(try Self.request { $0.sound = .primary }.plan(silent), in: folder).expectBeeps([
            (0, .front), (1, .front), (2, .front),
        ])
    }

    @Test func soundPlacesIt() throws {
        let folder = try TemporaryFolder()
        let back = try Self.back(seconds: 15) { $0.sound?.scene = 0 }
        try SoundFile.write(
            [Beeps.scene(rate: 48_000, from: 59_232, count: 10 * 48_000)], rate: 48_000, to: folder("mic.wav"))
        let recording = try Recording([Input(path: back, angle: "back"), Input(path: folder("mic.wav"))], sync: .audio)
        let start = recording.sounds[0].clock.target(at: .zero)
        #expect((start - .milliseconds(1234)).magnitude <= .milliseconds(1), "\(start)")
    }

    @Test func untouchedPacketsAreCopied() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.beeps(seconds: 4), rate: 48_000, encoder: "aac", to: folder("mic.m4a"))
        let recording = try Recording([Input(path: try Self.back(), angle: "back"), Input(path: folder("mic.m4a"))])
        let planned = try Self.request().plan(recording)
        #expect(planned.plan.audioCopy != nil)
        try render(planned, in: folder).expectBeeps([(0, .front), (1, .front), (2, .front)])
    }

    @Test(arguments: [0, 40])
    func damageOfCopiedSoundIsReported(_ count: Int) throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.beeps(seconds: 4), rate: 48_000, encoder: "aac", to: folder("whole.m4a"))
        try DamagedCopy.flipped(folder("whole.m4a"), from: 0.2, to: 0.5, count: count, to: folder("mic.m4a"))
        let recording = try Recording([Input(path: try Self.back(), angle: "back"), Input(path: folder("mic.m4a"))])
        let plan = try Self.request().plan(recording).plan
        #expect(plan.audioCopy != nil)
        let result = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false).run()[0]
        #expect(result.damage.keys.sorted() == (count == 0 ? [] : [.sound(0)]))
        let places = result.damage[.sound(0)]?.audioTimes ?? []
        #expect(places.isEmpty == (count == 0) && places.allSatisfy { (.zero ... .seconds(4)).contains($0) })
        #expect(result.loudness?.integrated != nil)
    }

    @Test func namesAreThoseOfTheFiles() throws {
        let inputs = ["front.mov", "back.mov", "voice.wav", "front.wav", "x/voice.flac", "follow.mp3"].map {
            Input(path: $0)
        }
        let isSound = [false, false, true, true, true, true]
        #expect(
            Recording.angles(of: inputs, isSound: isSound)
                == ["front", "back", "voice", "front-sound", "voice-sound", "follow-sound"])
    }

    @Test func aCamerasNameIsRefused() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.beeps(seconds: 1), rate: 48_000, to: folder("a.wav"))
        #expect(throws: TimelineError.soundNamedAsCamera(path: folder("a.wav"), "back")) {
            try Recording([Input(path: try Self.back(), angle: "back"), Input(path: folder("a.wav"), angle: "back")])
        }
        #expect(throws: TimelineError.noFootage(paths: [folder("a.wav")])) {
            try Recording([Input(path: folder("a.wav"), angle: "mic")])
        }
    }

    @Test func aPlanFileKeepsThemAndTheirFiles() throws {
        let folder = try TemporaryFolder()
        let mic = folder("mic.wav")
        try SoundFile.write(Self.beeps(seconds: 3), rate: 48_000, to: mic)
        let recording = try Recording([
            Input(path: try folder.add(try Self.back(), as: "back.mp4"), angle: "back"),
            Input(path: mic, offset: .milliseconds(250)),
        ])
        let planned = try Self.request().plan(recording)
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == planned.plan.digest && again.sounds.map(\.angle) == ["mic"])
        #expect(again.inputFiles.contains(mic))

        // A hand-edited plan may name whom it likes.
        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self)
        try folder.write(text.replacing("\"choice\" : \"mic\"", with: "\"choice\" : \"nobody\""), "other.otio")
        #expect(throws: PlanError.self) { try PlannedRender(reading: folder("other.otio")) }

        try SoundFile.write(Self.beeps(seconds: 2), rate: 48_000, to: mic)
        #expect(throws: PlanError.self) { try PlannedRender(reading: folder("film.otio")) }
        #expect(throws: MediaError.self) { try planned.plan.checkInputs() }
    }
}
