import FixtureMedia
import Foundation
import MediaIO
import Testing

/// `compose still`, and the options that choose what a film shows.
@Suite struct StillTests {
    private static let film = ["front.mp4", "back.mp4", "--switch-every", "500ms", "--transition-duration", "200ms"]

    private func pair() throws -> TemporaryFolder {
        try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
    }

    private func gray(_ path: String) throws -> SamplePlane {
        let image = try GrayImage(path: path)
        return SamplePlane(width: image.size.width, height: image.size.height, depth: 16, samples: image.samples)
    }

    @Test func aStillIsTheFrameOfTheFilm() throws {
        let folder = try pair()
        let still = try Program.run(["still"] + Self.film + ["--at", "1.1s", "-o", "frame.png"], in: folder)
        #expect(still.status == 0, "\(still.error)")
        #expect(folder.contents == ["back.mp4", "frame.png", "front.mp4"])
        // Third shot, from 1 s on: the back camera, frame 33.
        #expect(Barcode.read(try gray(folder("frame.png"))) == Barcode(camera: .back, frame: 33))
    }

    @Test func whatHappensToItsColorsIsSaid() throws {
        let folder = try pair()
        let still = try Program.run(
            ["still"] + Self.film + ["--match-color", "front", "--at", "0.7s", "-o", "f.png"], in: folder)
        #expect(still.status == 0 && still.error.hasPrefix("note: "), "\(still.error)")
        #expect(still.errorLines.count == 2 && still.error.contains("front"), "\(still.error)")
    }

