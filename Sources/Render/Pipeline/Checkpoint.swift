import MediaIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder beside the output that keeps what is finished: a render that was killed continues from it.
///
/// Its name carries a digest of the plan and of the inputs, so that what another plan left is never mistaken for this one's.
public struct Checkpoint: Sendable {
    public let folder: String
    /// `.OUTPUT.` and `.compose`: what the folders of all plans for one output have in common.
    private let parent: String
    private let prefix: String

    private static let suffix = ".compose"

    public init(output: String, digest: String) {
        let slash = output.lastIndex(of: "/")
        let name = slash.map { String(output[output.index(after: $0)...]) } ?? output
        parent = slash.map { String(output[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? "."
        prefix = ".\(name)."
        folder = "\(parent)/\(prefix)\(digest.prefix(16))\(Self.suffix)"
    }

    /// - Throws: `MediaError.cannotCreate`.
    func create() throws(MediaError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .cannotCreate(path: folder, reason: "\(error)")
        }
    }

    func path(of unit: EncodeUnit) -> String { "\(folder)/\(unit.name).packets" }
    var soundPath: String { "\(folder)/\(EncodeUnit.soundName).packets" }

    func isFinished(_ unit: EncodeUnit) -> Bool { PacketFileReader.isIntact(.init(path: path(of: unit))) }
    var isSoundFinished: Bool { PacketFileReader.isIntact(.init(path: soundPath)) }

    /// Whether something of this very plan is finished already.
    public var exists: Bool { FileManager.default.fileExists(atPath: folder) }

    /// Removes this folder, and those that other plans left for the same output.
    public func removeAll() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }

    /// Removes the folder if nothing is finished in it.
    func removeIfEmpty() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
            !names.contains(where: { $0.hasSuffix(".packets") })
        else { return }
        try? FileManager.default.removeItem(atPath: folder)
    }
}

extension Checkpoint: UnitStore {
    func slice(of unit: EncodeUnit) -> PacketFileSlice? { PacketFileSlice(path: path(of: unit)) }
    var sound: PacketFileSlice? { PacketFileSlice(path: soundPath) }
}
