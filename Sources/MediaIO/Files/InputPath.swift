#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The identity of a file on disk, whatever its name: for "is the output one of the inputs?".
public struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64

    /// `nil` when nothing exists at `path`. Follows symbolic links.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Checks that `path` can be a recording, before FFmpeg sees it, and returns its size in bytes.
///
/// - Throws: `MediaError` that says what is wrong in the words of a file manager.
@discardableResult
public func checkInputFile(_ path: String) throws(MediaError) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else {
        throw errno == ENOENT || errno == ENOTDIR
            ? .notFound(path: path) : .cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .isDirectory(path: path)
    case S_IFREG: break
    default: throw .cannotRead(path: path, reason: "not a regular file")
    }
    guard access(path, R_OK) == 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
    guard status.st_size > 0 else { throw .isEmpty(path: path) }
    return Int64(status.st_size)
}

/// Tells whether a file is still the same without reading all of it: its size, its first and last 64 kB, where
/// containers keep their indexes, and 64 pieces of 4 kB evenly spaced between.
public struct FileFingerprint: CustomStringConvertible {
    public let description: String

    public init(path: String) {
        let digest = Digest()
        var status = stat()
        if stat(path, &status) == 0, let handle = fopen(path, "rb") {
            defer { fclose(handle) }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let size = Int(status.st_size)
            let ends = [0, max(0, size - buffer.count)].map { ($0, buffer.count) }
            let between = size > 1 << 20 ? (1...64).map { (size / 65 * $0, 4096) } : []
            for (offset, length) in ends + between {
                fseek(handle, offset, SEEK_SET)
                let count = fread(&buffer, 1, length, handle)
                buffer.prefix(count).withUnsafeBytes { digest.update($0) }
            }
        }
        description = "\(status.st_size) \(digest.hexadecimal())"
    }
}
