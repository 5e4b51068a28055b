import Archive
import MediaIO
import Platform
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which file this is, without opening it: what changes when it is written.
struct FileStamp: Codable, Hashable {
    var bytes: Int64
    /// "1764850000.123456789", in seconds since 1970.
    var modified: String

    /// `nil` where there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        bytes = Int64(status.st_size)
        #if canImport(Darwin)
            let written = status.st_mtimespec
        #else
            let written = status.st_mtim
        #endif
        let nanoseconds = String(1_000_000_000 + Int(written.tv_nsec)).dropFirst()
        modified = "\(written.tv_sec).\(nanoseconds)"
    }
}

/// What a batch did about one film: a line of its manifest, the last one of a film counts.
struct BatchEntry: Codable, Hashable {
    enum State: String, Codable { case started, done }
    struct Input: Codable, Hashable {
        var path: String
        var stamp: FileStamp
    }

    var state: State
    /// The name of the film, in the manifest's folder, or its path where the manifest is for all.
    var film: String
    /// `RenderPlan.digest`: all that decides the bytes.
    var plan: String
    /// A digest of the options that decide films.
    var request: String
    /// Every file that was read for it.
    var inputs: [Input]
    /// The film as it was before (`started`; `nil` for none) or is now (`done`).
    var stamp: FileStamp?
    /// Whether what was there before may be replaced.
    var mayReplace: Bool

    /// Whether the film that is there now is the one of this entry: a kill may come between a film and its last line.
    func isFinished(_ now: FileStamp?) -> Bool {
        guard let now else { return false }
        return state == .done ? now == stamp : now != stamp
    }

    /// Whether the batch may write over what is there now.
    func allowsReplacing(_ now: FileStamp?) -> Bool {
        isFinished(now) || state == .started && now == stamp && mayReplace
    }
}

/// What was done, as lines of JSON that are only appended: a kill can cut no more than the last one. Several batches may
/// write to one file.
final class BatchManifest: Sendable {
    static let usualName = "compose-batch.jsonl"

    let path: String
    private let state = Mutex(State())

    private struct State {
        var entries: [String: BatchEntry] = [:]
        /// How many bytes of the file that is.
        var length = 0
    }

    init(path: String) { self.path = path }

    /// What was done last about a film, by whichever batch.
    ///
    /// - Throws: `MediaError.cannotRead`.
    func entry(of film: String) throws(MediaError) -> BatchEntry? {
        try state.withLock { state throws(MediaError) in
            try readOn(&state)
            return state.entries[film]
        }
    }

    private func readOn(_ state: inout State) throws(MediaError) {
        guard let status = FileStamp(path: path) else { return state = State() }
        // Somebody began it anew.
        if status.bytes < state.length { state = State() }
        guard status.bytes > state.length else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.bytes) - state.length) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(state.length)))
        }
        guard !bytes.isEmpty else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
        // What follows the last end of line is being written.
        let whole = bytes[..<((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
        let decoder = JSONDecoder()
        for line in whole.split(separator: UInt8(ascii: "\n")) {
            // A line that a kill cut short tells nothing, and the film is looked at again.
            guard let entry = try? decoder.decode(BatchEntry.self, from: Data(line)) else { continue }
            state.entries[entry.film] = entry
        }
        state.length += whole.count
    }

    /// - Throws: `MediaError` when it cannot be written.
    func append(_ entry: BatchEntry) throws(MediaError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        // Begins with an end of line: the line before may have been cut short.
        let bytes = Array("\n\(jsonLine(entry))\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw .writeFailed(path: path, reason: String(cString: strerror(errno)))
        }
    }
}

/// The manifests of a batch: one beside the films of each folder, or one for all.
final class BatchManifests: Sendable {
    private let common: BatchManifest?
    private let byFolder = Mutex<[String: BatchManifest]>([:])

    /// - Parameter path: of the one for all; `nil` for one in each folder.
    init(path: String?) { common = path.map { BatchManifest(path: $0) } }

    /// The manifest of a film, and the film's name in it.
    func manifest(of output: String) -> (BatchManifest, film: String) {
        if let common { return (common, output) }
        let path = FilePath(output)
        return byFolder.withLock { known in
            let manifest =
                known[path.folder] ?? BatchManifest(path: FilePath.join(path.folder, BatchManifest.usualName))
            known[path.folder] = manifest
            return (manifest, path.name)
        }
    }
}
