import Audio
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

/// Everybody is heard by their own microphone, and sounds that follow each other have one level.
@Suite struct SpeakerSoundTests {
    /// Two cameras, each near one of the speakers of `Talk`.
    private static func cameras() throws -> [Input] {
        try (0..<2).map { seat in
            let recording = FixtureRecording().with {
                $0.camera = seat == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = .init(sampleRate: 16_000, channels: 1)
                $0.sound?.seat = seat
            }
            return Input(path: try recording.file(), angle: seat == 0 ? "front" : "back")
        }
    }

    private static func plan(_ inputs: [Input], _ change: (inout CompositionRequest) -> Void) throws -> PlannedRender {
        var request = CompositionRequest()
        request.transition = .hardCut
        request.smart = .off
        change(&request)
        return try request.plan(try Recording(inputs))
    }

    /// The gain of a source at a second of the film.
    private static func gain(_ plan: RenderPlan, _ source: SourceID, at second: Double) -> Float {
        let position = Int64(second * 48_000)
        return plan.mix!.tracks.filter { $0.source == source && $0.range.contains(position) }.reduce(0) { sum, track in
            sum + track.courses.reduce(track.gain.gain(at: position)) { $0 * $1.gain(at: position) }
        }
    }

    @Test func whoSpeaksIsHeardByTheirOwnMicrophone() throws {
        let folder = try TemporaryFolder()
        let inputs = try Self.cameras()
        let planned = try Self.plan(inputs) { $0.director = DirectorRequest() }
        for turn in Talk.turns {
            // From the first syllable to the last, and before the first in the film from its start.
            for second in [turn.start, turn.start + 0.1, (turn.start + turn.end) / 2, turn.end - 0.05] {
                #expect(Self.gain(planned.plan, .take(turn.speaker), at: second) == 1, "\(turn) \(second)")
            }
            // A pause of half a second later, the other one is 12 dB down.
            #expect(abs(Self.gain(planned.plan, .take(1 - turn.speaker), at: turn.end - 1) - 0.2512) < 0.001, "\(turn)")
        }
        for second in stride(from: 0, to: 29, by: 0.25) {
            let loudest = max(Self.gain(planned.plan, 0, at: second), Self.gain(planned.plan, 1, at: second))
            // Half way through an equal-power cross-fade from 0.25 to 1, each has 0.78.
            #expect(loudest > 0.75, "nobody is open at \(second)")
        }
        #expect(planned.plan.audioCopy == nil)
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlannedRender(reading: folder("film.otio")).plan.digest == planned.plan.digest)

