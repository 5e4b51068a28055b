import FixtureMedia
import Foundation
import Testing

/// Whatever a command reads, it does not overwrite.
@Suite struct InputSafetyTests {
    /// A gray picture of 16 x 16 (netpbm, P5).
    private static let matte = Array("P5 16 16 255\n".utf8) + (0..<256).map { UInt8($0) }

    private func folderWithPlan() throws -> TemporaryFolder {
        let folder = try folderWithPair()
        try folder.write(Self.matte, "m.pgm")
        let transition = ["--transition", "matte:m.pgm", "--transition-duration", "100ms"]
        let plan = try Program.run(
            [
                "plan", "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition-duration", "100ms", "-o",
                "film.otio",
            ] + transition, in: folder)
        try #require(plan.status == 0, "\(plan.error)")
        for part in 1...2 {
            let chunk = try Program.run(
                "render", "film.otio", "--chunk", "\(part)/2", "-o", "\(part).chunk", in: folder)
            try #require(chunk.status == 0, "\(chunk.error)")
        }
        // As outputs of which the ending says what they are.
        for (name, link) in [("m.pgm", "m.mp4"), ("m.pgm", "m.png"), ("m.pgm", "m.otio"), ("film.otio", "film.mp4")] {
            try FileManager.default.createSymbolicLink(atPath: folder(link), withDestinationPath: name)
        }
        return folder
    }

    @Test func noInputIsOverwritten() throws {
        let folder = try folderWithPlan()
        let before = folder.contents
        let bytes = before.map { folder.bytes($0) }
        let pair = "front.mp4 back.mp4 --switch-every 500ms --transition-duration 100ms"
        for command in [
            "render film.otio --chunk 1/2 -o film.otio", "render film.otio -o film.mp4", "render film.otio -o m.mp4",
            "render film.otio --chunk 2/2 -o m.pgm", "join film.otio 1.chunk 2.chunk -o film.mp4",
            "join film.otio 1.chunk 2.chunk -o m.mp4", "\(pair) --transition matte:m.pgm -o m.mp4",
            // Of a transition that does not come to pass, too.
            "\(pair) --switch-every 1h --transition matte:m.pgm -o m.mp4",
            "plan \(pair) --transition matte:m.pgm -o m.otio", "transitions matte:m.pgm --sheet m.png",
        ] {
            let arguments = command.split(separator: " ").map(String.init) + ["--overwrite"]
            let outcome = try Program.run(arguments, in: folder)
            #expect(outcome.status == 64, "\(command): \(outcome.error)")
            #expect(outcome.errorLines.last?.contains("is one of the inputs") == true, "\(command): \(outcome.error)")
            #expect(folder.contents == before && before.map { folder.bytes($0) } == bytes, "\(command)")
        }
    }

    /// A plan and its files can be moved and rendered from anywhere, and make the same film.
    @Test func aPlanFindsItsMatteFromAnywhere() throws {
        let (folder, moved, elsewhere) = (try folderWithPlan(), try TemporaryFolder(), try TemporaryFolder())
        for name in ["front.mp4", "back.mp4", "m.pgm", "film.otio"] { try moved.add(folder(name), as: name) }
        let here = try Program.run("join", "film.otio", "1.chunk", "2.chunk", "-o", "out.mp4", in: folder)
        #expect(here.status == 0, "\(here.error)")
        let chunk = try Program.run("render", moved("film.otio"), "--chunk", "2/2", "-o", "2.chunk", in: elsewhere)
        #expect(chunk.status == 0, "\(chunk.error)")
        let there = try Program.run(
            "join", moved("film.otio"), folder("1.chunk"), "2.chunk", "-o", "out.mp4", in: elsewhere)
        #expect(there.status == 0 && elsewhere.bytes("out.mp4") == folder.bytes("out.mp4"), "\(there.error)")
    }

