import FixtureMedia
import Foundation
import Testing

/// What the command line says and makes of files beside the film.
@Suite struct FurtherCommandTests {
    private let film = [
        "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition-duration", "200ms", "--progress", "json",
    ]

    @Test func aFurtherFilmIsWhatASeparateRunWrites() throws {
        let (folder, alone) = (try folderWithPair(), try folderWithPair())
        let encoding = ["--preset", "ultrafast"]
        let outcome = try Program.run(
            film + encoding + [
                "--smart", "off", "-vv", "-o", "out.mp4", "--also",
                "small.mp4:size=80x48,crf=28,preset=veryfast,mono,loudness=-20",
                // The other way to write tall.mkv:size=64x96…
                "--also", "size=64x96,fit=fill,codec=hevc,preset=ultrafast,audio-codec=opus", "-o", "tall.mkv",
            ], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        // Each recording is opened for decoding pictures once, whatever is made of it.
        let runs = [
            encoding + ["-o", "out.mp4"],
            [
                "--size", "80x48", "--crf", "28", "--preset", "veryfast", "--mono", "--loudness", "-20", "-o",
                "small.mp4",
            ],
            [
                "--size", "64x96", "--fit", "fill", "--codec", "hevc", "--preset", "ultrafast", "--audio-codec", "opus",
                "-o", "tall.mkv",
            ],
        ]
        for run in runs { #expect(try Program.run(film + ["--smart", "off"] + run, in: alone).status == 0) }
        #expect(folder.contents == alone.contents)
        for name in ["out.mp4", "small.mp4", "tall.mkv"] { #expect(folder.bytes(name) == alone.bytes(name), "\(name)") }

        let lines = try outcome.outputLines.map(json)
        let start = try #require(lines.first?["also"] as? [[String: Any]])
        #expect(start.map { $0["output"] as? String } == ["small.mp4", "tall.mkv"])
        #expect(start.map { $0["width"] as? Int } == [80, 64])
        let done = try #require(lines.last?["also"] as? [[String: Any]])
        #expect(done.map { $0["bytes"] as? Int } == [folder.bytes("small.mp4").count, folder.bytes("tall.mkv").count])
    }

    /// Another version of a planned film is what it would be beside the film, planned at once.
    @Test(arguments: [
        ["--audio", "mix", "--view", "pip", "--view", "split", "--label"],
        ["--skip", "0.2s-0.4s", "--audio", "follow", "--loudness", "-20", "--chapters"],
        ["--fps", "25", "--title", "Hello@0s-1s", "--zoom", "front=1.5"],
    ])
    func aPlannedFilmHasFurtherVersions(_ options: [String]) throws {
        let (folder, alone) = (try folderWithPair(), try folderWithPair())
        let also = [
            "small.mp4:size=80x48,crf=28,preset=ultrafast,mono", "tall.mkv:size=64x96,fit=fill,preset=ultrafast",
            "short.mp4:delivery=shorts,preset=ultrafast", "same.mp4:preset=ultrafast",
        ].flatMap { ["--also", $0] }
        let whole = try Program.run(film + options + ["--preset", "ultrafast", "-o", "out.mp4"] + also, in: alone)
        #expect(whole.status == 0, "\(whole.error)")
        let plan = try Program.run(
            ["plan"] + film.dropLast(2) + options + ["--preset", "ultrafast", "-o", "film.otio"], in: folder)
        #expect(plan.status == 0, "\(plan.error)")
        let versions = try Program.run(["film.otio", "-o", "out.mp4"] + also, in: folder)
        #expect(versions.status == 0, "\(versions.error)")
        for name in ["out.mp4", "small.mp4", "tall.mkv", "short.mp4", "same.mp4"] {
            let isSame = folder.bytes(name) == alone.bytes(name)
            #expect(isSame, "\(name)")
        }
    }

    /// SVT-AV1 1.4 waits forever if one process opens it with presets 4 and 12 side by side.
    @Test func furtherFilmsInAV1TakeTurns() throws {
        let (folder, alone) = (try folderWithPair(), try folderWithPair())
        let films = [
            ("out.mp4", ["codec=av1", "preset=12"]), ("small.mkv", ["size=80x64", "codec=av1", "preset=4"]),
            ("tall.mp4", ["size=64x96", "fit=fill", "codec=av1", "preset=11"]),
        ]
        let options = { (settings: [String]) in
            settings.flatMap { setting in
                let parts = setting.split(separator: "=").map(String.init)
                return ["--\(parts[0])", parts[1]]
            }
        }
        let also = films.dropFirst().flatMap { ["--also", "\($0):\($1.joined(separator: ","))"] }
        let outcome = try Program.run(film + options(films[0].1) + ["-o", "out.mp4"] + also, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        for (name, settings) in films {
            #expect(try Program.run(film + options(settings) + ["-o", name], in: alone).status == 0)
            #expect(folder.bytes(name) == alone.bytes(name), "\(name)")
        }
        #expect(folder.contents == alone.contents)
    }

    /// The short side is the primary's, whatever its orientation.
    @Test(arguments: [
        ("9:16", (96, 170)), ("16:9", (170, 96)), ("1:1", (96, 96)), ("4:5", (96, 120)), ("720p", (1280, 720)),
    ])
    func aSizeMayBeARatio(_ text: String, _ size: (width: Int, height: Int)) throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(film + ["--size", text, "-n", "--progress", "json"], in: folder)
        let start = try json(try #require(outcome.outputLines.first))
        #expect(start["width"] as? Int == size.width && start["height"] as? Int == size.height, "\(outcome.output)")
    }

    @Test func aDryRunTellsAllFiles() throws {
        let folder = try folderWithPair()
        let also = ["--also", "small.mp4:size=80x48", "--deliver-set", "."]
        let text = try Program.run(Array(film.dropLast(2)) + also + ["-n"], in: folder)
        #expect(text.status == 0, "\(text.error)")
        for words in ["also: 80x48", "→ small.mp4", "cut: front.mp4", "→ ./Recording_Back.mov", "have no date"] {
            #expect(text.output.contains(words), "\(words): \(text.output)")
        }
        let plan = try json(try Program.run(film + also + ["-n"], in: folder).output)
        let cuts = try #require(plan["cuts"] as? [[String: Any]])
        #expect(cuts.map { $0["output"] as? String } == ["./Recording_Front.mov", "./Recording_Back.mov"])
        #expect(cuts.allSatisfy { $0["pictureCount"] as? Int == 45 && $0["hiddenPictureCount"] as? Int == 0 })
        #expect((plan["also"] as? [[String: Any]])?.count == 1)
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    /// One kind of file without a place for it does not keep the others from having one.
    @Test func aPosterIsLeftOutWhereAFileCannotHoldOne() throws {
        let folder = try folderWithPair()
        let words = film.dropLast(2) + ["--poster", "0.5s", "--also", "small.webm:size=80x48", "--also", "small.mp4"]
        let plan = try Program.run(words + ["-n"], in: folder)
        #expect(plan.status == 0 && plan.output.contains("; poster from 0:00.500"), "\(plan.error)")
        let notes = plan.errorLines + plan.outputLines
        #expect(
            notes.filter { $0.contains("no poster") }.map(String.init) == [
                "note: small.webm: no poster, because this kind of file cannot hold one"
            ])
    }

    @Test func aSetForEditorsIsNamedAfterTheRecording() throws {
        let folder = try TemporaryFolder()
        for camera in Camera.allCases {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")]
            }
            try folder.add(try recording.file(), as: "Trip_\(camera.name).mp4")
        }
        let before = folder.contents.map(folder.bytes)
        let arguments = [
            "Trip_front.mp4", "Trip_back.mp4", "--offset", "front=0.3s", "--preset", "ultrafast", "--deliver-set",
            "set",
        ]
        let dry = try Program.run(arguments + ["-n"], in: folder)
        #expect(dry.status == 0 && !folder.contents.contains("set"), "\(dry.error)")
        #expect(dry.output.contains("only what all cameras recorded"), "\(dry.output)")
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let names = [
            "Trip_Back_20260501_093000.mov", "Trip_Combined_20260501_093000.mov", "Trip_Front_20260501_093000.mov",
        ]
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("set")).sorted() == names)
        // What both recorded: a second and a half but for the 0.3 s.
        for (name, first) in zip(names, [9, nil, 0]) {
            let movie = try Movie(folder("set/\(name)"))
            #expect(movie.frames.count == 36 && movie.errorCount == 0, "\(name)")
            guard let first, let camera = Camera.allCases.first(where: { name.lowercased().contains("_\($0.name)_") })
            else { continue }
            #expect(Barcode.read(movie.frames[0].luma) == Barcode(camera: camera, frame: first), "\(name)")
            #expect(Barcode.read(movie.frames[35].luma) == Barcode(camera: camera, frame: first + 35), "\(name)")
        }
        let again = try Program.run(arguments, in: folder)
        #expect(again.status == 79 && again.error.contains("(--deliver-set FOLDER, --overwrite)"), "\(again.error)")
        #expect(try Program.run(arguments + ["--overwrite"], in: folder).status == 0)
        #expect(["Trip_back.mp4", "Trip_front.mp4"].map(folder.bytes) == before, "inputs stay as they are")
    }

    private static let mistakes: [([String], Int32, [String])] = [
        (["--also", "small.mp4:sise=720p"], 64, ["sise", "did you mean 'size'"]),
        (["--also", "size=720p,crf=28"], 64, ["write the file first, as in --also small.mp4:size=720p,crf=28"]),
        (["--also", "small.mp4:720p"], 64, ["'720p'", "size=720p"]),
        (["--also", "small.mp4:crf=99"], 64, ["small.mp4:crf=99", "use 0 (best)"]),
        (["--also", "small.mp4:codec=hevc,crf=60"], 64, ["--also small.mp4:codec", "no rate factor 60;", "(--crf)"]),
        (["--also", "small.mp4:codec=mpeg2"], 64, ["h264", "hevc"]),
        (["--also", "small.mp4:crf=20,crf=21"], 64, ["twice"]),
        (
            ["--also", "small.mp4:crf=20,bitrate=3M"], 64,
            ["--also small.mp4:crf", "cannot be used together; give one."]
        ),
        (["--also", "small.mp4:stabilize=cinematic"], 64, ["no setting 'stabilize'", "sample-rate"]),
        (["--also", "small.mp4:size=720q"], 64, ["--also small.mp4:size=720q", "1080p"]),
        (["--also", "small.avi"], 64, ["small.avi", ".mp4"]),
        (["--also", "small.mp4:codec=vp9,audio-codec=pcm"], 64, ["small.mp4", "PCM"]),
        (["--also", "./out.mp4:crf=20"], 64, ["another file", "./out.mp4"]),
        (["--also", "front.mp4:crf=20"], 64, ["front.mp4", "input"]),
        (["--deliver-set", "."], 64, ["-o"]),
        (["--also", "none/small.mp4"], 73, ["none"]),
    ]

    @Test(arguments: mistakes.indices)
    func whatIsWrongIsSaid(_ mistake: Int) throws {
        let (arguments, status, words) = Self.mistakes[mistake]
        let folder = try folderWithPair()
        let outcome = try Program.run(["front.mp4", "back.mp4", "-o", "out.mp4"] + arguments, in: folder)
        #expect(outcome.status == status && outcome.errorLines.count == 1, "\(outcome.error)")
        for word in words { #expect(outcome.error.contains(word), "\(word): \(outcome.error)") }
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    @Test func aPlanHasASetAndChunksHaveNoFurtherFilms() throws {
        let folder = try folderWithPair()
        #expect(try Program.run("plan", "front.mp4", "back.mp4", "-o", "film.otio", in: folder).status == 0)
        let refused = try Program.run(
            "render", "film.otio", "--chunk", "1/2", "--also", "small.mp4:crf=30", in: folder)
        #expect(refused.status == 64 && refused.error.contains("compose plan"), "\(refused.error)")
        let set = try Program.run("render", "film.otio", "--deliver-set", ".", in: folder)
        #expect(set.status == 0, "\(set.error)")
        #expect(folder.contents.contains("Recording_Front.mov"), "\(folder.contents)")
    }

    @Test func whatCannotBeCutIsSaidWithWhatToDo() throws {
        let folder = try folderWithPair()
        let arguments = ["front.mp4", "back.mp4", "--offset", "front=0.3s", "--deliver-set", ".", "--span", "union"]
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.status == 65 && outcome.error.contains("--span intersection"), "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }
}
