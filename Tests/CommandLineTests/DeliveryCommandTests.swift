import FixtureMedia
import Foundation
import Testing

/// What the command line says of codecs, containers and purposes.
@Suite struct DeliveryCommandTests {
    @Test func theEndingDecidesWhatIsWritten() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run("front.mp4", "back.mp4", "--preset", "5", "-o", "out.webm", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let movie = try Movie(folder("out.webm"))
        #expect(movie.video?.codec == "vp9" && movie.audio?.codec == "opus" && movie.frames.count == 45)
        // SVT-AV1 talks to the terminal unless it is told not to.
        let quiet = try Program.run(
            "front.mp4", "back.mp4", "--codec", "av1", "--progress", "none", "-o", "out.mkv", in: folder)
        #expect(quiet.status == 0 && !quiet.error.contains("Svt"), "\(quiet.error)")
    }

    @Test func withoutANameProResGoesToAMovie() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run("front.mp4", "back.mp4", "--codec", "prores", "--preset", "proxy", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(folder.contents.contains("composed.mov"), "\(folder.contents)")
        let movie = try Movie(folder("composed.mov"))
        #expect(movie.video?.tag == "apco" && movie.audio?.codec == "pcm_s24le")
    }

    @Test func aPlanFileKeepsItsCodecsAndRefusesAnotherContainer() throws {
        let folder = try folderWithPair()
        let planned = try Program.run(
            "plan", "front.mp4", "back.mp4", "--codec", "vp9", "--preset", "5", "--chapters", "-o", "film.otio",
            in: folder)
        #expect(planned.status == 0, "\(planned.error)")
        let refused = try Program.run("render", "film.otio", "-o", "out.mov", in: folder)
        #expect(refused.status == 64 && refused.error.contains(".webm"), "\(refused.error)")
        #expect(!folder.contents.contains("out.mov"))
        let made = try Program.run("render", "film.otio", "-o", "out.webm", in: folder)
        #expect(made.status == 0, "\(made.error)")
        #expect(try Movie(folder("out.webm")).video?.codec == "vp9")
    }

    @Test func aPurposeIsReportedWithTheSizeOfTheFile() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            "plan", "front.mp4", "back.mp4", "--delivery", "social", "--fps", "25", "--poster", "0.5s", "--json",
            in: folder
        )
        let plan = try json(outcome.output)
        #expect(plan["codec"] as? String == "h264" && plan["audioCodec"] as? String == "aac")
        #expect(plan["width"] as? Int == 160, "what is smaller than 1080p is not enlarged")
        #expect(plan["frameRate"] as? String == "25/1", "a single option overrides it")
        #expect(plan["encoder"] as? String == "software" && plan["poster"] as? Double == 0.5)
        #expect(plan["chapters"] as? Bool == false)
        let bytes = try #require(plan["estimatedBytes"] as? Int)
        let text = try Program.run(
            "plan", "front.mp4", "back.mp4", "--delivery", "social", "--codec", "x264", "--fps", "25", in: folder)
        #expect(bytes > 0 && text.output.contains("at most 8000 kb/s") && text.output.contains("roughly "))
    }

    @Test func whoEncodesIsSaidWhereItIsLeftOpen() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            "plan", "front.mp4", "back.mp4", "--encoder", "auto", "--smart", "off", "--json", in: folder)
        let plan = try json(outcome.output)
        let notes = try #require(plan["notes"] as? [[String: Any]])
        #expect(notes.contains { $0["kind"] as? String == "encoder" }, "\(notes)")
        #expect(plan["copiedFrames"] as? Int == 0)
    }
}
