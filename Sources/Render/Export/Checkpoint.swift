import Planning
import MediaIO

import Platform

/// Holds finished units.
protocol UnitStore {
    /// `nil` if there is none.
    func slice(of unit: EncodeUnit) -> PacketFileSlice?
    var sound: PacketFileSlice? { get }
}

/// The folder next to the output that keeps finished parts, so that a killed render can resume.
///
/// The name contains a digest of the plan and the inputs, so files left by another plan are never mistaken for this
/// one's. A marker file inside holds the output's name and the full digest; a folder without a marker, or with another
/// output's, is never touched.
struct Checkpoint: Sendable {
    let folder: String
    /// The plan's digest.
    let digest: String
    fileprivate let output: String
    private let parent: String
    private let name: String
    /// `.OUTPUT.` (shortened if too long): the common prefix of the folders of all plans for one output.
    private let prefix: String

    private static let suffix = ".compose"
    /// Number of digest digits in the folder's name.
    private static let digestLength = 16

    init(output: String, digest: String) {
        self.output = output
        self.digest = digest
        (parent, name) = (FilePath(output).folder, FilePath(output).name)
        prefix = hiddenPrefix(for: name)
        folder = "\(parent)/\(prefix)\(digest.prefix(Self.digestLength))\(Self.suffix)"
    }

    func path(of unit: EncodeUnit) -> String { path(of: unit.name) }
    var audioPath: String { path(of: EncodeUnit.audioName) }
    private func path(of part: String) -> String { "\(folder)/\(part)\(Self.partEnding)" }

    fileprivate static let partEnding = ".packets"

    /// Whether a file of this name is a part, finished or being written.
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
        compose checkpoint 1
        plan \(digest)
        output \(name)
        These are the finished parts of a film. compose continues from here, and removes this folder when the film is done.

        """
    }

    /// Creates and locks the folder: nobody else can render to this output until the claim is released.
    ///
    /// - Throws: `MediaError.outputBusy` if another render is using the output, whatever its plan;
    ///   `MediaError.notWorkFolder` if something else has the folder's name; `MediaError.cannotCreate`.
    func claim() throws(MediaError) -> CheckpointClaim {
        // Empty ones were left by renders that were killed while they removed their folder.
        for path in neighbors where path != folder { FileSystem.rmdir(path) }
        guard let own = try WorkFolder.claim(folder, marker: marker(digest: digest), for: output) else {
            throw .outputBusy(path: output)
        }
        try own.checkFiles(named: Self.isPart)
        try own.checkOwner(ofFiles: Self.isPart)
        let claim = CheckpointClaim(checkpoint: self, folder: own)
        // If two renders with different plans start at the same time, each has its folder before it checks for the
        // other's.
        guard otherFolders.allSatisfy({ $0.hold() }) else {
            claim.removeIfEmpty()
            throw .outputBusy(path: output)
        }
        return claim
    }

    /// The digest digits in the name of a folder for this output; `nil` for any other name.
    private func digits(of name: Substring) -> Substring? {
        // Names are bytes: "é" as one character and as two are two files.
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(Self.suffix) else { return nil }
        let digits = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
        return digits.count == Self.digestLength && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }

    /// What has the name of a folder for this output.
    private var neighbors: [String] {
        (FileSystem.names(inFolder: parent) ?? []).filter { digits(of: $0[...]) != nil }.map { "\(parent)/\($0)" }
    }

    /// The folders of other plans for the same output.
    fileprivate var otherFolders: [WorkFolder] {
        neighbors.compactMap { path in
            guard let digits = digits(of: FilePath(path).name[...]), path != folder,
                let folder = try? WorkFolder(path),
                let lines = folder.marker?.split(separator: "\n"), lines.count > 1,
                case let digest = lines[1].dropFirst("plan ".count), digest.hasPrefix(digits),
                folder.marker == marker(digest: String(digest))
            else { return nil }
            return folder
        }
    }
}

/// A checkpoint locked for one render.
final class CheckpointClaim: Sendable {
    let checkpoint: Checkpoint
    private let folder: WorkFolder

    fileprivate init(checkpoint: Checkpoint, folder: WorkFolder) {
        self.checkpoint = checkpoint
        self.folder = folder
    }

    /// Removes all finished parts, of this plan and of others for the same output.
    func clear() {
        for other in checkpoint.otherFolders where other.hold() {
            Self.clear(other)
            other.removeIfEmpty()
        }
        Self.clear(folder)
    }

    /// Removes all finished parts and their folders.
    func removeAll() {
        clear()
        guard folder.names?.isEmpty == true else { return Leftover.tell(folder.path, "it contains other files") }
        folder.removeIfEmpty()
    }

    func removeAudio() { folder.remove("\(EncodeUnit.audioName)\(Checkpoint.partEnding)") }

    /// Removes the folder if it has no finished parts.
    func removeIfEmpty() {
        guard let names = folder.names, !names.contains(where: { $0.hasSuffix(Checkpoint.partEnding) }) else { return }
        Self.clear(folder)
        folder.removeIfEmpty()
    }

    /// Removes parts. Files from elsewhere stay, and so does the folder then.
    private static func clear(_ folder: WorkFolder) {
        for name in folder.names ?? [] where Checkpoint.isPart(name) { folder.remove(name) }
    }
}

extension Checkpoint: UnitStore {
    func slice(of unit: EncodeUnit) -> PacketFileSlice? { PacketFileSlice(path: path(of: unit)) }
    var sound: PacketFileSlice? { PacketFileSlice(path: audioPath) }
}
