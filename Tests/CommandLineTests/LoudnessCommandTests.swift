import FixtureMedia
import Foundation
import Testing

/// What the command line says of loudness, and takes for it.
@Suite struct LoudnessCommandTests {
    @Test func theSummaryTellsWhatWasWritten() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--loudness", "-20", "--preset", "ultrafast", "-o", "out.mp4", in: folder)
        #expect(
            outcome.status == 0 && outcome.errorLines.last?.contains(/, sound from \w+, -\d+\.\d LUFS/) == true,
            "\(outcome.error)")
        let all = try Program.run(
            "front.mp4", "back.mp4", "--loudness", "-20", "--preset", "ultrafast", "-o", "all.mp4", "-v", in: folder)
        #expect(all.error.contains("LUFS, true peak -"), "\(all.error)")
        let probed = try Program.run("probe", "out.mp4", "--loudness", in: folder)
        let lines = probed.output.split(separator: "\n").filter { $0.contains("loudness") }
        #expect(
            lines.count == 1 && lines[0].contains(" LUFS, range ") && lines[0].hasSuffix(" dBTP"), "\(probed.output)")
    }

    @Test func programsGetTheSameNumbers() throws {
        let folder = try folderWithPair()
        let planned = try Program.run("plan", "front.mp4", "back.mp4", "--loudness=-20LUFS", "--json", in: folder)
        #expect(try json(planned.output)["targetLoudness"] as? Double == -20)
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--normalize", "peak", "--progress", "json", "-o", "out.mp4", in: folder)
        let done = try json(String(try #require(outcome.output.split(separator: "\n").last)))
        let peak = try #require((done["loudness"] as? [String: Any])?["truePeak"] as? Double)
        #expect(peak <= -1)
        let probed = try json(try Program.run("probe", "out.mp4", "--loudness", "--json", in: folder).output)
        let track = try #require((probed["audio"] as? [[String: Any]])?.first?["loudness"] as? [String: Any])
        #expect(abs(try #require(track["truePeak"] as? Double) - peak) < 0.1)
    }

    @Test func copiedSoundIsMeasured() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run("front.mp4", "back.mp4", "--progress", "json", "-o", "out.mp4", in: folder)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(try json(lines[0])["copiesAudio"] as? Bool == true)
        let done = try json(try #require(lines.last))
        let told = try #require(done["loudness"] as? [String: Any])
        #expect(done["audioNotDecoded"] as? Bool == false)
        let probed = try json(try Program.run("probe", "out.mp4", "--loudness", "--json", in: folder).output)
        let read = try #require((probed["audio"] as? [[String: Any]])?.first?["loudness"] as? [String: Any])
        for key in ["integrated", "truePeak"] {
            let difference = try #require(told[key] as? Double) - (try #require(read[key] as? Double))
            #expect(abs(difference) < 0.05, "\(key): \(told) is told, \(read) is read")
        }
    }

    /// In a plan file, in chunks and at once: the same bytes.
    @Test func aPlanFileKeepsTheLevel() throws {
        let folder = try folderWithPair()
        let options = ["front.mp4", "back.mp4", "--loudness", "-16", "--mono", "--sample-rate", "44100"]
        #expect(try Program.run(options + ["-o", "a.mp4"], in: folder).status == 0)
        #expect(try Program.run(["plan"] + options + ["-o", "film.otio"], in: folder).status == 0)
        for part in ["1/2", "2/2"] {
            let name = part.prefix(1) + ".chunk"
            let outcome = try Program.run("render", "film.otio", "--chunk", part, "-o", String(name), in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        let joined = try Program.run(
            "join", "film.otio", "1.chunk", "2.chunk", "--progress", "json", "-o", "b.mp4", in: folder)
        #expect(joined.status == 0, "\(joined.error)")
        #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
        let done = try json(String(try #require(joined.output.split(separator: "\n").last)))
        #expect(done["loudness"] != nil, "whoever joins the parts tells how loud they are")
    }

    @Test(arguments: [
        (["--loudness", "3"], "--loudness 3: write a loudness in LUFS from -40 to -5, such as -14."),
        (["--loudness", "loud"], "--loudness loud: write a loudness in LUFS from -40 to -5, such as -14."),
        (
            ["--loudness", "-14", "--normalize", "peak"],
            "--loudness and --normalize cannot be used together; give one."
        ),
        (
            ["--sample-rate", "44100", "--audio-codec", "opus", "-o", "x.mkv"],
            "Opus is not written at 44100 Hz; use one of 8000, 12000, 16000, 24000, 48000 (--sample-rate)."
        ),
        (["--sample-rate", "7", "-o", "x.mkv"], "AAC is not written at 7 Hz"),
    ])
    func nonsenseIsRefused(_ options: [String], _ sentence: String) throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(["front.mp4", "back.mp4"] + options, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(sentence), "\(outcome.error)")
    }
}
