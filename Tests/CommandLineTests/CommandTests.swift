import FixtureMedia
import Foundation
import Testing

/// What the commands say and do when all is well.
@Suite struct CommandTests {
    @Test func rendersAndSaysWhatItMade() throws {
        let folder = try folderWithPair()
        let arguments = [
            "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition", "wipe", "--transition-duration",
            "200ms", "--preset", "ultrafast", "-o", "out.mp4",
        ]
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output == "", "results only: there is none besides the file")
        let summary = try #require(outcome.errorLines.last)
        let parts = ["out.mp4: 0:01.500, ", " kB, ", "sound from back, ", " LUFS, in "]
        for part in parts { #expect(summary.contains(part), "\(summary)") }
        let all = try #require(try Program.run(arguments + ["--overwrite", "-v"], in: folder).errorLines.last)
        for part in parts.dropLast() + ["45 frames", "2 switches", "× realtime"] {
            #expect(all.contains(part), "\(all)")
        }
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
        let movie = try Movie(folder("out.mp4"))
        #expect(movie.frames.count == 45)
        #expect(Barcode.read(movie.frames[0].luma) == Barcode(camera: .back, frame: 0), "the primary opens")
        #expect(Barcode.read(movie.frames[22].luma) == Barcode(camera: .front, frame: 22))
        #expect(Barcode.read(movie.frames[40].luma) == Barcode(camera: .back, frame: 40))
    }

    @Test func findsTheOnePairOfAFolder() throws {
        let folder = try folderWithPair()
        let arguments = ["--switch-every", "500ms", "--transition-duration", "200ms", "--preset", "ultrafast"]
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let made = Set(folder.contents).subtracting(["back.mp4", "front.mp4"])
        #expect(made.count == 1)
        let name = try #require(made.first)
        #expect(outcome.error.contains(name), "it names the output")
        #expect(outcome.error.contains("front.mp4") && outcome.error.contains("back.mp4"), "it says what it found")
        // Once more: neither mistakes its own output for a recording, nor replaces it.
        let bytes = folder.bytes(name)
        let again = try Program.run(arguments, in: folder)
        #expect(again.status == 0, "\(again.error)")
        #expect(folder.bytes(name) == bytes)
        #expect(folder.contents.count == 4)
    }

    @Test func aFolderWithSeveralPairsIsAskedAbout() throws {
        let folder = try folderWithPair()
        try folder.add(folder("front.mp4"), as: "other_front.mp4")
        try folder.add(folder("back.mp4"), as: "other_back.mp4")
        let outcome = try Program.run("--switch-every", "1s", in: folder)
        #expect(outcome.status == 64 || outcome.status == 66, "\(outcome.error)")
        #expect(folder.contents.count == 4)
    }

    /// Lists are joined, in any order; names are found in any case.
    @Test func severalListsOfCutsAreOne() throws {
        let folder = try folderWithPair()
        let cuts = { (words: [String]) in
            let outcome = try Program.run(
                ["plan", "front.mp4", "back.mp4", "--transition", "none", "--json"] + words, in: folder)
            let segments = try #require(try json(outcome.output)["segments"] as? [[String: Any]])
            return segments.map { "\($0["firstFrame"]!) \($0["scene"]!)" }
        }
        let once = ["0 back", "15 front", "30 back"]
        #expect(try cuts(["--switch-at", "0.5s,1s"]) == once)
        #expect(try cuts(["--switch-at", "1s:BACK", "--switch-at", "0.5s:Front"]) == once)
        #expect(try cuts(["--switch-at", "0.5s,0.5s,1s"]) == once, "a time that is listed twice is one cut")
        #expect(try cuts(["--switch-every", "never"]) == ["0 back"])
    }

