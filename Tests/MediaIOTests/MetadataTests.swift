import FixtureMedia
import Foundation
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// When, where and with what: from any container to both that are written.
@Suite struct MetadataTests {
    static let created = "2026-05-01T09:30:00.000000Z"
    static let place = "+47.3769+008.5417/"

    /// As Android and iPhone write them, and a desktop program.
    static let android = FixtureRecording().with {
        $0.metadata = [
            Pair("creation_time", created), Pair("location", place), Pair("com.android.version", "14"),
            Pair("com.android.capture.fps", "240.0"), Pair("title", "At the lake"),
        ]
        $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
    }
    static let iPhone = FixtureRecording().with {
        $0.container = .mov
        $0.metadata = [
            Pair("creation_time", created), Pair("com.apple.quicktime.location.ISO6709", "+47.3769+008.5417+408.123/"),
            Pair("com.apple.quicktime.make", "Apple"), Pair("com.apple.quicktime.model", "iPhone 15 Pro"),
            Pair("com.apple.quicktime.creationdate", "2026-05-01T11:30:00+0200"),
            Pair("com.apple.quicktime.content.identifier", "A5F0"),
        ]
        $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
    }
    /// Atoms of QuickTime's user data: ©xyz, ©mak, ©mod, ©nam.
    static let oldQuickTime = FixtureRecording().with {
        $0.container = .mov
        $0.metadata = [
            Pair("creation_time", created), Pair("location", place), Pair("make", "Compose"), Pair("model", "Fixture"),
            Pair("title", "At the lake"),
        ]
    }
    /// ISO 14496-12 and iTunes: ©nam, loci.
    static let iTunes = oldQuickTime.with { $0.container = .mp4 }
    static let matroska = oldQuickTime.with { $0.container = .mkv }

    @Test func valuesThatAreJoinedWithThemselvesAreReadOnce() {
        #expect(undoubled("a;a") == "a" && undoubled("a;a;a") == "a")
        #expect(undoubled("a;b") == "a;b" && undoubled("a") == "a" && undoubled("") == "" && undoubled("a;") == "a;")
    }

    @Test(arguments: ["out.mp4", "out.mov"])
    func androidTagsAreKept(_ name: String) throws {
        let tags = try rewritten(Self.android, name)
        #expect(tags["creation_time"] == Self.created)
        #expect(tags["location"]?.hasPrefix("+47.3769+008.5417") == true)
        #expect(tags["com.apple.quicktime.location.ISO6709"]?.hasPrefix("+47.3769+008.5417") == true)
        #expect(tags["com.android.version"] == "14")
        #expect(tags["title"] == "At the lake")
        // The output plays at its own speed: this would make players slow it down.
        #expect(tags["com.android.capture.fps"] == nil)
    }

    @Test(arguments: ["out.mp4", "out.mov"])
    func iPhoneTagsAreKept(_ name: String) throws {
        let tags = try rewritten(Self.iPhone, name)
        #expect(tags["creation_time"] == Self.created)
        #expect(tags["com.apple.quicktime.location.ISO6709"] == "+47.3769+008.5417+408.123/")
        #expect(tags["location"]?.hasPrefix("+47.3769+008.5417+408.1") == true)
        #expect(tags["com.apple.quicktime.make"] == "Apple" && tags["make"] == "Apple")
        #expect(tags["com.apple.quicktime.model"] == "iPhone 15 Pro" && tags["model"] == "iPhone 15 Pro")
        #expect(tags["com.apple.quicktime.creationdate"] == "2026-05-01T11:30:00+0200")
        // It would pair the output with the still of a Live Photo.
        #expect(tags["com.apple.quicktime.content.identifier"] == nil)
    }

    @Test(arguments: [oldQuickTime, iTunes, matroska], ["out.mp4", "out.mov"])
    func atomsAndMatroskaTagsAreKept(_ recording: FixtureRecording, _ name: String) throws {
        let tags = try rewritten(recording, name)
        #expect(tags["creation_time"] == Self.created)
        #expect(tags["title"] == "At the lake" && tags["com.apple.quicktime.title"] == "At the lake")
        #expect(tags["location"]?.hasPrefix("+47.3769+008.5417") == true)
        // MP4's atoms of iTunes have no room for the device.
        if recording.container != .mp4 {
            #expect(tags["make"] == "Compose" && tags["com.apple.quicktime.model"] == "Fixture")
        }
    }

