import CFFmpeg
import FixtureMedia
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// Decoding begins where the packets say that it can, whatever the container marks as key frames.
@Suite struct RandomAccessTests {
    static let marked =
        Variant.all.filter {
            ["plain", "B-frames", "open GOP", "HEVC", "HEVC, open GOP, 10 bit", "MPEG-4 in MP4", "AV1"]
                .contains($0.testDescription)
        } + [
            Variant("MPEG-4 with B-frames") {
                $0.video.encoder = "mpeg4"
                $0.video.bFrames = 2
            },
            Variant("H.263 in MOV") {
                $0.video.encoder = "h263"
                $0.container = .mov
                $0.size = PictureSize(width: 176, height: 144)
                $0.sound = nil
            },
            Variant("VP9 in MP4") { $0.video.encoder = "libvpx-vp9" },
        ]

    /// Every picture of a file by its time, decoded from the first to the last.
    private func straight(_ path: String) throws -> [MediaTime: PictureDigest] {
        let decoder = try VideoDecoder(path: path, info: try video(path), threads: 1)
        var pictures: [MediaTime: PictureDigest] = [:]
        while let frame = try decoder.next() { pictures[frame.start] = PictureDigest(frame.pointer) }
        return pictures
    }

    /// Asks for the frames backwards and in a scrambled order: after a seek each equals that of a straight decode.
    private func expectSameAfterSeeking(_ path: String, threads: Int) throws -> FrameReader {
        let pictures = try straight(path)
        let times = pictures.keys.sorted()
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: threads)
        for step in [times.count - 1, 7, 11, 17] {
            for index in times.indices {
                let time = times[(index * step + step) % times.count]
                let found = try reader.frame(at: time)
                #expect(found.start == time && PictureDigest(found.pointer) == pictures[time], "at \(time)")
            }
        }
        #expect(reader.decoder.damage.isEmpty, "\(reader.decoder.damage)")
        return reader
    }

    @Test(arguments: marked, [nil, 4])
    func wrongSyncSamplesDoNotShow(_ variant: Variant, shift: Int?) throws {
        let folder = try TemporaryFolder()
        let path = folder("marked.\(variant.recording.container.rawValue)")
        try DamagedCopy.shiftingSync(by: shift, try variant.recording.with { $0.sound = nil }.file(), to: path)
        for threads in [1, 3] { _ = try expectSameAfterSeeking(path, threads: threads) }
    }

    @Test func aCodecThatDoesNotTellIsDecodedFromTheBeginning() throws {
        let path = try FixtureRecording().with {
            $0.video.encoder = "msmpeg4v2"
            $0.container = .avi
            $0.sound = nil
        }.file()
        let reader = try expectSameAfterSeeking(path, threads: 1)
        #expect(!reader.decoder.findsPoints)
    }

    @Test(arguments: Variant.all)
    func packetsSayWhatTheirEncoderSaid(_ variant: Variant) throws {
        let path = try variant.recording.with { $0.sound = nil }.file()
        let demuxer = try Demuxer(path: path)
        let index = try #require(demuxer.videoIndex)
        let stream = demuxer.stream(index)
        let decoder = try #require(avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id))
        let detector = try RandomAccessDetector(stream, decoder)
        demuxer.select(index)
        var answers: [Bool?] = []
        var marks: [Bool?] = []
        while try demuxer.read() {
            answers.append(detector.isPoint(demuxer.packet))
            marks.append(demuxer.packet.pointee.flags & AV_PKT_FLAG_KEY != 0)
        }
        #expect(answers == marks)
        #expect(answers.contains(true))
    }
}
