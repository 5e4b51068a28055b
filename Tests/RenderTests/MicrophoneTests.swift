import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import TestSupport
import Timeline

@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// Microphones apart from cameras: channels and tracks of files, and who is shown while somebody speaks into them.
@Suite struct MicrophoneTests {
    private static let rate = 16_000

    private static func write(
        _ channels: [[Float]], _ path: String, rate: Int = rate, mask: UInt32? = nil, names: [String] = [],
        description: String? = nil
    ) throws {
        try Data(RecorderWave.bytes(channels, rate: rate, mask: mask, names: names, description: description))
            .write(to: URL(filePath: path))
    }

    private static func tone(_ seconds: Int = 2) -> [Float] {
        (0..<seconds * rate).map { 0.25 * Float(sin(2 * Double.pi * 440 * Double($0) / Double(rate))) }
    }
    private static func silence(_ seconds: Int = 2) -> [Float] { [Float](repeating: 0, count: seconds * rate) }
    private static func voice(_ seat: Int, farGain: Float = Talk.distance) -> [Float] {
        Talk.samples(seat: seat, rate: rate, from: 0, count: 29 * rate, farGain: farGain)
    }

    /// Two cameras of 29 s; with a seat, each has the microphone of one speaker.
    private static func cameras(_ names: [Angle] = ["anna", "ben"], heard: Bool = false) throws -> [Input] {
        try names.enumerated().map { index, name in
            let recording = FixtureRecording().with {
                $0.camera = index == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = heard ? .init(sampleRate: 16_000, channels: 1) : nil
                $0.sound?.seat = index
            }
            return Input(path: try recording.file(), angle: name)
        }
    }

    private static func planned(_ recording: Recording, _ change: (inout CompositionRequest) -> Void = { _ in }) throws
        -> PlannedRender
    {
        var request = CompositionRequest()
        request.director = DirectorRequest()
        (request.transition, request.smart) = (.hardCut, .off)
        change(&request)
        return try request.plan(recording)
    }

    private static func shown(_ planned: PlannedRender) -> [String] {
        planned.plan.composition.segments.map { $0.scene.map { "\($0)" } ?? "black" }
    }

