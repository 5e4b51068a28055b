import FixtureMedia
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// A file that was probed opens faster, and is the same file.
@Suite struct ReopeningTests {
    private func pictures(_ path: String, _ info: VideoInfo, threads: Int) throws -> [String] {
        let decoder = try VideoDecoder(path: path, info: info, threads: threads)
        var lines: [String] = []
        while let frame = try decoder.next() { lines.append("\(frame.start) \(PictureDigest(frame.pointer))") }
        return lines
    }

    private func sound(_ path: String, _ stream: Int, _ clock: FileClock) throws -> [[Float]] {
        let reader = try AudioReader(path: path, stream: stream, clock: clock)
        return try reader.read(from: 0, count: 96_000).channels
    }

    @Test(arguments: Variant.all)
    func everyReaderFindsTheSame(_ variant: Variant) throws {
        let path = try variant.recording.file()
        let info = try MediaInfo(probing: path)
        let video = try #require(info.video)
        var fresh = video
        fresh.clock.headers = nil
        let isMP4 = variant.recording.container == .mp4 || variant.recording.container == .mov
        #expect((video.clock.headers != nil) == isMP4)
        for threads in [1, 2] {
            #expect(try pictures(path, video, threads: threads) == pictures(path, fresh, threads: threads))
        }
        let indexes = try [video, fresh].map { try GOPIndex(reading: path, video: $0) }
        #expect(indexes[0].entries.map(\.presentation) == indexes[1].entries.map(\.presentation))
        #expect(
            indexes[0].configuration == indexes[1].configuration && indexes[0].clockOffset == indexes[1].clockOffset)
        for track in info.audio where track.isDecodable {
            #expect(try sound(path, track.streamIndex, info.clock) == sound(path, track.streamIndex, fresh.clock))
        }
    }

    @Test func anotherFileOfTheNameIsNotTakenForTheFirst() throws {
        let folder = try TemporaryFolder()
        try folder.add(try FixtureRecording().file(), as: "clip.mp4")
        let info = try video(folder("clip.mp4"))
        let width = { () throws -> Int32 in
            let demuxer = try Demuxer(path: folder("clip.mp4"), clock: info.clock)
            return withExtendedLifetime(demuxer) { demuxer.stream(0).pointee.codecpar.pointee.width }
        }
        #expect(try width() == 160)
        let other = FixtureRecording().with { $0.size = PictureSize(width: 320, height: 240) }
        try folder.remove("clip.mp4")
        try folder.add(try other.file(), as: "clip.mp4")
        #expect(try width() == 320)
    }
}
