import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import Testing
import Timeline

/// What a PQ video says of its brightness goes with it.
@Suite struct LightLevelTests {
    /// Graded on a P3 display of 1000 cd/m².
    static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"

    private func bright(_ recording: inout FixtureRecording, _ levels: String?) {
        recording.video.encoder = "libx265"
        recording.video.pixelFormat = "yuv420p10le"
        recording.color = .init(.pq)
        let parameters = "log-level=none:pools=1:frame-threads=1:scenecut=0:bframes=0"
        recording.video.options = [Pair("x265-params", parameters + (levels.map { ":\($0)" } ?? ""))]
    }

    @Test(arguments: ["out.mp4", "out.mov"])
    func theyAreKeptAndCoverBothCameras(_ name: String) throws {
        let folder = try TemporaryFolder()
        let job = Job {
            bright(&$0.back, "master-display=\(Self.display):max-cll=700,200")
            bright(&$0.front!, "max-cll=900,150")
        }
        let movie = try job.render(in: folder, as: name)
        #expect(movie.video?.color == .pq && movie.video?.tag == "hvc1")
        let levels = try #require(try MediaInfo(probing: folder(name)).video?.lightLevels)
        #expect(levels.brightestPixel == 900 && levels.brightestPicture == 200)
        let display = try #require(levels.display)
        #expect(display.chromaticities == [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450])
        #expect(display.maximum == 10_000_000 && display.minimum == 50)
        // The boxes themselves: ISO/IEC 14496-12 §12.1.5, big-endian, green before blue before red.
        let bytes = folder.bytes(name)
        let words = [13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450].flatMap {
            [UInt8($0 >> 8), UInt8($0 & 255)]
        }
        #expect(bytes.contains(Array("mdcv".utf8) + words))
        #expect(bytes.contains(Array("clli".utf8) + [3, 132, 0, 200]))
        // 900 is 3 · 256 + 132. And in the stream, for players that look there: a supplemental message of x265.
        #expect(bytes.contains([144, 4, 3, 132, 0, 200]))
    }

    @Test func nothingIsMadeUp() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            bright(&$0.back, nil)
            bright(&$0.front!, nil)
        }
        let movie = try job.render(in: folder)
        #expect(movie.video?.color == .pq)
        #expect(try MediaInfo(probing: folder("out.mp4")).video?.lightLevels == nil)
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        Data(self).range(of: Data(part)) != nil
    }
}
