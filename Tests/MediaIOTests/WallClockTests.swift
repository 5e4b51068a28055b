import FixtureMedia
import MediaTime
import Testing

@testable import MediaIO

/// What a clock on the wall showed, by what files say.
@Suite struct WallClockTests {
    private static let created = Pair("creation_time", "2026-05-01T09:30:00.000000Z")

    private func clock(_ tags: [Pair<String, String>], keys: Bool = true) throws -> WallClock? {
        let recording = FixtureRecording().with {
            $0.container = .mov
            $0.metadata = tags
            if keys { $0.muxerOptions = [Pair("movflags", "use_metadata_tags")] }
        }
        return try MediaInfo(probing: recording.file()).wallClock
    }

    @Test func aDateWithItsPlacesTimeIsThatTime() throws {
        let clock = try #require(
            try clock([Self.created, Pair("com.apple.quicktime.creationdate", "2026-05-01T11:29:58+0200")]))
        #expect(clock.text(at: .zero) == "2026-05-01 11:29:58")
        #expect(clock.text(at: .milliseconds(1999)) == "2026-05-01 11:29:59")
        #expect(clock.text(at: .seconds(12 * 3600 + 2)) == "2026-05-01 23:30:00")
        #expect(clock.text(at: .seconds(86_400)) == "2026-05-02 11:29:58")
    }

    @Test func aCreationTimeIsUTCAndSaysSo() throws {
        #expect(try clock([Self.created])?.text(at: .seconds(61)) == "2026-05-01 09:31:01 UTC")
    }

    @Test func withoutADateThereIsNone() throws {
        #expect(try clock([]) == nil)
        #expect(try clock([Pair("creation_time", "1970-01-01T00:00:00.000000Z")]) == nil)
    }

    /// A second and a half long: it began at half past the second before.
    @Test func whereTheEndWasWrittenTheLengthIsTakenOff() throws {
        let clock = try #require(try clock([Self.created, Pair("com.android.version", "14")]))
        #expect(clock.text(at: .zero) == "2026-05-01 09:29:58 UTC")
        // The sound lasts a little longer.
        #expect(clock.text(at: .milliseconds(1600)) == "2026-05-01 09:30:00 UTC")
    }

    @Test(
        arguments: [
            // The same clock, to the frame: the camera's own.
            ("09:30:00:15", "2026-05-01 09:30:00", "2026-05-01 09:30:01"),
            // Two hours ahead, and five and a half.
            ("11:30:01:15", "2026-05-01 11:30:01", "2026-05-01 11:30:02"),
            ("15:00:00:15", "2026-05-01 15:00:00", "2026-05-01 15:00:01"),
            // Ten hours behind is the day before.
            ("23:30:00:15", "2026-04-30 23:30:00", "2026-04-30 23:30:01"),
            // Nobody's time of day.
            ("03:14:15:00", "2026-05-01 09:30:00 UTC", "2026-05-01 09:30:00 UTC"),
            ("00:00:00:00", "2026-05-01 09:30:00 UTC", "2026-05-01 09:30:00 UTC"),
        ] as [(String, String, String)])
    func aTimecodeThatIsATimeOfDayMakesItExact(_ timecode: String, _ first: String, _ later: String) throws {
        let clock = try #require(try clock([Self.created, Pair("timecode", timecode)], keys: false))
        #expect(clock.text(at: .zero) == first)
        #expect(clock.text(at: .milliseconds(500)) == later)
    }

    @Test func twoPlacesTimesAreOneInstant() throws {
        let instant = { (tags: [Pair<String, String>]) in
            try MediaInfo(
                probing: FixtureRecording().with {
                    $0.container = .mov
                    $0.metadata = tags
                    $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
                }.file()
            ).recordedAt
        }
        let here = try instant([Pair("com.apple.quicktime.creationdate", "2026-05-01T11:30:00+0200")])
        #expect(try here == instant([Self.created]))
        #expect(try here == instant([Pair("com.apple.quicktime.creationdate", "2026-05-01T04:00:00-0530")]))
        #expect(try instant([]) == nil)
    }
}
