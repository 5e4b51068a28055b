import FixtureMedia
import Foundation
import MediaTime
import Testing

/// Films of everything that is found: each once, whatever comes between.
@Suite struct BatchCommandTests {
    private static let fast = ["--preset", "ultrafast", "--smart", "off", "--progress", "json"]

    private func lines(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.outputLines.map { try json($0) }
    }

    private func statuses(_ outcome: Program.Outcome) throws -> [String] {
        try lines(outcome).filter { $0["event"] as? String == "film" }.compactMap { $0["state"] as? String }
    }

    /// - Returns: a folder with `count` pairs, in folders of their own.
    private func pairs(_ count: Int, frames: Int, size: (Int, Int) = (160, 96)) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for number in 1...count {
            for camera in Camera.allCases {
                // Each of another length, so that no film is taken for another's.
                try folder.place(
                    camera, frames: frames + number, at: "in/scene\(number)/\(camera.name).mp4", size: size)
            }
        }
        return folder
    }

    /// Six cameras, three minutes, two holes: at every frame of the film the camera and the file that were recorded then.
    @Test func minuteFilesBecomeOneFilm() throws {
        let folder = try TemporaryFolder()
        try folder.placeTeslaEvent(at: "Cam")
        let outcome = try Program.run(
            ["batch", "Cam", "--switch-at", "30s:back", "--transition", "none", "-o", "films/{scene}.mp4"] + Self.fast,
            in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let film = try Movie(folder("films/2026-01-02_13-00-05.mp4"))
        try #require(film.frames.count == 900)
        for index in film.frames.indices {
            let minute = index / 300
            // The front camera until half a minute is over, and while the back camera has no file.
            let camera: Camera = index < 150 || minute == 1 ? .front : .back
            #expect(
                Barcode.read(film.frames[index].luma) == Barcode(camera: camera, frame: index % 300), "frame \(index)")
        }
        let line = try #require(try lines(outcome).first)
        let notes = try #require(line["notes"] as? [[String: Any]])
        #expect(notes.count { $0["kind"] as? String == "fileMissing" } == 2, "\(notes)")
        #expect(line["duration"] as? Double == 180 && line["holeCount"] as? Int == 2)
        #expect(folder.contents.sorted() == ["Cam", "films"])
        let preview = try Program.run(["batch", "Cam", "-n", "-o", "films/{scene}.mkv"], in: folder)
        #expect(preview.output.contains("; back: 1 of 3 files missing or empty"), "\(preview.output)")
    }

    /// The film of a batch is that of the command for one, byte for byte, also where several are made at the same time.
    @Test func aFilmIsThatOfTheSingleCommand() throws {
        let folder = try pairs(2, frames: 60)
        let options = ["--switch-every", "4s", "--preset", "ultrafast"]
        let batch = try Program.run(["batch", "in", "--jobs", "2"] + options, in: folder)
        #expect(batch.status == 0, "\(batch.error)")
        #expect(batch.outputLines.last?.hasPrefix("2 recordings: 2 done, in ") == true, "\(batch.output)")
        let words = batch.errorLines.map { $0.prefix { $0 != " " } }.filter { $0.hasPrefix("[") || $0.hasPrefix("in/") }
        #expect(words == ["[1/2]", "in/scene1/scene1_composed.mp4:", "[2/2]", "in/scene2/scene2_composed.mp4:"])
        let single = try Program.run(
            ["in/scene1/back.mp4", "in/scene1/front.mp4", "-o", "single.mp4"] + options, in: folder)
        #expect(single.status == 0, "\(single.error)")
        #expect(folder.bytes("in/scene1/scene1_composed.mp4") == folder.bytes("single.mp4"))
    }

    /// SVT-AV1 would wait for ever.
    @Test func filmsInAV1TakeTurns() throws {
        let folder = try pairs(3, frames: 10)
        let options = ["--codec", "av1", "--preset", "12"]
        let outcome = try Program.run(
            ["batch", "in", "-o", "films/{scene}.mp4", "--progress", "json"] + options, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try statuses(outcome) == Array(repeating: "done", count: 3))
        let alone = try Program.run(
            ["in/scene3/front.mp4", "in/scene3/back.mp4", "-o", "alone.mp4"] + options, in: folder)
        #expect(alone.status == 0 && folder.bytes("alone.mp4") == folder.bytes("films/scene3.mp4"), "\(alone.error)")
    }

    @Test func aSecondPassDoesNothingAndAChangeOnlyWhatItMust() throws {
        let folder = try pairs(3, frames: 20)
        let arguments = ["batch", "in", "--switch-every", "2s"] + Self.fast
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["done", "done", "done"])
        let film = { (number: Int) in "in/scene\(number)/scene\(number)_composed.mp4" }
        let first = (1...3).map { folder.bytes(film($0)) }
        let made = try FileManager.default.attributesOfItem(atPath: folder(film(1)))[.modificationDate] as? Date
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["upToDate", "upToDate", "upToDate"])
        // Written anew with the same bytes, as by a copy: looked at, and not made again.
        let bytes = folder.bytes("in/scene1/front.mp4")
        try folder.remove("in/scene1/front.mp4")
        try folder.write(bytes, "in/scene1/front.mp4")
        // Another recording under the same name, a film that is gone.
        try folder.remove("in/scene2/front.mp4")
        try folder.place(.front, frames: 40, at: "in/scene2/front.mp4")
        try folder.remove(film(3))
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["upToDate", "done", "done"])
        let after = try FileManager.default.attributesOfItem(atPath: folder(film(1)))[.modificationDate] as? Date
        #expect(made != nil && made == after)
        #expect(folder.bytes(film(2)) != first[1] && folder.bytes(film(3)) == first[2])
        // Other options make other films, without a word about what the batch itself wrote.
        #expect(try statuses(try Program.run(arguments + ["--crf", "40"], in: folder)) == ["done", "done", "done"])
        #expect(
            try statuses(try Program.run(arguments + ["--force", "--crf", "40"], in: folder)) == [
                "done", "done", "done",
            ])
    }

    /// The file of options in the folder counts, and what changes in it makes other films.
    @Test func optionsFromAFileAreThoseOfEveryFilm() throws {
        let folder = try pairs(2, frames: 30)
        try folder.write("switch-every: 2s\nsmart: off\npreset: ultrafast\n", "in/compose.yaml")
        let arguments = ["batch", "in", "--progress", "json"]
        let first = try Program.run(arguments, in: folder)
        #expect(try statuses(first) == ["done", "done"], "\(first.error)")
        #expect(try lines(first).first?["switches"] as? Int == 2)
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["upToDate", "upToDate"])
        try folder.write("switch-every: 3s\nsmart: off\npreset: ultrafast\n", "in/compose.yaml")
        let second = try Program.run(arguments, in: folder)
        #expect(try statuses(second) == ["done", "done"])
        #expect(try lines(second).first?["switches"] as? Int == 1)
    }

    @Test func whatTheBatchDidNotMakeIsLeftAlone() throws {
        let folder = try pairs(2, frames: 20)
        try folder.write("mine", "in/scene1/scene1_composed.mp4")
        let arguments = ["batch", "in", "--switch-every", "2s"] + Self.fast
        let refused = try Program.run(arguments, in: folder)
        #expect(refused.status == 79, "\(refused.error)")
        #expect(try statuses(refused) == ["failed", "done"])
        let error = try #require(try lines(refused).first?["error"] as? [String: Any])
        #expect((error["message"] as? String)?.contains("--force") == true)
        let skipped = try Program.run(arguments + ["--skip-existing"], in: folder)
        #expect(try skipped.status == 0 && statuses(skipped) == ["skipped", "skipped"])
        #expect(folder.bytes("in/scene1/scene1_composed.mp4") == Array("mine".utf8))
        let forced = try Program.run(arguments + ["--force"], in: folder)
        #expect(try forced.status == 0 && statuses(forced) == ["done", "done"])
    }

    /// Restored by tar, zip or on FAT: times are whole seconds, or every other.
    @Test(arguments: [0, 1]) func aRestoredArchiveIsUpToDate(_ later: Double) throws {
        let folder = try pairs(1, frames: 20)
        let arguments = ["batch", "in"] + Self.fast
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["done"])
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder("in")) where name.hasSuffix(".mp4") {
            let date =
                try FileManager.default.attributesOfItem(atPath: folder("in/" + name))[.modificationDate] as? Date
            let whole = Date(timeIntervalSince1970: try #require(date).timeIntervalSince1970.rounded(.down) + later)
            try FileManager.default.setAttributes([.modificationDate: whole], ofItemAtPath: folder("in/" + name))
        }
        #expect(rename(folder("in"), folder("restored")) == 0)
        let again = ["batch", "restored"] + Self.fast
        #expect(try statuses(try Program.run(again, in: folder)) == ["upToDate"])
        #expect(try statuses(try Program.run(again + ["--crf", "40"], in: folder)) == ["done"])
    }

    /// Nothing that was found is ever replaced, under no name; what the batch made itself is.
    @Test func noFilmReplacesARecording() throws {
        let folder = try pairs(1, frames: 20)
        try folder.place(.back, frames: 30, at: "in/scene1/scene1.mp4")
        try folder.place(.back, frames: 25, at: "in/scene1/other.mp4")
        try FileManager.default.createDirectory(atPath: folder("films"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder("films/scene1.mp4"), withDestinationPath: "../in/scene1/other.mp4")
        #expect(link(folder("in/scene1/back.mp4"), folder("scene1.mp4")) == 0)
        let before = ["scene1", "other", "front", "back"].map { folder.bytes("in/scene1/\($0).mp4") }
        for pattern in ["{folder}/{scene}.mp4", "in/../in/{scene}/{scene}.mp4", "films/{scene}.mp4", "{scene}.mp4"] {
            let outcome = try Program.run(["batch", "in", "-o", pattern, "--force"] + Self.fast, in: folder)
            #expect(outcome.status == 79, "\(pattern): \(outcome.error)")
            let error = try #require(try lines(outcome).first?["error"] as? [String: Any])
            #expect((error["message"] as? String)?.contains("a film never replaces one") == true, "\(error)")
        }
        #expect(before == ["scene1", "other", "front", "back"].map { folder.bytes("in/scene1/\($0).mp4") })
        try folder.remove("in/scene1/scene1.mp4")
        let own = ["batch", "in", "-o", "{folder}/{scene}.mp4", "--force"] + Self.fast
        for _ in 1...2 { #expect(try statuses(try Program.run(own, in: folder)) == ["done"]) }
    }

    /// Fields are replaced in the pattern, not in what was inserted; names are bytes.
    @Test func namesAreUsedAsTheyAre() throws {
        let folder = try TemporaryFolder()
        for name in ["{scheme}", "\u{E9}", "e\u{301}"] {
            for camera in Camera.allCases { try folder.place(camera, frames: 10, at: "in/\(name)/\(camera.name).mp4") }
        }
        let outcome = try Program.run(["batch", "in", "-n"] + Self.fast, in: folder)
        let outputs = try lines(outcome).compactMap { $0["output"] as? String }.map { Array($0.utf8) }
        #expect(
            outputs == ["e\u{301}", "{scheme}", "\u{E9}"].map { Array("in/\($0)/\($0)_composed.mp4".utf8) },
            "\(outcome.output)")
        #expect(try statuses(try Program.run(["batch", "in"] + Self.fast, in: folder)) == ["done", "done", "done"])
        #expect(
            try statuses(try Program.run(["batch", "in"] + Self.fast, in: folder))
                == Array(repeating: "upToDate", count: 3))
        // Side by side, and at the same time.
        let together = ["batch", "in", "-o", "{scene}.mp4", "--jobs", "3"] + Self.fast
        #expect(try statuses(try Program.run(together, in: folder)) == ["done", "done", "done"])
    }

    /// Two drives of a camera whose clock began anew: a film each, and all of the footage.
    @Test func drivesOfOneTimeAreTwoFilms() throws {
        let folder = try TemporaryFolder()
        for number in 0..<4 {
            try folder.place(.front, frames: 300, at: "in/2015_0101_000\(number % 2)01_000\(number)F.MP4")
        }
        let outcome = try Program.run(
            ["batch", "in", "-n", "-o", "films/{scene}.mp4", "--progress", "json"], in: folder)
        #expect(try lines(outcome).compactMap { $0["duration"] as? Double } == [120, 120], "\(outcome.output)")
    }

    /// As after a copy that keeps no times: found, and neither made again nor refused.
    @Test func aFilmOfAnotherTimeIsKept() throws {
        let folder = try pairs(1, frames: 20)
        let arguments = ["batch", "in"] + Self.fast
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["done"])
        let film = "in/scene1/scene1_composed.mp4"
        let day = Date(timeIntervalSince1970: 1_700_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: day], ofItemAtPath: folder(film))
        for _ in 0..<2 {
            #expect(try statuses(try Program.run(arguments, in: folder)) == ["upToDate"])
        }
        // What somebody else put there is not.
        try folder.remove(film)
        try folder.write("another film", film)
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["failed"])
    }

    /// The second leaves what the first is at work on, and what either did is done for both.
    @Test func twoBatchesShareAFolder() throws {
        let folder = try pairs(3, frames: 20)
        let arguments = ["batch", "in", "--switch-every", "2s", "--jobs", "1", "-o", "{scene}.mp4"] + Self.fast
        var second: Program.Outcome?
        let first = try Program.run(arguments, in: folder) { program in
            program.wait { _ in
                folder.contents.contains { $0.hasPrefix(".scene1.mp4.") && $0.hasSuffix(".compose") }
            }
            program.send(SIGSTOP)
            defer { program.send(SIGCONT) }
            second = try Program.run(arguments, in: folder)
        }
        let other = try #require(second)
        #expect(first.status == 0 && other.status == 0, "\(first)\(other)")
        // The first may have been stopped before it locked the film's folder; then the other makes that film, too.
        let isBusy = try statuses(other)[0] == "busy"
        #expect(try statuses(other) == [isBusy ? "busy" : "done", "done", "done"])
        #expect(try statuses(first) == [isBusy ? "done" : "upToDate", "upToDate", "upToDate"])
        #expect(folder.contents == ["compose-batch.jsonl", "in", "scene1.mp4", "scene2.mp4", "scene3.mp4"])
    }

    /// Views of several cameras show the one that is left; what names the lost one is no fault of the command line.
    @Test func aLostCameraIsTheRecordingsFault() throws {
        let folder = try pairs(1, frames: 20)
        try folder.remove("in/scene1/front.mp4")
        try folder.write("no movie", "in/scene1/front.mp4")
        let views = try Program.run("batch", "in", "-n", "--view", "pip", "--view", "grid", in: folder)
        #expect(views.status == 0, "\(views.error)")
        let named = try Program.run("batch", "in", "-n", "--switch-at", "1s:front", in: folder)
        #expect(named.status == 65 && named.error.contains("No file of the front camera can be read"), "\(named.error)")
    }

    /// What cannot be read stops nothing after it, and half a recording is still one; --no-keep-going ends there.
    @Test func oneThatFailsStopsNoOther() throws {
        let folder = try pairs(3, frames: 20)
        for camera in Camera.allCases { try folder.write("no movie", "in/scene1/\(camera.name).mp4") }
        try Data(folder.bytes("in/scene2/front.mp4").prefix(600)).write(
            to: URL(fileURLWithPath: folder("in/scene2/front.mp4")))
        let arguments = ["batch", "in", "--switch-every", "2s"] + Self.fast
        // The one that fails is told in its place, whichever is ready first.
        let outcome = try Program.run(arguments + ["--jobs", "3"], in: folder)
        #expect(outcome.status == 65, "\(outcome.error)")
        #expect(try statuses(outcome) == ["failed", "done", "done"])
        let events = try lines(outcome)
        #expect(events.last?["event"] as? String == "error" && events.last?["status"] as? Int == 65)
        let sum = try #require(events.dropLast().last)
        #expect(sum["failed"] as? Int == 1 && sum["done"] as? Int == 2 && sum["status"] as? Int == 65)
        let first = try Program.run(arguments + ["--no-keep-going", "--jobs", "1"], in: folder)
        #expect(try statuses(first) == ["failed"])
    }

    @Test func aDryRunWritesNothing() throws {
        let folder = try pairs(1, frames: 20)
        let outcome = try Program.run("batch", "in", "-n", "-o", "films/{scheme}/{scene}.mp4", in: folder)
        #expect(outcome.status == 0 && outcome.output.contains("films/words/scene1.mp4"), "\(outcome.error)")
        #expect(folder.contents == ["in"])
    }

    /// Of each film eight pictures, which are those of its times, and what went wrong; nobody's page is replaced.
    @Test func thePageShowsEveryFilm() throws {
        let folder = try pairs(2, frames: 39)
        for camera in Camera.allCases { try folder.write("no movie", "in/scene1/\(camera.name).mp4") }
        try folder.write("-", "in/scene2/IMG_1.mp4")
        let arguments = ["batch", "in", "--switch-every", "100s", "--report", "new/pages/page.html"] + Self.fast
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["failed", "done"])
        let again = try Program.run(arguments, in: folder)
        #expect(try statuses(again) == ["failed", "upToDate"], "\(again.error)")
        let page = String(decoding: folder.bytes("new/pages/page.html"), as: UTF8.self)
        #expect(page.contains("<section class=\"failed\">") && page.contains("<section class=\"upToDate\">"))
        let sum = page.firstRange(of: "2 recordings: 1 up to date, 1 failed")
        #expect(try #require(sum).lowerBound < #require(page.firstRange(of: "<section")).lowerBound)
        #expect(
            page.hasSuffix("</html>\n") && page.contains("in/scene2/IMG_1.mp4: the name does not identify a camera"))
        #expect(page.contains("<a href=\"file://") && page.contains("/in/scene2/scene2_composed.mp4\">"))
        let pictures = page.components(separatedBy: "base64,").dropFirst().compactMap { part in
            part.split(separator: "\"").first.flatMap { Data(base64Encoded: String($0)) }
        }
        try #require(pictures.count == 8)
        for (index, picture) in pictures.enumerated() {
            try picture.write(to: URL(fileURLWithPath: folder("picture.jpg")))
            let luma = try #require(try Movie(folder("picture.jpg")).frames.first).luma
            // 41 frames: the middles of eighths.
            let frame = 41 * (2 * index + 1) / 16
            #expect(Barcode.read(luma) == Barcode(camera: .back, frame: frame), "picture \(index)")
        }
        // Without its earlier page it is not planned again for one, unless the plan is what is asked for.
        for (options, count) in [([], 0), (["-n"], 8)] {
            try folder.remove("new/pages/page.html")
            _ = try Program.run(arguments + options, in: folder)
            let page = String(decoding: folder.bytes("new/pages/page.html"), as: UTF8.self)
            #expect(page.components(separatedBy: "base64,").count == count + 1)
        }
        try folder.remove("new/pages/page.html")
        try folder.write("mine", "new/pages/page.html")
        let refused = try Program.run(arguments, in: folder)
        #expect(refused.status == 79 && folder.bytes("new/pages/page.html") == Array("mine".utf8), "\(refused.error)")
    }

    @Test(arguments: [
        (["-o", "film.mp4"], "{scene}"), (["-o", "{name}.mp4"], "folder, scene or scheme"),
        (["-o", "{scene}.xyz"], ".xyz"),
        (["--force", "--skip-existing"], "give one"), (["--jobs", "0"], "use auto, or 1 to 64"),
        (["-o", "films/{scene}.mp4"], "would both be written to films/clip.mp4"),
    ])
    func wrongCommandLinesAreRefused(_ options: [String], _ says: String) throws {
        let folder = try TemporaryFolder()
        for name in ["a/clip_front.mp4", "a/clip_back.mp4", "b/clip_front.mp4", "b/clip_back.mp4"] {
            try FileManager.default.createDirectory(
                atPath: folder(String(name.prefix(1))), withIntermediateDirectories: true)
            try folder.write("-", name)
        }
        let outcome = try Program.run(["batch", "."] + options, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(says), "\(outcome.error)")
    }

    /// Killed without a chance to clean up, in the first film, between films and in the last one, and run again until it
    /// ends: the films are those of an undisturbed batch.
    @Test func aKilledBatchEndsAsIfUndisturbed() throws {
        // 16 macroblocks wide: see StoppingTests.
        let (folder, other) = (
            try pairs(4, frames: 150, size: (256, 144)), try pairs(4, frames: 150, size: (256, 144))
        )
        let arguments = [
            "batch", "in", "--switch-every", "7s", "--smart", "off", "--preset", "slow", "--progress", "json",
        ]
        let whole = try Program.run(arguments, in: other)
        #expect(whole.status == 0, "\(whole.error)")
        let names = (1...4).map { "in/scene\($0)/scene\($0)_composed.mp4" }
        var kills = 0
        // When a film's work folder is there, and when as many films are told as this.
        for told in [0, 1, 0, 2] {
            _ = try Program.run(arguments, in: folder) { program in
                program.wait { output in
                    let done = output.split(separator: "\n").count { $0.contains("\"done\"") }
                    let isAtWork =
                        (try? FileManager.default.subpathsOfDirectory(atPath: folder("in")))?
                        .contains { $0.contains("/.scene") } ?? false
                    return told == 0 ? isAtWork : done >= told
                }
                program.send(SIGKILL)
            }
            kills += 1
        }
        let last = try Program.run(arguments, in: folder)
        #expect(last.status == 0 && kills == 4, "\(last.error)")
        for name in names { #expect(!folder.bytes(name).isEmpty && folder.bytes(name) == other.bytes(name), "\(name)") }
        // Nothing of the interrupted ones is left, and nothing is left to do.
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder("in")).filter { $0.contains("/.") }
        #expect(left.isEmpty, "\(left)")
        #expect(try statuses(try Program.run(arguments, in: folder)) == Array(repeating: "upToDate", count: 4))
    }

    /// A kill between the film and the removal of its parts: the next batch removes them.
    @Test func partsOfAFinishedFilmAreRemoved() throws {
        let folder = try pairs(1, frames: 150, size: (256, 144))
        let arguments = [
            "batch", "in", "--switch-every", "7s", "--smart", "off", "--preset", "slow", "--progress", "json",
        ]
        var parts: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder("in/scene1"))) ?? []).filter {
                $0.hasSuffix(".compose")
            }
        }
        _ = try Program.run(arguments, in: folder) { program in
            program.wait { _ in !parts.isEmpty }
            program.send(SIGKILL)
        }
        let kept = "in/scene1/\(try #require(parts.first))"
        try FileManager.default.copyItem(atPath: folder(kept), toPath: folder("kept"))
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["done"] && parts.isEmpty)
        try FileManager.default.moveItem(atPath: folder("kept"), toPath: folder(kept))
        let manifest = String(decoding: folder.bytes("in/scene1/compose-batch.jsonl"), as: UTF8.self)
        let lines = manifest.split(separator: "\n").dropLast()
        #expect(lines.last?.contains("started") == true)
        try folder.write(lines.joined(separator: "\n") + "\n", "in/scene1/compose-batch.jsonl")
        #expect(try statuses(try Program.run(arguments, in: folder)) == ["upToDate"])
        #expect(parts.isEmpty)
    }

    /// What is put into a drop folder while it is watched becomes a film; Ctrl-C ends the watch.
    @Test func aWatchedFolderIsWorkedOff() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("in"), withIntermediateDirectories: false)
        let arguments = ["batch", "in", "--watch", "--switch-every", "2s", "-o", "{scene}.mp4"] + Self.fast
        let outcome = try Program.run(arguments, in: folder) { program in
            for (number, scene) in ["one", "two"].enumerated() {
                for camera in Camera.allCases {
                    try folder.place(camera, frames: 20, at: "in/\(scene)_\(camera.name).mp4")
                }
                program.wait { $0.split(separator: "\n").count > number }
                // The folder disappears for one check.
                guard number == 0 else { continue }
                rename(folder("in"), folder("away"))
                program.waitForError { $0.contains("Still watching.") }
                rename(folder("away"), folder("in"))
            }
            program.send(SIGINT)
        }
        #expect(outcome.isSignalled && outcome.status == SIGINT, "\(outcome.error)")
        #expect(outcome.error.matches(of: /note: .*in.*Still watching/).count == 1, "\(outcome.error)")
        #expect(try statuses(outcome) == ["done", "done"])
        #expect(folder.contents == ["compose-batch.jsonl", "in", "one.mp4", "two.mp4"])
    }

    /// By Ctrl-C it stops at once, says how to go on, and ends by the signal.
    @Test func aStoppedBatchGoesOn() throws {
        let folder = try pairs(2, frames: 300, size: (256, 144))
        let arguments = [
            "batch", "in", "--switch-every", "7s", "--smart", "off", "--preset", "veryslow", "--progress", "json",
        ]
        let outcome = try Program.run(arguments, in: folder) { program in
            program.wait { _ in
                (try? FileManager.default.subpathsOfDirectory(atPath: folder("in")))?.contains {
                    $0.contains("/.scene")
                }
                    ?? false
            }
            program.send(SIGINT)
        }
        #expect(
            outcome.isSignalled && outcome.status == SIGINT && outcome.error.contains("stopped"), "\(outcome.error)")
        let rest = try Program.run(arguments, in: folder)
        #expect(try rest.status == 0 && statuses(rest) == ["done", "done"])
    }
}
