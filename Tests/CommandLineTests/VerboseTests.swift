import FixtureMedia
import Foundation
import Testing

/// What `-v` tells of the work, and that nothing of it is said otherwise.
@Suite struct VerboseTests {
    private static let steps = [
        "back is back.mp4: h264 yuv420p 160x96", "front is front.mp4: h264", "plan: 90 frames, 3 spans copied",
        "encoding 2 parts,", "h264 ultrafast, crf 18", "joining the parts in", "within all copies are correct",
    ]
    private static let details = ["opening back.mp4", "encoding frames", "seeking to the key frame", "pictures agree"]

    @Test(arguments: [([], [], steps + details), (["-v"], steps, details), (["-vv"], steps + details, [])])
    func tellsAsMuchAsAskedFor(_ flags: [String], _ said: [String], _ unsaid: [String]) throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
        let arguments = [
            "front.mp4", "back.mp4", "--switch-every", "1s", "--transition-duration", "200ms", "--preset", "ultrafast",
            "--smart", "require", "--verify", "-o", "out.mp4",
        ]
        let outcome = try Program.run(arguments + flags, in: folder)
        #expect(outcome.status == 0 && outcome.output == "", "\(outcome.error)")
        for words in said { #expect(outcome.error.contains(words), "\(words): \(outcome.error)") }
        for words in unsaid { #expect(!outcome.error.contains(words), "\(words): \(outcome.error)") }
        if flags == ["-v"] { #expect(outcome.errorLines.count < 12, "few lines: \(outcome.error)") }
    }

    @Test func whatIsContinuedIsTold() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 900) }
        let arguments = [
            "front.mp4", "back.mp4", "--smart", "off", "--preset", "veryfast", "--progress", "json", "-o", "out.mp4",
        ]
        let isPart = { (name: String) in name.hasSuffix(".packets") && !name.hasPrefix(".") && name.contains("video") }
        _ = try Program.run(arguments, in: folder) { program in
            program.wait { _ in
                guard let kept = folder.contents.first(where: { $0.hasSuffix(".compose") }) else { return false }
                return ((try? FileManager.default.contentsOfDirectory(atPath: folder(kept))) ?? []).contains(
                    where: isPart)
            }
            program.send(SIGKILL)
        }
        let outcome = try Program.run(arguments + ["-v"], in: folder)
        #expect(outcome.status == 0 && outcome.error.contains("of 6 parts are finished"), "\(outcome.error)")
    }
}
