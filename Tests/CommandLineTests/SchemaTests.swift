import FixtureMedia
import Foundation
import MediaIO
import Parameters
import Planning
import TestSupport
import Testing
import Timeline
import Transitions

@testable import compose

/// What is printed for programs is what docs/schema promises them.
@Suite struct SchemaTests {
    /// - Returns: the events, in order.
    private func events(_ arguments: String..., in folder: TemporaryFolder) throws -> [String] {
        try checkedLines(try Program.run(arguments, in: folder).output).compactMap { $0["event"] as? String }
    }

    @Test func everyCommandKeepsToItsSchema() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 90) }
        #expect(
            try events("probe", "front.mp4", "gone.mp4", "--deep", "--loudness", "--json", in: folder) == [
                "probe", "error",
            ])
        #expect(try events("sync", "front.mp4", "back.mp4", "--json", in: folder) == ["sync", "error"])
        #expect(try events("sync", "front.mp4", "gone.mp4", "--json", in: folder) == ["error"])
        #expect(
            try events("still", "front.mp4", "--at", "0s,1s", "-o", "f.png", "--json", in: folder) == ["still"])
        #expect(try events("scan", ".", "--deep", "--json", in: folder) == ["recording", "scan"])
        #expect(
            try events(
                "batch", ".", "--preset", "ultrafast", "-o", "{scene}film.mp4", "--progress", "json", in: folder)
                == ["film", "batch"])
        // Without sound, nothing says that both recorded at the same time.
        try folder.add(try FixtureRecording().with { $0.sound = nil }.file(), as: "silent.mp4")
        #expect(
            try events("stitch", "front.mp4", "silent.mp4", "-n", "--json", in: folder) == ["stitch", "plan"])
    }

    /// Without `done` or the like, there is always an `error`, and nothing after it.
    @Test func aFailureIsTheLastLine() throws {
        let folder = try folderWithPair()
        try folder.add(try FixtureRecording().with { $0.sound = nil }.file(), as: "silent.mp4")
        #expect(try events("sync", "front.mp4", "silent.mp4", "--json", in: folder) == ["sync", "error"])
        #expect(
            try events("batch", ".", "-o", "/proc/none/{scene}.mp4", "--progress", "json", in: folder).suffix(2)
                == ["batch", "error"])
        #expect(try events("export", "none.otio", "-o", "a.edl", "--json", in: folder) == ["error"])
        #expect(try events("submit", "none.otio", "--engine", "script", "--json", in: folder) == ["error"])
        #expect(
            try events("reorient", "none.mp4", "--mirror", "-o", "a.mp4", "--progress", "json", in: folder)
                == ["error"])
    }

    @Test func whatIsNotRenderedHereHasLinesToo() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 60) }
        #expect(
            try events(
                "reorient", "front.mp4", "--rotate", "90", "-o", "r.mp4", "--progress", "json", in: folder)
                == ["reorient"])
        let plan = ["plan", "front.mp4", "back.mp4", "--view", "pip", "--switch-at", "1s:front:circle"]
        #expect(try Program.run(plan + ["-o", "film.otio"], in: folder).status == 0)
        let exported = try Program.run("export", "film.otio", "-o", "film.edl", "--json", in: folder)
        let event = try #require(try checkedLines(exported.output).first)
        #expect(event["event"] as? String == "export" && event["format"] as? String == "edl", "\(exported)")
        let kinds = (event["notes"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
        #expect(kinds.contains("viewsReduced") && exported.error == "", "\(kinds) \(exported.error)")
        for engine in [["script"], ["slurm", "-n"]] {
            let lines = try checkedLines(
                try Program.run(["submit", "film.otio", "--json", "--engine"] + engine, in: folder).output)
            #expect(lines.count == 1 && lines[0]["state"] as? String == "planned")
            #expect((lines[0]["script"] as? String)?.contains("compose") == true, "\(lines)")
        }
    }

    /// Read from the source: most notes need recordings that no test has.
    @Test(arguments: [
        ("Placing/Recording/Diagnostic", #"^    case (\w+)"#, "note"),
        ("compose/Terminal/TimelineNoteText", #"kind: "(\w+)""#, "note"),
        ("compose/Commands/ExportCommand", #"kind: "(\w+)""#, "note"),
        ("Transitions/Planner/Adjustment", #"^        case (\w+)"#, "adjustment"),
    ])
    func everyKindOfNoteIsListed(_ file: String, _ kind: String, _ event: String) throws {
        let path = documents.deletingLastPathComponent().appendingPathComponent("Sources/\(file).swift")
        let source = try String(contentsOf: path, encoding: .utf8)
        // Of a declaration, the cases; of rows, the words.
        let body = kind.hasPrefix("^") ? source.components(separatedBy: "\n}\n")[0] : source
        let lines = body.split(separator: "\n")
        let pattern = try Regex(kind)
        let kinds = lines.compactMap { $0.firstMatch(of: pattern)?[1].substring.map(String.init) }
        #expect(kinds.count > 7)
        // A film has bars or is cropped; a timeline's notes are listed; an adjustment's reasons are no kinds.
        let others = ["framed", "timeline", "handle", "neighbor"]
        let listed = documentedKinds[event] ?? []
        #expect(kinds.filter { !listed.contains($0) && !others.contains($0) } == [])
    }

    @Test func everyEntryKeepsToItsSchema() throws {
        let transitions = TransitionCatalogue.standard
        for lines in [
            EntryList(
                entries: transitions.entries, hint: "", isDetailed: false, xfadeNames: transitions.xfadeNames(of:)
            ).json,
            EntryList(entries: Catalogue<ViewEntry>.standard.entries, hint: "", isDetailed: false).json,
            EntryList(entries: Catalogue<LookEntry>.standard.entries, hint: "", isDetailed: false).json,
        ] { #expect(try checkedLines(lines).count > 5) }
    }

    /// The check itself: it sees what is wrong, and passes nothing over.
    @Test(arguments: [
        (#"{"event":"cancel","id":1,"target":2,"canceled":true}"#, "cancel", true),
        (#"{"event":"cancel","target":"a","canceled":false}"#, "cancel", true),
        (#"{"event":"cancel","target":2,"canceled":1}"#, "cancel", false),
        (#"{"event":"cancel","target":2.5,"canceled":true}"#, "cancel", false),
        (#"{"event":"cancel","target":true,"canceled":true}"#, "cancel", false),
        (#"{"event":"cancel","canceled":true}"#, "cancel", false),
        (#"{"event":"stop","target":2,"canceled":true}"#, "cancel", false),
        (#"{"event":"cancel","target":2,"canceled":true,"more":1}"#, "cancel", false),
        (#"{"event":"error","kind":"usage","status":64,"message":"no."}"#, "error", true),
        (#"{"event":"error","kind":"usage","status":64,"message":"no.","more":1}"#, "error", false),
        (#"{"event":"error","kind":"bad","status":64,"message":"no."}"#, "error", false),
        (#"{"event":"error","kind":"usage","status":-1,"message":"no."}"#, "error", false),
        (#"{"id":1,"request":"still","film":["a"],"at":[0,"1s"],"output":"a.png"}"#, "request", true),
        (#"{"id":1,"request":"still","film":["a"],"at":[],"output":"a.png"}"#, "request", false),
        (#"{"id":1,"request":"still","film":["a"],"at":0,"output":"a.png","verify":true}"#, "request", false),
        (#"{"event":"nothing"}"#, "nothing", false),
    ])
    func theCheckCanFail(_ line: String, _ name: String, _ isRight: Bool) throws {
        let schemas = try schemas.get()
        if isRight {
            try schemas.check(line, against: name)
        } else {
            #expect(throws: JSONSchemas.Violation.self) { try schemas.check(line, against: name) }
        }
    }

    @Test func anUnknownKeywordIsNoRule() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"maxLength": 3}"#, "odd.json")
        let odd = try JSONSchemas(folder: URL(fileURLWithPath: folder.path))
        #expect(throws: JSONSchemas.Violation.self) { try odd.check("{}", against: "odd") }
    }
}
