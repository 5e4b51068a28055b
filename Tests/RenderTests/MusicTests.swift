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

/// Music and voices over a film.
@Suite struct MusicTests {
    private static let rate = 48_000

    /// A steady tone of 441 Hz, half of full scale.
    private static func tone(seconds: Double) -> [[Float]] {
        [(0..<Int(seconds * Double(rate))).map { Float(0.5 * sin(2 * Double.pi * 441 * Double($0) / Double(rate))) }]
    }

    /// A film of three seconds without sound of its own.
    private static func plan(_ change: (inout CompositionRequest) throws -> Void) throws -> RenderPlan {
        var request = SoundSourceTests.request { $0.sound = .none }
        try change(&request)
        return try request.plan(try Recording([Input(path: try SoundSourceTests.back(), angle: "back")])).plan
    }

    /// The amplitude of a steady tone around a second.
    private static func amplitude(_ samples: [Float], at seconds: Double) -> Double {
        let start = Int(seconds * Double(rate))
        let part = samples[max(0, start - 480)..<min(samples.count, start + 480)]
        return (2 * part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
    }

    @Test func musicBeginsAgainAfterExactlyItsLengthAndFadesAtBothEnds() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.tone(seconds: 1.05), rate: 48_000, to: folder("song.wav"))
        let plan = try Self.plan {
            $0.addedSounds = [
                AddedSound(
                    path: folder("song.wav"), role: .music(.init(gain: -6, loops: true, fade: .milliseconds(500))))
            ]
        }
        let samples = try MixFilmTests.samples(of: plan)
        #expect(samples.count == 3 * Self.rate)
        #expect(samples[0] == 0 && abs(samples[samples.count - 1]) < 0.001)
        let steady = 0.5 * Decibels.factor(-6)
        #expect(abs(Self.amplitude(samples, at: 0.25) / steady - 0.5.squareRoot()) < 0.02, "equal power, half way")
        for time in [0.6, 0.9, 1.5, 1.9, 2.4] { #expect(abs(Self.amplitude(samples, at: time) / steady - 1) < 0.01) }
        // What comes 0.6 to 0.9 s after the beginning comes again 1.05 s later.
        let length = 50_400
        for place in 28_800..<43_200 { #expect(abs(samples[place] - samples[place + length]) < 1e-5) }
        // The seam is two fades of 10 ms, without a click: a tone of 441 Hz steps by up to 0.0577 of its amplitude.
        #expect(abs(samples[length]) < 0.001)
        let steps = zip(samples.dropFirst(), samples).map { abs($0 - $1) }.max()!
        #expect(Double(steps) < steady * 0.0577 * 1.05)
    }

    @Test func theEncodersPaddingIsNoMusic() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.tone(seconds: 1.05), rate: 48_000, encoder: "libmp3lame", to: folder("song.mp3"))
        let info = try MediaInfo(probing: folder("song.mp3"))
        let extent = try info.extent(ofSound: info.audio[0])
        #expect((extent.duration - .milliseconds(1050)).magnitude < .milliseconds(1), "\(extent)")
    }

    @Test func musicBeginsWhereItIsToldAndEndsWithItsFile() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(SoundSourceTests.beeps(seconds: 3), rate: 48_000, to: folder("song.wav"))
        let plan = try Self.plan {
            $0.addedSounds = [
                AddedSound(
                    path: folder("song.wav"), role: .music(.init(gain: 0, start: .milliseconds(1500), fade: .zero)))
            ]
        }
        let samples = try MixFilmTests.samples(of: plan)
        #expect(Beeps.find(samples, rate: 48_000).map { Double($0.position) / 48_000 } == [0.5])
        #expect(samples[72_000...].allSatisfy { $0 == 0 })
    }

    @Test func aVoiceOverIsHeardAtItsTimeAndLowersTheRecording() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(
            [Beeps.samples(.front, rate: 48_000, from: 0, count: 24_000)], rate: 48_000, to: folder("voice.wav"))
        let plan = try Self.plan {
            $0.sound = .primary
            $0.addedSounds = [
                AddedSound(path: folder("voice.wav"), role: .voiceOver(.init(time: .milliseconds(1500))))
            ]
            $0.mix.ducking = Ducking(depth: 12, attack: 0.2, release: 0.3)
        }
        #expect(plan.audioCopy == nil)
        let found = Beeps.find(try MixFilmTests.samples(of: plan), rate: 48_000)
        #expect(found.map(\.camera) == [.back, .back, .front, .back])
        #expect(abs(found[2].position - 72_000) <= 1)
        let course = try #require(plan.mix!.tracks[0].courses.first)
        #expect([1.2, 1.5, 1.99, 2.31].map { course.gain(at: Int64($0 * 48_000)) } == [1, 0.25118864, 0.25118864, 1])
    }

    @Test func theRecordingStaysLowWhileALongerVoiceSpeaksOn() throws {
        let folder = try TemporaryFolder()
        for (name, seconds) in [("long.wav", 2.0), ("short.wav", 0.25)] {
            try SoundFile.write(
                [Beeps.samples(.front, rate: 48_000, from: 0, count: Int(seconds * 48_000))], rate: 48_000,
                to: folder(name))
        }
        let plan = try Self.plan {
            $0.sound = .primary
            $0.addedSounds = [
                AddedSound(path: folder("long.wav"), role: .voiceOver(.init(time: .milliseconds(500)))),
                AddedSound(path: folder("short.wav"), role: .voiceOver(.init(time: .milliseconds(700)))),
            ]
            $0.mix.ducking = Ducking(depth: 12, attack: 0.1, release: 0.1)
        }
        let course = try #require(plan.mix!.tracks.flatMap(\.courses).first)
        #expect(
            [0.3, 0.6, 1.2, 2.4, 2.7].map { course.gain(at: Int64($0 * 48_000)) }
                == [1, 0.25118864, 0.25118864, 0.25118864, 1])
    }

    @Test func musicGivesWayToTheRecording() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.tone(seconds: 3), rate: 48_000, to: folder("song.wav"))
        let music = AddedSound(path: folder("song.wav"), role: .music(.init(gain: 0, fade: .zero)))
        let plan = try Self.plan {
            $0.sound = .primary
            $0.addedSounds = [music]
            $0.mix.ducking = Ducking(depth: 20, attack: 0.1, release: 0.2)
        }
        // The beeps of each second, over noise, are what speech is: between them, 0.6 s of it hold.
        let samples = try MixFilmTests.samples(of: plan)
        #expect(abs(Self.amplitude(samples, at: 1.3) - 0.05) < 0.005)
        // Back at 0.81 s, and down again from 0.84 s on, for the next.
        #expect(abs(Self.amplitude(samples, at: 0.825) - 0.5) < 0.05)

        // However it is asked for, it is the same.
        let mixer = try #require(AudioMixer(plan))
        var others: [Float] = []
        while let block = try mixer.next(1013) { others += block.channels[0] }
        #expect(others == samples)
    }

    @Test func theFilmsSoundFadesAtBothEnds() throws {
        let plan = try Self.plan {
            $0.sound = .primary
            $0.mix.fadeIn = .milliseconds(500)
            $0.mix.fadeOut = .seconds(1)
        }
        let course = try #require(plan.mix?.course)
        #expect([0, 24_000, 96_000, 144_000].map { course.gain(at: $0) } == [0, 1, 1, 0])
        #expect(plan.audioCopy == nil)
    }

    @Test func jobsAndPlanFilesMakeTheSameBytes() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(Self.tone(seconds: 0.7), rate: 44_100, encoder: "aac", to: folder("song.m4a"))
        try SoundFile.write(SoundSourceTests.beeps(seconds: 1), rate: 48_000, to: folder("voice.wav"))
        var request = SoundSourceTests.request { $0.sound = .follow }
        request.addedSounds = [
            AddedSound(path: folder("song.m4a"), role: .music(.init(loops: true))),
            AddedSound(path: folder("voice.wav"), role: .voiceOver(.init(time: .milliseconds(700)))),
        ]
        request.mix.ducking = Ducking()
        request.mix.cleanings = [.init(angle: "back", filters: SoundCleaning(highpass: 80, denoise: 6, declicks: true))]
        let recording = try Recording([Input(path: try folder.add(try SoundSourceTests.back(), as: "back.mp4"))])
        let planned = try request.plan(recording)
        var renderer = Renderer(plan: planned.plan, output: folder("one.mp4"), mayReplace: false)
        renderer.jobs = 3
        _ = try renderer.run()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        _ = try Renderer(plan: again, output: folder("other.mp4"), mayReplace: false).run()
        #expect(folder.bytes("one.mp4") == folder.bytes("other.mp4"))
        #expect(again.inputFiles.contains(folder("song.m4a")))
    }

    @Test func whatCannotBeHeardIsRefused() throws {
        let folder = try TemporaryFolder()
        let silent = try SoundSourceTests.back { $0.sound = nil }
        #expect(throws: RequestError.nothingHeard(path: silent)) {
            try Self.plan { $0.addedSounds = [AddedSound(path: silent, role: .music(.init()))] }
        }
        try SoundFile.write(Self.tone(seconds: 1), rate: 48_000, to: folder("song.wav"))
        let voice = { (time: MediaTime) in
            try Self.plan {
                $0.addedSounds = [AddedSound(path: folder("song.wav"), role: .voiceOver(.init(time: time)))]
            }
        }
        #expect(throws: RequestError.voiceOver(.seconds(3), path: folder("song.wav"), film: .seconds(3))) {
            try voice(.seconds(3))
        }
        #expect(
            try voice(.milliseconds(2500)).addedSoundNotes == [
                .voiceOverCut(path: folder("song.wav"), by: .milliseconds(500))
            ])
        #expect(try voice(.milliseconds(1900)).addedSoundNotes.isEmpty)
        #expect(throws: RequestError.self) {
            try Self.plan {
                $0.addedSounds = [AddedSound(path: folder("song.wav"), role: .music(.init(start: .seconds(5))))]
            }
        }
    }
}