    /// The level at which each channel of a file is heard alone.
    private static func level(_ path: String) throws -> Float {
        let info = try MediaInfo(probing: path)
        let reader = try AudioReader(path: path, stream: info.audio[0].streamIndex, clock: info.clock)
        let samples = try reader.read(from: 24_000, count: 24_000).channels[0]
        return (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    @Test(
        arguments: [(3, nil), (4, nil), (6, nil), (8, nil), (6, 0), (3, 0xB), (4, 0x107), (10, nil)] as [(Int, UInt32?)]
    )
    func everyChannelWithoutAPlaceIsHeardAlike(_ count: Int, _ mask: UInt32?) throws {
        let folder = try TemporaryFolder()
        var levels: [Float] = []
        for heard in 0..<count {
            let path = folder("\(heard).wav")
            try Self.write((0..<count).map { $0 == heard ? Self.tone() : Self.silence() }, path, mask: mask)
            #expect(try MediaInfo(probing: path).audio[0].areMicrophones)
            levels.append(try Self.level(path))
        }
        #expect(levels.allSatisfy { abs($0 - 0.177) < 0.005 }, "\(levels)")
    }

    @Test func filmSoundKeepsItsBass() throws {
        let folder = try TemporaryFolder()
        try Self.write((0..<6).map { $0 == 3 ? Self.tone() : Self.silence() }, folder("film.wav"), mask: 0x3F)
        #expect(try MediaInfo(probing: folder("film.wav")).audio[0].layout == "5.1")
        #expect(try Self.level(folder("film.wav")) < 0.01)
        // With a recorder's names, it is none.
        let names = ["Boom", "Anna", "Ben", "Cleo", "Dan", "Eva"]
        try Self.write(
            (0..<6).map { $0 == 3 ? Self.tone() : Self.silence() }, folder("poly.wav"), mask: 0x3F, names: names)
        #expect(try abs(Self.level(folder("poly.wav")) - 0.177) < 0.005)
    }

    @Test func aRecorderNamesItsMicrophones() throws {
        let folder = try TemporaryFolder()
        try Self.write(
            [Self.tone(), Self.tone(), Self.tone(), Self.silence()], folder("rec.wav"),
            names: ["MixL", "MixR", "Anna &amp; Co", "Ben Lav"])
        let recording = try Recording(Self.cameras() + [Input(path: folder("rec.wav"))])
        #expect(recording.soundNames == ["Anna & Co", "Ben Lav"])
        #expect(recording.sounds.map(\.selection.channels) == [.init(both: 2), .init(both: 3)])
        #expect(
            recording.notes.contains(
                .microphonesOf(
                    path: folder("rec.wav"),
                    [.init(angle: "Anna & Co", part: "channel 3"), .init(angle: "Ben Lav", part: "channel 4")],
                    leftOut: ["MixL", "MixR"])))
        try Self.write(
            [Self.tone(), Self.tone()], folder("lines.wav"), description: "zSCENE=1\r\nzTRK1=Boom\r\nzTRK2=Ben\r\n")
        #expect(try Recording(Self.cameras() + [Input(path: folder("lines.wav"))]).soundNames == ["Boom", "Ben"])
        try Self.write([Self.tone(), Self.tone()], folder("stereo.wav"), names: ["L", "R"])
        #expect(try Recording(Self.cameras() + [Input(path: folder("stereo.wav"))]).soundNames == ["stereo"])
    }

    @Test func partsOfAFileAreMicrophones() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.tone(), Self.silence()], folder("lav.wav"))
        let part = { (text: String) throws in
            var input = Input(path: folder("lav.wav"))
            input.part = try #require(try FilePart(parsing: text[...]))
            return input
        }
        let names = { (inputs: [Input]) in try Recording(Self.cameras() + inputs).soundNames }
        #expect(try names([part("left"), part("channel=right")]) == ["lav-1", "lav-2"])
        #expect(try names([part("split")]) == ["lav-1", "lav-2"])
        #expect(try FilePart(parsing: "chanel=1") == nil && FilePart(parsing: "12") == nil)
        #expect(throws: FilePartError.self) { try FilePart(parsing: "channel=0") }
        #expect(throws: FilePartError.self) { try FilePart(parsing: "channel=1+2+3") }
        #expect(throws: MediaError.self) {
            try names([part("channel=3")])
        }
        // Given as often as it has channels, each name is one of them; all are in one place.
        let two = try Recording(
            Self.cameras() + [
                Input(path: folder("lav.wav"), angle: "one", offset: .seconds(3)),
                Input(path: folder("lav.wav"), angle: "two"),
            ])
        #expect(two.sounds.map(\.selection.channels) == [.init(both: 0), .init(both: 1)])
        #expect(two.sounds.allSatisfy { $0.clock.target(at: .zero) == .seconds(3) })
    }

    @Test(arguments: [["anna.wav", "ben.wav"], ["mic-ben.wav", "Anna Lav.wav"]])
    func whoSpeaksIsShownByName(_ names: [String]) throws {
        let folder = try TemporaryFolder()
        for name in names { try Self.write([Self.voice(name.lowercased().contains("anna") ? 0 : 1)], folder(name)) }
        let planned = try Self.planned(Recording(Self.cameras() + names.map { Input(path: folder($0)) }))
        #expect(Self.shown(planned) == ["anna", "ben", "anna", "ben", "anna"])
        #expect(planned.plan.output.audio.choice.isOfSpeakers)
        #expect(!planned.notes.contains { if case .soundNamed = $0 { true } else { false } })
    }

    /// Naming a channel takes its file apart, whatever the levels say; so does any option about it.
    @Test func aChannelThatIsNamedIsAMicrophone() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.voice(0), Self.voice(1)], folder("lav.wav"))
        let recording = try Recording(Self.cameras(["front", "back"]) + [Input(path: folder("lav.wav"))])
        #expect(recording.nameableSounds == ["lav", "lav-1", "lav-2"])
        let planned = try Self.planned(recording) {
            $0.director?.speakers = ["lav-1": .single("front"), "lav-2": .single("back")]
        }
        #expect(Self.shown(planned) == ["front", "back", "front", "back", "front"])
        let heard = try Self.planned(recording) {
            ($0.director, $0.sound) = (nil, .angle("lav-2"))
        }
        #expect(heard.plan.output.audio.choice == .angle("lav-2"))
    }

    /// Microphones and pictures of one file are the same ones in a plan file, wherever that lies.
    @Test func plansKeepPartsOfFiles() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.voice(0), Self.voice(1)], folder("lav.wav"))
        let cameras = try Self.cameras()
        try TrackFile.write(cameras.map(\.path), to: folder("two.mp4"))
        let inputs = [Input(path: folder("two.mp4")), Input(path: folder("lav.wav"))]
        let recording = try Recording(inputs)
        #expect(recording.session.angles == ["two-1", "two-2"])
        let planned = try Self.planned(recording) {
            $0.smart = .auto
            $0.director?.speakers = ["lav-1": .single("two-1"), "lav-2": .single("two-2")]
        }
        #expect(Self.shown(planned) == ["two-1", "two-2", "two-1", "two-2", "two-1"])
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(try again.plan.digest == planned.plan.digest)
        // Copied or encoded, each shot has the picture of its own track.
        #expect(again.plan.copiedFrameCount > 0)
        let encoded = try Self.planned(recording) {
            $0.director?.speakers = ["lav-1": .single("two-1"), "lav-2": .single("two-2")]
        }
        for plan in [again.plan, encoded.plan] {
            _ = try Renderer(plan: plan, output: folder("film.mp4"), mayReplace: true).run()
            let film = try Movie(folder("film.mp4"))
            for (index, segment) in plan.composition.segments.enumerated() {
                for frame in [segment.frames.lowerBound, segment.frames.upperBound - 1].map({ Int($0) }) {
                    let expected = Barcode(camera: index % 2 == 0 ? .front : .back, frame: frame)
                    #expect(Barcode.read(film.frames[frame].luma) == expected, "\(frame)")
                }
            }
        }
    }

    /// Sounds that only match each other move together, and the user is told once.
    @Test func microphonesBesideSilentCamerasKeepTheirDistance() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.voice(0)], folder("a.wav"))
        try Self.write([Array(Self.voice(1).dropFirst(3 * Self.rate))], folder("b.wav"))
        let inputs = try Self.cameras() + ["a.wav", "b.wav"].map { Input(path: folder($0)) }
        let places = { (inputs: [Input]) throws -> (offsets: [Double], notes: [Diagnostic]) in
            let recording = try Recording(inputs, sync: .auto)
            return (
                recording.sounds.map { $0.clock.target(at: .zero).approximateSeconds },
                recording.notes.filter { if case .soundNotPlaced = $0 { true } else { false } }
            )
        }
        let found = try places(inputs)
        #expect(abs(found.offsets[0]) < 0.001 && abs(found.offsets[1] - 3) < 0.01, "\(found.offsets)")
        #expect(found.notes.count == 1)
        var given = inputs
        given[2].offset = .seconds(2)
        let moved = try places(given)
        #expect(moved.offsets[0] == 2 && abs(moved.offsets[1] - 5) < 0.01 && moved.notes.isEmpty, "\(moved.offsets)")
        // In whatever order they are given, the earliest begins with the recording.
        let swapped = try places(Array(inputs[..<2]) + [inputs[3], inputs[2]])
        #expect(abs(swapped.offsets[0] - 3) < 0.01 && abs(swapped.offsets[1]) < 0.001 && swapped.notes.count == 1)
    }

    @Test func bedMicrophonesAreNamed() throws {
        let folder = try TemporaryFolder()
        var random = Seeded(1)
        let loud = Self.voice(1).map { max(-1, min(1, $0 * 40)) }
        let hiss = Self.voice(2).map { $0 * 0.02 + Float.random(in: -0.05...0.05, using: &random) }
        for (name, samples) in [("anna", Self.voice(0)), ("ben", loud), ("cleo", Self.silence(29)), ("dan", hiss)] {
            try Self.write([samples], folder("\(name).wav"))
        }
        let inputs = ["anna", "ben", "cleo", "dan"].map { Input(path: folder("\($0).wav")) }
        let planned = try Self.planned(Recording(Self.cameras() + inputs))
        let faults = planned.notes.compactMap { note -> [Diagnostic.MicrophoneFault: [Angle]]? in
            if case .microphonesFaulty(let angles, let fault) = note { [fault: angles] } else { nil }
        }
        #expect(faults == [[.silent: ["cleo"]], [.clips: ["ben-sound"]], [.noisy: ["dan"]]])
    }

    /// Speakers are brought to one level also if a camera recorded sound that is not theirs to compare.
    @Test func speakersHaveOneLevelBesideCamerasWithSound() throws {
        let folder = try TemporaryFolder()
        for (seat, name) in ["anna", "ben"].enumerated() {
            try Self.write([Self.voice(seat).map { seat == 0 ? $0 : $0 * 0.4 }], folder("mic-\(name).wav"))
        }
        let sounds = ["anna", "ben"].map { Input(path: folder("mic-\($0).wav")) }
        let planned = try Self.planned(Recording(Self.cameras(heard: true) + sounds))
        let gains = planned.notes.compactMap { note -> [Double]? in
            if case .levelsMatched(let changed) = note { changed.map(\.gain) } else { nil }
        }.joined()
        #expect(gains.contains { abs($0 - 8) < 1.5 }, "\(Array(gains))")
    }

    @Test func oneCameraShowsEverybody() throws {
        let folder = try TemporaryFolder()
        for seat in 0..<2 { try Self.write([Self.voice(seat)], folder("mic\(seat).wav")) }
        let sounds = (0..<2).map { Input(path: folder("mic\($0).wav")) }
        let recording = try Recording(Self.cameras(["wide"]) + sounds)
        let planned = try Self.planned(recording)
        #expect(planned.notes.contains(.onlyCamera("wide", microphone: "mic0")))
        #expect(planned.plan.output.audio.choice.isOfSpeakers)
        // Its parts are shots of speakers, and the whole is one of everybody if that is asked for.
        let cut = try Self.planned(recording) {
            $0.director?.wide = "wide"
            $0.director?.speakers = [
                "mic0": View(parsing: "single:camera=wide,zoom=2@0.3,0.4", angles: [])!,
                "mic1": View(parsing: "single:camera=wide,zoom=2@0.7,0.4", angles: [])!,
            ]
        }
        #expect(Self.shown(cut).first == "wide" && Set(Self.shown(cut)).count == 3, "\(Self.shown(cut))")
    }

    @Test func whoSpeaksIsShownByWhatCamerasHeard() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.voice(1), Self.silence(29), Self.voice(0)], folder("rec.wav"))
        let cameras = try Self.cameras(["left", "right"], heard: true)
        // Found by itself, and split by name.
        var split = Input(path: folder("rec.wav"), angle: "lav")
        split.part.isSplit = true
        for input in [Input(path: folder("rec.wav"), angle: "lav"), split] {
            let planned = try Self.planned(Recording(cameras + [input]))
            #expect(Self.shown(planned) == ["left", "right", "left", "right", "left"])
            let shown: [Diagnostic.ShownSpeaker] = [
                .init("lav-1", by: .single("right"), .sound), .init("lav-3", by: .single("left"), .sound),
            ]
            #expect(planned.notes.contains(.speakersShown(shown)))
        }
    }

    @Test func oneQuestionWhereNothingTells() throws {
        let folder = try TemporaryFolder()
        for seat in 0..<2 { try Self.write([Self.voice(seat)], folder("tr\(seat).wav")) }
        let sounds = (0..<2).map { Input(path: folder("tr\($0).wav")) }
        let recording = try Recording(Self.cameras(["front", "back"]) + sounds)
        let error = #expect(throws: RequestError.self) { try Self.planned(recording) }
        guard case .speakersUnknown(let speakers, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(speakers.map(\.microphone) == ["tr0", "tr1"] && speakers[0].times.count == 3)
        let answered = try Self.planned(recording) {
            $0.director?.speakers = [
                "tr0": .single("front"), "tr1": View(parsing: "single:camera=back,zoom=2@0.3,0.4", angles: [])!,
            ]
        }
        #expect(answered.plan.composition.segments.count == 5)
        #expect(answered.plan.composition.segments[1].scene?.layers[0].framing.zoom == 2)
    }

    @Test func onePictureOfTwoSpeakersShowsBoth() throws {
        let folder = try TemporaryFolder()
        let turns = [(0, 1.0, 6.0), (1, 6.5, 11.0), (2, 11.5, 17.0), (0, 17.5, 22.0), (2, 22.5, 28.0)].map {
            Talk.Turn(speaker: $0.0, start: $0.1, end: $0.2)
        }
        for seat in 0..<3 {
            let samples = Talk.samples(turns, seat: seat, rate: Self.rate, from: 0, count: 29 * Self.rate)
            try Self.write([samples], folder("\(["anna", "ben", "cleo"][seat]).wav"))
        }
        let recording = try Recording(
            Self.cameras(["sofa", "chair"]) + ["anna", "ben", "cleo"].map { Input(path: folder("\($0).wav")) })
        let planned = try Self.planned(recording) {
            $0.director?.speakers = ["anna": .single("sofa"), "ben": .single("sofa"), "cleo": .single("chair")]
        }
        #expect(Self.shown(planned) == ["sofa", "chair", "sofa", "chair"])
    }

    /// Timecode of any rate and level places files to a millisecond, and is not heard.
    @Test(
        arguments: [
            (25, 25, false, 0.25), (24, 24_000 / 1001, false, -0.25), (30, 30_000 / 1001, true, 0.8),
            (30, 30, false, 0.01),
            (24, 24, false, 0.25),
        ] as [(Int, Double, Bool, Float)])
    func timecodeInSoundPlacesFiles(_ count: Int, _ rate: Double, _ drops: Bool, _ level: Float) throws {
        let folder = try TemporaryFolder()
        let code = { (seconds: Int, length: Int) in
            LinearTimecode.samples(
                hours: 10, seconds: seconds, count: count, rate: rate, dropsFrames: drops, sampleRate: Self.rate,
                length: length, level: level)
        }
        for (name, start) in [("a", 3), ("b", 10)] {
            let scene = Talk.samples(
                seat: start % 2, rate: Self.rate, from: Int64(start * Self.rate), count: 12 * Self.rate)
            try SoundFile.write(
                name == "a" ? [code(start, 12 * Self.rate), scene] : [scene, code(start, 12 * Self.rate)],
                rate: Int32(Self.rate), encoder: "aac", to: folder("\(name).m4a"))
        }
        let inputs = ["a", "b"].map { Input(path: folder("\($0).m4a"), angle: Angle($0)) }
        let recording = try Recording(Self.cameras(["anna"]) + inputs)
        #expect(recording.sounds.map(\.selection.channels) == [.init(both: 1), .init(both: 0)])
        let place = try #require(try FileSync(inputs, by: .timecode).files[1].place)
        #expect(abs(place.offset.approximateSeconds - 7 * Double(count) / rate) < 0.001, "\(place.offset)")
    }

    @Test func speechIsNoTimecode() throws {
        let folder = try TemporaryFolder()
        try Self.write([Self.voice(0), Self.tone(29)], folder("talk.wav"))
        var info = try MediaInfo(probing: folder("talk.wav"))
        try info.findSoundTimecode()
        #expect(info.soundTimecode == nil)
    }
}

extension AudioSettings.Choice {
    fileprivate var isOfSpeakers: Bool { if case .speakers = self { true } else { false } }
}
