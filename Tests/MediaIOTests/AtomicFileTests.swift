import FixtureMedia
import Foundation
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
}
