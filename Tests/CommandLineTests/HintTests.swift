import FixtureMedia
import Foundation
import MediaTime
import Parameters
import Planning
import Testing
import Timeline

@testable import compose
@testable import Placing

/// No hint leads to another error: what is suggested is accepted.
@Suite struct HintTests {
    /// A pair that names decide, and a pair that only their order decides.
    private static func folder() throws -> TemporaryFolder {
        let folder = try folderWithPair()
        for (name, camera) in [("IMG_1.mp4", Camera.front), ("IMG_2.mp4", .back)] {
            try folder.add(try FixtureRecording().with { $0.camera = camera }.file(), as: name)
        }
        try folder.write(BadInputTests.wav(samples: 96_000), "song.wav")
        return folder
    }

    /// Options as typed, in parentheses what the hint is to replace.
    @Test(arguments: [
        "(--music song.wav -18)", "(--music song.wav -18dB)", "(--music song.wav loop)", "(--music song.wav 0.5s)",
        "(--voice-over song.wav 0.5s)", "(--voice-over song.wav -3)", "(--gain front -6dB)", "(--gain=front -6)",
        "(--offset front 1s)", "(--offset back -0.2s)", "(--rotate front 90)", "(--zoom front 1.5)",
        "(--audio-track front 1)", "(--highpass front 80)", "--music song.wav (--duck -12dB)", "(--denoise -20)",
        "(--transition wipe 1s)", "(--transition wipe 0.3)", "(--transition wipe 30)", "(--transition wipe left)",
        "(--transition wipe softness=0.2)", "(--transition wipe -30)", "(--view pip top-left)", "(--view pip 0.3)",
        "(--view front pip)", "(--mute front back)", "(--look warm 0.5)", "(--look warm vivid)", "(--look front warm)",
        "(--adjust exposure -0.3)", "(--switch-at 0.5s 1s)", "(--switch-at 0.5s, 1s)", "(--switch-at 0.5s circle)",
        "(--skip 0:00.5 0:01)", "(--size 320 180)", "(--switch-every 1 s)", "(--fps 30 000/1001)",
        "(--label front=Anna Smith)", "(--audio front back)", "(--audio front,back)", "(--audio both)",
        "(--audio front+back)", "(--view circle)", "(--view top-left)", "(--view horizontal)", "(--view wipe)",
        "(--view warm)", "(--view front,pip)", "(--view sbs)", "(--transition pip)", "(--transition vivid)",
        "(--look wipe)", "(--look split)", "(--size 9x16)", "(--size 16/9)", "(--size 320*180)", "(--size 9by16)",
        "(--size 320×180)", "(--size 320:180)", "(--size square)", "(--size hd)", "(--delivery reels)",
        "(--delivery social-media)", "(--delivery small)", "(--fit cover)", "(--codec h.265)", "(--sync waveform)",
        "(--every 1s)", "(--view pip front)", "(--duration 0 01)", "(--interval soon)", "(--quality 23)",
        "(--quality 80)", "(--volume 3)", "(--ss 0:00.5)",
        "(--flip)", "(--crop)", "(--aspect 9:16)", "(--fade 0.5s)", "(--threads 2)", "(--primary IMG_1)",
        "(--pip-size 0.3)", "(--transition-dur 0.2s)", "(--keyframes 0.1s)", "(--transition wipe:1s)",
    ])
    func whatIsSuggestedIsAccepted(_ options: String) throws {
        let folder = try Self.folder()
        let files = options.contains("IMG_1") ? ["IMG_1.mp4", "IMG_2.mp4"] : ["front.mp4", "back.mp4"]
        let parts = options.split(separator: /[()]/, omittingEmptySubsequences: false).map(String.init)
        let words = { (text: String) in text.split(separator: " ").map(String.init) }
        let wrong = words(parts[1])
        let bad = try Program.run(files + words(parts[0]) + wrong + ["-n"], in: folder)
        #expect(bad.status == 64 || bad.status == 66, "\(bad)")
        let sentence = String(try #require(bad.errorLines.last))
        let meant = try #require(Self.meant(sentence, wrong), "\(sentence)")
        let good = try Program.run(files + words(parts[0]) + meant + ["-n"], in: folder)
        #expect(good.status == 0, "\(sentence) -> \(meant): \(good.error)")
    }

    /// The words that a sentence suggests instead of the wrong ones.
    private static func meant(_ sentence: String, _ wrong: [String]) -> [String]? {
        if let match = sentence.matches(of: /(?:write|use|is) (--.*?)[.;](?: |$)/).last {
            let text = match.1
            // Quoted words are one.
            let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
            let found = pieces.enumerated().flatMap { index, piece in
                index % 2 == 1 ? [String(piece)] : piece.split(separator: " ").map(String.init)
            }
            // An option that goes with another.
            return sentence.contains("How long it takes is") ? [wrong[0], "wipe"] + found : found
        }
        if let match = sentence.firstMatch(of: /did you mean '(--[^']+)'/) {
            return [String(match.1)] + wrong.dropFirst()
        }
        if let match = sentence.firstMatch(of: /did you mean '([^']+)'/) { return wrong.dropLast() + [String(match.1)] }
        if let match = sentence.firstMatch(of: /use ([a-z:=-]+)\. 'compose views'/) {
            return wrong.dropLast() + [String(match.1)]
        }
        return sentence.firstMatch(of: /give --view once for each: (.*)\./).map {
            $0.1.split(separator: " ").map(String.init)
        }
    }

    /// Of "anna" and "ben", none is "front".
    @Test(arguments: ["--rotate 90", "--offset 0.2s", "--drift fast", "--zoom 2", "--gain loud", "--highpass low"])
    func examplesNameTheCamerasThatAreThere(_ options: String) throws {
        let folder = try TemporaryFolder()
        try folder.place(.front, frames: 10, at: "anna.mp4")
        try folder.place(.back, frames: 10, at: "ben.mp4")
        let words = options.split(separator: " ").map(String.init)
        let bad = try Program.run(["anna.mp4", "ben.mp4"] + words + ["-n"], in: folder)
        let example = try #require(bad.error.firstMatch(of: /anna=[^ \n]*[^ .\n]/), "\(bad)")
        let good = try Program.run(["anna.mp4", "ben.mp4", words[0], String(example.0), "-n"], in: folder)
        #expect(good.status == 0, "\(example.0): \(good)")
    }

    /// Commands by other names, for other inputs and for other outputs.
    @Test(arguments: [
        ("concat front.mp4 back.mp4", "stitch"), ("merge front.mp4 back.mp4", "stitch"), ("info front.mp4", "probe"),
        ("simulate front.mp4 back.mp4", "plan"), ("rotate front.mp4 --degrees 90", "reorient"),
        ("prob front.mp4", "probe"), ("stich front.mp4 back.mp4", "stitch"), ("mediainfo front.mp4", "probe"),
        ("combine front.mp4 back.mp4", "render"), ("thumbnail front.mp4", "still"), ("algin a.mp4 b.mp4", "sync"),
    ])
    func aCommandByAnotherNameIsNamed(_ typed: String, _ command: String) throws {
        let outcome = try Program.run(typed.split(separator: " ").map(String.init), in: Self.folder())
        #expect(outcome.status == 64 && outcome.error.contains("did you mean 'compose \(command)'?"), "\(outcome)")
    }

    @Test func aWholeCommandThatIsSuggestedRuns() throws {
        let folder = try Self.folder()
        for scene in ["a", "b"] {
            try folder.place(.front, frames: 10, at: "pairs/\(scene)_front.mp4")
            try folder.place(.back, frames: 10, at: "pairs/\(scene)_back.mp4")
        }
        try folder.add(try FixtureRecording().with { $0.sound = nil }.file(), as: "silent.mp4")
        for typed in ["join front.mp4 silent.mp4", "front.mp4 back.mp4 -o x.png", "pairs"] {
            let outcome = try Program.run(typed.split(separator: " ").map(String.init), in: folder)
            let match = try #require(
                outcome.error.firstMatch(of: /compose ((?:still|stitch|batch) [^'\n]+)/), "\(outcome)")
            let words = match.1.split(separator: " ").map(String.init)
            let run = try Program.run(words + (words[0] == "still" ? [] : ["-n"]), in: folder)
            #expect(run.status == 0, "\(words): \(run.error)")
        }
        // Where there is nothing for it, no command is suggested.
        try FileManager.default.createDirectory(atPath: folder("img"), withIntermediateDirectories: false)
        try folder.write("no picture", "img/a.png")
        let empty = try Program.run("img", in: folder)
        #expect(empty.status == 66 && !empty.error.contains("batch"), "\(empty.error)")
    }

    /// A camera that ends in a word of a transition is none.
    @Test func aFaceIsNoFade() throws {
        let outcome = try Program.run("front.mp4", "back.mp4", "--switch-at", "1s:face", in: Self.folder())
        #expect(outcome.error.contains("'face' is not a camera (front, back)"), "\(outcome.error)")
        #expect(outcome.status == 64 && !outcome.error.contains("fade"), "\(outcome.error)")
    }

    @Test func everyExampleIsAccepted() throws {
        for (name, example) in Hint.options {
            let words = example.split(separator: " ").map(String.init)
            let command = try RenderCommand.parse(["front.mp4", "back.mp4"] + words)
            #expect(throws: Never.self, "\(name): \(example)") {
                try command.composition.check(["front", "back", "mic"])
                try command.input.cameras.check(["front", "back", "mic"])
            }
        }
        for (option, values) in Hint.values {
            for value in values.keys {
                #expect(throws: Never.self, "\(option) \(value)") {
                    if option == "--gaps" {
                        _ = try StitchCommand.parse(["a.mp4", "b.mp4", option, value])
                    } else {
                        let needed = option == "--style" ? ["--switch", "auto"] : []
                        try RenderCommand.parse(["a.mp4", option, value] + needed).composition.check(["front", "back"])
                    }
                }
            }
        }
        let names = Compose.commands.map(\.name)
        #expect(Hint.commands.keys.allSatisfy(names.contains))
        let others = Hint.commands.values.flatMap(\.self)
        #expect(Set(others).count == others.count && Set(others).isDisjoint(with: names))
    }

    private static let suggesting: [(Diagnostic, String)] =
        [
            (.higherRate(FrameRate(60, 1)!, primary: "back", primaryRate: FrameRate(30_000, 1001)!), "--fps 29.97"),
            (.lowerRate(.thirty, primary: "back", highest: FrameRate(60_000, 1001)!, of: "front"), "--fps 59.94"),
            (.fitsElsewhere("front", to: "back", by: .seconds(1)), "--sync audio"),
            (.fitsElsewhere("front", to: "back", by: .seconds(1)), "--mute front"),
            (.notAligned("front", to: "back"), "--mute front"),
            (.notSynced(path: "a.mp4", "front", .auto, .unknown), "--offset front=1s"),
            (.clockUnrelated(path: "a.mp4", "front", after: .seconds(9)), "--offset front=1s"),
            (.soundNotPlaced(path: "a.wav", "front"), "--offset front=1s"), (.soundUnused("front"), "--audio front"),
            (.copiesKeepQuality, "--smart off"), (.followsMusic, "--switch auto:speech"),
            (.neverSwitches(.oneView), "--switch-every"),
        ]

    /// What notes on a film suggest, with times for TIME.
    @Test(arguments: suggesting) func notesSuggestWhatIsAccepted(_ note: Diagnostic, _ hint: String) {
        #expect(note.told.message.replacing("TIME", with: "1s").contains(hint), "\(note.told.message)")
        let words = hint.split(separator: " ").map(String.init)
        #expect(words.count == 1 || Hint.accepts(words, in: []), "\(hint)")
    }

    /// Nobody sees the difference of 29.97 and 30, and a sound file is no camera.
    @Test func notesNameWhatMatters() {
        let rate = { (own: FrameRate) in Diagnostic.higherRate(.thirty, primary: "back", primaryRate: own) }
        #expect(rate(FrameRate(30_000, 1001)!).told.importance == .detail)
        #expect(rate(FrameRate(24, 1)!).told.importance == .minor)
        #expect(
            Diagnostic.primarySilent("back", used: "voice").told.message
                == "back has no sound, so that of voice is used")
    }

    /// Wherever a text of the program names an option or a command, there is one.
    @Test func everyOptionThatIsNamedExists() throws {
        let sources = documents.deletingLastPathComponent().appendingPathComponent("Sources/compose")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let types = Compose.configuration.subcommands
        var known = Set(types.flatMap { OptionList(of: $0).options.map(\.name) })
        // Of other programs, and ArgumentParser's.
        known.formUnion([
            "help", "version", "partition", "sshloginfile", "parsable", "array", "output", "dependency", "requeue",
            "open-mode", "job-name", "noheader", "format", "name", "cpus-per-task", "retries", "env",
        ])
        let commands = Set(Compose.commands.map(\.name))
        #expect(files.count > 50)
        for file in files where file.lastPathComponent != "CompletionScript.swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            where line.contains("\"") && !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for match in line.matches(of: /--([a-z][a-z-]+[a-z])/) where !known.contains(String(match.1)) {
                    Issue.record("\(file.lastPathComponent) names --\(match.1): \(line)")
                }
                for match in line.matches(of: /'compose ([a-z]+)/) where !commands.contains(String(match.1)) {
                    Issue.record("\(file.lastPathComponent) names 'compose \(match.1)': \(line)")
                }
            }
        }
    }
}
