import FixtureMedia
import Foundation
import MediaIO
import Testing

/// `--label`, `--clock` and `--timecode`.
@Suite struct TextCommandTests {
    private func pair() throws -> TemporaryFolder {
        try folderWithPair {
            $0.timing = .constant(.thirty, frames: 30)
            $0.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")]
        }
    }

    @Test func textIsWrittenIntoFilmAndStill() throws {
        let folder = try pair()
        let still = { (name: String, options: [String]) in
            let outcome = try Program.run(
                ["still", "front.mp4", "back.mp4", "--at", "0.5s", "-o", name] + options, in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            return folder.bytes(name)
        }
        let plain = try still("plain.png", [])
        for (index, options) in [
            ["--label"], ["--clock"], ["--timecode"], ["--label", "top-left,size=0.1"], ["--label", "back=Anna"],
        ].enumerated() {
            #expect(try still("\(index).png", options) != plain, "\(options)")
        }
        #expect(folder.bytes("0.png") != folder.bytes("4.png"))
        #expect(
            try still("comma.png", ["--label", "back=Smith, Anna,size=0.1"])
                != (try still("short.png", ["--label", "back=Smith,size=0.1"])))
        // Nothing of it is left where a name is none.
        #expect(try still("none.png", ["--label", "back=,front="]) == plain)
        let film = try Program.run(
            "front.mp4", "back.mp4", "--label", "--clock", "--timecode", "--preset", "ultrafast", "-o", "out.mp4",
            in: folder)
        #expect(film.status == 0, "\(film.error)")
        let dry = try Program.run("front.mp4", "back.mp4", "--label", "--timecode", "-n", "-o", "dry.mp4", in: folder)
        #expect(dry.output.contains("; label and timecode in the picture"), "\(dry.output)")
    }

    @Test func thePlanSaysWhyNothingIsCopied() throws {
        let folder = try pair()
        let plan = try Program.run(
            "plan", "front.mp4", "back.mp4", "--label", "--timecode", "--explain", in: folder)
        #expect(
            plan.output.contains("nothing is copied: text is drawn into every picture (label, timecode)"),
            "\(plan.output)")
        let required = try Program.run(
            "plan", "front.mp4", "back.mp4", "--label", "--smart", "require", in: folder)
        #expect(
            required.status == 65 && required.error.contains("text is drawn into every picture (label)"),
            "\(required.error)")
    }

    @Test(
        arguments: [
            (["--label", "crner=top"], "did you mean 'corner'?"),
            (["--label", "frnt=Anna"], "did you mean 'front'?"), (["--label", "middle"], "top-left"),
            (["--clock", "size=2"], "0.01 to 0.2"), (["--clock", "front=Anna"], "no parameter 'front'"),
            (["--timecode", "font=Compose Sans of Nowhere"], "no font named"),
            (["--label", "size=0.1,size=0.2"], "once"), (["--label", "Anna"], "front=Anna"),
            (["--label", "back=", "--label", "front=Anna"], "--label was given twice"),
            (["--label", "front=Anna:corner=top-left"], "write a comma before a setting: front=Anna,corner=top-left"),
            (["--label", "front=12:30:Size=0.1"], "write a comma before a setting: front=12:30,Size=0.1"),
            (["--clock", "--clock", "size=0.1"], "--clock was given twice"),
            (["--label", "front=\(String(repeating: "x", count: 61))"], "at most 60"),
        ] as [([String], String)])
    func whatCannotBeWrittenIsSaid(_ arguments: [String], _ says: String) throws {
        let folder = try pair()
        let outcome = try Program.run(["plan", "front.mp4", "back.mp4"] + arguments, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(says), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1, "one sentence: \(outcome.error)")
    }

    @Test func aFileAfterAnOptionWithoutAStyleIsNotTakenForOne() throws {
        let folder = try pair()
        let outcome = try Program.run("plan", "--label", "front.mp4", "back.mp4", in: folder)
        #expect(outcome.status == 64 && outcome.error.contains("after the files"), "\(outcome.error)")
    }

    @Test(arguments: ["Take 1: size", "10:30", "a: b=c"]) func aNameMayHaveAColon(_ name: String) throws {
        let outcome = try Program.run("plan", "front.mp4", "back.mp4", "--label", "front=\(name)", in: try pair())
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test func aClockThatNobodyKnowsIsSaid() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let outcome = try Program.run("plan", "front.mp4", "back.mp4", "--clock", in: folder)
        #expect(outcome.status == 64 && outcome.error.contains("has a recording time"), "\(outcome.error)")
        #expect(outcome.error.contains("(--clock)"))
    }

    /// Sixty wide letters have no room in half of the picture.
    @Test func aLabelWithoutRoomIsSaid() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 60) }
        let name = String(repeating: "W", count: 60)
        let plan = ["plan", "front.mp4", "back.mp4", "--view", "split", "--label"]
        let wide = try Program.run(plan + ["front=\(name)"], in: folder)
        #expect(wide.output.contains("'\(name)' is too wide for the picture of the front camera"), "\(wide.output)")
        let short = try Program.run(plan + ["front=Ann"], in: folder)
        #expect(short.status == 0 && !short.output.contains("too wide"))
    }
}