    @Test func ofSeveralLanguagesTheSameOneIsAlwaysTaken() throws {
        var info = try MediaInfo(probing: try FixtureRecording().file())
        info.metadata = [:]
        for language in ["spa", "eng", "fra", "deu", "ita", "por", "nld", "swe"] {
            info.metadata["title-\(language)"] = language
        }
        #expect(info.portableMetadata["title"] == "deu")
        info.metadata["title"] = "plain"
        #expect(info.portableMetadata["title"] == "plain")
    }

    /// Android, and players from before Apple's keys, look for boxes of user data; the keys stay beside them.
    @Test(arguments: [android, iPhone, oldQuickTime], ["out.mp4", "out.mov"])
    func userDataIsWrittenBesideTheKeys(_ recording: FixtureRecording, _ name: String) throws {
        let folder = try TemporaryFolder()
        let tags = try MediaInfo(probing: try recording.file()).portableMetadata
        let read = try write(tags, folder, name)
        let boxes = try Self.userData(folder.bytes(name))
        #expect(boxes.keys.contains("meta"))
        for (box, tag) in [("xyz", "location"), ("mak", "make"), ("mod", "model"), ("nam", "title")] {
            // Length, language "eng", text.
            let text = tags[tag].map { [0, UInt8($0.utf8.count), 0x15, 0xC7] + Array($0.utf8) }
            #expect(boxes["\u{A9}" + box] == text, "\(tag)")
        }
        #expect(read["-"] == nil, "the placeholder is gone")
        // Each once: newer FFmpeg joins a box and a key of one name, and makes an altitude of 0 m of none.
        let text = String(decoding: folder.bytes(name), as: UTF8.self)
        for key in ["location", "make", "model", "title"] { #expect(!text.contains("mdta" + key)) }
        #expect(boxes["loci"] == nil)
        for (key, value) in tags where key.hasPrefix("com.") { #expect(read[key] == value) }
    }

    /// The boxes of `moov/udta`, walked through here apart from the code under test.
    private static func userData(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        func children(_ range: Range<Int>) -> [String: Range<Int>] {
            var found: [String: Range<Int>] = [:]
            var place = range.lowerBound
            while place + 8 <= range.upperBound {
                let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                let name = String(String.UnicodeScalarView(bytes[place + 4..<place + 8].map { Unicode.Scalar($0) }))
                found[name] = place + 8..<place + size
                place += size
            }
            #expect(place == range.upperBound, "the boxes fill their parent")
            return found
        }
        let movie = try #require(children(0..<bytes.count)["moov"])
        return children(try #require(children(movie)["udta"])).mapValues { Array(bytes[$0]) }
    }

    @Test(arguments: [
        "9223372036854775807-01-01T00:00:00Z", "2020-12-922337203685T00:00:00Z",
        "2020-12-01T9223372036854775807:00:00Z",
        "2020-12-01T00:9223372036854775807:00Z", "2020-12-01T00:00:9223372036854775807Z", "2020-00-01T00:00:00Z",
        "292277-01-01T00:00:00Z",
    ])
    func datesOfNoCalendarAreNone(_ date: String) throws {
        var info = try MediaInfo(probing: try FixtureRecording().file())
        info.metadata["creation_time"] = date
        #expect(info.creationTime == nil)
    }

    /// Against the calendar of the system.
    @Test(arguments: [
        "1990-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2023-12-31T12:00:00Z", "2024-03-01T00:00:01Z",
        "2026-05-01T09:30:00Z", "2036-02-29T06:07:08Z",
    ])
    func datesAreSecondsSince1970(_ date: String) throws {
        let info = try MediaInfo(
            probing: try FixtureRecording().with { $0.metadata = [Pair("creation_time", date)] }.file())
        let wanted = try #require(ISO8601DateFormatter().date(from: date)).timeIntervalSince1970
        #expect(info.creationTime == .seconds(Int64(wanted)))
    }

    /// Of an hour; the film shows two minutes from 1:00 on, or begins a minute earlier.
    @Test(arguments: [
        (60, "2026-05-01T09:31:00.000000Z", "2026-05-01T11:31:00+0200", "2026-05-01T08:33:00.000000Z"),
        (-86_400, "2026-04-30T09:30:00.000000Z", "2026-04-30T11:30:00+0200", "2026-04-30T08:32:00.000000Z"),
        (0, "2026-05-01T09:30:00.000000Z", "2026-05-01T11:30:00+0200", "2026-05-01T08:32:00.000000Z"),
    ])
    func aPartHasItsOwnDate(_ start: Int64, _ creation: String, _ local: String, _ ofAndroid: String) throws {
        var info = try MediaInfo(probing: try FixtureRecording().file())
        info.duration = .seconds(3600)
        info.metadata = [
            "creation_time": "2026-05-01T09:30:00.000000Z",
            "com.apple.quicktime.creationdate": "2026-05-01T11:30:00+0200",
            "date": "2026", "title": "At the lake",
        ]
        var tags = info.portableMetadata(from: .seconds(start), length: .seconds(120))
        #expect(tags["creation_time"] == creation && tags["com.apple.quicktime.creationdate"] == local)
        #expect(tags["date"] == "2026" && tags["title"] == "At the lake")
        // Android's is the end of the recording.
        info.metadata["com.android.version"] = "14"
        tags = info.portableMetadata(from: .seconds(start), length: .seconds(120))
        #expect(tags["creation_time"] == ofAndroid)
        // Less than half a second is nothing.
        #expect(info.portableMetadata(from: .milliseconds(400), length: .seconds(3600)) == info.portableMetadata)
    }

    @Test func aTimecodeTrackBesideIsNamedAndLeftAlone() throws {
        let path = try FixtureRecording().with {
            $0.container = .mov
            $0.metadata = [Pair("timecode", "01:00:00:00")]
        }.file()
        let info = try MediaInfo(probing: path)
        #expect(info.otherStreams == ["data:tmcd"])
        #expect(info.audio.count == 1 && info.video?.footage.duration == .milliseconds(1500))
        let scan = try DamageScan(info, threads: 1)
        #expect(scan.damage.isEmpty && scan.pictureCount == 45)
    }

    @Test func positionsAndACoverBesideAreNamedAndLeftAlone() throws {
        let path = try FixtureRecording().with { $0.companions = [.positions, .cover] }.file()
        let info = try MediaInfo(probing: path)
        #expect(info.otherStreams == ["data:bin_data", "video:png"])
        #expect(info.audio.count == 1 && info.video?.footage.duration == .milliseconds(1500))
        #expect(info.video?.storedSize == (try MediaInfo(probing: try FixtureRecording().file()).video?.storedSize))
        let scan = try DamageScan(info, threads: 1)
        #expect(scan.damage.isEmpty && scan.pictureCount == 45)
    }

    /// What writers make of a cover that is not marked as one.
    @Test(arguments: [FixtureRecording.Container.mp4, .mov, .mkv], ["libx264", "mjpeg"])
    func aSinglePictureBesideSoundIsItsCover(_ container: FixtureRecording.Container, _ encoder: String) throws {
        let recording = FixtureRecording().with {
            $0.container = container
            $0.timing = .constant(.thirty, frames: 1)
            $0.video.encoder = encoder
            if encoder == "mjpeg" { $0.video.pixelFormat = "yuvj420p" }
            $0.sound?.sampleCount = 3 * 48_000
        }
        let info = try MediaInfo(probing: try recording.file())
        #expect(info.video == nil && info.otherStreams.count == 1 && info.otherStreams[0].hasPrefix("video:"))
        let extent = try info.extent(ofSound: try #require(info.audio.first))
        #expect((extent.duration - .seconds(3)).magnitude < .milliseconds(60))
        // A picture alone is a picture.
        let silent = recording.with { $0.sound = nil }
        #expect(try MediaInfo(probing: try silent.file()).video?.footage.isEmpty == false)
    }

    @Test func theTimecodeTrackSaysHowItCounts() throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with {
            $0.container = .mov
            $0.timing = .constant(FrameRate(50)!, frames: 50)
            // The track has the number of the frame, 900195.
            $0.metadata = [Pair("timecode", "05:00:03:45")]
        }.file()
        try DamagedCopy.halvingTimecodeRate(path, to: folder("half.mov"))
        let info = try MediaInfo(probing: folder("half.mov"))
        #expect(info.timecodeRate == FrameRate(25)! && info.video?.frameRate == FrameRate(50)!)
        #expect(info.timecode == "10:00:07:20" && info.startTimecode?.elapsed == .milliseconds(36_007_800))
        #expect(try MediaInfo(probing: path).startTimecode?.elapsed == .milliseconds(18_003_900))
    }

    @Test func aClockThatWasNeverSetIsNoDate() throws {
        let info = try MediaInfo(
            probing: try FixtureRecording().with { $0.metadata = [Pair("creation_time", "1970-01-01T00:00:10Z")] }
                .file())
        #expect(info.creationTime == nil)
    }

    @Test func nothingIsWrittenThatWasNotGiven() throws {
        let folder = try TemporaryFolder()
        for name in ["out.mp4", "out.mov"] {
            let tags = try write([:], folder, name)
            #expect(Set(tags.keys).isSubset(of: ["major_brand", "minor_version", "compatible_brands"]))
        }
    }

    /// Read by FFmpeg, outside of what is tested.
    private func rewritten(_ recording: FixtureRecording, _ name: String) throws -> [String: String] {
        try write(try MediaInfo(probing: try recording.file()).portableMetadata, try TemporaryFolder(), name)
    }

    private func write(_ tags: [String: String], _ folder: TemporaryFolder, _ name: String) throws -> [String: String] {
        let size = PictureSize(width: 64, height: 48)
        let canvas = Canvas(size: size, format: .yuv420p8, color: .bt709)
        let encoder = try VideoEncoder(
            VideoEncoderSettings(
                codec: .h264, canvas: canvas, frameRate: .thirty, quality: .constantRateFactor(30), preset: "ultrafast")
        )
        let muxer = try Muxer(path: folder(name), inputs: [], mayReplace: false)
        let track = try muxer.addTrack(
            VideoTrackParameters(
                codec: .h264, size: size, configuration: encoder.configuration, color: .bt709, orientation: .upright,
                timescale: 30, frameRate: .thirty))
        muxer.setMetadata(tags)
        try muxer.start()
        let picture = PicturePool(format: .yuv420p8, size: size).picture()
        picture.fill()
        func write(_ packet: Packet) throws {
            let stored = StoredPacket(
                presentation: packet.presentation, isKeyFrame: packet.isKeyFrame, bytes: packet.withBytes { Array($0) })
            try muxer.write(stored, track: track, decode: stored.presentation, duration: 1)
        }
        for frame in 0..<Int64(3) { try encoder.encode(picture, frame: frame) { try write($0) } }
        try encoder.finish { try write($0) }
        _ = try muxer.finish()
        try muxer.commit()
        return try Movie(folder(name)).metadata
    }
}

/// The boxes of an index, by hand.
@Suite struct MovieFileTests {
    private func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(payload.count + 8).bigEndian) { Array($0) } + Array(type.utf8) + payload
    }

    /// A track with sample entries and a run of chunks of each; without a header where it has no number.
    private func track(_ number: UInt8?, _ entries: [String]) -> [UInt8] {
        let zeros = { [UInt8](repeating: 0, count: $0) }
        let descriptions = box("stsd", zeros(8) + entries.flatMap { box($0, zeros(8)) })
        let runs = entries.indices.flatMap { zeros(11) + [UInt8($0 + 1)] }
        let table = box("stbl", descriptions + box("stsc", zeros(8) + runs))
        let header = number.map { box("tkhd", zeros(15) + [$0] + zeros(68)) } ?? []
        return box("trak", header + box("mdia", box("minf", table)))
    }

    @Test func aTrackWithoutHeaderChangesNothingForTheOnesBehindIt() throws {
        let index = box("moov", track(nil, ["mp4a"]) + track(7, ["hvc1", "avc1"]) + track(8, ["avc1", "avc1"]))
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mov").path
        try Data(box("ftyp", []) + index).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let movie = try #require(MovieFile(path: path, byteCount: Int64(index.count + 8)))
        #expect(movie.differingCodecs(ofTrack: 7) == ["hvc1", "avc1"])
        #expect(movie.differingCodecs(ofTrack: 8) == nil)
    }
}
