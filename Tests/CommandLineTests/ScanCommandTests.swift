import FixtureMedia
import Foundation
import Testing

/// What `compose scan` finds, and what it says of the rest.
@Suite struct ScanCommandTests {
    @Test func aTreeIsTold() throws {
        let folder = try TemporaryFolder()
        try folder.placeTeslaEvent(at: "Cam/SavedClips/2026-01-02_13-10-00")
        for name in ["Cam/clip_front.mp4", "Cam/clip_back.mp4", "Cam/clip2_front.mp4", "Cam/IMG_1.mov"] {
            try folder.write("-", name)
        }
        try folder.write("{}", "Cam/SavedClips/2026-01-02_13-10-00/event.json")
        let outcome = try Program.run("scan", "Cam/", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.outputLines == [
                "Cam/clip: pair, back and front, 2 files",
                "Cam/SavedClips/2026-01-02_13-10-00/2026-01-02_13-00-05: Tesla, back, front, left_pillar, left_repeater, right_pillar and right_repeater, 16 files, 3 consecutive clips",
                "  no back, file 2 of 3",
                "  no left_pillar, file 3 of 3: 2026-01-02_13-02-05-left_pillar.mp4 is empty",
                "not used: Cam/IMG_1.mov: the name does not identify a camera",
                "not used: Cam/clip2_front.mp4: front camera, but no matching file from another camera",
                "2 recordings of 18 files, 2 gaps; 2 unused files",
            ], "\(outcome.output)")
        let lines = try Program.run("scan", "Cam", "--json", in: folder).outputLines.map { try json($0) }
        #expect(lines.map { $0["event"] as? String } == ["recording", "recording", "unused", "unused", "scan"])
        #expect(lines[1]["scheme"] as? String == "Tesla" && (lines[1]["files"] as? [Any])?.count == 16)
        #expect(lines[4]["holeCount"] as? Int == 2 && lines[4]["unusedCount"] as? Int == 2)
    }

    /// Only then are files opened.
    @Test func aDeepScanTellsSeamsAndDamage() throws {
        let folder = try TemporaryFolder()
        for (camera, letter, frames) in [(Camera.front, "F", [299, 300]), (.back, "R", [297, 300])] {
            for (minute, count) in frames.enumerated() {
                try folder.place(camera, frames: count, at: "Record/20260102_130\(minute)00_N\(letter).mp4")
            }
        }
        try folder.write("no movie", "Record/20260102_130000_NI.mp4")
        for camera in Camera.allCases { try folder.place(camera, frames: 50, at: "Record/cut_\(camera.name).mkv") }
        let bytes = folder.bytes("Record/cut_front.mkv")
        try folder.remove("Record/cut_front.mkv")
        try folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), "Record/cut_front.mkv")
        // Chapters 2 and 4 of four.
        try folder.place(.back, frames: 5, at: "Record/GX020001.mp4")
        try folder.place(.back, frames: 5, at: "Record/GX040001.mp4")
        let outcome = try Program.run("scan", "Record", "--deep", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains("\n  a file of the interior camera is left out: Record/20260102_130000_NI.mp4"))
        #expect(
            outcome.output.contains(
                "\n  the interior camera has no picture from 0:59.800 to 1:59.800: its file is missing\n"),
            "\(outcome.output)")
        #expect(
            outcome.output.contains("\n  the back camera lost 0.4s at 1 seam between its files\n"), "\(outcome.output)")
        #expect(outcome.output.contains("\n  Record/cut_front.mkv ends "), "\(outcome.output)")
        for chapter in [1, 3] {
            #expect(outcome.output.contains("\n  chapter \(chapter) of 4 is missing"), "\(outcome.output)")
        }
    }

    /// Links to folders are followed, each folder once: also where they form a cycle or lead out of the tree.
    @Test func linkedFoldersAreFound() throws {
        let folder = try TemporaryFolder()
        for name in ["store/x_front.mp4", "store/x_back.mp4", "tree/y_front.mp4", "tree/y_back.mp4", "z_front.mp4"] {
            try FileManager.default.createDirectory(
                atPath: folder(String(name.split(separator: "/")[0].prefix { $0 != "_" })),
                withIntermediateDirectories: true)
            try folder.write("-", name)
        }
        for (link, target) in [
            ("tree/monday", "../store"), ("tree/again", "../store"), ("store/cycle", "../tree"), ("store/self", "."),
            ("tree/up", ".."), ("tree/root", "/"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder(link), withDestinationPath: target)
        }
        let outcome = try Program.run("scan", "tree", in: folder)
        #expect(
            outcome.outputLines == [
                "tree/y: pair, back and front, 2 files", "tree/again/x: pair, back and front, 2 files",
                "2 recordings of 4 files, 0 gaps; 0 unused files",
            ], "\(outcome.output)\(outcome.error)")
    }

    /// Why drives are not told apart is said without opening files on purpose.
    @Test func aClockThatWasSetBackIsSaid() throws {
        let folder = try TemporaryFolder()
        for time in ["130000", "130100", "130002", "130102"] {
            try folder.place(.front, frames: 300, at: "20260102_\(time)_NF.mp4")
        }
        let outcome = try Program.run("scan", ".", in: folder)
        #expect(outcome.status == 66)
        #expect(
            outcome.output.contains(
                "by its name it was recorded at the same time as 20260102_130000_NF.mp4, so the camera's clock was set back"
            ), "\(outcome.output)")
    }

    @Test func nothingThatIsFoundIsSaidSo() throws {
        let folder = try TemporaryFolder()
        try folder.write("-", "IMG_1.mov")
        let nothing = try Program.run("scan", ".", in: folder)
        #expect(nothing.status == 66 && nothing.error.contains("compose front=FILE back=FILE"), "\(nothing.error)")
        #expect(nothing.output.contains("not used: IMG_1.mov") || nothing.output.contains("not used: ./IMG_1.mov"))
        let missing = try Program.run("scan", "nowhere", in: folder)
        #expect(missing.status == 66 && missing.error.contains("nowhere"), "\(missing.error)")
    }
}