        // The same without automatic cuts, if it is asked for; with them, another choice is respected.
        let asked = try Self.plan(inputs) { $0.sound = .speakers }
        #expect(asked.plan.output.audio == planned.plan.output.audio)
        let chosen = try Self.plan(inputs) {
            $0.director = DirectorRequest()
            $0.sound = .angle("back")
        }
        #expect(chosen.plan.output.audio.choice == .angle("back"))
    }

    @Test func aMicrophoneThatIsNotHeardIsTold() throws {
        let inputs = try Self.cameras()
        let told = { (inputs: [Input]) in
            try Self.plan(inputs) { $0.policy = .every(.seconds(5)) }.notes.contains(
                .otherMicrophone("front", heard: "back"))
        }
        #expect(try told(inputs))
        // Twice the sound of one microphone.
        let twin = try FixtureRecording().with {
            $0.timing = .constant(FrameRate(10)!, frames: 290)
            $0.sound = .init(sampleRate: 16_000, channels: 1)
            $0.sound?.seat = 0
        }.file()
        #expect(try !told([inputs[0], Input(path: twin, angle: "back")]))
    }

    @Test func whereNoSpeakersMicrophoneRecordsTheOthersAreHeard() {
        let turn = { (angle: Angle, start: Int64, end: Int64) in
            SpeakerTurn(angle: angle, range: TimeRange(start: .seconds(start), end: .seconds(end)))
        }
        let second: Int64 = 48_000
        // Ben has the floor from 4 s on, and his microphone stops at 6 s; Anna's at 8 s, of 10.
        let floor = SpeakerFloor(
            [[turn("anna", 0, 4)], [turn("ben", 4, 10)]], recorded: [[0..<8 * second], [0..<6 * second]],
            frameCount: 10 * second)
        let gains = { (course: GainEnvelope) in [2, 5, 7, 9].map { course.gain(at: $0 * second) } }
        let closed = Float(Decibels.factor(-12))
        #expect(gains(floor.courses[0]) == [1, closed, 1, closed])
        #expect(gains(floor.courses[1]) == [closed, 1, closed, closed])
        #expect(gains(floor.others) == [0, 0, 0, 1])
        #expect(floor.silence == [8 * second..<10 * second])
    }

    /// A film of a camera of `seconds`, and a microphone with the same sound at another level.
    private static func handover(
        _ folder: TemporaryFolder, seconds: Int, microphone: Double, factor: Float
    ) throws -> PlannedRender {
        let samples = Beeps.samples(.back, rate: 48_000, from: 0, count: Int(microphone * 48_000))
        // The camera's right channel has half of the left.
        try SoundFile.write(
            [samples.map { $0 * factor }, samples.map { $0 * factor / 2 }], rate: 48_000, to: folder("mic.wav"))
        let camera = Input(path: try SoundSourceTests.back(seconds: seconds), angle: "back")
        return try SoundSourceTests.request().plan(
            try Recording([camera, Input(path: folder("mic.wav"), angle: "mic", offset: .zero)]))
    }

    @Test func whereAnotherSoundTakesOverItHasTheSameLevel() throws {
        let planned = try Self.handover(try TemporaryFolder(), seconds: 6, microphone: 4, factor: 0.4)
        let measured = planned.plan.output.audio.mix.measurements
        // 20 · log₁₀ 0.4 = −7.96, compared over four seconds that both recorded; AAC changes a tenth.
        #expect(measured.map(\.input) == [0] && abs(measured[0].gain + 7.96) < 0.2, "\(measured)")
        #expect(
            planned.notes.contains { if case .levelsMatched(let all) = $0 { all[0].angle == "back" } else { false } })
        #expect(planned.plan.mix!.tracks.map(\.source) == [.sound(0), 0])
        // Alike to a decibel: nothing is changed, and nothing is said.
        let alike = try Self.handover(try TemporaryFolder(), seconds: 6, microphone: 4, factor: 0.95)
        #expect(alike.plan.output.audio.mix.measurements.isEmpty)
        #expect(!alike.notes.contains { if case .levelsMatched = $0 { true } else { false } })
    }

    @Test func aRestShorterThanAShotFadesOut() throws {
        let rest = try Self.handover(try TemporaryFolder(), seconds: 4, microphone: 3.3, factor: 0.9).plan
        #expect(rest.mix!.tracks.map(\.source) == [.sound(0)])
        let gains = [2.7, 3.05, 3.3].map { rest.mix!.tracks[0].gain.gain(at: Int64($0 * 48_000)) }
        // Over half a second, with equal power.
        #expect(gains[0] == 1 && abs(gains[1] - 0.707) < 0.01 && gains[2] == 0, "\(gains)")
        let longer = try Self.handover(try TemporaryFolder(), seconds: 4, microphone: 2.5, factor: 0.9).plan
        #expect(longer.mix!.tracks.map(\.source) == [.sound(0), 0])
    }

    /// In LUFS.
    private static func loudness(_ plan: RenderPlan, _ isHeard: (Mix.Track) -> Bool) throws -> Double {
        var mix = plan.mix!
        mix.tracks = mix.tracks.filter(isHeard)
        mix.ducking = nil
        let mixer = AudioMixer(mix) { plan.audioSource($0)! }
        return try #require(Loudness(ofBlocks: { try mixer.next(4800) }, as: .mixing).integrated)
    }

    @Test(arguments: [(false, -18.0), (true, -8.0)])
    func musicIsBelowTheRecordingWhateverTheirLevels(_ isDucked: Bool, _ under: Double) throws {
        let folder = try TemporaryFolder()
        let tone = (0..<3 * 48_000).map { Float(0.02 * sin(2 * Double.pi * 441 * Double($0) / 48_000)) }
        try SoundFile.write([tone], rate: 48_000, to: folder("song.wav"))
        let music = { (gain: Double?, sound: CompositionRequest.AudioRequest) in
            try Self.plan([Input(path: try SoundSourceTests.back(), angle: "back")]) {
                $0.sound = sound
                $0.addedSounds = [AddedSound(path: folder("song.wav"), role: .music(.init(gain: gain, fade: .zero)))]
                if isDucked { $0.mix.ducking = Ducking() }
            }.plan
        }
        let plan = try music(nil, .primary)
        let difference = try Self.loudness(plan) { $0.source == .sound(0) } - Self.loudness(plan) { $0.source == 0 }
        // Gains are rounded to tenths.
        #expect(abs(difference - under) < 0.1, "\(difference)")
        // Its own level, if it is alone; what is asked for, if it is.
        let gain = { (plan: RenderPlan) -> Double? in
            if case .music(let music) = plan.sounds[0].role { music.gain } else { nil }
        }
        #expect(gain(try music(nil, .none)) == 0)
        #expect(gain(try music(-3, .primary)) == -3)
    }
}
