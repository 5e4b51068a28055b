import Planning
import MediaIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where finished units are.
protocol UnitStore {
    /// `nil` when it is not there.
    func slice(of unit: EncodeUnit) -> PacketFileSlice?
    var sound: PacketFileSlice? { get }
}

/// The folder beside the output that keeps what is finished: a render that was killed continues from it.
///
/// Its name carries a digest of the plan and of the inputs, so that what another plan left is never mistaken for this one's.
/// A marker inside names the output and the whole digest: what has none, or another output's, is never touched.
struct Checkpoint: Sendable {
    let folder: String
    /// Of the plan.
    let digest: String
    fileprivate let output: String
    private let parent: String
    private let name: String
    /// `.OUTPUT.` (shortened where that is too long): what the folders of all plans for one output begin with.
    private let prefix: String

    private static let suffix = ".compose"
    /// Digits of the digest in the folder's name.
    private static let digestLength = 16

    init(output: String, digest: String) {
        self.output = output
        self.digest = digest
        (parent, name) = AtomicFile.split(output)
        prefix = hiddenPrefix(for: name)
        folder = "\(parent)/\(prefix)\(digest.prefix(Self.digestLength))\(Self.suffix)"
    }

    func path(of unit: EncodeUnit) -> String { path(of: unit.name) }
    var audioPath: String { path(of: EncodeUnit.audioName) }
    private func path(of part: String) -> String { "\(folder)/\(part)\(Self.partEnding)" }

    fileprivate static let partEnding = ".packets"

    /// Whether a file of this name is a part, or one that is being written.
    fileprivate static func isPart(_ name: String) -> Bool {
        if name.hasPrefix("."), let end = name.firstRange(of: partEnding)?.upperBound {
            let part = String(name[name.index(after: name.startIndex)..<end])
            return isPart(part) && AtomicFile.isPartial(name, prefix: hiddenPrefix(for: part))
        }
        guard name.hasSuffix(partEnding) else { return false }
        let words = name.dropLast(partEnding.count).split(separator: "-", omittingEmptySubsequences: false)
        return words == [EncodeUnit.audioName[...]]
            || words.count == 3 && words[0] == "video" && words.dropFirst().allSatisfy { Int64($0) ?? -1 >= 0 }
    }

    fileprivate func marker(digest: String) -> String {
        """
        \(Self.markerBeginning)
        plan \(digest)
        output \(name)
        These are the finished parts of a film. compose continues from here, and removes this folder when the film is done.

        """
    }

    private static let markerBeginning = "compose checkpoint 1"

    /// Creates the folder and holds it: nobody else renders to this output until the claim is dropped.
    ///
    /// - Throws: `MediaError.outputBusy` when somebody does already, with whatever plan; `MediaError.notWorkFolder` when
    ///   what has its name is none of ours; `MediaError.cannotCreate`.
    func claim() throws(MediaError) -> CheckpointClaim {
        for name in neighbors {
            WorkFolder.removeAbandoned("\(parent)/\(name)", marker: Self.markerBeginning) { digits(of: $0) != nil }
        }
        while true {
            try WorkFolder.make(folder, marker: marker(digest: digest), for: output)
            // Gone, or going: the render that had it has just finished.
            guard let own = try WorkFolder(folder) else { continue }
            guard own.hold() else { throw .outputBusy(path: output) }
            guard own.isInPlace else { continue }
            guard own.marker == marker(digest: digest) else {
                throw .notWorkFolder(path: folder, reason: "was not made by compose for this film")
            }
            try own.checkFiles(named: Self.isPart)
            let claim = CheckpointClaim(checkpoint: self, folder: own)
            // Of two that come at once with different plans each has its folder before it looks at the other's.
            guard otherFolders.allSatisfy({ $0.hold() }) else {
                claim.removeIfEmpty()
                throw .outputBusy(path: output)
            }
            return claim
        }
    }

    private var neighbors: [String] { (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] }

    /// The digits of the digest in a name that a folder for this output has; `nil` for any other name.
    private func digits(of name: Substring) -> Substring? {
        guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return nil }
        let digits = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
        return digits.count == Self.digestLength && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }

    /// The folders that other plans have for this very output.
    fileprivate var otherFolders: [WorkFolder] {
        neighbors.compactMap { name in
            let path = "\(parent)/\(name)"
            guard let digits = digits(of: name[...]), path != folder, let folder = try? WorkFolder(path),
                let lines = folder.marker?.split(separator: "\n"), lines.count > 1,
                case let digest = lines[1].dropFirst("plan ".count), digest.hasPrefix(digits),
                folder.marker == marker(digest: String(digest))
            else { return nil }
            return folder
        }
    }
}

/// A checkpoint that is held for one render.
final class CheckpointClaim: Sendable {
    let checkpoint: Checkpoint
    private let folder: WorkFolder

    fileprivate init(checkpoint: Checkpoint, folder: WorkFolder) {
        self.checkpoint = checkpoint
        self.folder = folder
    }

    /// Removes all that is finished, of this plan and of others for the same output.
    func clear() {
        for other in checkpoint.otherFolders where other.hold() {
            Self.clear(other)
            other.removeIfEmpty()
        }
        Self.clear(folder)
    }

    /// Removes all that is finished, and the folders.
    func removeAll() {
        clear()
        guard folder.names?.isEmpty == true else { return Leftover.tell(folder.path, "it contains other files") }
        folder.removeIfEmpty()
    }

    func removeAudio() { folder.remove("\(EncodeUnit.audioName)\(Checkpoint.partEnding)") }

    /// Removes the folder if nothing is finished in it.
    func removeIfEmpty() {
        guard let names = folder.names, !names.contains(where: { $0.hasSuffix(Checkpoint.partEnding) }) else { return }
        Self.clear(folder)
        folder.removeIfEmpty()
    }

    /// Removes parts. What somebody else put there stays, and the folder with it.
    private static func clear(_ folder: WorkFolder) {
        for name in folder.names ?? [] where Checkpoint.isPart(name) { folder.remove(name) }
    }
}

extension Checkpoint: UnitStore {
    func slice(of unit: EncodeUnit) -> PacketFileSlice? { PacketFileSlice(path: path(of: unit)) }
    var sound: PacketFileSlice? { PacketFileSlice(path: audioPath) }
}
