import Platform

/// The lines of standard input.
struct LineInput {
    /// In bytes, more than any request needs.
    static let longest = 1 << 20

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    init(descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

    /// Waits for the next line, without its newline. Some of the end of a line that is too long is dropped.
    ///
    /// - Parameter isWanted: checked twice a second; `nil` is returned if it is `false`.
    mutating func next(while isWanted: () -> Bool) -> String? {
        while isWanted() {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeSubrange(...end) }
                if let line = text(bytes[..<end]) { return line }
            } else if isAtEnd {
                defer { bytes = [] }
                return text(bytes[...])
            } else {
                // Of what is too long, enough is kept to tell.
                bytes.removeSubrange(min(bytes.count, Self.longest + 1)...)
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
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 500) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { bytes += buffer[..<count] }
        // A signal is not the end of the input.
        if count == 0 || count < 0 && errno != EINTR { isAtEnd = true }
    }
}
