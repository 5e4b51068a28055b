import Platform

/// The lines of standard output, for a reader that may have stopped reading.
struct LineOutput {
    /// A pipe with room takes this many bytes without blocking: the smallest `PIPE_BUF` that POSIX allows.
    private static let pieceSize = 512

    var descriptor = STDOUT_FILENO

    /// Writes a line, and waits until the reader has room for it.
    ///
    /// - Parameter isWanted: checked twice a second; if it is `false`, waiting ends after half a second.
    /// - Returns: `false` if not all of it was written.
    func write(_ line: String, while isWanted: () -> Bool) -> Bool {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            // Checked before waiting: a slow reader still has half a second after a signal.
            let mayWait = isWanted()
            var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&output, 1, 500)
            if ready == 0, !mayWait { return false }
            guard ready > 0 else { continue }
            let count = bytes.prefix(Self.pieceSize).withUnsafeBytes {
                Platform.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
