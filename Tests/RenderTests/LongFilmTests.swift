import FixtureMedia
import MediaTime
import Pictures
import Render
import Planning
import Testing
import Timeline

/// What is right in the first minute is right in the last.
@Suite struct LongFilmTests {
    /// Rates that differ by one in a thousand: after a minute and a half that is 90 ms, were anything accumulated.
    @Test func nothingDrifts() throws {
        let folder = try TemporaryFolder()
        let ntsc = FrameRate(30000, 1001)!
        let job = Job {
            $0.back.size = PictureSize(width: 64, height: 48)
            $0.back.timing = .constant(.thirty, frames: 2700)
            $0.back.video.gop = 60
            $0.front = $0.back.with {
                $0.camera = .front
                $0.timing = .constant(ntsc, frames: 2697)
                $0.sound?.sampleRate = 44_100
            }
            $0.request.sound = .angle("front")
            $0.request.policy = .every(.seconds(20))
        }
        let movie = try job.render(in: folder)
        let cuts = stride(from: 600, to: 2700, by: 600).map { $0 }
        movie.check(job, Expectation(frameCount: 2700, cuts: cuts, transition: 6), nominal: [.front: ntsc])
        movie.expectBeeps((0..<90).map { (Double($0), .front) })
    }
}
