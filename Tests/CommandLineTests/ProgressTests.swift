import FixtureMedia
import Foundation
import Testing

/// Every line for programs is as docs/schema says.
@Suite struct ProgressTests {
    /// The lines, each checked; in order.
    private func checked(_ outcome: Program.Outcome) throws -> [[String: Any]] { try checkedLines(outcome.output) }

    private func names(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["event"] as? String } }

    private func longPair() throws -> TemporaryFolder {
        try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
    }

    private static let film = [
        "front.mp4", "back.mp4", "--switch-every", "1s", "--transition-duration", "200ms", "--preset", "ultrafast",
        "-o", "out.mp4", "--progress", "json",
    ]

    @Test func aVerifiedFilmIsToldFromStartToDone() throws {
        let folder = try longPair()
        let outcome = try Program.run(Self.film + ["--smart", "require", "--verify"], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let events = try checked(outcome)
        let names = names(events)
        #expect(names.first == "start" && names.last == "done" && names.contains("progress"), "\(names)")
        let (start, done) = (try #require(events.first), try #require(events.last))
        #expect(start["schema"] as? Int == 1 && start["frameCount"] as? Int == 90)
        let copied = try #require(start["copiedFrames"] as? Int)
        #expect(copied > 0 && copied < 90)
        for event in [start, done] {
            #expect(event["copiedFrames"] as? Int == copied && event["encodedFrames"] as? Int == 90 - copied)
            #expect(event["copiedShare"] as? Double == Double(copied) / 90)
        }
        let verification = try #require(done["verification"] as? [String: Int])
        #expect(verification["splices", default: 0] >= 2 && verification["pictures", default: 0] > 30)
        #expect(verification["copiedStretches"] == 3)
        // Copied frames are nothing that is encoded.
        for progress in events where progress["event"] as? String == "progress" {
            #expect(progress["encodedFrames"] as? Int ?? .max <= 90 - copied)
            #expect((0...1).contains(progress["work"] as? Double ?? -1))
        }
    }

    @Test func notesAndAdjustmentsHaveKinds() throws {
        let folder = try longPair()
        let outcome = try Program.run(
            Self.film + ["--smart", "off", "--switch-at", "1s:front,50s:back"], in: folder)
        #expect(outcome.status == 64, "both ways to cut: \(outcome.error)")
        let cut = Self.film.filter { $0 != "--switch-every" && $0 != "1s" }
        let film = try Program.run(cut + ["--smart", "off", "--switch-at", "1s:front,50s:back"], in: folder)
        let events = try checked(film)
        let kinds = events.compactMap { $0["kind"] as? String }
        #expect(kinds == ["notSynced", "nothingCopied", "cutBeyondEnd"], "\(film.output)")
        #expect(events.last?["copiedShare"] as? Double == 0 && events.last?["verification"] == nil)
    }

    /// A dry run and a plan say the same, in the words of the first line of the render.
    @Test func plansSpeakTheSameWords() throws {
        let folder = try longPair()
        let dry = try checked(try Program.run(Self.film + ["-n"], in: folder))
        let planned = try checked(
            try Program.run(["plan"] + Self.film.dropLast(4) + ["--json"], in: folder))
        #expect(names(dry) == ["plan"] && names(planned) == ["plan"])
        #expect(dry[0]["output"] as? String == "out.mp4" && planned[0]["output"] == nil)
        let (one, other) = (dry[0].filter { $0.key != "output" }, planned[0])
        #expect(NSDictionary(dictionary: one) == NSDictionary(dictionary: other))
        let start = try #require(try checked(try Program.run(Self.film, in: folder)).first)
        for (key, value) in start where key != "event" {
            #expect((dry[0][key] as? NSObject) == (value as? NSObject), "\(key)")
        }
    }

    @Test(arguments: [
        (["nowhere.mp4", "-o", "out.mp4"], "noInput", 66), (["front.mp4", "--nonsense"], "usage", 64),
        (["front.mp4", "back.mp4", "--switch-every", "0s"], "usage", 64),
        (["front.mp4", "back.mp4", "-o", "old.mp4"], "exists", 79),
        (["front.mp4", "back.mp4", "-o", "out.mp4", "--smart", "require", "--codec", "hevc"], "badData", 65),
    ])
    func whatFailsBeforeTheStartIsALineToo(_ arguments: [String], _ kind: String, _ status: Int32) throws {
        let folder = try folderWithPair()
        try folder.write("precious", "old.mp4")
        for style in [["--progress", "json"], ["--progress=json"]] {
            let outcome = try Program.run(arguments + style, in: folder)
            #expect(outcome.status == status, "\(outcome.error)")
            let events = try checked(outcome)
            #expect(names(events) == ["error"], "\(outcome.output)")
            #expect(events.last?["kind"] as? String == kind && events.last?["status"] as? Int32 == status)
            let message = try #require(events.last?["message"] as? String)
            #expect(outcome.errorLines.last.map(String.init) == "compose: \(message)")
        }
    }

    @Test func damageAndChunksAreTold() throws {
        let folder = try TemporaryFolder()
        try DamagedCopy.flipped(
            try FixtureRecording().with { $0.sound = nil }.file(), from: 0.4, to: 0.5, count: 60, to: folder("back.mp4")
        )
        let damaged = try Program.run(
            "back.mp4", "--preset", "ultrafast", "--smart", "off", "-o", "out.mp4", "--progress", "json", in: folder)
        let done = try #require(try checked(damaged).last)
        let damage = try #require(done["damage"] as? [[String: Any]])
        #expect(
            damage.count == 1 && damage[0]["path"] as? String == "back.mp4" && damage[0]["pictures"] as? Int ?? 0 > 0)

        let pair = try longPair()
        _ = try Program.run(["plan"] + Self.film.dropLast(4) + ["-o", "film.otio"], in: pair)
        let chunk = try Program.run(
            "render", "film.otio", "--chunk", "1/1", "-o", "1.chunk", "--progress", "json", in: pair)
        let whole = try #require(try checked(chunk).last)
        #expect(whole["copiedFrames"] as? Int == 0 && whole["encodedFrames"] as? Int == whole["frameCount"] as? Int)
        let joined = try Program.run("join", "film.otio", "1.chunk", "-o", "out.mp4", "--progress", "json", in: pair)
        #expect(names(try checked(joined)).last == "done", "\(joined.error)")
    }

    /// For people who ask: why nothing is copied, how much is, and what was verified. Nobody else is told.
    @Test func peopleHearOfCopies() throws {
        let folder = try longPair()
        let film = Self.film.dropLast(2) + ["--overwrite"]
        let off = try Program.run(film + ["--smart", "off"], in: folder)
        #expect(off.error.contains("note: nothing is copied: --smart off"), "\(off.error)")
        #expect(off.errorLines.last?.contains(", nothing copied,") == true, "\(off.error)")
        let unasked = try Program.run(film + ["--codec", "hevc"], in: folder)
        #expect(unasked.status == 0 && !unasked.error.contains("copied"), "\(unasked.error)")
        let other = try Program.run(film + ["--codec", "hevc", "-v"], in: folder)
        #expect(
            other.error.contains("note: nothing is copied: hevc was requested, but back.mp4 is h264"), "\(other.error)")
        let several = try Program.run(
            film + ["--codec", "hevc", "--fps", "25", "--crf", "20", "--max-bitrate", "2M", "-n"], in: folder)
        let reasons = several.outputLines.filter { $0.contains("nothing is copied") }
        #expect(reasons.count == 1, "\(reasons)")
        #expect(
            reasons.first?.contains(
                "hevc was requested, but back.mp4 is h264; 25 frames per second were requested, but back.mp4 has 30; copied"
            ) == true,
            "\(reasons)")
        let verified = try Program.run(film + ["--smart", "require", "--verify"], in: folder)
        #expect(
            verified.error.contains(
                /verified: \d+ splices and 3 copied stretches; all \d+ pictures compared are identical/),
            "\(verified.error)")
        #expect(
            verified.errorLines.last?.contains(/, [1-9][0-9.]+% copied as recorded,/) == true,
            "\(verified.error)")
        let whole = try Program.run(
            "back.mp4", "--smart", "require", "--verify", "--overwrite", "-o", "out.mp4", in: folder)
        #expect(
            whole.error.contains(/verified: 1 copied stretch; all \d+ pictures compared are identical/),
            "\(whole.error)")
    }
}
