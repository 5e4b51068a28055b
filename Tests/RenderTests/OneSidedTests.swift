import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// A microphone that filled one side of a stereo track is heard on both.
@Suite struct OneSidedTests {
    private static func planned(_ folder: TemporaryFolder, _ sides: [[Float]]) throws -> PlannedRender {
        try SoundFile.write(sides, rate: 48_000, to: folder("mic.wav"))
        return try SoundSourceTests.request().plan(
            try Recording([
                Input(path: try SoundSourceTests.back(), angle: "back"),
                Input(path: folder("mic.wav"), angle: "mic", offset: .zero),
            ]))
    }

    private static func sides(_ plan: RenderPlan) throws -> [[Float]] {
        let mixer = try #require(AudioMixer(plan))
        var sides: [[Float]] = [[], []]
        while let block = try mixer.next(4800) { for side in 0...1 { sides[side] += block.channels[side] } }
        return sides
    }

    @Test(arguments: [0, 1]) func theEmptySideGetsTheOther(_ side: Int) throws {
        let folder = try TemporaryFolder()
        let beeps = SoundSourceTests.beeps(seconds: 3)[0]
        let nothing = [Float](repeating: 0, count: beeps.count)
        let planned = try Self.planned(folder, side == 0 ? [beeps, nothing] : [nothing, beeps])
        #expect(planned.notes.contains(.oneSided(path: folder("mic.wav"), "mic", heard: side)))
        let heard = try Self.sides(planned.plan)
        #expect(heard[0] == heard[1] && heard[0][..<140_000] == beeps[..<140_000])
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == planned.plan.digest && Self.sides(again) == heard)
    }

    @Test func bothSidesOfOtherSoundStay() throws {
        let folder = try TemporaryFolder()
        let beeps = SoundSourceTests.beeps(seconds: 3)[0]
        // Crosstalk at −38 dB.
        let crosstalk = beeps.map { $0 * 0.012589 }
        let planned = try Self.planned(folder, [beeps, crosstalk])
        #expect(planned.plan.output.audio.mix.measurements.isEmpty)
        #expect(try Self.sides(planned.plan)[1][..<140_000] == crosstalk[..<140_000])
    }

    @Test func aVoiceOverIsHeardInBothEars() throws {
        let folder = try TemporaryFolder()
        let beeps = SoundSourceTests.beeps(seconds: 1)[0]
        try SoundFile.write([beeps, beeps.map { _ in 0 }], rate: 48_000, to: folder("voice.wav"))
        let planned = try SoundSourceTests.request {
            $0.sound = .none
            $0.addedSounds = [AddedSound(path: folder("voice.wav"), role: .voiceOver(.init(time: .seconds(1))))]
        }.plan(try Recording([Input(path: try SoundSourceTests.back(), angle: "back")]))
        let heard = try Self.sides(planned.plan)
        #expect(heard[0] == heard[1] && heard[0].contains { abs($0) > 0.1 })
    }
}
