import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing

@testable import Render
@testable import Planning

/// A disk that is too small is noticed before the work begins.
@Suite struct SpaceTests {
    @Test func aFilmThatCannotFitIsNotBegun() throws {
        let folder = try TemporaryFolder()
        var plan = try Job().plan().plan
        // An exabyte a second.
        plan.video.quality = .bitRate(1 << 60)
        let renderer = Renderer(
            plan: plan, output: folder("out.mp4"), mayReplace: false)
        #expect {
            _ = try renderer.run()
        } throws: { error in
            guard case MediaError.noSpace(folder("out.mp4"), let needed, let free) = error else { return false }
            return needed > 1 << 58 && free < needed
        }
        #expect(folder.contents == [])
    }

    @Test func whatIsEncodedIsThereTwiceAndWhatIsCopiedOnce() throws {
        var plan = try Job().plan().plan
        plan.video.quality = .bitRate(8_000_000)
        #expect(plan.video.leastBytes(frames: 30) == 1_000_000)
        #expect(plan.leastBytes(encoding: 30, of: 30, withCopies: true) == 2_000_000)
        #expect(plan.leastBytes(encoding: 0, of: 30, withCopies: false) == 1_000_000)
        let copied = try Job {
            $0.front = nil
            $0.request.smart = .require
            $0.request.policy = .never
        }.plan().plan
        #expect(copied.leastBytes(encoding: 0, of: 0, withCopies: true) == copied.sources[0].info.byteCount)
        #expect(copied.leastBytes(encoding: 0, of: 0, withCopies: false) == 0)
    }

    /// Half the rate factor's bits for each 6 more, and always less than real footage takes.
    @Test func aRateFactorIsEstimatedLow() throws {
        let canvas = Canvas(size: PictureSize(width: 1920, height: 1080), format: .yuv420p8, color: .bt709)
        let bytes = { (factor: Double) in
            VideoEncoderSettings(
                codec: .h264, canvas: canvas, frameRate: .thirty, quality: .constantRateFactor(factor), preset: "medium"
            ).leastBytes(frames: 30 * 60)
        }
        #expect(bytes(18) / bytes(24) == 2)
        // A minute of quiet 1080p at 1.2 Mbit/s.
        #expect((8_000_000...10_000_000).contains(bytes(18)))
    }
}
