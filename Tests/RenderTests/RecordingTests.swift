import FixtureMedia
import MediaIO
import MediaTime
import Pictures
@testable import Render
@testable import Planning
import Testing
import Timeline

/// What is assumed about files whose clocks or dates disagree, and that it is said.
@Suite struct RecordingTests {
    /// Begins this long after the beginning of its file: an edit list that waits.
    private func late(_ seconds: Int) -> FixtureRecording {
        FixtureRecording().with {
            $0.camera = .front
            $0.timing = .constant(.thirty, frames: 45, firstFrame: 30 * seconds)
            $0.sound = nil
        }
    }

    @Test func aCameraThatBeginsLongAfterTheOtherEndedBeginsWithIt() throws {
        let planned = try Job { $0.front = late(3000) }.plan()
        #expect(planned.plan.composition.frameCount == 45)
        #expect(planned.plan.composition.segments.allSatisfy { $0.scene != nil })
        let said = planned.notes.filter { if case .clockUnrelated = $0 { true } else { false } }
        let path = planned.plan.composition.session.takes.first { $0.angle == "front" }!.path
        #expect(said == [.clockUnrelated(path: path, "front", after: .milliseconds(2_998_500))])
    }

    @Test func aCameraThatBeginsLateWhileTheOtherRunsStaysThere() throws {
        let planned = try Job { $0.front = late(1) }.plan()
        #expect(planned.plan.composition.frameCount == 75)
        #expect(!planned.notes.contains { if case .clockUnrelated = $0 { true } else { false } })
    }

    @Test func aHoleThatTheUserMakesIsBlackAndSaidSo() throws {
        let planned = try Job { $0.offsets = ["front": .seconds(10)] }.plan()
        #expect(planned.plan.composition.frameCount == 345)
        #expect(
            planned.notes.contains(
                .black(
                    TimeRange(start: .milliseconds(1500), end: .seconds(10)), others: 0, total: .milliseconds(8500))))
    }

    @Test func thePictureOfAMovedCameraIsItsOwn() throws {
        let folder = try TemporaryFolder()
        let movie = try Job {
            $0.front = late(3000)
            $0.request.startWith = "front"
        }.render(in: folder)
        let first = try #require(movie.frames.first)
        #expect(Barcode.read(first.luma) == Barcode(camera: .front, frame: 0))
    }

    @Test(arguments: [("2026-05-01T09:31:00Z", false), ("2026-05-01T12:30:00Z", true), ("2026-04-30T09:30:00Z", true)])
    func datesFarApartAreSaid(_ date: String, _ isFar: Bool) throws {
        let planned = try Job {
            $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:00Z")]
            $0.front!.metadata = [Pair("creation_time", date)]
        }.plan()
        #expect(planned.plan.composition.frameCount == 45)
        let apart = planned.notes.compactMap { if case .recordedApart(_, _, let time) = $0 { time } else { nil } }
        #expect(apart.isEmpty != isFar)
        if date.hasSuffix("12:30:00Z") { #expect(apart == [.seconds(3 * 3600)]) }
    }

    /// Wherever the user places a camera, the other's clock is not to blame for what is between them.
    @Test(arguments: [MediaTime.seconds(-20), .seconds(20)]) func anOffsetIsObeyed(_ offset: MediaTime) throws {
        let planned = try Job { $0.offsets["back"] = offset }.plan()
        let starts = planned.plan.composition.session.takes.map { $0.clock.target(at: .zero) }
        #expect((starts[0] - starts[1]).magnitude == .seconds(20))
        #expect(!planned.notes.contains { if case .clockUnrelated = $0 { true } else { false } })
    }

    /// Two sizes: the film has the primary's, and a note says that the other's is larger.
    @Test func aSmallerFilmIsSaid() throws {
        let notes = { (primary: Angle, size: PictureSize?) in
            try Job {
                $0.front!.size = PictureSize(width: 320, height: 192)
                $0.request.primary = primary
                $0.request.size = size
            }.plan().notes.filter { if case .smaller = $0 { true } else { false } }.count
        }
        #expect(try notes("back", nil) == 1 && notes("front", nil) == 0)
        #expect(try notes("back", PictureSize(width: 160, height: 96)) == 0)
    }

    @Test func anIntervalThatEndsWithTheFilmIsNoCut() throws {
        // Of 45 frames the last is from 1.467 s: 1.49 s is nearer to the end than to it.
        let planned = try Job { $0.request.policy = .every(.milliseconds(1490)) }.plan()
        #expect(planned.plan.composition.switchCount == 0 && planned.adjustments.isEmpty)
        let earlier = try Job {
            $0.request.policy = .every(.milliseconds(1480))
            $0.request.transition = .hardCut
        }.plan()
        #expect(earlier.plan.composition.switchCount == 1 && earlier.adjustments.isEmpty)
    }

    @Test func aFilmThatNeverSwitchesSaysWhy() throws {
        let says = { (policy: SwitchPolicy) in
            try Job { $0.request.policy = policy }.plan().notes.contains {
                if case .neverSwitches = $0 { true } else { false }
            }
        }
        #expect(try says(.every(.seconds(5))))
        #expect(try !says(.every(.milliseconds(500))))
        #expect(try !says(.never), "that is what was asked for")
    }

    @Test func whatIsDoneToThePictureIsSaid() throws {
        let one: Int32 = 1 << 16
        let planned = try Job {
            $0.back.video.isInterlaced = true
            $0.front!.displayMatrix = .words([one, one, 0, 0, one, 0, 0, 0, 1 << 30])
        }.plan()
        let path = { (angle: Angle) in planned.plan.composition.session.takes.first { $0.angle == angle }!.path }
        #expect(planned.notes.contains(.deinterlaced(path: path("back"))))
        #expect(planned.notes.contains(.displayMatrixIgnored(path: path("front"))))
    }

    @Test func dolbyVisionIsNamedAndWhatBecomesOfItToo() throws {
        let phone = FixtureRecording().with {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
            $0.color = .init(.hlg)
            $0.video.dolbyVision = Pair(8, 4)
        }
        let planned = try Job {
            $0.back = phone
            $0.front = nil
        }.plan()
        #expect(
            planned.notes.contains {
                guard case .dolbyVisionLeftOut(_, let found) = $0 else { return false }
                return "\(found)" == "Dolby Vision 8.4" && found.baseLayer == "HLG"
            })
        #expect {
            _ = try Job {
                $0.back = phone.with { $0.video.dolbyVision = Pair(5, 0) }
                $0.front = nil
            }.plan()
        } throws: { "\($0)".contains("only a Dolby Vision decoder can show") }
    }
}
