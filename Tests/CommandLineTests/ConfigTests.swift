import FixtureMedia
import Foundation
import Testing

@testable import compose

/// Options in a file count as if they were typed before the others.
@Suite struct ConfigTests {
    private func folder(_ config: String, as name: String = "compose.yaml") throws -> TemporaryFolder {
        let folder = try folderWithPair()
        try config.write(toFile: folder(name), atomically: true, encoding: .utf8)
        return folder
    }

    private func plan(_ options: String..., in folder: TemporaryFolder) throws -> Program.Outcome {
        try Program.run(["plan", "front.mp4", "back.mp4", "--json"] + options, in: folder)
    }

    @Test func aFileSaysWhatACommandLineWould() throws {
        let folder = try folder(
            """
            # a comment
            switch-at: [0.5s:wipe, 1s]
            look: {front: warm, back: vivid}
            gain:
              front: -6dB
              back: 3dB
            audio: follow
            mono: yes
            chapters: no
            smart: off
            crf: 25
            label: yes
            """)
        let from = try plan(in: folder)
        #expect(from.status == 0, "\(from.error)")
        #expect(from.error.contains("note: using the options in compose.yaml (--config none ignores them)"))
        let typed = try plan(
            "--config", "none", "--switch-at", "0.5s:wipe,1s", "--look", "front=warm", "--look", "back=vivid", "--gain",
            "front=-6dB", "--gain", "back=3dB", "--audio", "follow", "--label", "--mono", "--smart", "off", "--crf",
            "25",
            in: folder)
        #expect(typed.error == "" && from.output == typed.output)
        #expect(try plan("--config", "none", in: folder).output != typed.output)
    }

