import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Timelines

/// Films without the pauses between words.
@Suite struct PauseFilmTests {
    private static func plan(
        frames: Int64 = 290, sound: Bool = true, _ change: (inout CompositionRequest) -> Void
    ) throws -> PlannedRender {
        let inputs = try (0..<2).map { seat in
            let recording = FixtureRecording().with {
                $0.camera = seat == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: Int(frames))
                if sound {
                    $0.sound = .init(sampleRate: 16_000, channels: 1)
                    $0.sound?.seat = seat
                } else {
                    $0.sound = nil
                }
            }
            return Input(path: try recording.file(), angle: seat == 0 ? "front" : "back")
        }
        var request = CompositionRequest()
        (request.smart, request.policy) = (.off, .never)
        request.pauses = PauseRule()
        (request.pauses!.least, request.pauses!.kept) = (.milliseconds(400), .milliseconds(50))
        request.pauses!.gain = .milliseconds(100)
        change(&request)
        return try request.plan(try Recording(inputs))
    }

    /// Where the film jumps on the recording's clock, in seconds.
    private static func jumps(_ composition: Composition) -> [(from: Double, to: Double)] {
        zip(composition.clock.pieces, composition.clock.pieces.dropFirst()).map {
            ($0.target(at: $1.source).approximateSeconds, $1.target.approximateSeconds)
        }
    }

    @Test func everyWordIsShown() throws {
        let planned = try Self.plan { _ in }
        let composition = planned.plan.composition
        let jumps = Self.jumps(composition)
        #expect(jumps.count == Talk.turns.count - 1)
        for (jump, (turn, next)) in zip(jumps, zip(Talk.turns, Talk.turns.dropFirst())) {
            #expect(jump.from >= turn.end && jump.to <= next.start, "\(jump)")
        }
        let begins = composition.clock.target(at: .zero).approximateSeconds
        #expect(begins > 0.5 && begins <= Talk.turns[0].start)
        let ends = composition.clock.target(at: composition.duration).approximateSeconds
        #expect(ends >= Talk.turns.last!.end && ends < 28.5)
        #expect(planned.pauses.count == Talk.turns.count + 1)
        // The joins are hard cuts, although other cuts dissolve.
        #expect(composition.transitions.isEmpty)
        #expect(planned.plan.output.audio.choice == .angle("back"))
        // Each part is faded in while the one before it fades out.
        let tracks = planned.plan.mix!.tracks.sorted { $0.range.lowerBound < $1.range.lowerBound }
        #expect(tracks.count == Talk.turns.count)
        #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0.range.overlaps($1.range) })
    }

    @Test func joinsMorphOnRequestAndSkippedPartsAsBefore() throws {
        let planned = try Self.plan {
            $0.pauses?.isMorphed = true
            $0.skipped = [TimeRange(start: .seconds(2), end: .seconds(3))]
        }
        let transitions = planned.plan.composition.transitions
        #expect(transitions.map(\.specification.name) == ["dissolve"] + Array(repeating: "morph", count: 4))
        #expect(transitions.dropFirst().allSatisfy { $0.frames.count == 2 })
    }

    @Test func onlyTheRequestedPartIsTold() throws {
        let planned = try Self.plan { $0.range = TimeRange(start: .seconds(3), end: .seconds(12)) }
        #expect(planned.pauses.count == 2)
        #expect(planned.plan.composition.clock.pieces.count == 3)
    }

    @Test func cutsFallOnJoins() throws {
        let planned = try Self.plan {
            $0.director = DirectorRequest()
            $0.transition = .hardCut
        }
        let composition = planned.plan.composition
        let seams = Set(composition.clock.pieces.dropFirst().map(\.source))
        #expect(composition.switchCount == Talk.turns.count - 1)
        for segment in composition.segments.dropFirst() {
            #expect(seams.contains(composition.frameRate.time(ofFrame: segment.frames.lowerBound)))
        }
    }

    @Test func withoutWordsNothingIsLeftOut() throws {
        let silent = try Self.plan(sound: false) { _ in }
        #expect(silent.notes.contains(.noPauses(least: nil)) && silent.plan.composition.clock.pieces.count == 1)
        let muted = try Self.plan { $0.mix.levels = ["front", "back"].map { .init(angle: $0, isMuted: true) } }
        #expect(muted.notes.contains(.noPauses(least: nil)))
        let long = try Self.plan { $0.pauses?.least = .seconds(5) }
        #expect(long.notes.contains(.noPauses(least: .seconds(5))))
        // What stays of a pause is longer than every pause.
        let kept = try Self.plan { $0.pauses?.kept = .seconds(5) }
        #expect(kept.notes.contains(.noPauses(least: .milliseconds(10_300))))
    }

    /// The last of them is of 0.8 seconds; the others are shorter.
    @Test func aPauseIsNotShortenedByTooLittleToBeWorthAJoin() throws {
        let planned = try Self.plan { $0.pauses?.gain = PauseRule().gain }
        #expect(planned.plan.composition.clock.pieces.count == 2 && planned.pauses.count == 3)
    }

    @Test func aPauseAloneIsNoFilm() throws {
        #expect(throws: RequestError.onlyPause) {
            _ = try Self.plan { $0.range = TimeRange(start: .milliseconds(100), end: .milliseconds(500)) }
        }
    }

    /// What is not in the film anyway is not counted.
    @Test func pausesInSkippedPartsDoNotCount() throws {
        let planned = try Self.plan { $0.skipped = [TimeRange(start: .seconds(5), end: .seconds(22))] }
        #expect(planned.pauses.count == 2)
        #expect(planned.plan.composition.clock.pieces.count == 2)
    }

    @Test func aMovingZoomGoesOnThroughJoins() throws {
        let planned = try Self.plan { $0.views = [.recipe(Specification(parsing: "single:zoom=1..1.5")!)] }
        let film = planned.plan.composition
        let zooms = (0..<film.frameCount).compactMap { frame -> Double? in
            guard case .scene(let instant) = film.frame(at: frame) else { return nil }
            return instant.scene.visibleLayers.first?.framing.zoom
        }
        #expect(film.clock.pieces.count > 3 && zooms.count == film.frameCount)
        #expect(zip(zooms, zooms.dropFirst()).allSatisfy { $0 <= $1 } && zooms.last! > 1.49)
    }
}
