import FixtureMedia
import Foundation
import Testing

/// '--trace' shows where the time went.
@Suite struct TraceTests {
    private struct Document: Decodable {
        struct Event: Decodable {
            var name, ph: String
            var ts, dur: Int64
            var tid: Int
            var args: [String: String]
        }
        var traceEvents: [Event]
    }

    private func events(_ path: String) throws -> [Document.Event] {
        try JSONDecoder().decode(Document.self, from: Data(contentsOf: URL(fileURLWithPath: path))).traceEvents
    }

    @Test func everyStepIsThereWithItsFile() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
        let arguments = ["front.mp4", "back.mp4", "--switch-every", "1s", "--trace", "t.json", "-o", "film.mp4"]
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "film.mp4", "front.mp4", "t.json"])
        let events = try events(folder("t.json"))
        #expect(events.allSatisfy { $0.ph == "X" && $0.ts >= 0 && $0.dur >= 0 && $0.tid >= 0 })
        for (name, count) in [("probe", 2), ("hear", 2), ("read packet index", 2), ("plan", 1), ("join", 1)] {
            #expect(events.filter { $0.name == name }.count == count, "\(name): each file once")
        }
        #expect(events.contains { $0.name == "encode" && $0.args["of"]?.hasPrefix("frames ") == true })
        #expect(Set(events.filter { $0.name == "probe" }.compactMap { $0.args["of"] }) == ["front.mp4", "back.mp4"])
        // A step lies within the one that it is a part of.
        let plan = try #require(events.first { $0.name == "plan" })
        let index = try #require(events.first { $0.name == "read packet index" })
        #expect(index.ts >= plan.ts && index.ts + index.dur <= plan.ts + plan.dur)
    }

    @Test func aFailureIsTracedAndNothingIsReplaced() throws {
        let folder = try folderWithPair()
        let film = ["back.mp4", "gone.mp4", "--trace", "t.json"]
        #expect(try Program.run(["plan"] + film, in: folder).status != 0)
        #expect(try events(folder("t.json")).contains { $0.name == "probe" })
        // Not even what was meant for the film may replace another file.
        let bytes = folder.bytes("back.mp4")
        for name in ["t.json", "back.mp4", "film.mp4", ""] {
            let film = ["back.mp4", "--trace", name, "--overwrite", "-o", "film.mp4"]
            let outcome = try Program.run(film, in: folder)
            #expect(outcome.status != 0 && !folder.contents.contains("film.mp4"), "\(name): \(outcome.error)")
        }
        #expect(folder.bytes("back.mp4") == bytes)
        #expect(try Program.run("probe", "back.mp4", "--trace", "probe.json", in: folder).status == 0)
        #expect(try events(folder("probe.json")).map(\.name) == ["probe"])
        let nowhere = try Program.run(["plan", "back.mp4", "--trace", "none/t.json"], in: folder)
        #expect(nowhere.status != 0 && nowhere.error.contains("none"), "\(nowhere.error)")
    }
}
