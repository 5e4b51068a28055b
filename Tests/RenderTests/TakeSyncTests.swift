import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// Which of the things that are known about when cameras started is believed.
@Suite struct TakeSyncTests {
    private static let noon = "2026-05-01T12:00:00Z"

    /// Ten seconds without sound, unless there is a scene to hear.
    private func recording(
        _ camera: Camera = .back, date: String? = nil, timecode: String? = nil, hears second: Double? = nil,
        frames: Int = 300
    ) -> FixtureRecording {
        FixtureRecording().with {
            $0.camera = camera
            $0.container = .mov
            $0.timing = .constant(.thirty, frames: frames)
            // Not compressed: what is heard in four seconds depends on the encoder.
            $0.sound?.encoder = "pcm_s16le"
            if let second { $0.sound?.scene = Int64((second * 48_000).rounded()) } else { $0.sound = nil }
            if let date { $0.metadata.append(Pair("creation_time", date)) }
            if let timecode { $0.metadata.append(Pair("timecode", timecode)) }
        }
    }

    private func placed(
        _ back: FixtureRecording, _ front: FixtureRecording, _ method: SyncMethod = .auto,
        _ change: (inout [Input]) -> Void = { _ in }
    ) throws -> Recording {
        var inputs = [Input(path: try back.file(), angle: "back"), Input(path: try front.file(), angle: "front")]
        change(&inputs)
        return try Recording(inputs, sync: method)
    }

    private func places(_ recording: Recording) -> [SyncPlace] {
        recording.notes.compactMap { if case .synced(_, _, let place) = $0 { place } else { nil } }
    }

    private func start(_ recording: Recording, _ take: Int = 1) -> MediaTime {
        recording.session.takes[take].clock.target(at: .zero)
    }

    @Test func timecodeComesFirst() throws {
        let found = try placed(
            recording(timecode: "10:20:30:00", hears: 0), recording(.front, timecode: "10:20:32:15", hears: 2.55))
        #expect(start(found) == .milliseconds(2500))
        #expect(places(found).map(\.method) == [.timecode])
    }

    /// The front camera was not running at the same time as the back camera, and is placed by the third.
    @Test func timecodesThatSoundConfirmPlaceInAnyOrder() throws {
        let files = try [
            recording(timecode: "10:20:30:00", hears: 0), recording(.front, timecode: "10:20:45:00", hears: 15),
            recording(timecode: "10:20:35:00", hears: 5, frames: 450),
        ].map { try $0.file() }
        let found = try Recording(
            zip(files, ["back", "front", "third"]).map { Input(path: $0, angle: Angle($1)) }, sync: .auto)
        let starts = found.session.takes.map { $0.clock.target(at: .zero) }
        #expect(starts == [.zero, .seconds(15), .seconds(5)], "\(starts)")
        #expect(places(found).map(\.method) == [.timecode, .timecode])
    }

    /// Without sound. Each overlaps only with one that is placed after it.
    @Test(arguments: [SyncMethod.auto, .timecode]) func timecodesPlaceSeveralFilesInAnyOrder(
        _ method: SyncMethod
    ) throws {
        let inputs = try [
            (.back, "10:20:30:00"), (.front, "10:20:47:00"), (.back, "10:20:42:00"), (.front, "10:20:35:00"),
        ].map { (camera: Camera, timecode) in
            Input(path: try recording(camera, timecode: timecode).file(), angle: camera == .back ? "back" : "front")
        }
        let found = try Recording(inputs, sync: method)
        let starts = found.session.takes.map { $0.clock.target(at: .zero) }
        #expect(starts == [.zero, .seconds(17), .seconds(12), .seconds(5)], "\(starts)")
    }

    /// Two cameras whose clocks were set by hand: their dates agree with their timecodes, and the sound with neither.
    @Test(arguments: [nil, "2026-05-01T12:00:02Z"]) func soundCorrectsATimecode(_ date: String?) throws {
        let found = try placed(
            recording(date: date.map { _ in Self.noon }, timecode: "10:20:30:00", hears: 0),
            recording(.front, date: date, timecode: "10:20:32:15", hears: 4))
        #expect((start(found) - .seconds(4)).magnitude <= .milliseconds(1))
        #expect(places(found).map(\.method) == [.audio])
    }

