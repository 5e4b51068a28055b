import FixtureMedia
import Foundation
import Testing

@testable import compose

/// `compose studio` from the command line; what its page does is tested by Tests/programs/test-studio.
@Suite struct StudioCommandTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func theAddressIsTheOnlyLineAndASignalEndsIt(_ signal: Int32) throws {
        let folder = try folderWithPair()
        let outcome = try Program.run("studio", "front.mp4", "back.mp4", "--no-open", in: folder) { running in
            running.wait { $0.contains("\n") }
            running.send(signal)
        }
        #expect(outcome.isSignalled && outcome.status == signal, "\(outcome.error)")
        #expect(
            outcome.output.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/[0-9a-f]{32}\/\n/) != nil, "\(outcome.output)")
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4"])
    }

    @Test func programsGetALineOfJSON() throws {
        let folder = try folderWithPair()
        let outcome = try Program.run(
            "studio", "front.mp4", "back.mp4", "--no-open", "--json", "-o", "cut.otio", in: folder
        ) { running in
            running.wait { $0.contains("\n") }
            running.send(SIGINT)
        }
        let event = try #require(try checkedLines(outcome.output).first)
        #expect(event["event"] as? String == "studio" && event["output"] as? String == "cut.otio")
    }

    @Test func whatIsWrongIsToldBeforeAPageOpens() throws {
        let folder = try folderWithPair()
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder("film.otio")))
        for (words, status, complaint) in [
            (["front.mp4", "gone.mp4"], 66, "gone.mp4"),
            (["front.mp4", "back.mp4", "-o", "film.mp4"], 64, "ends in .otio"),
            (["front.mp4", "back.mp4", "-o", "film.otio"], 79, "compose studio film.otio"),
            (["front.mp4", "back.mp4", "-o", "none/film.otio"], 73, "none"), (["film.otio"], 65, "film.otio"),
            (["front.mp4", "front.mp4"], 64, "twice"),
            (["front.mp4", "back.mp4", "--start-with", "nobody"], 64, "nobody"),
        ] {
            let outcome = try Program.run(["studio", "--no-open"] + words, in: folder)
            #expect(outcome.status == status && outcome.error.contains(complaint), "\(words): \(outcome.error)")
        }
        #expect(folder.bytes("film.otio") == Array("{}".utf8))
    }

    @Test func aPortThatIsTakenIsToldOf() throws {
        let folder = try folderWithPair()
        _ = try Program.run("studio", "front.mp4", "back.mp4", "--no-open", in: folder) { running in
            var port = ""
            running.wait { text in
                port = text.firstMatch(of: /:([0-9]+)\//).map { String($0.1) } ?? ""
                return !port.isEmpty
            }
            let other = try Program.run("studio", "front.mp4", "--no-open", "--port", port, in: folder)
            #expect(other.status == 73 && other.error.contains("--port"), "\(other.error)")
            #expect(other.error.split(separator: "\n").count == 1)
            running.send(SIGINT)
        }
    }

    #if os(Linux)
        /// A command line can be read by other users of the machine, and the address lets in whoever knows it.
        @Test func theBrowserIsOpenedByAFileThatNobodyElseCanRead() throws {
            let (folder, tools) = (try folderWithPair(), try TemporaryFolder())
            let script =
                "#!/bin/sh\n(stat -c %a \"$1\"; cat \"$1\") > '\(tools("seen.part"))'; mv '\(tools("seen.part"))' '\(tools("seen"))'"
            try Data(script.utf8).write(to: URL(fileURLWithPath: tools("xdg-open")))
            chmod(tools("xdg-open"), 0o755)
            let runtime = try TemporaryFolder()
            let outcome = try Program.run(
                ["studio", "front.mp4", "back.mp4"], in: folder,
                shell: "export PATH='\(tools.path)':\"$PATH\" XDG_RUNTIME_DIR='\(runtime.path)'"
            ) { running in
                running.wait { _ in tools.contents.contains("seen") }
                running.send(SIGINT)
            }
            let address = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let seen = String(decoding: tools.bytes("seen"), as: UTF8.self)
            #expect(seen.hasPrefix("600\n") && seen.contains("url=\(address)\""), "\(seen)")
            #expect(!address.isEmpty && runtime.contents.isEmpty, "\(runtime.contents)")
        }
    #endif
}
