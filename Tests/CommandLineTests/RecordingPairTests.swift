import FixtureMedia
import Foundation
import Testing

/// Without file names the one pair of a folder is meant; where there is none, a likely one is named.
@Suite struct RecordingPairTests {
    @Test(arguments: [
        (["a_front.mp4", "a_back.mp4", "b_front.mp4", "b_back.mp4"], "front=a_front.mp4 back=a_back.mp4"),
        (
            ["clip-front-2.mp4", "clip-back-1.mp4", "clip-back-2.mp4", "clip-front-3.mp4"],
            "front=clip-front-2.mp4 back=clip-back-2.mp4"
        ),
        (["back 1.mp4", "back 2.mp4", "it's front.mp4"], "front='it'\\''s front.mp4' back='back 1.mp4'"),
        (["a.mp4", "b.mp4", "c.mp4"], "front=a.mp4 back=b.mp4"),
        (["rear.mp4"], "front=other.mov back=rear.mp4"),
        (["a.mp4"], "front=a.mp4 back=other.mov"),
        (["front 1.mp4", "front 2.mp4"], "front='front 1.mp4' back='front 2.mp4'"),
    ])
    func aLikelyPairIsSuggested(_ names: [String], _ suggestion: String) throws {
        let folder = try TemporaryFolder()
        for name in names { try folder.write("-", name) }
        let outcome = try Program.run("--switch-every", "1s", in: folder)
        #expect(outcome.status == 64, "\(outcome.error)")
        #expect(outcome.error.contains("such as: compose \(suggestion) -o out.mp4"), "\(outcome.error)")
        let why =
            names.count == 2 ? "both names suggest the front" : "\(names.joined(separator: ", "))), but no single pair"
        let holdsPairs = ["front", "back"].allSatisfy { camera in names.filter { $0.contains(camera) }.count > 1 }
        #expect(outcome.error.contains("'compose batch .'") == holdsPairs)
        if names.sorted() == names { #expect(outcome.error.contains(why), "\(outcome.error)") }
    }

    /// Whatever it is called, copied or encoded; and not what merely was encoded once more.
    @Test(arguments: ["off", "require"], ["mov", "mp4"])
    func aFormerFilmIsNoRecording(_ smart: String, _ ending: String) throws {
        let folder = try TemporaryFolder()
        for (camera, name) in [(Camera.front, "a.mp4"), (.back, "b.mp4")] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 90)
            }
            try folder.add(try recording.file(), as: name)
        }
        let words = ["--switch-every", "2s", "--preset", "ultrafast", "--smart", smart, "--no-metadata"]
        let first = try Program.run(words + ["-o", "out.\(ending)"], in: folder)
        #expect(first.status == 0, "\(first.error)")
        let second = try Program.run(words + ["-n"], in: folder)
        #expect(second.status == 0 && second.error.contains("found a.mp4 and b.mp4"), "\(second.error)")
        // Whoever names it, hears of it.
        let named = try Program.run(["a.mp4", "b.mp4", "out.\(ending)", "-n"] + words, in: folder)
        #expect(named.status == 0 && named.output.contains("out.\(ending) was made by compose"), "\(named.output)")
        let baked = try Program.run(
            "reorient", "b.mp4", "--rotate", "90", "--bake", "--preset", "ultrafast", "-o", "c.\(ending)", in: folder)
        #expect(baked.status == 0, "\(baked.error)")
        let third = try Program.run(words + ["-n"], in: folder)
        #expect(third.status == 64 && third.error.contains("a.mp4, b.mp4, c.\(ending)"), "\(third.error)")
    }

    /// A third recording beside the pair is used if it is of the same scene, and otherwise named.
    @Test func aThirdRecordingIsUsedOrNamed() throws {
        let folder = try folderWithPair()
        let words = ["--switch-every", "1s", "-n"]
        try FileManager.default.copyItem(atPath: folder("back.mp4"), toPath: folder("IMG_1.mp4"))
        let named = try Program.run(words, in: folder)
        #expect(
            named.error.contains("found front.mp4 (front) and back.mp4 (back); not used: IMG_1.mp4"), "\(named.error)")
        try FileManager.default.moveItem(atPath: folder("IMG_1.mp4"), toPath: folder("side.mp4"))
        let used = try Program.run(words + ["--view", "side", "--view", "back"], in: folder)
        #expect(
            used.status == 0 && used.error.contains("found front.mp4 (front), back.mp4 (back) and side.mp4"),
            "\(used.error)")
    }

    /// Every option takes the names that files give.
    @Test func filesNameTheirCameras() throws {
        let folder = try folderWithPair()
        for (old, new) in [("front.mp4", "Anna Maria.mp4"), ("back.mp4", "カメラ.mp4")] {
            try FileManager.default.moveItem(atPath: folder(old), toPath: folder(new))
        }
        let outcome = try Program.run(
            "Anna Maria.mp4", "カメラ.mp4", "-n", "--start-with", "カメラ", "--switch-at",
            "500ms:anna-maria,1s:カメラ:wipe,1500ms:single:camera=Anna-Maria", "--audio", "anna-maria", "--gain",
            "カメラ=-3dB", "--offset", "anna-maria=100ms", "--rotate", "カメラ=0", "--label", "anna-maria=A,カメラ=B", "--look",
            "カメラ=warm", "--mute", "カメラ", "--zoom", "anna-maria=1.5", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(!outcome.error.contains("camera 'front'") && !outcome.output.contains("by order"), "\(outcome.output)")
    }

    /// Names the files, the command that joins them, and what overrides it.
    @Test func clipsThatFollowEachOtherAreForStitch() throws {
        let folder = try TemporaryFolder()
        for (camera, name, date) in [(Camera.front, "IMG 1.mp4", "12:00:00"), (.back, "IMG_2.mp4", "12:00:20")] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 300)
                $0.sound = nil
                $0.metadata = [Pair("creation_time", "2026-05-01T\(date)Z")]
            }
            try folder.add(try recording.file(), as: name)
        }
        let refused = try Program.run("IMG 1.mp4", "IMG_2.mp4", "-n", in: folder)
        #expect(refused.status == 64 && refused.errorLines.count == 1, "\(refused.error)")
        #expect(refused.error.contains("join them: compose stitch 'IMG 1.mp4' IMG_2.mp4"), "\(refused.error)")
        #expect(refused.error.contains("--sync none"))
        #expect(try Program.run("IMG 1.mp4", "IMG_2.mp4", "-n", "--sync", "none", in: folder).status == 0)
        #expect(try Program.run("stitch", "IMG 1.mp4", "IMG_2.mp4", "-n", in: folder).status == 0)
    }

    @Test func foldersAndEmptyFilesAreNoRecordings() throws {
        let folder = try folderWithPair()
        try folder.write("", "other_front.mov")
        try FileManager.default.createDirectory(atPath: folder("project_back.mp4"), withIntermediateDirectories: false)
        // A link counts as what it leads to.
        try FileManager.default.moveItem(atPath: folder("back.mp4"), toPath: folder("elsewhere"))
        try FileManager.default.createSymbolicLink(atPath: folder("back.mp4"), withDestinationPath: "elsewhere")
        let outcome = try Program.run("--switch-every", "1s", "--dry-run", in: folder)
        #expect(outcome.status == 0 && outcome.error.contains("found front.mp4 (front) and back.mp4 (back)"))
    }
}
