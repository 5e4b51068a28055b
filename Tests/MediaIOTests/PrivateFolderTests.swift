import FixtureMedia
import Foundation
import Platform
import Testing

/// Folders for temporary files, and what killed processes leave of them.
@Suite struct PrivateFolderTests {
    /// A number that no process has any more.
    private static func deadProcess() throws -> pid_t {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    private func make(_ path: String, _ files: [String] = ["motion"], age: TimeInterval = 0) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for file in files { try Data("x".utf8).write(to: URL(filePath: "\(path)/\(file)")) }
        try manager.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }

    @Test func whatKilledProcessesLeaveIsRemoved() throws {
        let (folder, dead) = (try TemporaryFolder(), try Self.deadProcess())
        for (name, files) in [
            ("abcdef", ["motion"]), ("titles", ["titles.ass"]), ("aBcD12", []), ("render", ["a", "b"]),
        ] {
            try make(folder("compose-\(dead)-\(name)"), files)
        }
        // A process number that somebody else got.
        try make(folder("compose-\(getpid())-abcdef"), age: 3600)
        PrivateFolder.removeAbandoned(in: folder(""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("")).isEmpty)
    }

    @Test func whatIsUsedOrNotOursStays() throws {
        let (folder, dead) = (try TemporaryFolder(), try Self.deadProcess())
        let used = try #require(PrivateFolder(in: folder("")))
        try make(folder("compose-\(getpid())-abcdef"))
        // Of a process in another container, whose number nobody has here.
        let held = folder("compose-\(dead)-heldby")
        try make(held)
        let lock = open(held, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        for name in ["compose-config", "compose-\(dead)-notsix7", "compose-abcdef", "other-\(dead)-abcdef"] {
            try make(folder(name))
        }
        try make(folder("compose-\(dead)-open00"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder("compose-\(dead)-open00"))
        try make(folder("compose-\(dead)-nested"))
        try make(folder("compose-\(dead)-nested/inner"))
        try make(folder("target"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("compose-\(dead)-linked"), withDestinationPath: folder("target"))
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder("")).sorted()
        PrivateFolder.removeAbandoned(in: folder(""))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder("")).sorted() == before)
        used.remove(with: "none")
        #expect(!FileManager.default.fileExists(atPath: used.path))
    }
}
