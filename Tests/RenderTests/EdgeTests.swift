import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline
import Transitions

@testable import Export
@testable import Planning

/// The ends of a film and the ends of footage: no flashes of another camera that nobody asked for.
@Suite struct EdgeTests {
    /// Ten seconds, switches every four, dissolves of half a second, the rules for short shots as users have them.
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 300)
            $0.front!.timing = .constant(.thirty, frames: 300)
            $0.request.policy = .every(.seconds(4))
            $0.request.transition.duration = .milliseconds(500)
            $0.request.shortestShot = nil
            change(&$0)
        }
    }

    private func shots(_ planned: PlannedRender) -> String {
        planned.plan.composition.segments.map { "\($0.scene.map { "\($0)" } ?? "-") \($0.frames.count)" }
            .joined(separator: ", ")
    }

    @Test func aCameraThatEndsAFewFramesEarlyTrimsTheFilm() throws {
        let planned = try Self.job { $0.back.timing = .constant(.thirty, frames: 296) }.plan()
        #expect(shots(planned) == "back 120, front 120, back 56")
        #expect(
            planned.adjustments.map(\.change) == [.filmTrimmed(byFrames: 4, missing: .single("back"), atEnd: true)])
        #expect(planned.plan.composition.transitions.count == 2)
    }

    @Test func aCameraThatStartsLateTrimsTheFilm() throws {
        let planned = try Self.job { $0.offsets["back"] = .milliseconds(83) }.plan()
        #expect(planned.plan.composition.segments[0].scene == .single("back"))
        #expect(
            planned.adjustments.map(\.change).contains(
                .filmTrimmed(byFrames: 2, missing: .single("back"), atEnd: false)))
        #expect(planned.plan.composition.sessionTime(ofFrame: 0) == FrameRate.thirty.time(ofFrame: 2))
    }

    @Test func anIntervalJustBeforeTheEndMakesNoShot() throws {
        let planned = try Self.job { $0.request.policy = .every(.milliseconds(4900)) }.plan()
        #expect(shots(planned) == "back 147, front 153", "the last switch, at 9.8 s, is left out")
        #expect(planned.adjustments.isEmpty)
        let list = try Self.job { $0.request.policy = .at([SwitchTime(time: .milliseconds(9800))]) }.plan()
        #expect(shots(list) == "back 294, front 6", "a time that somebody named is kept")
    }

    @Test func footageThatBeginsLaterMovesTheCut() throws {
        let planned = try Self.job {
            $0.offsets["front"] = .milliseconds(4300)
            $0.request.policy = .every(.seconds(4))
        }.plan()
        #expect(shots(planned).hasPrefix("back 129, front 111"))
        #expect(planned.adjustments.contains { if case .shotLeftOut = $0.change { false } else { true } })
    }

    /// The recorder pauses for 0.4 s inside a shot of the only camera.
    @Test func aShortGapHoldsThePicture() throws {
        let folder = try TemporaryFolder()
        var job = Self.job {
            $0.front = nil
            $0.back.timing = .constant(.thirty, frames: 90)
        }
        let second = FixtureRecording().with { $0.timing = .constant(.thirty, frames: 90) }
        job.request.smart = .off
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back", offset: .zero),
            Input(path: try second.file(), angle: "back", offset: .milliseconds(3400)),
        ])
        let planned = try job.request.plan(recording)
        #expect(planned.adjustments.map(\.change) == [.pictureHeld(scene: .single("back"), frames: 12)])
        _ = try Renderer(plan: planned.plan, output: folder("film.mp4"), mayReplace: false).run()
        let movie = try Movie(folder("film.mp4"))
        let numbers = movie.frames.map { Barcode.read($0.luma)?.frame }
        #expect(numbers[89] == 89 && numbers[90...93].allSatisfy { $0 == 89 }, "\(numbers[86...104])")
        #expect(numbers[102] == 0 && !numbers.contains(nil), "and nothing is black")
    }

    @Test func soundThatChangesCameraIsSaid() throws {
        let planned = try Self.job {
            $0.back.timing = .constant(.thirty, frames: 200)
            $0.request.policy = .never
        }.plan()
        #expect(
            planned.notes.contains {
                guard case .audioChanges(let time, "back", "front") = $0 else { return false }
                return time.clockDescription.hasPrefix("0:06.6")
            })
    }

    /// The film's last frame lasts 13 ms longer than the footage.
    @Test func soundThatEndsWithTheFilmIsNotSaid() throws {
        let planned = try Self.job {
            $0.front = nil
            $0.back.timing = .ticks((0..<59).map { Int64($0) * 3000 } + [58 * 3000 + 2400], timescale: 90_000)
            $0.request.frameRate = .thirty
        }.plan()
        #expect(planned.plan.composition.frameCount == 60)
        #expect(!planned.notes.contains { if case .audioChanges = $0 { true } else { false } }, "\(planned.notes)")
    }

    @Test func theHigherRateIsTakenWhereNothingIsCopied() throws {
        let slow = { (smart: SmartMode) in
            try Self.job {
                $0.back.timing = .constant(FrameRate(15)!, frames: 150)
                $0.request.smart = smart
            }.plan()
        }
        let encoded = try slow(.off)
        #expect(encoded.plan.composition.frameRate == .thirty)
        #expect(encoded.notes.contains(.higherRate(.thirty, primary: "back", primaryRate: FrameRate(15)!)))
        let copied = try slow(.require)
        #expect(copied.plan.composition.frameRate == FrameRate(15)!)
        #expect(copied.notes.contains(.lowerRate(FrameRate(15)!, primary: "back", highest: .thirty)))
    }

    /// The front camera runs at twice the rate, but for too short a time to get its turn.
    @Test func aCameraThatIsNeverShownDoesNotDecideTheRate() throws {
        let planned = { (frames: Int) in
            try Self.job {
                $0.front?.timing = .constant(FrameRate(60)!, frames: frames)
                $0.request.smart = .off
            }.plan()
        }
        let (brief, long) = (try planned(30), try planned(600))
        #expect(brief.plan.composition.segments.allSatisfy { $0.scene == .single("back") })
        #expect(brief.plan.composition.frameRate == .thirty)
        #expect(!brief.notes.contains { if case .higherRate = $0 { true } else { false } })
        #expect(long.plan.composition.frameRate == FrameRate(60)!)
    }
}
