import Render
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import compose

/// `compose serve`: many requests, one process.
@Suite struct ServeTests {
    /// What a program does, one after the other.
    private enum Step {
        case send(String)
        /// Waits until an answer holds a text.
        case await(String)
        /// Waits until a request is answered.
        case end(of: Int)
        case act(() throws -> Void)
    }

    /// What it hears.
    private final class Answers: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var text: String { lines.withLock { $0.joined(separator: "\n") } }
        func isAnswered(_ id: Int) -> Bool {
            lines.withLock { $0 }.contains { line in
                guard let answer = try? json(line) else { return false }
                let isLast = !["start", "note", "adjustment", "progress"].contains(answer["event"] as? String)
                return isLast && answer["id"] as? Int == id
            }
        }
    }

    /// - Returns: all answers, each as its schema says.
    private func answers(_ steps: [Step]) throws -> [[String: Any]] {
        let answers = Answers()
        var left = steps[...]
        var failure: (any Error)?
        try Server {
            answers.add($0)
            return true
        }.serve {
            while let step = left.popFirst() {
                switch step {
                case .send(let line): return line
                case .await(let text): while !answers.text.contains(text) { usleep(2000) }
                case .end(let id): while !answers.isAnswered(id) { usleep(2000) }
                case .act(let act): do { try act() } catch { failure = error }
                }
            }
            return nil
        }
        if let failure { throw failure }
        return try checkedLines(answers.text)
    }

    /// A request as its schema says.
    private func request(_ id: Int, _ name: String, _ fields: [String: Any] = [:]) throws -> Step {
        let all = fields.merging(["id": id, "request": name]) { $1 }
        let line = String(
            decoding: try JSONSerialization.data(withJSONObject: all, options: .withoutEscapingSlashes), as: UTF8.self)
        try schemas.get().check(line, against: "request")
        return .send(line)
    }

    private func still(_ id: Int, _ film: [String], _ at: Double, _ output: String) throws -> Step {
        try request(id, "still", ["film": film, "at": at, "output": output])
    }

    private func pair(
        _ frames: Int = 90, _ rate: FrameRate = .thirty
    ) throws -> (folder: TemporaryFolder, film: [String]) {
        let folder = try folderWithPair { $0.timing = .constant(rate, frames: frames) }
        return (folder, [folder("front.mp4"), folder("back.mp4"), "--switch-every", "1s", "--preset", "ultrafast"])
    }

    private func shown(_ path: String) throws -> Barcode? {
        let image = try GrayImage(path: path)
        return Barcode.read(
            SamplePlane(width: image.size.width, height: image.size.height, depth: 16, samples: image.samples))
    }

    private func events(_ answers: [[String: Any]], of id: Int) -> [String] {
        answers.filter { $0["id"] as? Int == id }.compactMap { $0["event"] as? String }
    }

    /// Forward, backward and the same again, with what was decoded before still at hand.
    @Test func stillsAreThoseOfTheCommandLine() throws {
        let (folder, film) = try pair()
        let times = [2.9, 0.2, 1.5, 1.5, 0.9, 2.0]
        let lines = try answers(times.enumerated().map { try still($0, film, $1, folder("\($0).png")) })
        #expect(lines.count == 6 && lines.allSatisfy { $0["event"] as? String == "still" }, "\(lines)")
        let list = times.map { "\($0)s" }.joined(separator: ",")
        let single = try Program.run(["still"] + film + ["--at", list, "-o", "s.png"], in: folder)
        #expect(single.status == 0, "\(single.error)")
        for index in times.indices { #expect(folder.bytes("\(index).png") == folder.bytes("s-\(index + 1).png")) }
    }

    /// A recording, and a list of cuts.
    @Test func aFileThatChangedIsReadAgain() throws {
        let (folder, _) = try pair()
        let film = [
            folder("front.mp4"), folder("back.mp4"), "--switch-at", "@" + folder("cuts"), "--transition", "none",
        ]
        try folder.write("1s:front", "cuts")
        let probe = { (id: Int) in try request(id, "probe", ["path": folder("front.mp4")]) }
        let lines = try answers([
            try still(1, film, 2, folder("1.png")), .end(of: 1),
            .act { try folder.write("1s:back", "cuts") }, try still(2, film, 2, folder("2.png")), .end(of: 2),
            try probe(3), .end(of: 3),
            .act {
                try FileManager.default.removeItem(atPath: folder("front.mp4"))
                try FileManager.default.copyItem(atPath: folder("back.mp4"), toPath: folder("front.mp4"))
                try folder.write("1s:front", "cuts")
            },
            try still(4, film, 2, folder("4.png")), .end(of: 4), try probe(5),
        ])
        #expect(lines.count == 5, "\(lines)")
        #expect(try [1, 2, 4].map { try shown(folder("\($0).png"))?.camera } == [.front, .back, .back])
        #expect(lines[2]["bytes"] as? Int != lines[4]["bytes"] as? Int)
    }

    @Test func aFilmIsPreviewedAndLaidOutOnASheet() throws {
        let (folder, film) = try pair()
        let titled = film + ["--title", "Trip@1s-2s", "--fade-in", "500ms", "--stabilize", "front=standard"]
        let lines = try answers([
            try request(1, "preview", ["film": titled, "output": folder("p.mp4")]),
            try request(2, "still", ["film": titled, "every": 1, "sheet": folder("s.png")]),
            try request(3, "plan", ["film": titled]), .end(of: 1),
            try request(4, "preview", ["film": titled, "output": folder("p.mp4")]),
        ])
        #expect(events(lines, of: 1).last == "done" && events(lines, of: 2) == ["still"], "\(lines)")
        #expect(try MediaInfo(probing: folder("p.mp4")).video != nil)
        #expect(try GrayImage(path: folder("s.png")).size.width > 300)
        #expect(events(lines, of: 3) == ["plan"] && events(lines, of: 4).last == "error")
    }

    @Test func aFilmIsRenderedWhileStillsAreAnswered() throws {
        let (folder, film) = try pair(900)
        let slow = Array(film.dropLast()) + ["veryslow", "--smart", "off", "--size", "1280x720"]
        let render = { (id: Int, film: [String]) in
            try request(id, "render", ["film": film, "output": folder("\(id).mp4")])
        }
        let lines = try answers([
            try render(1, slow), try render(2, slow), try render(3, film), .await("\"start\""),
            try still(4, film, 1, folder("4.png")), .end(of: 4), try request(5, "cancel", ["target": 2]),
            try request(6, "cancel", ["target": 1]), try request(7, "cancel", ["target": 9]),
        ])
        for id in [1, 2] {
            let last = try #require(lines.last { $0["id"] as? Int == id })
            #expect(last["kind"] as? String == "interrupted" && last["status"] as? Int == 130, "\(last)")
        }
        #expect(events(lines, of: 2) == ["error"], "it had not begun")
        #expect(events(lines, of: 4) == ["still"] && events(lines, of: 3).last == "done")
        #expect(
            lines.filter { $0["event"] as? String == "cancel" }.map { $0["canceled"] as? Bool } == [true, true, false])
        #expect(folder.contents.filter { !$0.hasPrefix(".") } == ["3.mp4", "4.png", "back.mp4", "front.mp4"])
    }

    @Test(arguments: [
        ("{", "not a JSON object"), ("[1]", "not a JSON object"), (#"{"id":1,"x":{}}"#, "'request' is missing"),
        (#"{"request":"probe","path":"a.mp4"}"#, "no valid id"),
        (#"{"id":1.5,"request":"probe","path":"a"}"#, "no valid id"),
        (#"{"id":9223372036854775808,"request":"probe","path":"a"}"#, "integer of up to 64 bits"),
        (#"{"id":1,"request":["probe"]}"#, "'request' is missing or not a text"),
        (#"{"id":1,"request":"prob"}"#, "the request is 'prob'"),
        (#"{"id":1,"request":"render","film":["a.mp4","-n"]}"#, "-n does not describe the film"),
        (#"{"id":1}"#, "use probe, plan, highlights, still, preview, render, cancel or shutdown"),
        (#"{"id":1,"request":"probe"}"#, "probe needs 'path'"),
        (#"{"id":1,"request":"still","film":["a.mp4"],"at":1}"#, "where the picture goes"),
        (#"{"id":1,"request":"plan","film":"a.mp4"}"#, "'film' of plan is a list"),
        (#"{"id":1,"request":"plan","film":["a.mp4"],"overwrite":"yes"}"#, "'overwrite' of plan is true or false"),
        (
            #"{"id":1,"request":"plan","film":["a.mp4"],"verify":true}"#,
            "it takes film, output, captions-template and overwrite"
        ),
        (#"{"id":1,"request":"plan","film":["--help"]}"#, "asks for help"),
        (#"{"id":1,"request":"plan","film":["gone.mp4"]}"#, "gone.mp4"),
        (#"{"id":1,"request":"still","film":["gone.mp4"],"at":"soon","output":"a.png"}"#, "times of the film"),
        (#"{"id":1,"request":"render","film":["a.mp4","--crf","99"]}"#, "--crf 99"),
        (#"{"id":1,"request":"plan","film":["a.mp4","--switch-at","1s,","2s"]}"#, "--switch-at 1s,2s"),
    ])
    func aBadLineIsAnsweredAndEndsNothing(_ line: String, _ says: String) throws {
        let lines = try answers([.send(line), .await("error"), try request(2, "cancel", ["target": 1])])
        #expect(lines.count == 2 && lines[1]["event"] as? String == "cancel", "\(lines)")
        #expect((lines[0]["message"] as? String)?.contains(says) == true, "\(lines[0])")
        #expect(
            (lines[0]["id"] != nil) == (line.contains(#""id":1,"#) || line.contains(#""id":1}"#))
                || says.contains("JSON"))
    }

    @Test func whoNobodyHearsStops() throws {
        let (folder, film) = try pair()
        var steps = [try request(1, "render", ["film": film, "output": folder("out.mp4")])]
        let server = Server { _ in false }
        try server.serve {
            if case .send(let line)? = steps.popLast() { return line }
            while !server.cancellation.isCancelled { usleep(2000) }
            return nil
        }
        #expect(!folder.contents.contains("out.mp4"))
    }

    /// Every request of docs/serve.md gets the answers that stand there, of which it shows a part.
    @Test func theTranscriptIsTrue() throws {
        let (folder, _) = try pair()
        let text = try String(contentsOf: documents.appendingPathComponent("serve.md"), encoding: .utf8)
        let shown = text.split(separator: "\n").filter { $0.hasPrefix("→ ") || $0.hasPrefix("← ") }
        // Its paths are relative to a folder of its own.
        let placed = { (line: Substring) in
            String(line.dropFirst(2)).replacing(/"([a-z0-9-]+\.(mp4|png))"/) { "\"\(folder(String($0.1)))\"" }
        }
        var steps: [Step] = []
        for line in shown where line.hasPrefix("→") {
            let id = try #require(try json(line.dropFirst(2))["id"] as? Int)
            try schemas.get().check(line.dropFirst(2), against: "request")
            steps.append(.send(placed(line)))
            steps.append(.end(of: id))
        }
        _ = steps.popLast()
        let answers = try answers(steps)
        let told = shown.filter { $0.hasPrefix("←") }
        #expect(told.count > 8)
        for line in told {
            let part = try json(placed(line))
            let isTold = answers.contains { answer in
                part.allSatisfy { (answer[$0.key] as? NSObject) == ($0.value as? NSObject) }
            }
            #expect(isTold, "\(line)")
        }
    }

    /// The program itself: what was asked is answered, decoders are opened once, and nothing else is printed.
    @Test func theEndOfTheInputEndsItWhenAllIsAnswered() throws {
        let (folder, film) = try pair()
        let lines = try (1...4).map { id in
            guard case .send(let line) = try still(id, film, Double(id) / 2, "\(id).png") else { return "" }
            return line
        }
        // The last line has no end.
        try folder.write(lines.joined(separator: "\n\n"), "requests")
        let outcome = try Program.run(["serve", "--stdio", "-vv"], in: folder, shell: "exec < requests")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try checkedLines(outcome.output).allSatisfy { $0["event"] as? String == "still" })
        #expect(outcome.outputLines.count == 4)
        for camera in ["front", "back"] {
            #expect(outcome.errorLines.count { $0.contains("opening") && $0.contains("\(camera).mp4 to decode") } == 1)
        }
    }

    @Test func aPoliteKillLeavesNothing() throws {
        let (folder, film) = try pair()
        let slow = film.dropLast() + ["veryslow", "--smart", "off", "--size", "1280x720"]
        guard case .send(let line) = try request(1, "render", ["film": Array(slow), "output": "out.mp4"]) else {
            return
        }
        try folder.write(line + "\n", "requests")
        let outcome = try Program.run(
            ["serve", "--stdio"], in: folder, shell: "mkfifo input; exec 0<>input; cat requests >&0"
        ) { program in
            program.wait { $0.contains("\"start\"") }
            program.send(SIGTERM)
        }
        #expect(outcome.isSignalled && outcome.status == SIGTERM, "\(outcome.error)")
        let last = try #require(try checkedLines(outcome.output).last)
        #expect(last["kind"] as? String == "interrupted" && last["status"] as? Int == 143, "\(last)")
        #expect(!folder.contents.contains("out.mp4"))
    }

    /// The client of Examples/python, and the script that uses it.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func theClientInPythonWorks() throws {
        // Its stills are at times with as many decimals as a number has.
        let (folder, film) = try pair(91, FrameRate(30000, 1001)!)
        let examples = documents.deletingLastPathComponent().appendingPathComponent("Examples/python").path
        try folder.write(
            """
            import os, subprocess, sys
            sys.path.insert(0, "\(examples)")
            from compose_client import Compose, ComposeError
            film, lines = sys.argv[2:], []
            def refused(call, *arguments, **fields):
                try:
                    call(*arguments, **fields)
                except ComposeError as error:
                    return error
                sys.exit(f"{arguments} {fields} was not refused")
            with Compose(sys.argv[1]) as compose:
                assert compose.probe("front.mp4", deep=True)["damage"]["pictures"] == 0
                assert compose.plan(film)["frameCount"] == 91
                assert compose.still(film, at=[0, 1.01], output="a.png")["pictures"][1]["frame"] == 30
                waits = compose.send("render", film=film + ["--preset", "veryslow", "--size", "4k"], output="b.mp4")
                assert waits.cancel()
                for _ in range(2):
                    error = refused(waits.result)
                    assert (error.kind, error.status) == ("interrupted", 130)
                assert compose.render(film, "c.mp4", progress=lines.append)["frameCount"] == 91
                assert lines and all(line["event"] == "progress" for line in lines)
                assert refused(compose.plan, ["nowhere.mp4"]).status == 66
                for at in None, {}, float("nan"), b"1", "9" * (1 << 20), "\\ud800":
                    assert refused(compose.still, film, at, "n.png").kind == "usage"
                assert not compose._requests
            assert refused(compose.probe, "front.mp4").status == 74
            assert refused(Compose("./killed").probe, "front.mp4").status == 74
            assert refused(Compose("./lost").probe, "front.mp4").status == 64
            assert "cannot start nowhere" in str(refused(Compose, "nowhere"))
            sheet = subprocess.run([sys.executable, "\(examples)/contact_sheet.py", ".", "front.mp4"],
                                   env={**os.environ, "COMPOSE": "nowhere"}, capture_output=True, text=True)
            assert sheet.returncode == 1 and sheet.stderr.startswith("cannot start nowhere"), sheet.stderr
            """, "client.py")
        // Programs that end within a line, and that answer without an id.
        try folder.write("#!/bin/sh\nread line; printf '{\"event\":'\n", "killed")
        try folder.write(
            """
            #!/bin/sh
            read line; echo '{"event":"error","kind":"usage","status":64,"message":"no."}'; read line
            """, "lost")
        for name in ["killed", "lost"] { chmod(folder(name), 0o755) }
        let python = { (arguments: [String]) in
            try Program.run(
                arguments, in: folder,
                shell: "export COMPOSE=\"$0\" PYTHONDONTWRITEBYTECODE=1; exec /usr/bin/python3 \"$@\"")
        }
        let client = try python(["client.py", Program.path] + film)
        #expect(client.status == 0, "\(client.error)")
        let sheet = try python(["\(examples)/contact_sheet.py", "."] + film)
        #expect(sheet.status == 0 && sheet.output.contains("7.jpg: frame 79"), "\(sheet.error)")
        #expect(folder.contents.contains("film.mp4"))
    }
}
