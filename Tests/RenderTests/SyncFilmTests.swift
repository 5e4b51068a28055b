@testable import Analysis
import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// Films of cameras that began at different times, placed by their sound.
@Suite struct SyncFilmTests {
    /// Both hear one scene; the front camera begins 1.234 s after the back camera.
    private static func pair(frontScene: Int64? = 59_232) throws -> [Input] {
        let back = FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 450)
            $0.sound?.scene = 0
        }
        let front = FixtureRecording().with {
            $0.camera = .front
            $0.timing = .constant(.thirty, frames: 450)
            $0.sound?.scene = frontScene
        }
        return [Input(path: try back.file(), angle: "back"), Input(path: try front.file(), angle: "front")]
    }

    @Test func soundPlacesTheSecondCamera() throws {
        let recording = try Recording(try Self.pair(), sync: .audio)
        let start = recording.session.takes[1].clock.target(at: .zero)
        #expect((start - .milliseconds(1234)).magnitude <= .milliseconds(1), "\(start)")
        let note = recording.notes.first { if case .synced = $0 { true } else { false } }
        #expect(note != nil)
        // Without being asked, nobody listens.
        #expect(try Recording(try Self.pair()).session.takes[1].clock == .identity)
    }

    @Test func whatTheUserPlacedStays() throws {
        var inputs = try Self.pair()
        inputs[1].offset = .milliseconds(500)
        let recording = try Recording(inputs, sync: .audio)
        #expect(recording.session.takes[1].clock == TimeMap(offset: .milliseconds(500)))
    }

    @Test func anotherSceneIsNotSynced() throws {
        let recording = try Recording(try Self.pair(frontScene: 480_000_000), sync: .audio)
        #expect(recording.session.takes[1].clock == .identity)
        #expect(
            recording.notes.contains {
                if case .notSynced(_, "front", .audio, .unmatched) = $0 { true } else { false }
            })
    }

    @Test func jumpsAndDriftBecomePiecesOfTheClock() throws {
        var alignment = Alignment(verdict: .matched)
        alignment.drift = 35.004
        alignment.pieces = [.init(from: 0, offset: 2), .init(from: 10, offset: 2.2)]
        let map = try #require(TimeMap.beside(TimeMap(offset: .seconds(1)), alignment))
        #expect(map.pieces.map(\.rate) == Array(repeating: ClockRate(partsPerBillion: 35_000)!, count: 2))
        #expect(map.target(at: .zero) == .seconds(3))
        #expect((map.target(at: .seconds(10)) - .milliseconds(13_200)).magnitude < .milliseconds(1))
    }
}

/// A reference that lost samples: all others seem to run back there.
@Suite struct LostSamplesTests {
    private func alignment(_ pieces: [(from: Double, offset: Double)], seconds: Double = 60) -> Alignment {
        var result = Alignment(verdict: .matched)
        result.pieces = pieces.map { .init(from: $0.from, offset: $0.offset) }
        result.overlap = seconds
        return result
    }

    @Test func theReferenceJumpsAndTheOthersDoNot() throws {
        let beside = [alignment([(0, 2), (20, 1.75)]), alignment([(0, 12), (10.2, 11.751)])]
        let lost = LostSamples(beside)
        #expect(lost.places.count == 1)
        #expect(abs(lost.places[0].time - 22) < 0.001 && abs(lost.places[0].gap - 0.25) < 0.001)
        let clock = try #require(lost.clock(over: TimeMap(offset: .seconds(1))))
        #expect(clock.target(at: .seconds(21)) == .seconds(22))
        #expect(clock.target(at: .seconds(23)) == .milliseconds(24_250))
        for alignment in beside {
            let (repaired, isWhole) = lost.repaired(alignment)
            #expect(isWhole && repaired.pieces == [alignment.pieces[0]])
        }
        // A recording that began after the loss lies as much later.
        #expect(abs(lost.repaired(alignment([(0, 30)])).alignment.pieces[0].offset - 30.25) < 0.001)
    }

    @Test func whatIsMixedWithItDoesNotJumpEither() throws {
        let reference = try #require(
            LostSamples([alignment([(0, 2), (20, 1.75)])]).clock(over: TimeMap(offset: .seconds(1))))
        // Measured anew: the place differs by a window, the loss by a millisecond.
        let clock = try #require(MixAligner.clock(of: alignment([(0, 2), (20.3, 1.749)]), beside: reference))
        #expect(clock == TimeMap(offset: .seconds(3)))
    }

    /// A recording that begins 5 s before the loss cannot show it.
    @Test func whoBarelyOverlapsALossDoesNotContradictIt() {
        let beside = [alignment([(0, 2), (20, 1.75)]), alignment([(0, 16.75)], seconds: 30)]
        let lost = LostSamples(beside)
        #expect(lost.places.count == 1)
        let (repaired, isWhole) = lost.repaired(beside[1])
        #expect(isWhole && abs(repaired.pieces[0].offset - 17) < 0.001)
    }

    @Test func aContradictedLossLeavesTheLongerStretch() {
        let beside = [alignment([(0, 2), (20, 1.75)]), alignment([(0, 5)])]
        let lost = LostSamples(beside)
        #expect(lost.places.isEmpty)
        let (repaired, isWhole) = lost.repaired(beside[0])
        #expect(!isWhole)
        #expect(repaired.pieces == [.init(from: 0, offset: 1.75)])
        #expect(lost.repaired(beside[1]).isWhole)
    }
}
