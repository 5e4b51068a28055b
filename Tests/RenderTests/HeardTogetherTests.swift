import Audio
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Parameters
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// Cameras in one view whose sounds have nothing in common: a game, and who plays it.
@Suite struct HeardTogetherTests {
    /// A camera that hears a scene of irregular noise, or a speaker of `Talk`.
    private static func camera(_ camera: Camera, seconds: Int = 8, hears: (inout FixtureRecording.Sound) -> Void) throws
        -> Input
    {
        let recording = FixtureRecording().with {
            $0.camera = camera
            $0.timing = .constant(FrameRate(10)!, frames: 10 * seconds)
            var sound = FixtureRecording.Sound(sampleRate: 16_000, channels: 1)
            hears(&sound)
            $0.sound = sound
        }
        return Input(path: try recording.file(), angle: camera == .back ? "back" : "front")
    }

    private static func game(_ camera: Camera = .back) throws -> Input { try Self.camera(camera) { $0.scene = 0 } }
    private static func player() throws -> Input { try Self.camera(.front) { $0.seat = 0 } }

    private static func plan(
        _ inputs: [Input], sync: SyncMethod = .none, _ change: (inout CompositionRequest) -> Void = { _ in }
    ) throws -> PlannedRender {
        var request = CompositionRequest()
        request.views = [.recipe(Specification(parsing: "pip:aspect=circle")!)]
        request.smart = .off
        change(&request)
        return try request.plan(try Recording(inputs, sync: sync))
    }

    private static func notes(_ planned: PlannedRender) -> [Diagnostic] {
        planned.notes.filter { if case .heardTogether = $0 { true } else { false } }
    }

    /// A mix's left channel.
    private static func samples(_ mix: Mix, _ plan: RenderPlan) throws -> [Float] {
        let mixer = AudioMixer(mix) { plan.audioSource($0)! }
        var samples: [Float] = []
        while let block = try mixer.next(4800) { samples += block.channels[0] }
        return samples
    }

    @Test(arguments: ["pip:aspect=circle", "split", "grid"])
    func bothAreHeardIfOneViewShowsThem(_ view: String) throws {
        let inputs = [try Self.game(), try Self.player()]
        let planned = try Self.plan(inputs) { $0.views = [.recipe(Specification(parsing: view)!)] }
        #expect(planned.plan.output.audio.choice == .mix)
        #expect(Set(planned.plan.mix!.tracks.map(\.source)) == [0, 1])
        #expect(Self.notes(planned) == [.heardTogether(["back", "front"], ducked: [])])
        #expect(planned.plan.mix!.ducking == nil)
    }

    @Test func itStaysWhereViewsOfOneAreShown() throws {
        let planned = try Self.plan([try Self.game(), try Self.player()]) {
            $0.views = []
            $0.policy = .at([
                SwitchTime(time: .seconds(2), view: .single("front")),
                SwitchTime(time: .seconds(5), view: .recipe(Specification(name: "split"))),
            ])
        }
        // One track each from start to end, with one gain.
        #expect(planned.plan.mix!.tracks.count == 2)
        for track in planned.plan.mix!.tracks {
            #expect(track.gain.constantGain(in: 0..<7 * 48_000) != nil && track.courses.isEmpty)
        }
    }

    @Test func oneSceneIsHeardByOneMicrophone() throws {
        let same = try Self.plan([try Self.game(), try Self.game(.front)])
        #expect(same.plan.output.audio.choice == .angle("back") && Self.notes(same).isEmpty)
        // No view shows both; too short to tell; nothing but a microphone's own noise.
        let apart = try Self.plan([try Self.game(), try Self.player()]) { $0.views = [] }
        #expect(apart.plan.output.audio.choice == .angle("back"))
        let brief = try Self.plan([
            try Self.game(), try Self.camera(.front, seconds: 3) { $0.seat = 0 },
        ])
        #expect(brief.plan.output.audio.choice == .angle("back"))
        let silent = try Self.plan([try Self.game(), try Self.camera(.front) { $0.isSilent = true }])
        #expect(silent.plan.output.audio.choice == .angle("back"))
        let chosen = try Self.plan([try Self.game(), try Self.player()]) { $0.sound = .angle("front") }
        #expect(chosen.plan.output.audio.choice == .angle("front"))
    }

