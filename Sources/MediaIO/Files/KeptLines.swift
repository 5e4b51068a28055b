import Platform

/// What was found in a part of a recording, kept so that it need not be looked for again: lines, and a last line with their
/// number and digest, which shows that the file is whole and belongs to this part.
enum KeptLines {
    /// In bytes: ten seconds at a thousand frames a second have 1 MB.
    private static let largest = 1 << 23

    /// - Returns: `nil` if there is no such file, it is damaged, or somebody else's.
    static func read(_ path: String) -> [Substring]? {
        guard let bytes = contents(path) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let last = lines.popLast(), last == end(lines.map { "\($0)\n" }, path)[...] else { return nil }
        return lines
    }

    /// Writes it whole, or not at all: it only saves time.
    ///
    /// - Parameter lines: each with its end.
    static func write(_ lines: [String], to path: String) {
        let partial = "\(path).\(getpid()).part"
        guard let file = FileSystem.fopen(partial, "wbx") else { return }
        let bytes = Array((lines.joined() + end(lines, path) + "\n").utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten, FileSystem.rename(partial, path) == 0 else {
            FileSystem.unlink(partial)
            return
        }
    }

    /// The last line: "end 300 8d969eef6ecad3c2".
    private static func end(_ lines: [String], _ path: String) -> String {
        let digest = Digest()
        // A copy of another recording's file, or of another part's, is not this one.
        for word in path.split(separator: "/").suffix(2) { digest.update("\(word)\n") }
        for line in lines { digest.update(line) }
        return "end \(lines.count) \(digest.hexadecimal().prefix(16))"
    }

    /// Of a file of this user: a pipe with this name must not block, nor a device fill the memory.
    private static func contents(_ path: String) -> [UInt8]? {
        let file = FileSystem.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            (0...off_t(largest)).contains(status.st_size)
        else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = 0
            while count < buffer.count {
                let done = Platform.read(file, buffer.baseAddress! + count, buffer.count - count)
                guard done > 0 || done < 0 && errno == EINTR else { break }
                count += max(0, done)
            }
        }
    }
}