    /// A camera whose timecode was never set begins at a full hour; only who asks for it gets it, the others are told.
    @Test(arguments: [("10:00:00:00", "10:00:01:15"), ("00:59:58:15", "01:00:00:00")])
    func fullHoursAreUsedOnRequest(_ first: String, _ second: String) throws {
        let (back, front) = (recording(timecode: first), recording(.front, timecode: second))
        let asked = try placed(back, front, .timecode)
        #expect(start(asked) == .milliseconds(1500) && places(asked).map(\.method) == [.timecode])
        let unasked = try placed(back, front)
        #expect(start(unasked) == .zero && places(unasked).isEmpty)
        #expect(
            unasked.notes.contains {
                if case .notSynced(_, "front", .timecode, .unsetTimecode) = $0 { true } else { false }
            })
        // Where it would change nothing, nothing is said.
        let same = try placed(recording(timecode: "01:00:00:00"), recording(.front, timecode: "01:00:00:00"))
        #expect(!same.notes.contains { if case .notSynced(_, _, .timecode, _) = $0 { true } else { false } })
    }

    /// A recorder writes the samples since midnight into its files (`bext`).
    @Test func aTimeReferencePlacesARecorder() throws {
        let camera = try MediaInfo(probing: try recording(timecode: "10:00:05:00").file())
        let folder = try TemporaryFolder()
        try SoundFile.write(SoundSourceTests.beeps(seconds: 1), rate: 48_000, to: folder("mic.wav"))
        var mic = try MediaInfo(probing: folder("mic.wav"))
        for (reference, offset) in [(36_006 * 48_000, MediaTime.seconds(1)), (36_000 * 48_000, nil), (-1, nil)] {
            mic.metadata["time_reference"] = "\(reference)"
            #expect(StatedTime.timecodeOffset(of: mic, beside: camera) == offset)
        }
    }

    @Test func timecodeBeginsAgainAtMidnight() throws {
        let found = try placed(recording(timecode: "23:59:58:00"), recording(.front, timecode: "00:00:01:00"))
        #expect(start(found) == .seconds(3))
    }

    @Test func aTimecodeThatDatesContradictWaitsForTheSound() throws {
        let back = recording(date: Self.noon, timecode: "10:20:30:00", hears: 0)
        let heard = try placed(back, recording(.front, date: Self.noon, timecode: "10:20:36:00", hears: 1.5))
        #expect((start(heard) - .milliseconds(1500)).magnitude <= .milliseconds(1))
        #expect(places(heard).map(\.method) == [.audio])
        let silent = try placed(back, recording(.front, date: Self.noon, timecode: "10:20:36:00"))
        #expect(start(silent) == .seconds(6))
        #expect(places(silent).map(\.method) == [.timecode])
    }

    @Test func timecodeOfAnotherTimeOfDayIsNotBelieved() throws {
        let found = try placed(recording(timecode: "10:20:30:00"), recording(.front, timecode: "11:20:32:15"))
        #expect(start(found) == .zero && places(found).isEmpty)
    }

    @Test func soundComesBeforeDates() throws {
        let found = try placed(
            recording(date: Self.noon, hears: 0), recording(.front, date: "2026-05-01T12:00:05Z", hears: 1.234))
        #expect((start(found) - .milliseconds(1234)).magnitude <= .milliseconds(1))
        #expect(places(found).map(\.method) == [.audio])
        // A drift that is within its doubt is none, so sound can be copied.
        #expect(found.session.takes[1].clock.pieces.map(\.rate) == [.one])
    }

    /// Ten and five seconds of one scene: what they have in common is long enough to be heard, and to move a camera
    /// unasked only where it is 4.5 s or more.
    @Test(arguments: [(5.2, true), (5.7, false)])
    func soundThatIsShortMovesNobodyUnasked(_ second: Double, _ moves: Bool) throws {
        let front = recording(.front, hears: second)
        let unasked = try placed(recording(hears: 0), front)
        #expect((start(unasked) != .zero) == moves)
        let asked = try placed(recording(hears: 0), front, .audio)
        #expect((start(asked) - .milliseconds(Int64(second * 1000))).magnitude <= .milliseconds(1))
    }

    @Test func datesPlaceWhereNothingElseDoes() throws {
        let front = recording(.front, date: "2026-05-01T12:00:05Z")
        let found = try placed(recording(date: Self.noon), front)
        #expect(start(found) == .seconds(5))
        #expect(places(found).map(\.method) == [.clock])
        // Other sound says nothing about it.
        let other = try placed(
            recording(date: Self.noon, hears: 0), recording(.front, date: "2026-05-01T12:00:05Z", hears: 9000))
        #expect(start(other) == .seconds(5))
    }

    /// Once dates place one camera, they also tell where another was not, and every file counts, in any order.
    @Test func datesThatPlaceOneCameraAreToldOfAnother() throws {
        func found(_ third: String, _ second: String? = nil) throws -> (start: MediaTime, notes: [Diagnostic]) {
            let back = [recording(date: Self.noon)] + [second].compactMap(\.self).map { recording(date: $0) }
            let inputs =
                try back.map { Input(path: try $0.file(), angle: "back") } + [
                    Input(path: try recording(.front, date: third, frames: 299).file(), angle: "third"),
                    Input(path: try recording(.front, date: "2026-05-01T12:00:05Z").file(), angle: "front"),
                ]
            let found = try Recording(inputs, sync: .auto)
            let take = try #require(found.session.takes.first { $0.angle == "third" })
            return (
                take.clock.target(at: .zero),
                found.notes.filter { if case .notSynced(_, "third", .clock, .apart) = $0 { true } else { false } }
            )
        }
        let beside = try found("2026-05-01T12:00:08Z")
        #expect(beside.start == .seconds(8) && beside.notes.isEmpty)
        let apart = try found("2026-05-01T12:00:30Z")
        #expect(apart.start == .zero && apart.notes.count == 1, "\(apart.notes)")
        let later = try found("2026-05-01T12:00:20Z", "2026-05-01T12:00:13Z")
        #expect(later.start == .seconds(20) && later.notes.isEmpty, "\(later.notes)")
    }

    /// Ten seconds each. The sound decides what dates leave open: whether an hour between them is a time zone.
    @Test(
        arguments: [
            ("12:00:11", nil), ("12:00:20", nil), ("11:59:40", nil), ("12:00:10", 9000),
            ("12:00:20", 9000), ("13:00:00", 9000),
        ] as [(String, Double?)])
    func clipsThatFollowEachOtherAreNoCameras(_ time: String, _ second: Double?) throws {
        let (back, front) = (
            recording(date: Self.noon, hears: second.map { _ in 0 }),
            recording(.front, date: "2026-05-01T\(time)Z", hears: second)
        )
        let paths = try [back, front].map { try $0.file() }
        #expect(throws: TimelineError.recordedApart(paths: paths)) { try placed(back, front) }
        // Whoever knows better says so.
        #expect(start(try placed(back, front, .none)) == .zero)
        #expect(start(try placed(back, front) { $0[1].offset = .seconds(2) }) == .seconds(2))
    }

    /// The sound of one moment, in both; and a date that may be that of the end: 20 s until 12:00:20, and 10 s until noon.
    @Test func datesThatProveNothingRefuseNothing() throws {
        let heard = try placed(
            recording(date: Self.noon, hears: 0), recording(.front, date: "2026-05-01T12:00:20Z", hears: 2))
        #expect((start(heard) - .seconds(2)).magnitude <= .milliseconds(1))
        let ended = try placed(
            recording(date: Self.noon), recording(.front, date: "2026-05-01T12:00:15Z", frames: 600))
        #expect(start(ended) == .zero)
    }

    /// Dates of whole seconds, by which the second and the third overlap if they are those of the end, or by a second.
    @Test(arguments: ["12:00:28", "12:00:26", "12:00:24"]) func clipsMayOverlapByTheirDates(_ third: String) throws {
        let inputs = try [(Self.noon, 0.0), ("2026-05-01T12:00:17Z", 9000), ("2026-05-01T\(third)Z", 5000)]
            .enumerated().map { n, clip in
                let length = [300, 300, 360][n]
                return Input(
                    path: try recording(.front, date: clip.0, hears: clip.1, frames: length).file(),
                    angle: Angle("c\(n)"))
            }
        #expect(throws: TimelineError.recordedApart(paths: inputs.map(\.path))) {
            try Recording(inputs, sync: .auto)
        }
    }

    /// Dates of whole seconds tear no pair apart; those of another hour are of no use, and the time zone may be wrong.
    @Test(arguments: ["2026-05-01T12:00:01Z", "2026-05-01T11:59:59Z", "2026-05-01T13:00:03Z"])
    func datesThatMayBeWrongMoveNothing(_ date: String) throws {
        let found = try placed(recording(date: Self.noon), recording(.front, date: date))
        #expect(start(found) == .zero && places(found).isEmpty)
    }

    /// Five milliseconds are the way of sound through a room.
    @Test func aPairThatStartedTogetherStaysTogether() throws {
        let (back, front) = (recording(hears: 0), recording(.front, hears: 0.005))
        let found = try placed(back, front)
        #expect(found.session.takes[1].clock == .identity)
        #expect(places(found).map(\.isTogether) == [true])
        // Whoever asks for the sound gets what it says.
        #expect((start(try placed(back, front, .audio)) - .milliseconds(5)).magnitude <= .milliseconds(1))
    }

    @Test func soundThatDoesNotMatchIsSaidAndMovesNothing() throws {
        let found = try placed(recording(hears: 0), recording(.front, hears: 9000))
        #expect(found.session.takes[1].clock == .identity)
        #expect(
            found.notes.contains { if case .notSynced(_, "front", .auto, .unmatched) = $0 { true } else { false } })
    }

    /// Five seconds of two scenes, without dates; with dates that agree nothing is left to say.
    @Test func whereNothingIsKnownThatIsSaidOnce() throws {
        let why = { (recording: Recording) in
            recording.notes.compactMap { if case .notSynced(_, _, .auto, let why) = $0 { why } else { nil } }
        }
        let short = try placed(recording(hears: 0, frames: 150), recording(.front, hears: 9000, frames: 150))
        #expect(why(short) == [.unknown])
        let dated = try placed(
            recording(date: Self.noon, hears: 0, frames: 150),
            recording(.front, date: Self.noon, hears: 9000, frames: 150))
        #expect(dated.notes.isEmpty)
    }

    @Test func withoutSoundNothingIsSaid() throws {
        let found = try placed(recording(hears: 0), recording(.front))
        #expect(found.notes.isEmpty)
    }

    @Test func whatTheUserSaysOverrides() throws {
        let (back, front) = (recording(hears: 0), recording(.front, hears: 1.234))
        #expect(start(try placed(back, front) { $0[1].offset = .milliseconds(300) }) == .milliseconds(300))
        // The place of the first beside the other is as good.
        let first = try placed(back, front) { $0[0].offset = .seconds(2) }
        #expect(start(first, 0) == .seconds(2) && start(first) == .zero)
    }

    @Test func driftAloneTurnsAboutTheMiddle() throws {
        let found = try placed(recording(hears: 0), recording(.front, hears: 2)) {
            $0[1].drift = ClockRate(partsPerBillion: 400_000)
        }
        let clock = found.session.takes[1].clock
        #expect(clock.pieces.map(\.rate) == [ClockRate(partsPerBillion: 400_000)])
        // Both recorded eight seconds, so the middle is at four.
        #expect((clock.target(at: .seconds(4)) - .seconds(6)).magnitude <= .milliseconds(1))
        // 400 ppm of four seconds are 1.6 ms.
        #expect((clock.target(at: .zero) - .milliseconds(1998)).magnitude < .milliseconds(1))
    }

    @Test func filesOfOneCameraFollowUnlessSoundKnowsBetter() throws {
        let back = recording(hears: 0, frames: 600)
        let first = recording(.front, hears: 2, frames: 150)
        func starts(_ second: FixtureRecording, backFirst: Bool = true) throws -> [MediaTime] {
            var inputs = [
                Input(path: try first.file(), angle: "front"), Input(path: try second.file(), angle: "front"),
            ]
            inputs.insert(Input(path: try back.file(), angle: "back"), at: backFirst ? 0 : 2)
            let takes = try Recording(inputs, sync: .auto).session.takes
            return takes.map { $0.clock.target(at: .zero) }
        }
        let near = { (times: [MediaTime], expected: [Int64]) in
            zip(times, expected).allSatisfy { ($0 - .seconds($1)).magnitude <= .milliseconds(1) }
        }
        let later = recording(.front, hears: 12, frames: 151)
        #expect(near(try starts(later), [0, 2, 12]))
        // Behind the first when nothing is known of the second.
        #expect(near(try starts(recording(.front, frames: 152)), [0, 2, 7]))
        // The second shares no sound with the first, but with the other camera.
        #expect(near(try starts(later, backFirst: false), [0, 10, -2]))
    }

    /// The back camera recorded twice, the front camera only the second time: whatever the order of the files.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [2, 0, 1]]) func twoThatMatchOnlyEachOtherAreBesideEachOther(_ order: [Int])
        throws
    {
        let files = [
            ("back", try recording(hears: 0).file()), ("back", try recording(hears: 9000).file()),
            ("front", try recording(.front, hears: 9002).file()),
        ]
        let found = try Recording(order.map { Input(path: files[$0].1, angle: Angle(files[$0].0)) }, sync: .auto)
        let starts = found.session.takes.map { $0.clock.target(at: .zero) }
        let (first, second, front) = (
            starts[order.firstIndex(of: 0)!], starts[order.firstIndex(of: 1)!], starts[order.firstIndex(of: 2)!]
        )
        #expect(second - first == .seconds(10))
        #expect((front - second - .seconds(2)).magnitude <= .milliseconds(1))
        #expect(places(found).count == 1)
    }

    /// Under four seconds in common with the back camera, but more with a third one.
    @Test func aBriefMatchIsComparedWithTheOthers() throws {
        func starts(_ third: FixtureRecording) throws -> (found: Recording, front: MediaTime, third: MediaTime) {
            let files = try [recording(hears: 15), recording(.front, hears: 7, frames: 345), third].map {
                try $0.file()
            }
            let found = try Recording(
                zip(files, ["back", "front", "third"]).map { Input(path: $0, angle: Angle($1)) }, sync: .auto)
            let starts = found.session.takes.map { $0.clock.target(at: .zero) }
            return (found, starts[1] - starts[0], starts[2] - starts[1])
        }
        let sure = try starts(recording(hears: 5, frames: 480))
        #expect((sure.front + .seconds(8)).magnitude <= .milliseconds(1))
        #expect((sure.third + .seconds(2)).magnitude <= .milliseconds(1))
        #expect(places(sure.found).count == 2)
        // The third matches only the front camera: beside it, wherever that is.
        let alone = try starts(recording(hears: 4))
        #expect(alone.front == .zero)
        #expect((alone.third + .seconds(3)).magnitude <= .milliseconds(1))
        #expect(places(alone.found).count == 1)
        #expect(alone.found.notes.contains { if case .notSynced(_, "front", _, .brief) = $0 { true } else { false } })
    }

    @Test(arguments: [SyncMethod.timecode, .clock]) func whoAsksForAMethodHearsWhyItFails(_ method: SyncMethod) throws {
        func why(_ back: FixtureRecording, _ front: FixtureRecording) throws -> [NoSync] {
            try placed(back, front, method).notes.compactMap {
                if case .notSynced(_, "front", method, let why) = $0 { why } else { nil }
            }
        }
        let (full, empty) = (recording(date: Self.noon, timecode: "10:20:30:00", hears: 0), recording(.front, hears: 1))
        let path = try empty.file()
        #expect(try why(full, empty) == [method == .clock ? .noDate(path: path) : .noTimecode(path: path)])
        let far = recording(.front, date: "2026-05-01T14:00:00Z", timecode: "12:20:30:00", hears: 1)
        #expect(try why(full, far) == [.apart])
        let near = recording(.front, date: "2026-05-01T12:00:01Z", timecode: "10:20:31:00", hears: 3)
        #expect(start(try placed(full, near, method)) == .seconds(1))
    }
}