    /// A plan that does not fit on the disk is no plan: a limit on the size of files stands for a full disk.
    @Test func aPlanThatIsCutShortLeavesNothing() throws {
        let folder = try folderWithPair()
        let arguments = [
            "plan", "front.mp4", "back.mp4", "--switch-every", "500ms", "--transition-duration", "100ms", "-o",
            "film.otio",
        ]
        let outcome = try Program.run(arguments, in: folder, shell: "ulimit -f 2")
        #expect(outcome.status == 74, "\(outcome.error)")
        #expect(
            outcome.errorLines.last?.hasPrefix("compose: film.otio could not be written (File too large)") == true,
            "\(outcome.error)"
        )
        #expect(folder.contents == ["back.mp4", "front.mp4"])
        let whole = try Program.run(arguments, in: folder)
        #expect(whole.status == 0 && folder.bytes("film.otio").count > 2048, "\(whole.error)")
    }

    /// libass crashes where it gets no memory; glibc would reserve all of it for the threads.
    @Test func textIsDrawnWithFewAddresses() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            [
                "front.mp4", "back.mp4", "--preset", "ultrafast", "--title", "Title@0s-1s",
                "--label", "--loudness", "-14", "-o", "film.mp4",
            ], in: folder, shell: "ulimit -v 440000")
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    /// A result that nobody gets is a failure, unless the reader has seen enough. Without standard output, the film must
    /// not take its place.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func resultsThatCannotBeWrittenAreAnError() throws {
        let folder = try folderWithPair()
        for arguments in [["plan", "front.mp4", "back.mp4", "--json"], ["transitions"]] {
            let full = try Program.run(arguments, in: folder, shell: "exec >/dev/full")
            #expect(full.status == 74 && full.error.contains("standard output: No space left"), "\(full.error)")
        }
        let render = ["front.mp4", "back.mp4", "--progress", "json", "-o", "out.mp4"]
        let closed = try Program.run(render, in: folder, shell: "exec >&-")
        #expect(closed.status == 0, "\(closed.error)")
        let film = folder.bytes("out.mp4")
        let open = try Program.run(render + ["--overwrite"], in: folder)
        #expect(open.status == 0 && folder.bytes("out.mp4") == film, "\(open.error)")
    }

    /// Nobody but the superuser can work without permissions; whoever tries is told so at once.
    @Test(.enabled(if: geteuid() != 0, "the superuser needs no permissions"))
    func whatMayNotBeReadOrWrittenIsSaid() throws {
        let folder = try folderWithPair()
        let arguments = ["front.mp4", "back.mp4", "--preset", "veryslow", "-o", "out.mp4"]
        let unmasked = try Program.run(arguments, in: folder, shell: "umask 777")
        #expect(unmasked.status == 73 && unmasked.error.contains("umask"), "\(unmasked.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])

        let killed = try Program.run(arguments, in: folder) { program in
            program.wait { _ in folder.contents.contains { $0.hasSuffix(".compose") } }
            program.send(SIGKILL)
        }
        let checkpoint = try #require(folder.contents.first { $0.hasSuffix(".compose") }, "\(killed.error)")
        chmod(folder(checkpoint), 0)
        let closed = try Program.run(arguments, in: folder)
        #expect(closed.status == 73 && closed.error.contains("\(checkpoint) cannot be opened ("), "\(closed.error)")
        chmod(folder(checkpoint), 0o700)
        let open = try Program.run(arguments, in: folder)
        #expect(open.status == 0, "\(open.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
    }

    /// `--output=$NAME` of a shell without that variable must not take the recording behind it for its value.
    @Test(arguments: ["--output=", "-o=", "--also=", "--manifest="])
    func anOptionWithoutAValueTakesNoRecording(_ option: String) throws {
        let folder = try folderWithPair()
        let command = option == "--manifest=" ? ["batch"] : []
        let outcome = try Program.run(command + [option, "front.mp4", "back.mp4", "--overwrite"], in: folder)
        #expect(outcome.status == 64 && outcome.error.contains("\(option) has no value"), "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    /// Neither a recording nor a text of somebody's is taken for the manifest or the report of a batch.
    @Test(arguments: ["--manifest", "--report"])
    func aBatchWritesToNoOtherFile(_ option: String) throws {
        let folder = try folderWithPair()
        try folder.write("\n{\"film\" is not a key here}\n", "notes.txt")
        for name in ["front.mp4", "notes.txt"] {
            let before = folder.bytes(name)
            // With --force, the manifest is not read for what was done.
            let outcome = try Program.run(
                ["batch", ".", "-o", "films/{scene}.mp4", "--force", option, name], in: folder)
            #expect(outcome.status == 79 && outcome.error.contains("\(name) "), "\(outcome.error)")
            #expect(outcome.error.contains("name another file with \(option)"), "\(outcome.error)")
            #expect(folder.bytes(name) == before)
        }
    }

    @Test func theUsualNameIsReplacedOnlyWhereAsked() throws {
        let folder = try folderWithPair()
        try folder.write("precious", "composed.mp4")
        let arguments = ["front.mp4", "back.mp4", "--preset", "ultrafast"]
        let careful = try Program.run(arguments, in: folder)
        #expect(careful.status == 0 && folder.bytes("composed.mp4") == Array("precious".utf8), "\(careful.error)")
        #expect(
            careful.error.contains("composed.mp4 already exists; writing composed-2.mp4"), "\(careful.error)")
        let replacing = try Program.run(arguments + ["--overwrite"], in: folder)
        #expect(replacing.status == 0, "\(replacing.error)")
        #expect(folder.bytes("composed.mp4") == folder.bytes("composed-2.mp4"))
        #expect(folder.contents == ["back.mp4", "composed-2.mp4", "composed.mp4", "front.mp4"])
    }
}
