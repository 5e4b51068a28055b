import FixtureMedia
import Foundation
import Testing

@Suite struct StitchCommandTests {
    /// Two clips whose names and files say when they were recorded, the later one first by name, and a text.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("clips"), withIntermediateDirectories: false)
        let clip = { (name: String, camera: Camera, second: Int) in
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.metadata = [Pair("creation_time", "2026-05-01T09:30:\(second).000000Z")]
            }
            try FileManager.default.copyItem(atPath: try recording.file(), toPath: folder("clips/\(name)"))
        }
        try clip("back.mp4", .back, 14)
        try clip("front.mp4", .front, 11)
        try Data("notes".utf8).write(to: URL(fileURLWithPath: folder("clips/notes.txt")))
        return folder
    }

    @Test func aFolderBecomesAFilmInTheOrderOfItsTimes() throws {
        let folder = try Self.folder()
        let quiet = try Program.run("stitch", "clips", "-o", "quiet.mp4", "--preset", "ultrafast", in: folder)
        #expect(
            quiet.status == 0 && quiet.errorLines.count <= 4 && !quiet.error.contains("from timestamps"), "\(quiet)")
        try folder.remove("quiet.mp4")
        let outcome = try Program.run("stitch", "clips", "-o", "film.mp4", "--preset", "ultrafast", "-v", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        // The seams are told before anything is rendered.
        #expect(outcome.error.contains("clips/front.mp4"))
        #expect(
            outcome.error.contains("gap of about 1.5 s, from timestamps (to a second); left out; blur over 15 frames"))
        let movie = try Movie(folder("film.mp4"))
        #expect(movie.frames.count == 90)
        #expect(Barcode.read(movie.frames[0].luma) == Barcode(camera: .front, frame: 0))
        #expect(Barcode.read(movie.frames[89].luma) == Barcode(camera: .back, frame: 44))
        // The film lies beside its clips without becoming one of them.
        let again = try Program.run("stitch", "clips", "-n", "--gaps", "black", in: folder)
        #expect(again.status == 0 && again.output.contains("; black; blur over 15 frames"), "\(again.output)")
        #expect(!again.output.contains("adjusted:"), "\(again.output)")
    }

    @Test func gapsOfYearsAreToldInYears() throws {
        let folder = try TemporaryFolder()
        for (name, camera, year) in [("front.mp4", Camera.front, 2021), ("back.mp4", .back, 2026)] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.metadata = [Pair("creation_time", "\(year)-05-01T09:30:14.000000Z")]
            }
            try folder.add(try recording.file(), as: name)
        }
        let plan = try Program.run("stitch", "front.mp4", "back.mp4", "-n", in: folder)
        #expect(plan.status == 0 && plan.output.contains("(skips about 5 years)"), "\(plan)")
        #expect(!plan.output.contains(/\d{6,}/), "\(plan.output)")
    }

    /// As phones keep them: DCIM/Camera. What is not used is named.
    @Test func clipsInFoldersOfAFolderAreFound() throws {
        let folder = try Self.folder()
        try FileManager.default.createDirectory(atPath: folder("DCIM"), withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: folder("clips"), toPath: folder("DCIM/Camera"))
        for name in ["broken.mp4", "recorder.wav"] { try folder.write(Array("nothing".utf8), "DCIM/\(name)") }
        let outcome = try Program.run("stitch", "DCIM", "-n", in: folder)
        #expect(outcome.status == 0 && outcome.output.contains("DCIM/Camera/back.mp4"), "\(outcome.error)")
        #expect(outcome.error.contains("note: not used: DCIM/broken.mp4"), "\(outcome.error)")
        #expect(outcome.error.contains("note: DCIM/recorder.wav is not used; --continuous-audio"), "\(outcome.error)")
    }

    @Test func aPlanRendersToTheSameBytes() throws {
        let folder = try Self.folder()
        let options = ["--preset", "ultrafast", "--gaps", "hold", "--fade-out", "200ms"]
        #expect(try Program.run(["stitch", "clips", "-o", "film.mp4"] + options, in: folder).status == 0)
        let plan = try Program.run(["stitch", "clips", "-o", "film.otio"] + options, in: folder)
        #expect(plan.status == 0 && plan.error.contains("compose render film.otio"), "\(plan.error)")
        #expect(try Program.run("render", "film.otio", "-o", "later.mp4", in: folder).status == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder("film.mp4")))
                == Data(contentsOf: URL(fileURLWithPath: folder("later.mp4"))))
        // Other programs cannot hold a picture; what they get is in the files.
        let cuts = try Program.run("export", "film.otio", "--format", "otio-cuts", "-o", "cuts.otio", in: folder)
        #expect(cuts.status == 0 && cuts.error.contains("otio-cuts cannot hold a picture"), "\(cuts.error)")
        let read = try Program.run("plan", "cuts.otio", in: folder)
        #expect(read.status == 0, "\(read.error)")
    }

    @Test func aProgramReadsEverySeam() throws {
        let folder = try Self.folder()
        let outcome = try Program.run(
            "stitch", "clips/back.mp4", "selfie=clips/front.mp4", "-n", "--json", "--held-handles", "0.1s", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let objects = try outcome.outputLines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["event"] as? String } == ["stitch", "plan"])
        let clips = try #require(objects[0]["clips"] as? [[String: Any]])
        #expect(clips.map { $0["camera"] as? String } == ["selfie", "back"])
        let seam = try #require((objects[0]["seams"] as? [[String: Any]])?.first)
        #expect(seam["knownFrom"] as? String == "stamps" && seam["doubt"] as? Double == 1)
        #expect(seam["gap"] as? Double == 1.5 && seam["cut"] as? Double == 1.5)
        // A tenth of a second on either side.
        #expect(
            seam["transitionFrames"] as? Int == 6 && seam["heldLast"] as? Int == 3 && seam["heldFirst"] as? Int == 3)
    }

    /// Not as a gap: the pictures may repeat.
    @Test func anOverlapOfTheTimestampsIsToldAsOne() throws {
        let folder = try TemporaryFolder()
        for (name, second) in [("one.mp4", 10), ("two.mp4", 13)] {
            let clip = FixtureRecording().with {
                $0.sound = nil
                $0.timing = .constant(.thirty, frames: 150)
                $0.metadata = [Pair("creation_time", "2026-05-01T12:00:\(second).000000Z")]
            }
            try folder.add(try clip.file(), as: name)
        }
        let outcome = try Program.run("stitch", "one.mp4", "two.mp4", "-n", in: folder)
        #expect(outcome.output.contains("overlap of about 2.0 s according to the timestamps"), "\(outcome)")
    }

    @Test func whatCannotBeStitchedIsSaid() throws {
        let folder = try Self.folder()
        let fails = { (status: Int32, words: String, arguments: [String]) in
            let outcome = try Program.run(["stitch"] + arguments, in: folder)
            #expect(outcome.status == status, "\(arguments)")
            #expect(outcome.error.contains(words), "\(outcome.error)")
            #expect(outcome.errorLines.count == 1)
        }
        try fails(64, "at least two", ["clips/back.mp4"])
        try fails(64, "given twice", ["clips", "clips/back.mp4"])
        try fails(66, "missing.mp4", ["clips/back.mp4", "missing.mp4"])
        try fails(64, "--dry-run", ["clips", "--json"])
        try fails(64, "blurr", ["clips", "--transition", "blurr"])
        try fails(65, "notes.txt", ["clips/back.mp4", "clips/notes.txt"])
        // The continuous recording is no clip, wherever it lies.
        try fails(64, "at least two", ["clips", "--continuous-audio", "clips/back.mp4"])
        try FileManager.default.createDirectory(atPath: folder("empty"), withIntermediateDirectories: false)
        try fails(66, "no recordings in this folder", ["empty"])
    }
}