    @Test func aCharacterThatNoFontHasIsSaid() throws {
        let folder = try pair()
        let still = try Program.run(
            ["still"] + Self.film + ["--title", "Runes \u{1F8FF}@0s-1s", "--at", "0.7s", "-o", "f.png"], in: folder)
        #expect(
            still.status == 0 && still.error.contains("no installed font has outlines for '\u{1F8FF}'"),
            "\(still.error)")
    }

    /// Back begins 1.5 s after front.
    @Test(arguments: [("1s", true), ("2s", false)]) func whyAnotherCameraIsShownIsSaid(time: String, isSaid: Bool)
        throws
    {
        let folder = try pair()
        let still = try Program.run(
            "still", "front.mp4", "back.mp4", "--offset", "back=1.5s", "--view", "back", "--at", time, "-o", "f.png",
            in: folder)
        #expect(still.status == 0)
        #expect(still.error.contains("back has no footage here; front is shown") == isSaid, "\(still.error)")
    }

    @Test func aSheetShowsTheWholeFilm() throws {
        let folder = try pair()
        let sheet = try Program.run(["still"] + Self.film + ["--every", "500ms", "--sheet", "film.png"], in: folder)
        #expect(sheet.status == 0 && sheet.error.contains("film.png: 6 pictures"), "\(sheet.error)")
        let image = try gray(folder("film.png"))
        // Two columns of three rows: pictures of 320x192 with captions.
        #expect((2 * 320...2 * 350).contains(image.width) && (3 * 192...3 * 260).contains(image.height))
        let again = try Program.run(["still"] + Self.film + ["--sheet", "all.jpg", "--json"], in: folder)
        #expect(again.status == 0 && again.output.contains("\"event\":\"still\""), "\(again)")
    }

    @Test func aPreviewIsTheFilmSmall() throws {
        let folder = try pair()
        let preview = try Program.run(
            ["preview"] + Self.film + ["--size", "1280x720", "--title", "Hello@0s-1s", "--progress", "none"], in: folder
        )
        #expect(preview.status == 0, "\(preview.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4", "preview.mp4"])
        let info = try MediaInfo(probing: folder("preview.mp4"))
        #expect(info.video?.storedSize.height == 360 && info.video?.storedSize.width == 640)
        #expect(try Program.run(["preview"] + Self.film, in: folder).status == 79)
    }

    @Test func severalAreNumberedAndComeFromAPlanFileToo() throws {
        let folder = try pair()
        #expect(try Program.run(["plan"] + Self.film + ["-o", "film.otio"], in: folder).status == 0)
        let stills = try Program.run("still", "film.otio", "--at", "0.2s,0.7s,2.9s", "-o", "f.jpg", in: folder)
        #expect(stills.status == 0, "\(stills.error)")
        let shown = try (1...3).map { try Barcode.read(gray(folder("f-\($0).jpg"))) }
        #expect(
            shown == [
                Barcode(camera: .back, frame: 6), Barcode(camera: .front, frame: 21),
                Barcode(camera: .front, frame: 87),
            ])
    }

    @Test(
        arguments: [
            (["--at", "99s", "-o", "f.png"], "the film lasts"), (["--at", "1s", "-o", "f.gif"], ".png or .jpg"),
            (["--at", "soon", "-o", "f.png"], "times of the film"), (["--at", "1s", "-o", "back.mp4"], "extension"),
        ] as [([String], String)])
    func whatCannotBeShownIsSaid(_ arguments: [String], _ says: String) throws {
        let folder = try pair()
        let outcome = try Program.run(["still"] + Self.film + arguments, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(says), "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    @Test func ofSeveralNoneIsWrittenWhereOneCannotBe() throws {
        let folder = try pair()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder("f-3.png")))
        let outcome = try Program.run(["still"] + Self.film + ["--at", "0.2s,0.7s,1s", "-o", "f.png"], in: folder)
        #expect(outcome.status == 79, "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "f-3.png", "front.mp4"])
    }

    @Test(arguments: ["--skip=-1-2", "--skip=1--2", "--skip=1-2-", "--skip=1-2-3", "--skip=5-"])
    func aPartIsTwoTimes(_ skip: String) throws {
        let folder = try pair()
        let outcome = try Program.run(["plan"] + Self.film + [skip], in: folder)
        #expect(outcome.status == 64 && outcome.error.contains("two times"), "\(outcome.error)")
    }

    @Test func aPictureIsNotReplacedUnasked() throws {
        let folder = try pair()
        let arguments = ["still"] + Self.film + ["--at", "1s", "-o", "f.png"]
        #expect(try Program.run(arguments, in: folder).status == 0)
        let first = folder.bytes("f.png")
        #expect(try Program.run(arguments, in: folder).status != 0)
        #expect(folder.bytes("f.png") == first)
        #expect(try Program.run(arguments + ["--overwrite"], in: folder).status == 0)
    }

    @Test(
        arguments: [
            (["--from", "1s", "--to", "2s"], 30), (["--from", "1s", "--duration", "500ms"], 15),
            (["--to", "2.5s"], 75),
            (["--skip", "0.5s-1s", "--skip", "2s-0:02.5"], 60), (["--span", "intersection"], 90),
            (["--drift", "front=100ppm"], 90),
        ] as [([String], Int)])
    func optionsChooseWhatIsShown(_ options: [String], _ frames: Int) throws {
        let folder = try pair()
        let outcome = try Program.run(["plan"] + Self.film + options + ["--json"], in: folder)
        #expect(try json(outcome.output)["frameCount"] as? Int == frames, "\(outcome.error)")
    }

    @Test func whatIsSkippedIsListed() throws {
        let outcome = try Program.run(["plan"] + Self.film + ["--skip", "0.5s-1.25s"], in: try pair())
        #expect(outcome.output.contains("\n  0:00.500  front (skips 0.767s)"), "\(outcome.output)\(outcome.error)")
    }

    @Test(
        arguments: [
            (["--skip", "5s"], "two times"), (["--skip", "2s-1s"], "two times"),
            (["--from", "9s"], "is past the end of the recording (0:03.000)"),
            (["--from", "2s", "--to", "1s"], "not after"),
            (["--to", "1s", "--duration", "1s"], "cannot be used together"),
            (["--drift", "front=1%"], "front=35ppm"),
            (["--from", "4s", "--to", "9s"], "--from 4s is past the end"), (["--drift", "left=3ppm"], "left"),
        ] as [([String], String)])
    func optionsThatCannotBeAreAnswered(_ options: [String], _ says: String) throws {
        let folder = try pair()
        let outcome = try Program.run(["plan"] + Self.film + options, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(says), "\(outcome.error)")
    }
}
