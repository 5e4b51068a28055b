import FixtureMedia
import Foundation
import MediaIO
import Pictures
import Testing

/// `compose views`, and the options that show more than one camera.
@Suite struct ViewCommandTests {
    @Test func viewsAreListedExplainedAndDrawn() throws {
        let folder = try TemporaryFolder()
        let list = try Program.run(["views"], in: folder)
        #expect(list.status == 0)
        for name in ["single", "pip", "split", "dominant", "equal", "grid"] {
            #expect(list.output.contains("\(name) "))
        }
        let pip = try Program.run("views", "pip", in: folder)
        #expect(pip.output.contains("corner") && pip.output.contains("(default: bottom-right)"))
        #expect(pip.output.contains("for example    --view pip:"))
        let json = try Program.run("views", "--json", in: folder)
        for line in json.output.split(separator: "\n") {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
        let sheet = try Program.run("views", "--sheet", "views.png", "--cameras", "4", "--cell", "64x36", in: folder)
        let useless = try Program.run("views", "--cameras", "4", in: folder)
        #expect(useless.status == 64 && useless.error.contains("--cameras has no effect"), "\(useless.error)")
        #expect(sheet.status == 0 && folder.contents == ["views.png"], "\(sheet.error)")
        #expect(try GrayImage(path: folder("views.png")).size.width > 128)
    }

    @Test func sheetsShowOnesOwnPictures() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        var sheets: Set<Data> = []
        let draw = { (command: String, arguments: [String]) in
            let name = "\(sheets.count).png"
            let outcome = try Program.run([command, "--sheet", name, "--cell", "64x36"] + arguments, in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            sheets.insert(try Data(contentsOf: URL(fileURLWithPath: folder(name))))
        }
        try draw("views", ["pip"])
        try draw("views", ["pip", "--from", "front.mp4", "--from", "back.mp4"])
        try draw("views", ["pip", "--from", "front.mp4", "--from", "back.mp4", "--at", "0.5s"])
        try draw("views", ["pip:inset=a", "--from", "a=front.mp4", "--from", "b=back.mp4", "--at", "0.5s"])
        try draw("transitions", ["wipe", "--from", "front.mp4", "--to", "back.mp4"])
        try draw("transitions", ["wipe", "--from", "front.mp4", "--to", "back.mp4", "--at", "0.5s"])
        #expect(sheets.count == 6)
        let twice = try Program.run(
            "views", "--sheet", "twice.png", "--from", "a=front.mp4", "--from", "a=back.mp4", in: folder)
        #expect(twice.status == 64 && twice.error.contains("names the a camera twice"), "\(twice.error)")
        let late = try Program.run("views", "--sheet", "late.png", "--from", "front.mp4", "--at", "1s", in: folder)
        #expect(late.status == 64 && late.error.contains("front.mp4 ends at 0:01.000"), "\(late.error)")
    }

    /// As without a view: a view that names no camera is one of each.
    @Test func aViewOfTheCameraIsOneOfEachInTurn() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 360) }
        let scenes = { (arguments: [String]) -> [String] in
            let outcome = try Program.run(
                ["plan", "front.mp4", "back.mp4", "--smart", "off", "--json"] + arguments, in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            let segments = try #require(object?["segments"] as? [[String: Any]], "\(outcome.error)")
            // "single:camera=back,zoom=1..1.15 (back)"
            return segments.compactMap { ($0["scene"] as? String).map { $0.contains("back") ? "back" : "front" } }
        }
        for view in ["single:zoom=1..1.15", "full:zoom=2", "single"] {
            #expect(try scenes(["--view", view]) == ["back", "front", "back"], "\(view)")
            #expect(try scenes(["--view", view, "--start-with", "front"]) == ["front", "back", "front"])
            #expect(try scenes(["--view", view, "--switch-every", "4s"]) == ["back", "front", "back"])
            #expect(try scenes(["--view", view, "--switch-at", "2s,5s,9s"]) == ["back", "front", "back", "front"])
            #expect(try scenes(["--view", view, "--switch-every", "never"]) == ["back"])
        }
        #expect(try scenes(["--view", "single:camera=front,zoom=1..1.15"]) == ["front"])
        let error = try Program.run(
            "plan", "front.mp4", "back.mp4", "--view", "pip", "--start-with", "front", in: folder)
        #expect(error.status == 64 && error.error.contains("give the first --view first"))
    }

    @Test func aViewIsTheWholeFilmAndSeveralTakeTurns() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
        let plan = { (arguments: [String]) in
            try Program.run(["plan", "front.mp4", "back.mp4"] + arguments, in: folder).output
        }
        let inset = try plan(["--view", "pip"])
        #expect(inset.contains("0 switches"))
        #expect(inset.contains("every frame shows more than one camera"), "\(inset)")
        #expect(try plan(["--view", "pip", "--switch-every", "1s"]).contains("add another --view to switch to"))
        let turns = try plan(["--view", "back", "--view", "split", "--switch-every", "1s", "--transition", "none"])
        #expect(turns.contains("0:01.000  split (back+front)") && turns.contains("0:02.000  back\n"), "\(turns)")
        let short = try plan([
            "--view", "back", "--view", "pip", "--view", "split", "--view", "grid", "--switch-every", "1s",
        ])
        #expect(short.contains("note: grid is not shown, because the film ends first"), "\(short)")
        #expect(!turns.contains("not shown"))
        let listed = try plan(["--switch-at", "1s:pip:corner=top:morph,2s:front"])
        #expect(listed.contains("0:01.000  pip:corner=top (back+front)  morph"), "\(listed)")
    }

    @Test(
        arguments: [
            (["--view", "pups"], "nor a view. 'compose views' lists"),
            (["--view", "pop"], "did you mean 'pip'?"), (["--view", "pip:circle,size=0.4"], "write aspect=circle"),
            (["--view", "pip:corner=middle"], "bottom-right"),
            (["--view", "front:zoom=2"], "single:camera=front"), (["--view", "wipe"], "--transition"),
            (["--view", "pip:corner"], "cannot be read"), (["--view", "pip:size=1,size=1"], "write each once"),
            (["--view", "pip:inset=side"], "no camera named 'side'"),
            (["--view", "pip", "--start-with", "front"], "cannot be used together"),
            (["--switch-at", "1s:pipp"], "did you mean 'pip'?"), (["--zoom", "front=0.5"], "a zoom from 1 to 8"),
            (["--zoom", "front=2@0.5"], "a zoom from 1 to 8"), (["--zoom", "front=2@0.5,1.5"], "a zoom from 1 to 8"),
            (["--zoom", "side=2"], "side"), (["--zoom", "front=2", "--zoom", "front=3"], "given twice for front"),
        ] as [([String], String)])
    func whatCannotBeShownIsSaid(_ arguments: [String], _ says: String) throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let outcome = try Program.run(["plan", "front.mp4", "back.mp4"] + arguments, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(says), "\(outcome.error)")
    }

    @Test func aViewOfTwoCamerasNeedsTwo() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 30) }
        let outcome = try Program.run("plan", "front.mp4", "--view", "pip", in: folder)
        #expect(outcome.status == 64 && outcome.error.contains("needs two different cameras"), "\(outcome.error)")
    }

    /// Not by the primary camera, which no frame shows.
    @Test func aFilmOfOneCameraHasItsSizeAndIsCopied() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 60) }
        let upright = FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 60)
            $0.size = PictureSize(width: 96, height: 160)
        }
        try folder.add(try upright.file(), as: "front.mov")
        let plan = try Program.run(["front.mov", "back.mp4", "-n", "--view", "front"], in: folder)
        #expect(
            plan.output.contains("film: 96x160") && plan.output.contains("100.0% of the frames are copied"), "\(plan)")
        for arguments in [["--view", "front", "--primary", "back"], ["--view", "front", "--switch-at", "1s:back"]] {
            let plan = try Program.run(["front.mov", "back.mp4", "-n"] + arguments, in: folder)
            #expect(plan.output.contains("film: 160x96"), "\(plan)")
        }
    }

    @Test func aCameraThatNoViewShowsIsNamed() throws {
        let folder = try folderWithPair()
        try folder.add(try FixtureRecording().with { $0.sound = nil }.file(), as: "third.mp4")
        // The name of a recording may come last: it is not the film's.
        let plan = try Program.run("front.mp4", "back.mp4", "hall=third.mp4", "--view", "split", "-n", in: folder)
        #expect(plan.status == 0 && plan.output.contains("note: hall is not shown in this film\n"), "\(plan)")
        let all = try Program.run("front.mp4", "back.mp4", "hall=third.mp4", "--view", "grid", "-n", in: folder)
        #expect(all.status == 0 && !all.output.contains("is not shown"), "\(all)")
    }
}