    /// The notes are those of the plan, and the film is that of the join.
    @Test func aChunkReportsItsOwnPart() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
        let planned = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-every", "1s", "--transition-duration", "200ms", "--preset",
            "ultrafast", "--smart", "off", "-o", "film.otio", in: folder)
        #expect(planned.status == 0, "\(planned.error)")
        let refused = try Program.run("render", "film.otio", "--chunk", "1/2", "-o", "1.MP4", in: folder)
        #expect(refused.status == 64 && refused.error.contains("a chunk file ends in .chunk"), "\(refused.error)")
        let chunk = try Program.run("render", "film.otio", "--chunk", "2/2", "-o", "2.chunk", in: folder)
        #expect(chunk.status == 0 && chunk.errorLines.count == 1, "\(chunk.error)")
        #expect(chunk.error.hasPrefix("2.chunk: part 2 of 2, 90 frames, "), "\(chunk.error)")
        #expect(!chunk.error.contains("switch"))
        _ = try Program.run("render", "film.otio", "--chunk", "1/2", "-o", "1.chunk", in: folder)
        for (chunks, words) in [
            (["1.chunk"], "chunk 2/2 is missing (0:00.000 to 0:03.000 of the film);"),
            (["2.chunk"], "chunk 1/2 is missing (the sound of the film);"),
        ] {
            let joined = try Program.run(["join", "film.otio"] + chunks + ["-o", "out.mp4"], in: folder)
            #expect(joined.status == 65 && joined.error.contains(words), "\(joined.error)")
        }
        #expect(try Program.run("join", "film.otio", "1.chunk", "2.chunk", "-o", "out.mp4", in: folder).status == 0)
    }

    /// Farms number tasks from 0, and ask which chunks to render again.
    @Test func chunksAreNumberedFromZeroAndCheckedByNumber() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 450) }
        _ = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-every", "4s", "--preset", "ultrafast", "--smart", "off", "-o",
            "film.otio", in: folder)
        let render = { (words: [String], shell: String) in
            try Program.run(["render", "film.otio", "--overwrite"] + words, in: folder, shell: shell)
        }
        #expect(try render(["--chunk", "2/3", "-o", "one.chunk"], ":").status == 0)
        #expect(try render(["--chunk-index", "1", "--chunk-count", "3", "-o", "2.chunk"], ":").status == 0)
        #expect(folder.bytes("one.chunk") == folder.bytes("2.chunk"))
        for (name, number) in [("AWS_BATCH_JOB_ARRAY_INDEX", 0), ("JOB_COMPLETION_INDEX", 2)] {
            let made = try render(["--chunk-count", "3", "-o", "\(number + 1).chunk"], "export \(name)=\(number)")
            #expect(made.status == 0, "\(made.error)")
        }
        for (words, part) in [
            (["--chunk-count", "3"], "needs --chunk-index"), (["--chunk-index", "3", "--chunk-count", "3"], "0 to 2"),
            (["--chunk-index", "0"], "needs --chunk-count"), (["--chunk", "1/3", "--chunk-count", "3"], "give one"),
        ] {
            let refused = try render(words + ["-o", "x.chunk"], "unset JOB_COMPLETION_INDEX")
            #expect(refused.status == 64 && refused.error.contains(part), "\(refused.error)")
        }
        let check = { (chunks: [String]) in
            let outcome = try Program.run(["join", "film.otio", "--check"] + chunks, in: folder)
            return (outcome.status, try json(outcome.output))
        }
        let all = ["1.chunk", "2.chunk", "3.chunk"]
        let (status, state) = try check(all)
        #expect(status == 0 && state["complete"] as? Bool == true && state["chunkCount"] as? Int == 3)
        try folder.write([UInt8]("nothing".utf8), "4.chunk")
        try folder.write(folder.bytes("3.chunk").dropLast(), "3.chunk")
        let (other, broken) = try check(["1.chunk", "3.chunk", "4.chunk"])
        #expect(other == 65 && broken["missing"] as? [Int] == [2, 3])
        #expect((broken["damaged"] as? [[String: Any]])?.first?["path"] as? String == "3.chunk")
        #expect((broken["foreign"] as? [[String: Any]])?.first?["path"] as? String == "4.chunk")
        let lacking = try Program.run(
            ["join", "film.otio", "1.chunk", "2.chunk", "-o", "out.mp4", "--progress", "json"], in: folder)
        #expect(try json(lacking.outputLines.last!)["chunks"] as? [Int] == [3], "\(lacking.output)")
    }

    /// Bytes depend on the versions of libraries: a chunk says which rendered it.
    @Test func chunksOfOtherVersionsAreNamed() throws {
        let folder = try folderWithPair()
        _ = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition", "none", "--preset", "ultrafast",
            "--smart", "off", "-o", "film.otio", in: folder)
        for number in 1...2 {
            _ = try Program.run("render", "film.otio", "--chunk", "\(number)/2", "-o", "\(number).chunk", in: folder)
        }
        let joined = try Program.run("join", "film.otio", "1.chunk", "2.chunk", "-o", "same.mp4", in: folder)
        #expect(joined.status == 0 && !joined.error.contains("versions"), "\(joined.error)")
        // The header's lengths stay.
        let bytes = folder.bytes("2.chunk")
        let place = try #require(bytes.firstRange(of: Array("libx264=".utf8))?.upperBound)
        try folder.write(Array(bytes[..<place]) + [UInt8(ascii: "9")] + Array(bytes[(place + 1)...]), "2.chunk")
        let other = try Program.run("join", "film.otio", "1.chunk", "2.chunk", "-o", "other.mp4", in: folder)
        #expect(
            other.status == 0
                && other.error.contains("2.chunk was rendered with other versions than 1.chunk (libx264 9"),
            "\(other.error)")
        let check = try json(
            try Program.run("join", "film.otio", "1.chunk", "2.chunk", "--check", in: folder).output)
        #expect((check["otherVersions"] as? [[String: Any]])?.first?["chunk"] as? Int == 2)
    }

    /// Frames that are copied from a variable rate are counted as they are.
    @Test func copiedFramesOfAVariableRateAreCounted() throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.timing = .ticks((0..<60).filter { $0 % 7 != 3 }.map { Int64($0) * 3000 }, timescale: 90_000)
        }
        try folder.add(try recording.file(), as: "back.mp4")
        let plan = try Program.run("plan", "back.mp4", "--smart", "require", in: folder)
        #expect(plan.output.contains("frames (copied ones keep their own times)"), "\(plan.output) \(plan.error)")
        let encoded = try Program.run("plan", "back.mp4", "--smart", "off", in: folder)
        #expect(encoded.status == 0 && !encoded.output.contains("their own times"), "\(encoded.output)")
    }

    @Test func aDryRunWritesNothing() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--switch-every", "1s", "-o", "out.mp4", "--dry-run", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains("45 frames") && outcome.output.contains("out.mp4"), "\(outcome.output)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])
        let bad = try Program.run("front.mp4", "back.mp4", "-o", "back.mp4", "--dry-run", in: folder)
        #expect(bad.status == 64, "a dry run checks what a render checks")
    }

    @Test func thePlanIsTheSameForPeopleAndPrograms() throws {
        let folder = try folderWithPair()
        let arguments = ["plan", "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition-duration", "200ms"]
        let text = try Program.run(arguments, in: folder)
        #expect(text.status == 0, "\(text.error)")
        #expect(text.output.contains("2 switches"), "\(text.output)")
        let document = try Program.run(arguments + ["--json"], in: folder)
        #expect(document.status == 0 && document.outputLines.count == 1, "\(document.error)")
        let plan = try json(document.output)
        #expect(plan["frameCount"] as? Int == 45)
        let segments = try #require(plan["segments"] as? [[String: Any]])
        #expect(segments.compactMap { $0["scene"] as? String } == ["back", "front", "back"])
        #expect(segments.compactMap { $0["firstFrame"] as? Int } == [0, 15, 30])
        let transitions = try #require(plan["transitions"] as? [[String: Any]])
        #expect(transitions.compactMap { $0["firstFrame"] as? Int } == [12, 27])
        #expect(transitions.compactMap { $0["endFrame"] as? Int } == [18, 33])
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    /// In portrait; of two cameras of which one cannot be copied.
    @Test func thePlanForProgramsStandsUprightAndNamesBlockers() throws {
        let folder = try folderWithPair { $0.orientation = .init(quarterTurns: 1) }
        let other = FixtureRecording().with {
            $0.camera = .front
            $0.orientation = .init(quarterTurns: 3)
        }
        try folder.remove("front.mp4")
        try folder.add(try other.file(), as: "front.mp4")
        let document = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-at", "700ms", "--transition-duration", "100ms", "--smart",
            "require", "--json", in: folder)
        let plan = try json(document.output)
        #expect(plan["width"] as? Int == 96 && plan["height"] as? Int == 160, "\(document.output)")
        let blockers = try #require(plan["notes"] as? [[String: Any]]).filter {
            $0["kind"] as? String == "takeNotCopied"
        }
        #expect(blockers.map { $0["path"] as? String } == ["front.mp4"] && blockers[0]["camera"] as? String == "front")
    }

    /// Only whoever asked for copies is told to ask for something else.
    @Test func aPlanThatCannotBeCopiedAsksForAnother() throws {
        let folder = try folderWithPair()
        let planned = try Program.run(
            "plan", "front.mp4", "back.mp4", "--smart", "off", "--codec", "hevc", "-o", "film.otio", in: folder)
        #expect(planned.status == 0, "\(planned.error)")
        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self)
        let changed = text.replacing(/"stretches"\s*:\s*"encode"/, with: "\"stretches\": \"copy\"")
        try #require(changed != text)
        try folder.write(changed, "film.otio")
        let outcome = try Program.run("render", "film.otio", "-o", "out.mp4", in: folder)
        #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(outcome.error)")
        #expect(outcome.error.contains("plan again") && !outcome.error.contains("--smart"), "\(outcome.error)")
    }

    @Test(arguments: [
        (5, 0, "cannot be shown without its decoder"), (8, 1, "its HDR10 is used"), (8, 4, "its HLG is used"),
    ])
    func probeNamesDolbyVision(_ profile: UInt8, _ compatibility: UInt8, _ becomes: String) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.video.encoder = "libx265"
            $0.video.dolbyVision = Pair(profile, compatibility)
        }
        try folder.add(try recording.file(), as: "a.mp4")
        let text = try Program.run("probe", "a.mp4", in: folder).output
        #expect(text.contains("Dolby Vision \(profile)") && text.contains(becomes))
        #expect(text.split(separator: "\n").count == 5)
        let probe = try json(try #require(try Program.run("probe", "a.mp4", "--json", in: folder).outputLines.first))
        let found = try #require((probe["video"] as? [String: Any])?["dolbyVision"] as? [String: Int])
        #expect(found == ["profile": Int(profile), "level": 1, "compatibility": Int(compatibility)])
    }

    @Test(arguments: ["out.mp4", "out.mov"], ["off", "require"])
    func withoutMetadataNothingPersonalIsLeft(_ name: String, _ smart: String) throws {
        let secrets = ["Secretmaker", "Secretmodel", "54.1843", "Secrettitle", "Secretdata"]
        let folder = try folderWithPair {
            $0.timing = .constant(.thirty, frames: 90)
            $0.video.userData = "Secretdata"
            $0.metadata = [
                Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("make", "Secretmaker"),
                Pair("model", "Secretmodel"), Pair("location", "+54.1843-002.7189/"), Pair("title", "Secrettitle"),
            ]
            $0.container = .mov
            $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
        }
        let arguments = ["--preset", "ultrafast", "--smart", smart, "--switch-every", "2s", "--overwrite", "-o", name]
        let found = { (more: [String]) in
            let outcome = try Program.run(arguments + more, in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            let film = Data(folder.bytes(name))
            return Set(secrets.filter { film.range(of: Data($0.utf8)) != nil })
        }
        #expect(try found([]) == Set(secrets).subtracting(smart == "off" ? ["Secretdata"] : []))
        #expect(try found(["--no-metadata"]) == [])
        #expect(try Movie(folder(name)).metadata["creation_time"] == nil)
    }

    @Test func probesForPeopleAndPrograms() throws {
        let folder = try folderWithPair {
            $0.orientation = .init(quarterTurns: 1)
            $0.video.bFrames = 2
        }
        let text = try Program.run("probe", "back.mp4", in: folder)
        #expect(text.status == 0 && text.outputLines.count == 5, "\(text.output)")
        for part in ["96x160", "30 fps", "h264", "aac"] { #expect(text.output.contains(part), "\(text.output)") }
        for part in ["MP4", "rotated 90°", "constant", "BT.709", "none found"] { #expect(text.output.contains(part)) }
        let document = try Program.run("probe", "back.mp4", "front.mp4", "--json", in: folder)
        #expect(document.outputLines.count == 2, "one line for each file")
        let probe = try json(try #require(document.outputLines.first))
        let video = try #require(probe["video"] as? [String: Any])
        #expect(video["uprightWidth"] as? Int == 96 && video["uprightHeight"] as? Int == 160)
        #expect(video["rotation"] as? Int == 90 && video["mirrored"] as? Bool == false)
        #expect(video["frameRate"] as? String == "30/1")
        let missing = try Program.run("probe", "nowhere.mp4", in: folder)
        #expect(missing.status == 66 && missing.errorLines.count == 1, "\(missing.error)")
    }

    /// A terminal obeys control characters, and the tags of a file may contain any.
    @Test func whatAFileSaysOfItselfIsPrintedWithoutControls() throws {
        let folder = try TemporaryFolder()
        let make = "\u{1B}]52;c;b3duZWQ=\u{07}Make\nsound none\u{9B}2J"
        try folder.add(
            try FixtureRecording().with {
                $0.metadata = [Pair("make", make), Pair("model", "\u{1B}[1mX\u{7F}")]
                $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
            }.file(),
            as: "\u{1B}[31m.mov")
        for options in [[], ["--json"]] {
            let outcome = try Program.run(["probe", "\u{1B}[31m.mov"] + options, in: folder)
            #expect(outcome.status == 0)
            let controls = (outcome.output + outcome.error).unicodeScalars.filter {
                $0 != "\n" && $0.properties.generalCategory == .control
            }
            #expect(controls.isEmpty && outcome.output.contains("Make"), "\(outcome.output)")
            if options == [] { #expect(outcome.outputLines.count { $0.contains("sound") } == 2) }
        }
    }

    @Test func probeGoesOnAfterABadFile() throws {
        let folder = try folderWithPair()
        try folder.write("", "empty.mp4")
        let files = ["nowhere.mp4", "front.mp4", "empty.mp4", "back.mp4"]
        let text = try Program.run(["probe"] + files, in: folder)
        #expect(text.status == 66, "the highest: \(text.error)")
        #expect(text.errorLines.count == 2 && text.output.contains("front.mp4") && text.output.contains("back.mp4"))
        let lines = try Program.run(["probe", "--json"] + files, in: folder).outputLines.map { try json($0) }
        #expect(lines.compactMap { $0["path"] as? String } == files)
        #expect(lines.map { $0["status"] as? Int } == [66, nil, 65, nil])
    }

    @Test func overwritingMustBeAllowed() throws {
        let folder = try folderWithPair()
        try folder.write("old", "out.mp4")
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--preset", "ultrafast", "-o", "out.mp4", "--overwrite", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try Movie(folder("out.mp4")).frames.count == 45)
    }

    @Test func theVersionIsANumber() throws {
        let outcome = try Program.run("--version", in: TemporaryFolder())
        #expect(outcome.status == 0)
        #expect(outcome.output.first?.isNumber == true && outcome.outputLines.count == 1, "\(outcome.output)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsAreGenerated(_ shell: String) throws {
        let outcome = try Program.run("--generate-completion-script", shell, in: TemporaryFolder())
        #expect(outcome.status == 0 && outcome.output.contains("switch-every"), "\(outcome.error)")
    }

    @Test func everyTransitionIsListed() throws {
        let outcome = try Program.run("transitions", in: TemporaryFolder())
        #expect(outcome.status == 0)
        for name in [
            "dissolve", "wipe", "slide", "zoom", "flip", "circle", "push", "cover", "reveal", "fade", "blur", "whip",
            "clock", "iris", "blinds", "diagonal", "barn", "blocks", "matte",
        ] {
            #expect(outcome.output.contains(name), "\(name)")
        }
    }

    @Test func namesOfXfadeAreUnderstood() throws {
        let folder = try TemporaryFolder()
        #expect(try Program.run("transitions", in: folder).output.contains("xfade"))
        let wipe = try Program.run("transitions", "wipeleft", in: folder)
        #expect(wipe.status == 0 && wipe.output.contains("wipeleft (wipe:angle=left)"), "\(wipe.output)")
        let unknown = try Program.run("transitions", "pixelize", in: folder)
        #expect(unknown.status != 0 && unknown.error.contains("did you mean 'random-blocks'?"), "\(unknown.error)")
    }

    @Test func aContactSheetIsDrawn() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run("transitions", "--sheet", "sheet.png", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(folder.bytes("sheet.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}