    /// Where the recordings are, not where somebody stands; a file that is named comes first.
    @Test func theFileIsFoundBesideTheRecordings() throws {
        let folder = try folder("switch-every: 0.7s\n")
        let away = try TemporaryFolder()
        let found = try Program.run("plan", folder("front.mp4"), folder("back.mp4"), in: away)
        #expect(found.error.contains(folder("compose.yaml")), "\(found.error)")
        try "fps: 15\n".write(toFile: away("mine.yaml"), atomically: true, encoding: .utf8)
        let named = try Program.run(
            "plan", folder("front.mp4"), "back=" + folder("back.mp4"), "--config", "mine.yaml", in: away)
        #expect(
            named.error == "" && named.output.contains("15 fps") && !named.output.contains("0.5"), "\(named.output)")
        // Files that it names lie beside it, too.
        let table = "LUT_3D_SIZE 2\n" + String(repeating: "0.5 0.5 0.5\n", count: 8)
        try table.write(toFile: folder("gray.cube"), atomically: true, encoding: .utf8)
        try "look: front=lut:gray.cube:amount=0.5\nmusic: back.mp4:gain=-12dB\n".write(
            toFile: folder("compose.yaml"), atomically: true, encoding: .utf8)
        let files = try Program.run("plan", folder("front.mp4"), folder("back.mp4"), in: away)
        #expect(files.status == 0, "\(files.error)")
        let missing = try plan("--config", "none.yaml", in: folder)
        #expect(missing.status == 66 && missing.error.contains("none.yaml"), "\(missing.error)")
    }

    @Test(arguments: [
        ["--switch-every", "1s"], ["--switch-at", "1s"], ["--transition", "wipe"], ["--look=sepia"], ["--loudness=-20"],
    ])
    func theCommandLineComesFirst(_ option: [String]) throws {
        let folder = try folder("switch-every: 0.7s\ntransition: circle\nlook: [mono]\nnormalize: peak\n")
        let kept = [
            ["--switch-every", "0.7s"], ["--transition", "circle"], ["--look", "mono"], ["--normalize", "peak"],
        ].filter { pair in
            let name = option[0].split(separator: "=")[0]
            return name != pair[0] && !(name == "--switch-at" && pair[0] == "--switch-every")
                && !(name == "--loudness" && pair[0] == "--normalize")
        }
        let typed = try Program.run(
            ["plan", "front.mp4", "back.mp4", "--json", "--config", "none"] + kept.flatMap { $0 } + option, in: folder)
        #expect(typed.status == 0, "\(typed.error)")
        let both = try Program.run(["plan", "front.mp4", "back.mp4", "--json"] + option, in: folder)
        #expect(both.output == typed.output, "\(both.error)")
    }

    @Test(arguments: [
        (
            "crf: 20\nswich-every: 5s\n", 64,
            "compose.yaml:2: there is no option 'swich-every'; did you mean 'switch-every'?"
        ),
        ("\n\ncrf: many\n", 64, "compose.yaml:3: --crf many: use 0 (best)"),
        ("gain:\n  nobody: -3dB\n", 64, "compose.yaml:1: --gain nobody=-3dB: there is no camera named 'nobody'"),
        ("crf: 20\ncrf: 21\n", 64, "compose.yaml:2: 'crf' is listed twice."),
        ("crf: [\n", 64, "compose.yaml:2: "), ("- crf\n", 64, "compose.yaml:1: write options as 'name: value'"),
        ("look: {front: [a]}\n", 64, "compose.yaml:1: lists and mappings contain single values"),
        ("switch-every: no\n", 64, "compose.yaml:1: --switch-every no"),
        ("dry-run: yes\n", 64, "compose.yaml:1: there is no option 'dry-run'"),
        ("mono: 3\n", 64, "compose.yaml:1: "), ("loudness:\n", 64, "compose.yaml:1: 'loudness' has no value"),
        ("\u{0}", 64, "compose.yaml:1: "),
    ])
    func whatIsWrongIsSaidWithItsLine(_ text: String, _ status: Int32, _ sentence: String) throws {
        let folder = try folder(text)
        let outcome = try plan(in: folder)
        #expect(outcome.status == status && outcome.error.contains("compose: " + sentence), "\(outcome.error)")
    }

    /// A plan says it all; options of rendering mean nothing to a still.
    @Test func aFileIsUsedWhereItHasAMeaning() throws {
        let folder = try folder("verify: yes\nswitch-every: 0.7s\n")
        #expect(try plan("-o", "film.otio", in: folder).status == 0)
        let film = try Program.run("render", "film.otio", "-o", "film.mp4", in: folder)
        #expect(film.status == 0 && !film.error.contains("compose.yaml"), "\(film.error)")
        let still = try Program.run("still", "front.mp4", "back.mp4", "--at", "0.2s", "-o", "a.png", in: folder)
        #expect(still.status == 0 && still.error.contains("compose.yaml"), "\(still.error)")
        let rendered = try Program.run("front.mp4", "back.mp4", "-o", "other.mp4", in: folder)
        #expect(rendered.status == 0 && rendered.error.contains("verified"), "\(rendered.error)")
    }

    @Test func theTemplateHasEveryOptionAndReadsBack() throws {
        let folder = try folderWithPair()
        #expect(try Program.run("init", in: folder).status == 0)
        #expect(try Program.run("init", in: folder).status == 79)
        let text = try String(contentsOfFile: folder("compose.yaml"), encoding: .utf8)
        for option in OptionList(of: RenderCommand.self).options where option.sectionTitle != nil {
            #expect(text.contains("\n#\(option.name): "))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") && $0.count <= 110 })
        // All comments: nothing changes.
        let (with, without) = (try plan(in: folder), try plan("--config", "none", in: folder))
        #expect(with.status == 0 && with.output == without.output, "\(with.error)")
        let set = text.replacingOccurrences(of: "\n#transition: <name>", with: "\ntransition: wipe")
        try set.write(toFile: folder("compose.yaml"), atomically: true, encoding: .utf8)
        let changed = try plan("--switch-at", "1s", in: folder)
        #expect(
            changed.output
                == (try plan("--switch-at", "1s", "--transition", "wipe", "--config", "none", in: folder)).output)
    }

    /// A file that came with somebody's recordings writes nothing and replaces nothing of its own accord.
    @Test(arguments: [
        ("output: ../mine/film.mp4", "output"), ("overwrite: yes", "overwrite"), ("also: [../mine/second.mp4]", "also"),
        ("deliver-set: ../mine/set", "deliver-set"), ("fresh: yes", "fresh"),
    ])
    func aFileThatWasFoundDoesNotSayWhatIsWritten(_ line: String, _ name: String) throws {
        let outside = try TemporaryFolder()
        for folder in ["mine", "card"] {
            try FileManager.default.createDirectory(atPath: outside(folder), withIntermediateDirectories: false)
        }
        try outside.write("the wedding", "mine/film.mp4")
        let pair = try folderWithPair()
        for camera in ["front.mp4", "back.mp4"] { try outside.add(pair(camera), as: "card/\(camera)") }
        try outside.write("crf: 30\n\(line)\n", "card/compose.yaml")
        let render = ["front.mp4", "back.mp4", "--preset", "ultrafast"]
        let (status, sentence) = (Int32(64), "compose.yaml:2: '\(name)' decides what is written or replaced")
        for command in [render, ["batch", "."]] where command == render || ["output"].contains(name) {
            let found = try Program.run(command, in: outside, shell: "cd card")
            #expect(found.status == status && found.error.contains(sentence), "\(found.error)")
            #expect(found.error.contains("compose.yaml if it is yours"), "\(found.error)")
        }
        #expect(outside.bytes("mine/film.mp4") == Array("the wedding".utf8))
        let contents = { try FileManager.default.subpathsOfDirectory(atPath: outside.path).sorted() }
        #expect(
            try contents() == ["card", "card/back.mp4", "card/compose.yaml", "card/front.mp4", "mine", "mine/film.mp4"])
        // What is typed overrides it, a command without the option does not care, and a file that is named may say it.
        let named = try Program.run(render + ["--config", "compose.yaml"], in: outside, shell: "cd card")
        #expect(named.status == (name == "output" ? 79 : 0), "\(named.error)")
        let still = try Program.run(
            ["still", "front.mp4", "back.mp4", "--at", "0.2s", "-o", "a.png"], in: outside, shell: "cd card")
        #expect((still.status == 0) == (name != "overwrite"), "\(still.error)")
        if name == "output" {
            let typed = try Program.run(render + ["-o", "typed.mp4"], in: outside, shell: "cd card")
            #expect(typed.status == 0, "\(typed.error)")
        }
    }

    /// libyaml's time grows with the square of the depth.
    @Test func deepNestingIsRefusedAtOnce() throws {
        for text in [String(repeating: "[", count: 1 << 19), String(repeating: "- ", count: 1 << 18)] {
            let outcome = try plan(in: try folder("crf: 20\nlook: " + text))
            #expect(outcome.status == 64 && outcome.error.contains("compose.yaml:2: "), "\(outcome.error.suffix(300))")
        }
        let nested = try plan(in: try folder("look: " + String(repeating: "[", count: 30)))
        #expect(nested.error.contains("compose.yaml:1: lists and mappings are nested too deeply."), "\(nested.error)")
    }

    /// Of a value of a megabyte, a message shows the ends.
    @Test func aLongValueIsNotRepeatedWhole() throws {
        let outcome = try plan(in: try folder("crf: \"begin" + String(repeating: "9", count: 1 << 19) + "end\"\n"))
        #expect(outcome.status == 64 && outcome.error.utf8.count < 20_000)
        #expect(outcome.error.contains("begin99") && outcome.error.contains("99 … 99"))
    }

    /// A new option cannot be forgotten: nobody may set it in a file that was only found, until somebody describes it.
    @Test(
        arguments: [
            RenderCommand.self, PlanCommand.self, StillCommand.self, PreviewCommand.self, ProbeCommand.self,
        ] as [any ServedCommand.Type])
    func everyOptionIsDescribed(_ command: any ServedCommand.Type) {
        let list = OptionList(of: command)
        for option in list.options { #expect(list.isDescribed(option.name), "\(option.name)") }
        let names = list.options.map(\.name) + ["version"]
        for described in [OptionTraits](of: command).flatMap(\.names) {
            #expect(names.contains { $0 == described }, "there is no option \(described)")
        }
        #expect(list.traits(of: "a-new-option").use == .writes)
    }

    @Test(arguments: [
        "output: a.mp4", "overwrite: yes", "also: b.mp4", "deliver-set: d", "fresh: yes", "trace: t.json",
    ])
    func aFoundFileWritesNothing(_ line: String) throws {
        let folder = try folder("\(line)\n")
        let before = folder.contents
        let found = try Program.run("front.mp4", "back.mp4", "-n", in: folder)
        #expect(found.status == 64 && found.error.contains("compose.yaml:1: '"), "\(found.error)")
        #expect(folder.contents == before)
        let named = try Program.run("front.mp4", "back.mp4", "-n", "--config", "compose.yaml", in: folder)
        #expect(named.status == 0, "\(named.error)")
    }

    @Test func whatAFoundFileReadsOutsideItsFolderIsNamed() throws {
        let away = try TemporaryFolder()
        try away.write(BadInputTests.wav(samples: 96_000), "song.wav")
        try away.write("0.5s:front\n", "cuts.txt")
        let folder = try folder("music: \(away("song.wav"))\nswitch-at: \"@\(away("cuts.txt"))\"\n")
        let found = try Program.run("front.mp4", "back.mp4", "-n", in: folder)
        #expect(found.status == 0, "\(found.error)")
        let note = "names \(away("cuts.txt")) and \(away("song.wav")), outside its folder"
        let other = "names \(away("song.wav")) and \(away("cuts.txt")), outside its folder"
        #expect(found.error.contains(note) || found.error.contains(other), "\(found.error)")
        let named = try Program.run("front.mp4", "back.mp4", "-n", "--config", "compose.yaml", in: folder)
        #expect(named.status == 0 && !named.error.contains("outside"), "\(named.error)")
        // A link leads outside, too.
        try FileManager.default.createSymbolicLink(
            atPath: folder("link.wav"), withDestinationPath: away("song.wav"))
        try folder.write("music: link.wav\n", "compose.yaml")
        let link = try Program.run("front.mp4", "back.mp4", "-n", in: folder)
        #expect(link.error.contains("names link.wav, outside its folder"), "\(link.error)")
    }

    /// Beside it are a list of switches and a font, as is a song.
    @Test func filesAreFoundBesideTheOptionsFile() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("card"), withIntermediateDirectories: false)
        for camera in Camera.allCases {
            let file = try FixtureRecording().with { $0.camera = camera }.file()
            try folder.add(file, as: "card/\(camera.name).mp4")
        }
        try folder.write("0.5s:front\n1s:back\n", "card/cuts.txt")
        try folder.write("switch-at: \"@cuts.txt\"\n", "card/compose.yaml")
        let outcome = try Program.run("card/front.mp4", "card/back.mp4", "-n", in: folder)
        #expect(outcome.status == 0 && !outcome.error.contains("outside"), "\(outcome.error)")
    }

    /// A few letters stand for gigabytes.
    @Test func absurdFilesAreRefused() throws {
        let long = String(repeating: "x", count: 200_000)
        let marks = Array(repeating: "*a", count: 150_000).joined(separator: ",")
        let keys = (0..<60_000).map { "k\($0): 1" }.joined(separator: "\n")
        let deep = String(repeating: "[", count: 400_000)
        for text in ["output: &a \(long)\nmusic: [\(marks)]\n", keys, "music: \(deep)"] {
            let folder = try folder(text)
            // 1 GB of address space more than it starts with is enough.
            let outcome = try Program.run(
                ["plan", "front.mp4", "back.mp4"], in: folder, shell: "ulimit -v 4000000; ulimit -t 20")
            #expect(outcome.status == 64 && outcome.error.contains("compose.yaml:"), "\(outcome.status)")
        }
    }
}
