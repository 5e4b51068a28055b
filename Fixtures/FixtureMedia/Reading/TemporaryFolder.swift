import Foundation

/// A folder of a test's own, removed with the object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("compose-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A name inside the folder.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Everything in it, hidden files too, sorted.
    package var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Copies a file into the folder; returns its path there.
    @discardableResult
    package func add(_ file: String, as name: String) throws -> String {
        try FileManager.default.copyItem(atPath: file, toPath: self(name))
        return self(name)
    }

    package func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) } ?? []
    }

    package func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    package func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }
}

extension TemporaryFolder {
    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }
}
