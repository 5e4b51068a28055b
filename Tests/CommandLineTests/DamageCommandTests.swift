import FixtureMedia
import Foundation
import MediaTime
import Testing

/// What the options about damaged files and sound tracks do.
@Suite struct DamageCommandTests {
    private func damaged(in folder: TemporaryFolder) throws -> String {
        let path = folder("back.mp4")
        try DamagedCopy.flipped(
            try FixtureRecording().with { $0.sound = nil }.file(), from: 0.4, to: 0.5, count: 60, to: path)
        return path
    }

    @Test func deepProbingTellsWhatIsDamaged() throws {
        let folder = try TemporaryFolder()
        _ = try damaged(in: folder)
        try folder.add(try FixtureRecording().file(), as: "good.mp4")
        let bad = try Program.run("probe", "--deep", "back.mp4", in: folder)
        #expect(bad.status == 0)
        #expect(bad.output.contains("damaged picture"))
        let good = try Program.run("probe", "--deep", "good.mp4", in: folder)
        #expect(good.output.contains("none (45 pictures decoded)"))
        let lines = try Program.run("probe", "--deep", "--json", "back.mp4", in: folder).output.split(separator: "\n")
        let line = try #require(lines.last)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let damage = try #require(report["damage"] as? [String: Any])
        #expect(damage["pictures"] as? Int ?? 0 > 0 && damage["truncated"] as? Bool == false)
    }

