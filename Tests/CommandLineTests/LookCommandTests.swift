import FixtureMedia
import Foundation
import MediaIO
import Testing

/// `compose looks`, and the options that change colors.
@Suite struct LookCommandTests {
    @Test func looksAreListedExplainedAndDrawn() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let list = try Program.run(["looks"], in: folder)
        #expect(list.status == 0)
        for name in ["vivid", "dramatic", "cool", "warm", "mono", "sepia", "cinematic", "lut", "adjust"] {
            #expect(list.output.contains("\(name) "))
        }
        let adjust = try Program.run("looks", "adjust", in: folder)
        #expect(adjust.output.contains("temperature") && adjust.output.contains("stops"))
        let sheet = try Program.run(
            "looks", "--sheet", "looks.png", "--from", "back.mp4", "--at", "0.5s", "--cell", "64x36", in: folder)
        #expect(sheet.status == 0, "\(sheet.error)")
        // Eight pictures, three side by side.
        #expect(try GrayImage(path: folder("looks.png")).size.width == 3 * 88 + 8)
    }

    @Test func looksComeInTheOrderOfTheirOptions() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let outcome = try Program.run(
            "plan", "front.mp4", "back.mp4", "--look", "front=warm:amount=0.5", "--look", "mono", "--adjust",
            "front=exposure=0.3", "--adjust", "contrast=1.1", "--json", "-o", "film.otio", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let text = try String(contentsOfFile: folder("film.otio"), encoding: .utf8)
        let plan = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let metadata = try #require((plan["metadata"] as? [String: Any])?["compose"] as? [String: Any])
        let looks = try #require((metadata["output"] as? [String: Any])?["looks"] as? [[String: Any]])
        #expect(looks.map { "\($0["angle"]!) \($0["looks"]!)" }.count == 2)
        let names = looks.map { ($0["looks"] as? [Any] ?? []).map { "\($0)" } }
        #expect(names.map(\.count) == [2, 4], "\(names)")
    }

    @Test(
        arguments: [
            (["--look", "warmer"], "did you mean 'warm'?"), (["--look", "front=vivd"], "did you mean 'vivid'?"),
            (["--look", "side=warm"], "no camera named 'side'"), (["--look", "warm:amount=2"], "amount"),
            (["--look", "lut"], "file"), (["--look", "lut:missing.cube"], "missing.cube"),
            (["--look", "lut:."], "(it is a folder)"),
            (["--look", "film.cube"], "write lut:film.cube"), (["--look", "front:warm"], "such as front=warm"),
            (["--adjust", "exposure"], "write values such as"),
            (["--adjust", "exposre=1"], "did you mean 'exposure'?"),
            (["--adjust", "side=exposure=1"], "no camera named 'side'"), (["--adjust", "exposure=9"], "-3 to 3"),
            (["--match-color", "side"], "no camera named 'side'"), (["--match-color", "back"], "is the primary one"),
        ] as [([String], String)])
    func whatCannotBeDoneIsSaid(_ arguments: [String], _ says: String) throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let outcome = try Program.run(["plan", "front.mp4", "back.mp4"] + arguments, in: folder)
        #expect(outcome.status != 0 && outcome.error.contains(says), "\(outcome.error)")
    }

    /// File names with the characters between parameters, and an amount behind them.
    @Test(arguments: ["Kodak 2383, v1.0.cube", "a=b.cube", "it'\u{301}s .cube"]) func tablesMayHaveAnyName(
        _ name: String
    ) throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let rows = (0..<8).map { "\(1 - $0 & 1) \(1 - $0 >> 1 & 1) \(1 - $0 >> 2)" }
        try folder.write("LUT_3D_SIZE 2\n" + rows.joined(separator: "\n") + "\n", name)
        for amount in ["", ":amount=0.5", ",amount=0.5"] {
            let outcome = try Program.run(
                ["front.mp4", "back.mp4", "--look", "front=lut:\(name)\(amount)", "-n"], in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        let refused = try Program.run(
            ["plan", "front.mp4", "back.mp4", "--look", "lut:\(name):amount=7"], in: folder)
        #expect(refused.status != 0 && refused.error.contains("amount"), "\(refused.error)")
    }

    @Test func optionsOfASheetAreNotIgnored() throws {
        let folder = try TemporaryFolder()
        for options in [["--from", "a.mp4"], ["--columns", "2"], ["--at", "1s"], ["--overwrite"]] {
            let outcome = try Program.run(["looks"] + options, in: folder)
            #expect(outcome.status == 64 && outcome.error.contains("no effect without --sheet"), "\(outcome.error)")
        }
    }
}
