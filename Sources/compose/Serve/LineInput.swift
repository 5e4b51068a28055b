import Platform

/// The lines of standard input.
struct LineInput {
    /// Longer than any request; longer lines are invalid.
    private static let longest = 1 << 20

    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// Waits for the next line, without its newline.
    ///
    /// - Parameter isWanted: checked twice a second; `nil` is returned if it is `false`.
    mutating func next(while isWanted: () -> Bool) -> String? {
        while isWanted() {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeSubrange(...end) }
                if let line = text(bytes[..<end]) { return line }
            } else if isAtEnd || bytes.count > Self.longest {
                defer { bytes = [] }
                if let line = text(bytes[...]) { return line }
                if isAtEnd { return nil }
            } else {
                read()
            }
        }
        return nil
    }

    /// `nil` for an empty line.
    private func text(_ line: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: line, as: UTF8.self)
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    /// Waits at most half a second: a signal delivered to another thread would not wake it.
    private mutating func read() {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 500) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { Platform.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 { bytes += buffer[..<count] }
        // A signal is not the end of the input.
        if count == 0 || count < 0 && errno != EINTR { isAtEnd = true }
    }
}
