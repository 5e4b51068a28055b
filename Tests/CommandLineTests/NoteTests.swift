import FixtureMedia
import Foundation
import Pictures
import Testing

@testable import compose

/// People are told what they would not expect of a film, in three lines at most.
@Suite struct NoteTests {
    private func note(_ text: String, _ importance: Importance, path: String? = nil) -> Message {
        Message(importance, text, path: path)
    }

    @Test func theMostImportantNotesComeFirstAndTheRestIsCounted() {
        let notes = [
            note("bars", .minor), note("encoder", .detail), note("silent", .sound), note("guess", .guessed),
            note("shorter", .other), note("black", .lost), note("other guess", .guessed),
        ]
        #expect(
            Notes.lines(notes, about: [], all: false) == ["shorter", "guess", "other guess (3 more notes: -v)"])
        #expect(Notes.lines(Array(notes[...2]), about: [], all: false) == ["silent", "bars"])
        #expect(
            Notes.lines(notes, about: [], all: true)
                == ["shorter", "guess", "other guess", "black", "silent", "bars", "encoder"])
        #expect(Notes.lines([note("encoder", .detail)], about: [], all: false) == [])
    }

    /// What is known only at the end is a fourth line to nobody.
    @Test func thereAreThreeNotesInARunAltogether() throws {
        let folder = try TemporaryFolder()
        for (name, camera) in [("front.mp4", Camera.front), ("back.mp4", .back)] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: camera == .front ? 60 : 75)
            }
            try folder.add(try recording.file(), as: name)
        }
        try folder.write("gain: -45dB\n", "compose.yaml")
        let words = [
            "front.mp4", "back.mp4", "--switch-every", "1s", "--size", "96x160", "--fit", "fill", "--preset",
            "ultrafast",
        ]
        let outcome = try Program.run(words + ["-o", "out.mp4"], in: folder)
        #expect(outcome.status == 0 && outcome.errorLines.count { $0.hasPrefix("note: ") } == 3, "\(outcome.error)")
        #expect(outcome.errorLines.last?.contains("; the sound is very quiet") == true, "\(outcome.error)")
        // Two cameras never end in the same moment.
        #expect(!outcome.error.contains("early"), "\(outcome.error)")
        let all = try Program.run(words + ["-v", "-o", "all.mp4"], in: folder)
        #expect(all.error.contains("early") && all.error.contains("note: the sound is very quiet"), "\(all.error)")
    }

    @Test func filesAreNamedWithoutTheirFoldersUnlessNamesAreAlike() {
        let paths = ["/card/front/1.mp4", "/card/back/1.mp4", "/card/voice.wav", "plain.mp4"]
        let lines = Notes.lines(
            [note("/card/front/1.mp4 and /card/voice.wav, not plain.mp4 or /else/x.mp4", .lost, path: "/else/x.mp4")],
            about: paths, all: false)
        #expect(lines == ["front/1.mp4 and voice.wav, not plain.mp4 or x.mp4"])
    }

    /// The second file is easily forgotten.
    @Test func oneCameraAloneIsToldUnlessNothingWasToSwitch() throws {
        let folder = try TemporaryFolder()
        try folder.add(
            try FixtureRecording().with { $0.timing = .constant(.thirty, frames: 30) }.file(), as: "front.mp4")
        let said = "there is only the front camera, so nothing switches"
        for (options, isTold) in [([], true), (["--switch-every", "never"], false)] {
            let outcome = try Program.run(
                ["front.mp4", "-o", "out.mp4", "--overwrite", "--preset", "ultrafast"] + options, in: folder)
            #expect(outcome.status == 0 && outcome.error.contains(said) == isTold, "\(outcome.error)")
        }
    }

    /// A film with much to tell: unlike cameras, absolute paths, options of a file, a name that is taken.
    @Test func aFilmWithManyNotesSaysThreeLinesBeforeItsResult() throws {
        let folder = try TemporaryFolder()
        let front = FixtureRecording().with {
            $0.sound = nil
            $0.timing = .constant(.thirty, frames: 60)
        }
        try folder.add(try front.file(), as: "a.mp4")
        let back = FixtureRecording().with {
            $0.camera = .back
            $0.size = PictureSize(width: 96, height: 160)
            $0.timing = .constant(.thirty, frames: 75)
        }
        try folder.add(try back.file(), as: "b.mp4")
        try folder.write("crf: 30\n", "compose.yaml")
        let words = [
            folder("a.mp4"), folder("b.mp4"), "--switch-every", "0.5s", "--min-shot", "0.4s", "--transition-duration",
            "0.2s", "--to", "9s", "--preset", "ultrafast", "--overwrite", "-o", "out.mp4",
        ]
        let outcome = try Program.run(words, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let lines = outcome.errorLines
        #expect(lines.count == 4 && lines.dropLast().allSatisfy { $0.hasPrefix("note: ") }, "\(outcome.error)")
        #expect(lines[2].contains(/\(\d+ more notes?: -v\)$/), "\(outcome.error)")
        #expect(!outcome.error.contains(folder.path) && !outcome.error.contains("cop"), "\(outcome.error)")
        #expect(lines[0].contains("past the end") || lines[0].contains("options"), "\(outcome.error)")
        #expect(lines[3].contains(/^out\.mp4: 0:02\.\d+, [0-9.]+ kB, .*sound.*, in \d/), "\(outcome.error)")
        let all = try Program.run(words + ["-v"], in: folder)
        #expect(all.errorLines.count { $0.hasPrefix("note: ") } > 3, "\(all.error)")
        #expect(all.error.contains("a.mp4 cannot be copied"), "\(all.error)")
        let told = try Program.run(words + ["--progress", "json"], in: folder)
        let events = try told.outputLines.map { try json($0)["event"] as? String }
        #expect(events.count { $0 == "note" || $0 == "adjustment" } > 3, "\(told.output)")
    }

    @Test func aFilmWithNothingUnexpectedSaysOneLine() throws {
        let folder = try folderWithPair { $0.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")] }
        let outcome = try Program.run(
            "front.mp4", "--view", "front", "--preset", "ultrafast", "-o", "out.mp4", in: folder)
        #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.error)")
    }

    @Test func aVeryQuietFilmIsRemarkedOn() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 60) }
        let words = ["front.mp4", "back.mp4", "--preset", "ultrafast", "--gain=-40dB", "-o", "out.mp4"]
        let quiet = try Program.run(words, in: folder)
        #expect(quiet.status == 0 && quiet.error.contains("the sound is very quiet; use --loudness -14"), "\(quiet)")
        let loud = try Program.run(words.dropLast(3) + ["-o", "loud.mp4"], in: folder)
        #expect(loud.status == 0 && !loud.error.contains("quiet"), "\(loud)")
    }
}
