import Planning
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
    private let output: String
    /// `.OUTPUT.` (shortened where that is too long) and `.compose`: what the folders of all plans for one output have in common.
    private let parent: String
    private let prefix: String

    private static let suffix = ".compose"

    public init(output: String, digest: String) {
        self.output = output
        let slash = output.lastIndex(of: "/")
        let name = slash.map { String(output[output.index(after: $0)...]) } ?? output
        parent = slash.map { String(output[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? "."
        prefix = hiddenPrefix(for: name)
        folder = "\(parent)/\(prefix)\(digest.prefix(16))\(Self.suffix)"
    }

    /// Creates the folder and holds it: nobody else renders to this output until the lock is dropped.
    ///
    /// - Throws: `MediaError.outputBusy` when somebody does already, with whatever plan; `MediaError.cannotCreate`.
    func claim() throws(MediaError) -> FolderLock {
        while true {
            try FolderLock.makeFolder(folder, for: output)
            switch FolderLock.take(folder) {
            case .gone: continue  // The render that had it has just finished.
            case .held: throw .outputBusy(path: output)
            case .taken(let lock):
                // Of two that come at once with different plans each has its folder before it looks at the other's.
                guard !allFolders.contains(where: { $0 != folder && FolderLock.isHeld($0) }) else {
                    removeIfEmpty()
                    throw .outputBusy(path: output)
                }
                return lock
            }
        }
    }

    func path(of unit: EncodeUnit) -> String { "\(folder)/\(unit.name).packets" }
    var audioPath: String { "\(folder)/\(EncodeUnit.audioName).packets" }

    func isFinished(_ unit: EncodeUnit) -> Bool { PacketFileReader.isIntact(.init(path: path(of: unit))) }
    var isAudioFinished: Bool { PacketFileReader.isIntact(.init(path: audioPath)) }

    /// Whether something of this very plan is finished already.
    public var exists: Bool { FileManager.default.fileExists(atPath: folder) }

    /// Removes this folder, and those that other plans left for the same output; for who has claimed it.
    func removeAll() {
        for folder in allFolders { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Removes all that is finished, of this plan and of others for the same output; for who has claimed it.
    func clear() {
        for folder in allFolders where folder != self.folder { try? FileManager.default.removeItem(atPath: folder) }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// The folders of all plans for this output.
    private var allFolders: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [])
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(Self.suffix) }.map { "\(parent)/\($0)" }
    }

    func removeAudio() { try? FileManager.default.removeItem(atPath: audioPath) }

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
    var sound: PacketFileSlice? { PacketFileSlice(path: audioPath) }
}
