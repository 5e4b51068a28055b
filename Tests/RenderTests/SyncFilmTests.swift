@testable import Analysis
import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Planning

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
                if case .notSynced(_, "front", .unmatched) = $0 { true } else { false }
            })
    }

    @Test func jumpsAndDriftBecomePiecesOfTheClock() throws {
        var alignment = Alignment(verdict: .matched)
        alignment.drift = 35.004
        alignment.pieces = [.init(from: 0, offset: 2), .init(from: 10, offset: 2.2)]
        let (map, isWhole) = try #require(TimeMap.beside(TimeMap(offset: .seconds(1)), alignment))
        #expect(isWhole && map.pieces.map(\.rate) == Array(repeating: ClockRate(partsPerBillion: 35_000)!, count: 2))
        #expect(map.target(at: .zero) == .seconds(3))
        #expect((map.target(at: .seconds(10)) - .milliseconds(13_200)).magnitude < .milliseconds(1))
        // Time that runs back: the reference lost samples.
        alignment.pieces[1].offset = 1.8
        let (first, fits) = try #require(TimeMap.beside(.identity, alignment))
        #expect(first.pieces.count == 1 && !fits)
    }
}
