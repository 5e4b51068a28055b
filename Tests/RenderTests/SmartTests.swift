import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Render
import Testing
import Timeline

/// Copied stretches show the same frames at the same times as encoded ones.
@Suite struct SmartTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// An encoder that can match its parameter sets is installed.
        var isCopied = true
        var change: @Sendable (inout FixtureRecording) -> Void
    }

    static let variants = [
        Variant(testDescription: "H.264 of a phone") {
            $0.video.options = [Pair("refs", "1"), Pair("weightp", "none")]
        },
        Variant(testDescription: "H.264 with B-frames") { $0.video.bFrames = 2 },
        Variant(testDescription: "H.264, CAVLC") { $0.video.options = [Pair("coder", "0")] },
        Variant(testDescription: "HEVC", isCopied: false) { $0.video.encoder = "libx265" },
        Variant(testDescription: "turned") { $0.orientation = Orientation(quarterTurns: 1) },
    ]

    @Test(arguments: variants)
    func copiedStretchesShowTheRightFrames(_ variant: Variant) throws {
        let folder = try TemporaryFolder()
        let change = { (recording: inout FixtureRecording) in
            recording.timing = .constant(.thirty, frames: 120)
            recording.video.gop = 10
            variant.change(&recording)
        }
        let job = Job {
            change(&$0.back)
            change(&$0.front!)
            if $0.back.video.encoder == "libx265" { $0.request.codec = .hevc }
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.smart = .auto
        }
        #expect(try job.plan().plan.join != nil || !variant.isCopied, "something is copied")
        let movie = try job.render(in: folder)
        movie.check(job, Expectation(frameCount: 120, cuts: [60], transition: 6))
        movie.expectBeeps([(0, .back), (1, .back), (2, .back), (3, .back)])
    }
}
