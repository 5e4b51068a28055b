import FixtureMedia
import Foundation
import TestSupport
import Testing

@Suite struct SyncCommandTests {
    /// Two recordings of one scene, the second from 7.25 s after the first, and one of another scene.
    private func recordings() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let scene = SceneSound(seconds: 40)
        try write(scene.recorded(from: 2, seconds: 25, seed: 2), to: folder("one.wav"))
        try write(scene.recorded(from: 9.25, seconds: 28, seed: 3), to: folder("other.wav"))
        try write(SceneSound(seconds: 20, seed: 8).recorded(from: 0, seconds: 20, seed: 4), to: folder("else.wav"))
        return folder
    }

    /// As WAV, 16 bits.
    private func write(_ samples: [Float], to path: String) throws {
        var data = Data()
        func append(_ text: String) { data += Data(text.utf8) }
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { data += Data($0) }
        }
        append("RIFF")
        append(UInt32(36 + 2 * samples.count))
        append("WAVEfmt ")
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(SceneSound.rate))
        append(UInt32(2 * SceneSound.rate))
        append(UInt16(2))
        append(UInt16(16))
        append("data")
        append(UInt32(2 * samples.count))
        for sample in samples { append(Int16(max(-1, min(1, sample)) * 32_767)) }
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test func aProgramReadsWhereEachFileLies() throws {
        let folder = try recordings()
        let outcome = try Program.run("sync", "one.wav", "other.wav", "else.wav", "--json", in: folder)
        #expect(outcome.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["reference"] as? String == "one.wav")
        let files = try #require(object["files"] as? [[String: Any]])
        #expect(files.map { $0["file"] as? String } == ["other.wav", "else.wav"])
        #expect(files.map { $0["matched"] as? Bool } == [true, false])
        #expect(files.map { $0["method"] as? String } == ["audio", "none"])
        // A tenth of a millisecond is what is promised to be reported.
        #expect(abs(try #require(files[0]["offset"] as? Double) - 7.25) < 0.0001)
        #expect(files[1]["offset"] == nil)
        #expect(files.allSatisfy { ($0["why"] as? String)?.contains("stands out") == true })
        #expect((files[0]["pieces"] as? [[String: Double]])?.count == 1)
    }

    @Test func aPersonReads() throws {
        let outcome = try Program.run("sync", "one.wav", "other.wav", "else.wav", in: try recordings())
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("other.wav: offset +7.2500 s"))
        #expect(outcome.output.contains("else.wav: not matched."))
    }

    @Test func recordingsMayHaveNames() throws {
        let outcome = try Program.run("sync", "back=one.wav", "lapel=other.wav", in: try recordings())
        #expect(outcome.status == 0 && outcome.output.contains("--offset lapel="))
    }

    @Test func whatCannotBeComparedIsSaid() throws {
        let folder = try recordings()
        #expect(try Program.run("sync", "one.wav", in: folder).status == 64)
        #expect(try Program.run("sync", "one.wav", "missing.wav", in: folder).status == 66)
    }

    @Test func aScriptSeesThatNothingMatches() throws {
        let folder = try recordings()
        let outcome = try Program.run("sync", "one.wav", "else.wav", "--json", in: folder)
        #expect(outcome.status == 80 && outcome.error.isEmpty)
        #expect(outcome.output.contains(#""matched":false"#))
    }

    @Test func whyNothingCouldBeComparedIsSaid() throws {
        let folder = try recordings()
        let tone = (0..<10 * SceneSound.rate).map { Float($0 % 40 < 20 ? 0.25 : -0.25) }
        try write(tone, to: folder("tone.wav"))
        try write(Array(tone[..<(2 * SceneSound.rate)]), to: folder("short.wav"))
        try write(Array(tone[..<(9 * SceneSound.rate)]), to: folder("hum.wav"))
        let steady = try Program.run("sync", "tone.wav", "hum.wav", in: folder)
        #expect(steady.output.contains("steady tone"), "\(steady.output)")
        let short = try Program.run("sync", "one.wav", "short.wav", in: folder)
        #expect(short.output.contains("short.wav has less than three seconds of sound"), "\(short.output)")
    }

    /// The first and the last share nothing, and both are heard in the one between.
    @Test func filesThatShareNothingWithTheFirstAreComparedWithTheOthers() throws {
        let folder = try recordings()
        let scene = SceneSound(seconds: 70, seed: 5)
        try write(scene.recorded(from: 0, seconds: 20, seed: 2), to: folder("early.wav"))
        try write(scene.recorded(from: 45.5, seconds: 20, seed: 3), to: folder("late.wav"))
        try write(scene.recorded(from: 5, seconds: 55, seed: 4), to: folder("long.wav"))
        let outcome = try Program.run("sync", "early.wav", "late.wav", "long.wav", "--json", in: folder)
        let files = try #require(try json(outcome.output)["files"] as? [[String: Any]])
        #expect(files.map { $0["matched"] as? Bool } == [true, true])
        #expect(files.map { $0["via"] as? String } == ["long.wav", nil])
        #expect(abs(try #require(files[0]["offset"] as? Double) - 45.5) < 0.0002)
        // Without the one between, it is said that others match each other.
        let rest = try Program.run("sync", "else.wav", "long.wav", "late.wav", in: folder)
        #expect(rest.status == 80 && rest.output.contains("it matches long.wav"), "\(rest.output)")
    }

    @Test func aCopyMatchesAndTheSameFileTwiceIsRefused() throws {
        let folder = try recordings()
        try write(SceneSound(metronome: 1, seconds: 12).recorded(from: 0, seconds: 10, seed: 2), to: folder("beep.wav"))
        try FileManager.default.copyItem(atPath: folder("beep.wav"), toPath: folder("copy.wav"))
        let copy = try Program.run("sync", "beep.wav", "copy.wav", in: folder)
        #expect(copy.status == 0 && copy.output.contains("offset +0.0000 s"), "\(copy.output)")
        #expect(copy.output.contains("confidence 1.00: the files are identical"), "\(copy.output)")
        #expect(try Program.run("sync", "beep.wav", "beep.wav", in: folder).status == 64)
    }

    /// What `--sync` takes places files here too, and is said where it does not.
    @Test func filesAreComparedAsARenderDoes() throws {
        let folder = try TemporaryFolder()
        for (camera, timecode, second) in [(Camera.back, "10:20:30:00", 10), (.front, "10:20:32:15", 12)] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.container = .mov
                $0.timing = .constant(.thirty, frames: 150)
                $0.metadata = [Pair("creation_time", "2026-05-01T09:30:\(second).000000Z"), Pair("timecode", timecode)]
            }
            try folder.add(try recording.file(), as: "\(camera.name).mov")
        }
        func found(_ options: String...) throws -> [String: Any] {
            let outcome = try Program.run(["sync", "back.mov", "front.mov", "--json"] + options, in: folder)
            return try #require((try json(outcome.output)["files"] as? [[String: Any]])?.first, "\(outcome.error)")
        }
        for options in [[], ["--method", "timecode"]] {
            let file = try options.isEmpty ? found() : found("--method", "timecode")
            #expect(file["method"] as? String == "timecode" && file["offset"] as? Double == 2.5)
            #expect(file["overlap"] as? Double == 2.5 && file["confidence"] as? Double == 1)
        }
        let clock = try found("--method", "clock")
        #expect(clock["method"] as? String == "clock" && clock["offset"] as? Double == 2)
        #expect(clock["confidence"] as? Double == 0.5 && clock["matched"] as? Bool == true)
        let refused = try Program.run("sync", "back.mov", "front.mov", "--method", "none", in: folder)
        #expect(refused.status == 64)
    }

    @Test func aPlanSaysHowACameraWasPlaced() throws {
        let folder = try TemporaryFolder()
        for (camera, scene) in [(Camera.back, Int64(0)), (.front, 59_232)] {
            let recording = FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 300)
                $0.sound?.scene = scene
            }
            try folder.add(try recording.file(), as: "\(camera.name).mp4")
        }
        let people = try Program.run("plan", "back.mp4", "front.mp4", in: folder)
        #expect(people.output.contains("by its sound, front.mp4 started 1.234s after back.mp4"))
        let plan = try Program.run("plan", "back.mp4", "front.mp4", "--json", in: folder)
        #expect(plan.output.contains(#""method":"audio""#) && plan.output.contains(#""offset":1.23"#))
        // Copied as it is: the film's frames are the cameras' own.
        #expect(people.output.contains("are copied bit for bit"))
    }
}