    @Test func aCameraIsLoweredUnderTheOthers() throws {
        let inputs = [try Self.game(), try Self.player()]
        let ducked = try Self.plan(inputs) {
            $0.mix.ducking = Ducking(depth: 12)
            $0.mix.ducked = ["back"]
        }
        #expect(ducked.plan.output.audio.choice == .mix && Self.notes(ducked).isEmpty)
        #expect(ducked.plan.mix!.tracks.map(\.givesWay) == [true, false])
        // What the film has of the game is all of it less the voice.
        let mix = try #require(ducked.plan.mix)
        let part = { (isGame: Bool) in
            var part = mix
            part.tracks.removeAll { $0.givesWay != isGame }
            part.ducking = nil
            return try Self.samples(part, ducked.plan)
        }
        let (whole, spoken, played) = (try Self.samples(mix, ducked.plan), try part(false), try part(true))
        // Somebody speaks from 1 s to 6 s.
        for second in [2.0, 4.0, 5.5] {
            let range = Int(second * 48_000)..<Int(second * 48_000) + 4800
            let rest = range.reduce(0.0) { $0 + pow(Double(whole[$1] - spoken[$1]), 2) }
            let full = range.reduce(0.0) { $0 + pow(Double(played[$1]), 2) }
            #expect(abs(10 * log10(rest / full) + 12) < 0.1, "\(second): \(10 * log10(rest / full)) dB")
        }
        let folder = try TemporaryFolder()
        try PlanFile.write(ducked.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == ducked.plan.digest && again.mix == ducked.plan.mix)
    }

    @Test func speakersOfUnlikeSoundsLowerTheLargestPicture() throws {
        let inputs = [try Self.game(), try Self.player()]
        let planned = try Self.plan(inputs, sync: .audio) { $0.sound = .speakers }
        #expect(planned.plan.output.audio.choice == .mix && planned.plan.output.audio.mix.ducked == ["back"])
        #expect(Self.notes(planned) == [.heardTogether(["back", "front"], ducked: ["back"])])
        let other = try Self.plan(inputs, sync: .audio) {
            $0.sound = .speakers
            $0.views = [.recipe(Specification(parsing: "pip:main=front,inset=back")!)]
        }
        #expect(other.plan.output.audio.mix.ducked == ["front"])
    }

    @Test func theQuieterOneIsRaisedToTheOther() throws {
        let planned = try Self.plan([try Self.game(), try Self.player()])
        let plan = planned.plan
        let level = { (source: SourceID) throws -> Double in
            var mix = plan.mix!
            mix.tracks = mix.tracks.filter { $0.source == source }
            let mixer = AudioMixer(mix) { plan.audioSource($0)! }
            return try #require(Loudness(ofBlocks: { try mixer.next(4800) }, as: .mixing).integrated)
        }
        // Gains are rounded to tenths; a difference below a decibel is left alone.
        #expect(abs(try level(0) - level(1)) < 1, "\(plan.output.audio.mix.measurements)")
        #expect(plan.output.audio.mix.measurements.map(\.gain).contains { $0 != 0 })
    }

    /// The film switches between them, and nobody chose: whose voice is missing is said.
    @Test func aCameraThatIsShownAndNotHeardIsNamed() throws {
        let inputs = [
            try Self.camera(.back, seconds: 20) { $0.scene = 0 }, try Self.camera(.front, seconds: 20) { $0.seat = 0 },
        ]
        let planned = try Self.plan(inputs, sync: .audio) {
            ($0.views, $0.policy) = ([], .every(.seconds(5)))
        }
        #expect(planned.plan.output.audio.choice == .angle("back"))
        #expect(planned.notes.contains(.otherMicrophone("front", heard: "back")), "\(planned.notes)")
    }
}