    @Test(arguments: ["auto", "off"])
    func twoPicturesAtOneTimeMakeAFilmToo(_ smart: String) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.timing = .ticks((0..<90).map { $0 * 3000 + ($0 > 20 ? 3 : 0) }, timescale: 90_000)
        }
        try DamagedCopy.withDuplicateTime(try recording.file(), to: folder("back.mp4"))
        try folder.add(try recording.with { $0.camera = .front }.file(), as: "front.mp4")
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--switch-every", "2s", "--preset", "ultrafast", "--smart", smart, "-o", "out.mp4",
            in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let movie = try Movie(folder("out.mp4"))
        #expect(movie.errorCount == 0)
        // All after the two is a frame earlier.
        for frame in [0, 19, 30, 50] {
            let time = MediaTime(Int64(frame), in: TimeBase(1, 30)!)
            let shown = movie.frames.last { $0.time <= time + .milliseconds(5) }
            #expect(
                Barcode.read(try #require(shown).luma) == Barcode(camera: .back, frame: frame > 20 ? frame + 1 : frame))
        }
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
    }

    @Test func theReportSaysWhatWasNotLookedAt() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 120) }
        let arguments = [
            "front.mp4", "back.mp4", "--switch-at", "2s", "--transition", "none", "--overwrite", "-o", "out.mp4",
        ]
        let text = try Program.run(arguments + ["--smart", "auto"], in: folder)
        #expect(text.status == 0 && text.error.contains("% copied as recorded"), "\(text.error)")
        for (smart, isCopied) in [("auto", true), ("off", false)] {
            let lines = try Program.run(arguments + ["--smart", smart, "--progress", "json"], in: folder).outputLines
            let done = try json(try #require(lines.last))
            #expect((done["framesNotDecoded"] as? Int ?? 0 > 0) == isCopied)
            #expect(done["audioNotDecoded"] is Bool)
        }
    }

    @Test func strictRefusesWhatIsDamagedAndNothingElse() throws {
        let folder = try TemporaryFolder()
        _ = try damaged(in: folder)
        let arguments = ["back.mp4", "--preset", "ultrafast", "--smart", "off", "-o", "out.mp4"]
        let strict = try Program.run(arguments + ["--strict"], in: folder)
        #expect(strict.status == 65)
        #expect(strict.errorLines.count == 1 && strict.error.contains("is damaged"))
        #expect(folder.contents == ["back.mp4"])
        let lenient = try Program.run(arguments, in: folder)
        #expect(lenient.status == 0)
        #expect(lenient.error.contains("damage: ") && lenient.error.contains("concealed"))
        #expect(try Movie(folder("out.mp4")).frames.count == 45)
        try folder.add(try FixtureRecording().file(), as: "good.mp4")
        let good = try Program.run(
            ["good.mp4", "--preset", "ultrafast", "--smart", "off", "-o", "good-out.mp4", "--strict"], in: folder)
        #expect(good.status == 0, "\(good.error)")
    }

    @Test func aBatchTellsWhichFilmsAreDamaged() throws {
        let folder = try TemporaryFolder()
        _ = try damaged(in: folder)
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "front.mp4")
        let batch = ["batch", ".", "--preset", "ultrafast", "--smart", "off", "--switch-at", "1.2s"]
        let render = { try Program.run(batch + ["--transition", "none"] + $0, in: folder) }
        let lines = try render(["-o", "films/{scene}film.mp4", "--progress", "json"]).outputLines
        let film = try json(try #require(lines.first))
        let damage = try #require(film["damage"] as? [[String: Any]], "\(film)")
        #expect(damage.count == 1 && (damage.first?["path"] as? String)?.hasSuffix("back.mp4") == true, "\(film)")
        #expect((film["loudness"] as? [String: Any])?["integrated"] != nil, "\(film)")
        let text = try render(["-o", "others/{scene}film.mp4"])
        #expect(text.output.contains("; damage found\n"), "\(text.output)")
    }

    @Test func aBatchTellsWhichFilmsLackAFile() throws {
        let folder = try TemporaryFolder()
        try folder.add(try FixtureRecording().file(), as: "back.mp4")
        try folder.write([UInt8](repeating: 7, count: 5000), "front.mp4")
        let batch = try Program.run(
            "batch", ".", "--preset", "ultrafast", "--smart", "off", "-o", "films/{scene}film.mp4", in: folder)
        #expect(batch.status == 0 && batch.output.contains("; 1 file cannot be used\n"), "\(batch)")
    }

    @Test func strictRefusesWhatWasCutShort() throws {
        let folder = try TemporaryFolder()
        let whole = try FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 90)
            $0.muxerOptions = [Pair("movflags", "faststart")]
        }.file()
        try DamagedCopy.truncated(whole, keeping: 0.6, to: folder("back.mp4"))
        let arguments = ["back.mp4", "--preset", "ultrafast", "-o", "out.mp4"]
        let strict = try Program.run(arguments + ["--strict"], in: folder)
        #expect(strict.status == 65 && strict.error.contains("is damaged"), "\(strict.error)")
        #expect(folder.contents == ["back.mp4"])
        let lenient = try Program.run(arguments, in: folder)
        #expect(lenient.status == 0 && lenient.error.contains("before the time in its header"), "\(lenient.error)")
        #expect((30..<60).contains(try Movie(folder("out.mp4")).frames.count), "half of the pictures")
    }

    @Test func aSoundTrackIsChosenByItsNumber() throws {
        let folder = try TemporaryFolder()
        try folder.add(
            try FixtureRecording().with { $0.moreAudio = [.init(camera: .front, isDefault: false)] }.file(),
            as: "back.mp4")
        for (track, camera) in [("1", Camera.back), ("2", .front), ("back=2", .front)] {
            let outcome = try Program.run(
                [
                    "back.mp4", "--audio-track", track, "--preset", "ultrafast", "--overwrite", "-o", "out.mp4",
                ], in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(try Movie(folder("out.mp4")).beeps().map(\.camera) == [camera, camera], "track \(track)")
        }
        for wrong in ["3", "0", "x", "side=1", "back=9"] {
            let outcome = try Program.run(["back.mp4", "--audio-track", wrong, "-o", "none.mp4"], in: folder)
            #expect(outcome.status == 64, "\(wrong): \(outcome.error)")
            #expect(outcome.errorLines.count == 1)
        }
        #expect(folder.contents == ["back.mp4", "out.mp4"])
    }

    /// The header, the sound, and half of the first picture.
    private static func withoutPictures(_ ending: String, to path: String) throws {
        let whole = try FixtureRecording().with {
            $0.container = ending == "mov" ? .mov : .mp4
            $0.timing = .constant(.thirty, frames: 90)
            $0.muxerOptions = [Pair("movflags", "faststart")]
        }.file()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        let data = try #require(bytes.range(of: Data("mdat".utf8)))
        try bytes[..<(data.upperBound + 200)].write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: ["mp4", "mov"]) func picturesThatAreMissingAreDamage(_ ending: String) throws {
        let folder = try TemporaryFolder()
        try Self.withoutPictures(ending, to: folder("front.\(ending)"))
        try folder.add(try FixtureRecording().file(), as: "back.mp4")
        let refused = try Program.run("front.\(ending)", "back.mp4", "-o", "out.mp4", in: folder)
        #expect(refused.status == 65, "\(refused.error)")
        #expect(refused.error.contains("front.\(ending) is damaged") && refused.error.contains("pictures"))
        #expect(folder.contents.count == 2)
    }

    /// Recorders write a header for a microphone that then gave nothing.
    @Test func soundThatIsOnlyAnnouncedIsNotHeard() throws {
        let folder = try TemporaryFolder()
        try folder.add(try FixtureRecording().with { $0.container = .mkv }.file(), as: "whole.mkv")
        let cut = Process()
        (cut.executableURL, cut.currentDirectoryURL) = (URL(filePath: "/usr/bin/env"), URL(filePath: folder("")))
        cut.arguments = [
            "ffmpeg", "-v", "error", "-i", "whole.mkv", "-c", "copy", "-bsf:a", "noise=drop=1", "back.mkv",
        ]
        try cut.run()
        cut.waitUntilExit()
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "front.mp4")
        let outcome = try Program.run("front.mp4", "back.mkv", "--sync", "none", "-n", in: folder)
        #expect(outcome.status == 0 && outcome.output.contains("back.mkv is damaged"), "\(outcome)")
        #expect(outcome.output.contains("sound from front"), "\(outcome.output)")
    }

    /// A picture beside sound is its cover.
    @Test func aSinglePictureIsNoDamage() throws {
        let folder = try TemporaryFolder()
        let cover = try FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 1)
            $0.sound?.sampleCount = 96_000
        }.file()
        try folder.add(cover, as: "song.mp4")
        try folder.add(try FixtureRecording().file(), as: "back.mp4")
        let plan = try Program.run("plan", "back.mp4", "song.mp4", "--json", in: folder)
        #expect(plan.status == 0 && plan.output.contains("soundNamed"), "\(plan.error)")
    }

    @Test func onlyTheSoundOfAFileIsUsed() throws {
        let folder = try TemporaryFolder()
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "front.mp4")
        try folder.add(try FixtureRecording().file(), as: "back.mp4")
        for name in ["front", "front.mp4"] {
            let outcome = try Program.run(
                "front.mp4", "back.mp4", "--sound-only", name, "--audio", "front", "--preset", "ultrafast",
                "--overwrite", "-o", "out.mp4", in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            let movie = try Movie(folder("out.mp4"))
            #expect(movie.beeps().allSatisfy { $0.camera == .front })
            #expect(movie.frames.allSatisfy { Barcode.read($0.luma)?.camera == .back })
        }
        let wrong = try Program.run("front.mp4", "back.mp4", "--sound-only", "x", "-o", "no.mp4", in: folder)
        #expect(wrong.status == 64 && wrong.error.contains("no camera named 'x'"))
    }
}
