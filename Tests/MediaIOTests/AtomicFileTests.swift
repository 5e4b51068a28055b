import FixtureMedia
import Foundation
import Synchronization
import Testing

@testable import MediaIO

/// A file appears whole or not at all.
@Suite struct AtomicFileTests {
    private func write(_ text: String, _ file: AtomicFile) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in try file.write(bytes) }
    }

    @Test func theNameAppearsOnlyWhenWhole() throws {
        let folder = try TemporaryFolder()
        let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: false)
        try write("one", file)
        #expect(!folder.contents.contains("out"))
        try write(" two", file)
        try file.commit()
        #expect(folder.contents == ["out"])
        #expect(folder.bytes("out") == Array("one two".utf8))
    }

    @Test func whatIsDroppedLeavesNothing() throws {
        let folder = try TemporaryFolder()
        do {
            let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: false)
            try write("half", file)
        }
        #expect(folder.contents == [])
    }

    @Test func anotherFileThatAppearsMeanwhileIsKept() throws {
        let folder = try TemporaryFolder()
        let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: false)
        try write("ours", file)
        try folder.write("theirs", "out")
        #expect(throws: MediaError.self) { try file.commit() }
        #expect(folder.bytes("out") == Array("theirs".utf8))
    }

    @Test func replacingIsAskedForAndAtOnce() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", "out")
        #expect(throws: MediaError.self) {
            _ = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: false)
        }
        let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: true)
        try write("new", file)
        #expect(folder.bytes("out") == Array("old".utf8))
        try file.commit()
        #expect(folder.bytes("out") == Array("new".utf8))
        #expect(folder.contents == ["out"])
    }

    @Test func inputsFoldersAndMissingFoldersAreNoDestinations() throws {
        let folder = try TemporaryFolder()
        try folder.write("input", "in")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: folder("in"))
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        for name in ["in", "link", "sub", "none/out", "sub/"] {
            #expect(throws: MediaError.self, "\(name)") {
                try AtomicFile.check(destination: folder(name), inputs: [folder("in")], mayReplace: true)
            }
        }
        #expect(folder.bytes("in") == Array("input".utf8))
    }

    @Test func everyNameThatTheFileSystemAllowsWorks() throws {
        for name in [String(repeating: "a", count: 240) + ".mp4", String(repeating: "ä", count: 125) + ".mp4"] {
            let folder = try TemporaryFolder()
            let file = try AtomicFile(destination: folder(name), inputs: [], mayReplace: false)
            try write("long", file)
            try file.commit()
            #expect(folder.contents == [name])
        }
        #expect(hiddenPrefix(for: "film.mp4") == ".film.mp4.")
        let (a, b) = (String(repeating: "a", count: 240), String(repeating: "a", count: 241))
        #expect(hiddenPrefix(for: a) != hiddenPrefix(for: b))
        #expect(hiddenPrefix(for: a).utf8.count == 202)
    }

    @Test func aNameThatIsTooLongIsRefusedBeforehand() throws {
        let folder = try TemporaryFolder()
        let path = folder(String(repeating: "a", count: 256))
        #expect {
            try AtomicFile.check(destination: path, inputs: [], mayReplace: true)
        } throws: { error in
            "\(error)".hasPrefix("\(path) cannot be created (\(String(cString: strerror(ENAMETOOLONG))))")
        }
    }

    @Test func aLinkThatLeadsNowhereExists() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder("out"), withDestinationPath: folder("nothing"))
        #expect {
            try AtomicFile.check(destination: folder("out"), inputs: [], mayReplace: false)
        } throws: { "\($0)".contains("already exists") }
        let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: true)
        try write("new", file)
        try file.commit()
        #expect(folder.bytes("out") == Array("new".utf8))
        #expect(folder.contents == ["out"])
    }

    @Test func whatFailsInAWorkFolderIsSaidOfTheOutput() throws {
        let folder = try TemporaryFolder()
        try folder.write("", "file")
        #expect {
            _ = try WorkFolder.claim(folder("file/.out.mp4.1.compose"), marker: "ours", for: folder("file/out.mp4"))
        } throws: { error in
            "\(error)".hasPrefix("\(folder("file/out.mp4")) cannot be created (\(String(cString: strerror(ENOTDIR))))")
        }
        let hidden = MediaError.writeFailed(path: "/a/.out.compose/video-1-2.packets", reason: "full")
        #expect("\(hidden.naming("/a/out", insteadOfFilesIn: "/a/.out.compose"))".hasPrefix("/a/out "))
        let other = MediaError.writeFailed(path: "/b/x", reason: "full")
        #expect("\(other.naming("/a/out", insteadOfFilesIn: "/a/.out.compose"))".hasPrefix("/b/x "))
    }

    /// Under the name of a partial file there may be anything: only files that were being written are removed.
    @Test func onlyAbandonedPartialFilesAreRemoved() throws {
        let folder = try TemporaryFolder()
        let others = [".out.part", ".out..part", ".out.1.2.part", ".out.x1.part", ".out.\u{0661}.part"]
        for name in others + [".out.77.part"] { try folder.write("precious", name) }
        mkfifo(folder(".out.78.part"), 0o600)
        try FileManager.default.createDirectory(atPath: folder(".out.79.part"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder(".out.80.part"), withDestinationPath: ".out.part")
        let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: false)
        try write("new", file)
        try file.commit()
        let kept = others + [".out.78.part", ".out.79.part", ".out.80.part", "out"]
        #expect(Set(folder.contents) == Set(kept))
        for name in others { #expect(folder.bytes(name) == Array("precious".utf8)) }
    }

    @Test func devicesAndPipesAreNotReplaced() throws {
        let folder = try TemporaryFolder()
        mkfifo(folder("out"), 0o600)
        #expect {
            try AtomicFile.check(destination: folder("out"), inputs: [], mayReplace: true)
        } throws: { "\($0)".contains("a pipe has this name") }
    }

    /// Where a file cannot be removed, somebody says so.
    @Test func whatCannotBeRemovedIsTold() throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        Leftover.listen { text in told.withLock { $0.append(text) } }
        defer { Leftover.listen(nil) }
        let work = try #require(try WorkFolder.claim(folder("work"), marker: "ours", for: folder("out")))
        // No call of unlink(2) removes a folder.
        try FileManager.default.createDirectory(atPath: folder("work/part"), withIntermediateDirectories: false)
        work.remove("part")
        #expect(told.withLock { $0.contains { $0.hasPrefix("\(folder("work"))/part: could not be removed (") } })
    }

    /// A sync program, or another machine on a share without locks.
    @Test(arguments: [true, false], [true, false])
    func anotherFileOfThePartialFilesNameIsNeitherPublishedNorRemoved(_ isReplaced: Bool, _ mayReplace: Bool) throws {
        let folder = try TemporaryFolder()
        do {
            let file = try AtomicFile(destination: folder("out"), inputs: [], mayReplace: mayReplace)
            try write("ours", file)
            unlink(file.partial)
            if isReplaced { try folder.write("theirs", String(file.partial.split(separator: "/").last!)) }
            #expect {
                try file.commit()
            } throws: { error in
                "\(error)".hasPrefix("\(folder("out")) could not be written (another program removed or replaced")
            }
        }
        #expect(folder.contents.count == (isReplaced ? 1 : 0) && !folder.contents.contains("out"))
    }

    @Test func aChunkWhosePartIsMissingLeavesNothingOpen() throws {
        let folder = try TemporaryFolder()
        let count = { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }
        let before = try count()
        for _ in 0..<100 {
            #expect(throws: MediaError.self) {
                _ = try ChunkFile.write(
                    [("video-0-1", folder("none"))], plan: "p", number: 1, of: 1,
                    versions: RenderVersions(withProcessor: true), to: folder("chunk"), mayReplace: false)
            }
        }
        // Other tests open and close files at the same time.
        #expect(try count() < before + 90)
        #expect(folder.contents == [])
    }
}
