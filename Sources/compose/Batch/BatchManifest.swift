import Placing
import MediaIO
import Platform
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Identifies a version of a file without opening it: changes when the file is written.
struct FileStamp: Codable, Hashable {
    var bytes: Int64
    /// "1764850000.123456789", in seconds since 1970.
    var modified: String

    /// `nil` if the file does not exist.
    init?(path: String) {
        guard let state = FileState(path: path) else { return nil }
        bytes = state.size
        modified = "\(state.seconds).\(String(1_000_000_000 + state.nanoseconds).dropFirst())"
    }

    fileprivate var isWhole: Bool { modified.hasSuffix(".000000000") }
    fileprivate var seconds: Int? { modified.split(separator: ".").first.flatMap { Int($0) } }
}

/// What a batch did with a film: one line of its manifest. The last line of a film counts.
struct BatchEntry: Codable, Hashable {
    enum State: String, Codable { case started, done }
    struct Input: Codable, Hashable {
        var path: String
        var stamp: FileStamp
    }

    var state: State
    /// The name of the film in the manifest's folder, or its path if there is one manifest for all.
    var film: String
    /// `RenderPlan.digest`: everything that determines the bytes.
    var plan: String
    /// A digest of the options that affect films.
    var request: String
    /// Every file that was read for it.
    var inputs: [Input]
    /// The film as it was before (`started`; `nil` for none) or as it is now (`done`).
    var stamp: FileStamp?
    /// Whether the file that was there before may be replaced.
    var mayReplace: Bool

    /// Whether this version of the film is the one of the entry. FAT, zip and tar keep only the second of a time, or every
    /// other, so that of a restored film is cut.
    private func isSame(_ now: FileStamp?) -> Bool {
        guard let now, let stamp, now != stamp else { return now == stamp }
        guard now.bytes == stamp.bytes, now.isWhole, let one = now.seconds, let other = stamp.seconds else {
            return false
        }
        return (-1...2).contains(one - other)
    }

    /// Whether the existing film is the one of this entry. A kill can come between the film and its last line.
    func isFinished(_ now: FileStamp?) -> Bool {
        guard let now else { return false }
        return (state == .done) == isSame(now)
    }

    /// Whether the existing film may be a copy of this entry's, with a time of its own: good enough to be kept.
    func isCopied(_ now: FileStamp?) -> Bool { state == .done && now != nil && now?.bytes == stamp?.bytes }

    /// Whether the batch may overwrite the existing file: a film that it finished, or what it was allowed to replace
    /// before it was killed. Another file that appeared since may be the user's.
    func allowsReplacing(_ now: FileStamp?) -> Bool {
        isSame(now) && (state == .done || mayReplace)
    }
}

/// What was done, as lines of JSON that are only appended: a kill can truncate only the last one. Several batches may
/// write to one file.
final class BatchManifest: Sendable {
    static let usualName = "compose-batch.jsonl"

    let path: String
    private let state = Mutex(State())

    private struct State {
        var entries: [FileKey: BatchEntry] = [:]
        /// The number of bytes read so far.
        var length = 0
    }

    init(path: String) { self.path = path }

    /// The last entry about a film, from any batch.
    ///
    /// - Throws: `MediaError.cannotRead`, or `UsageError` if another kind of file exists there.
    func entry(of film: String) throws -> BatchEntry? {
        try state.withLock { state in
            try readOn(&state)
            return state.entries[FileKey(film)]
        }
    }

    private func readOn(_ state: inout State) throws {
        guard let status = FileStamp(path: path) else { return state = State() }
        // The file was replaced by a new one.
        if status.bytes < state.length { state = State() }
        guard status.bytes > state.length else { return }
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MediaError.cannotRead(path: path, reason: lastError())
        }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.bytes) - state.length) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(state.length)))
        }
        guard !bytes.isEmpty else {
            throw MediaError.cannotRead(path: path, reason: lastError())
        }
        guard state.length > 0 || Self.isManifest(bytes) else {
            throw UsageError(
                "\(path) is not a manifest of 'compose batch'; name another file with --manifest, or move this one away.",
                status: .exists)
        }
        // Everything after the last newline is still being written.
        let whole = bytes[..<((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
        let decoder = JSONDecoder()
        for line in whole.split(separator: UInt8(ascii: "\n")) {
            // A line that was truncated by a kill is skipped, and the film is checked again.
            guard let entry = try? decoder.decode(BatchEntry.self, from: Data(line)) else { continue }
            state.entries[FileKey(entry.film)] = entry
        }
        state.length += whole.count
    }

    /// Whether a file begins like a manifest; a kill may have truncated its first line.
    private static func isManifest(_ bytes: [UInt8]) -> Bool {
        let start = Array("{\"film\":".utf8)
        let line = bytes.drop { $0 == UInt8(ascii: "\n") }
        return line.starts(with: start) || start.starts(with: line)
    }

    /// Opens the file, and creates it if there is none, but not where a symbolic link leads.
    ///
    /// - Throws: `MediaError.cannotCreate`.
    func opened(_ flags: Int32) throws(MediaError) -> Int32 {
        var descriptor = FileSystem.open(path, flags | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT {
            descriptor = FileSystem.open(path, flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else {
            let isLink = errno == ELOOP
            throw .cannotCreate(
                path: path,
                reason: isLink ? "a symbolic link of this name leads nowhere" : lastError())
        }
        return descriptor
    }

    /// - Throws: `MediaError` if it cannot be written, `UsageError` if another kind of file exists there.
    func append(_ entry: BatchEntry) throws {
        try state.withLock { try readOn(&$0) }
        let descriptor = try opened(O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        // Begins with a newline, since the previous line may have been truncated.
        let bytes = Array("\n\(jsonLine(entry))\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw MediaError.writeFailed(path: path, reason: lastError())
        }
    }
}

/// The manifests of a batch: one next to the films of each folder, or one for all.
final class BatchManifests: Sendable {
    private let common: BatchManifest?
    private let byFolder = Mutex<[FileKey: BatchManifest]>([:])

    /// - Parameter path: of the manifest for all films; `nil` for one in each folder.
    init(path: String?) { common = path.map { BatchManifest(path: $0) } }

    /// The manifest of a film, and the film's name in it.
    func manifest(of output: String) -> (BatchManifest, film: String) {
        if let common { return (common, output) }
        let path = FilePath(output)
        return byFolder.withLock { known in
            let manifest =
                known[FileKey(path.folder)]
                ?? BatchManifest(path: FilePath.join(path.folder, BatchManifest.usualName))
            known[FileKey(path.folder)] = manifest
            return (manifest, path.name)
        }
    }
}
