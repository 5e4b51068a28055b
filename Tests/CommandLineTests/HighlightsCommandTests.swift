import FixtureMedia
import Foundation
import MediaTime
import Testing

@Suite("Highlights") struct HighlightsCommandTests {
    /// Two cameras, each at one speaker.
    private func cameras() throws -> [String] {
        try (0..<2).map { seat in
            let file = try FixtureRecording().with {
                $0.camera = seat == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = .init(sampleRate: 16_000, channels: 1)
                $0.sound?.seat = seat
            }.file()
            return "\(seat == 0 ? "front" : "back")=\(file)"
        }
    }

    @Test func eachMomentIsAPlanOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(
            ["highlights"] + cameras() + ["--length", "5s..12s", "--count", "2", "-o", "best.otio"], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.outputLines.count == 2 && outcome.outputLines[0].hasPrefix("1  "), "\(outcome.output)")
        #expect(Set(folder.contents) == ["best-1.otio", "best-2.otio"])
        let film = try Program.run("plan", "best-1.otio", "--json", in: folder)
        let seconds = try #require(try json(film.output)["duration"] as? Double)
        #expect((4.9...12.1).contains(seconds))
        // Nothing is overwritten, and it is said before anything is heard.
        let again = try Program.run(
            ["highlights"] + cameras() + ["--length", "5s..12s", "-o", "best.otio"], in: folder)
        #expect(again.status == 79 && again.error.contains("best-1.otio"), "\(again.error)")
    }

    @Test func momentsAreFilms() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(
            ["highlights"] + cameras() + [
                "--switch", "auto", "--length", "4s..8s", "--count", "1", "--preset", "ultrafast", "-o", "short.mp4",
            ], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(folder.contents == ["short-1.mp4"])
    }

    @Test func aProgramReadsTheReasons() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(
            ["highlights"] + cameras() + ["--switch", "auto", "--length", "8s..20s", "-n", "--json"], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let found = try #require(try json(outcome.output)["highlights"] as? [[String: Any]])
        let first = try #require(found.first)
        #expect(first["output"] == nil && folder.contents.isEmpty)
        let reasons = try #require(first["reasons"] as? [[String: Any]])
        let exchange = try #require(reasons.first { $0["reason"] as? String == "exchange" })
        #expect(Set(exchange["speakers"] as? [String] ?? []) == ["front", "back"])
    }

    @Test func whatCannotBeFoundIsSaid() throws {
        let folder = try TemporaryFolder()
        let long = try Program.run(["highlights"] + cameras() + ["-n"], in: folder)
        #expect(long.status == 64 && long.error.contains("--length"), "\(long.error)")
        let wrong = try Program.run(["highlights"] + cameras() + ["--length", "60s", "-n"], in: folder)
        #expect(wrong.status == 64 && wrong.error.contains("such as 30s..60s"), "\(wrong.error)")
        try folder.write("{}", "film.otio")
        let plan = try Program.run("highlights", "film.otio", in: folder)
        #expect(plan.status == 64 && plan.error.contains("searched in recordings"), "\(plan.error)")
    }
}
