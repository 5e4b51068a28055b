import Platform

/// The identity of a file on disk, whatever its name: for "is the output one of the inputs?".
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64

    /// `nil` when nothing exists at `path`. Follows symbolic links.
    package init?(path: String) {
        var status = stat()
        guard FileSystem.stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Detects a change of a file while it is in use: which file it is, its size, and when it was last written.
package struct FileState: Hashable, Sendable {
    private let identity: FileIdentity
    /// In bytes.
    package let size: Int64
    /// When it was last written, since 1970.
    package let seconds, nanoseconds: Int

    /// `nil` when nothing exists at `path`. Follows symbolic links.
    package init?(path: String) {
        var status = stat()
        guard let identity = FileIdentity(path: path), FileSystem.stat(path, &status) == 0 else { return nil }
        self.identity = identity
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let written = status.st_mtimespec
        #else
            let written = status.st_mtim
        #endif
        (seconds, nanoseconds) = (written.tv_sec, written.tv_nsec)
    }
}

/// - Throws: `MediaError.outside` where this process may use no file that somebody names.
package func checkAllowed(_ path: String) throws(MediaError) {
    guard Confinement.allows(path) else { throw .outside(path: path, folders: Confinement.folders) }
}

/// Checks that `path` can be a recording, before FFmpeg sees it, and returns its size in bytes.
///
/// - Throws: `MediaError` that explains the problem in the terms of a file manager.
@discardableResult
package func checkInputFile(_ path: String) throws(MediaError) -> Int64 {
    try checkAllowed(path)
    var status = stat()
    guard FileSystem.stat(path, &status) == 0 else {
        throw errno == ENOENT || errno == ENOTDIR
            ? .notFound(path: path) : .cannotRead(path: path, reason: lastError())
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .isDirectory(path: path)
    case S_IFREG: break
    default: throw .cannotRead(path: path, reason: "not a regular file")
    }
    guard FileSystem.access(path, R_OK) == 0 else {
        throw .cannotRead(path: path, reason: lastError())
    }
    guard status.st_size > 0 else { throw .isEmpty(path: path) }
    return Int64(status.st_size)
}

/// Detects whether a file is still the same without reading all of it: its size, its first and last 64 kB, where
/// containers keep their indexes, and 64 evenly spaced pieces of 4 kB between them.
package struct FileFingerprint: CustomStringConvertible {
    /// The size in bytes, and the SHA-256 of what was read, in hexadecimal.
    package let description: String

    /// - Throws: `MediaError` when the file cannot be read.
    package init(path: String) throws(MediaError) {
        let size = Int(try checkInputFile(path))
        guard let handle = FileSystem.fopen(path, "rb") else { throw .cannotRead(path: path, reason: lastError()) }
        defer { fclose(handle) }
        let digest = Digest()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let ends = [0, max(0, size - buffer.count)].map { ($0, buffer.count) }
        let between = size > 1 << 20 ? (1...64).map { (size / 65 * $0, 4096) } : []
        for (offset, length) in ends + between {
            guard fseek(handle, offset, SEEK_SET) == 0 else { throw .cannotRead(path: path, reason: lastError()) }
            let count = fread(&buffer, 1, length, handle)
            guard ferror(handle) == 0 else { throw .cannotRead(path: path, reason: lastError()) }
            buffer.prefix(count).withUnsafeBytes { digest.update($0) }
        }
        description = "\(size) \(digest.hexadecimal())"
    }
}
