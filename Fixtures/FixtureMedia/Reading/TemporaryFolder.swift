import Foundation

/// A folder of a test's own, removed with the object.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("compose-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A name inside the folder.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Everything in it, hidden files too, sorted.
    public var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Copies a file into the folder; returns its path there.
    @discardableResult
    public func add(_ file: String, as name: String) throws -> String {
        try FileManager.default.copyItem(atPath: file, toPath: self(name))
        return self(name)
    }

    public func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) } ?? []
    }

    public func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    public func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }
}

extension TemporaryFolder {
    public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }
}
