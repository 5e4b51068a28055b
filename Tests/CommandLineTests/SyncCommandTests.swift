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
        #expect((files[0]["pieces"] as? [[String: Double]])?.count == 1)
    }

    @Test func aPersonReadsAndSees() throws {
        let folder = try recordings()
        let outcome = try Program.run(
            "sync", "one.wav", "other.wav", "else.wav", "--plot", "sync.png", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("other.wav: offset +7.2500 s"))
        #expect(outcome.output.contains("else.wav: not matched."))
        let png = try Data(contentsOf: URL(fileURLWithPath: folder("sync.png")))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let again = try Program.run("sync", "one.wav", "other.wav", "--plot", "sync.png", in: folder)
        #expect(again.status == 79)
    }

    @Test func whatCannotBeComparedIsSaid() throws {
        let folder = try recordings()
        #expect(try Program.run("sync", "one.wav", in: folder).status == 64)
        #expect(try Program.run("sync", "one.wav", "other.wav", "--overwrite", in: folder).status == 64)
        #expect(try Program.run("sync", "one.wav", "other.wav", "--plot", "sync.txt", in: folder).status == 64)
        #expect(try Program.run("sync", "one.wav", "missing.wav", in: folder).status == 66)
    }
}
