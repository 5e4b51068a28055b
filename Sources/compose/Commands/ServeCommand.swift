import ArgumentParser
import Platform

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers requests of a program, line by line.",
        discussion: """
            EXAMPLE
              compose serve --stdio
              {"id":1,"request":"probe","path":"a.mov"}
              {"id":2,"request":"still","film":["a.mov","b.mov"],"at":9,"output":"f.png"}
              {"id":3,"request":"render","film":["a.mov","b.mov"],"output":"out.mp4"}
              {"id":4,"request":"cancel","target":3}

            Requests are lines of JSON on standard input, answers lines of JSON on standard \
            output; docs/serve.md describes both. A render runs while other requests are \
            answered; renders wait for each other. At the end of the input, \
            pending requests are still answered; 'shutdown' cancels them.
            """)

    @Flag(help: "Read requests from standard input, write answers to standard output. Required; no other way yet.")
    var stdio = false
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard stdio else { throw UsageError("serve needs --stdio: requests come on standard input.") }
        Interruption.install()
        let output = LineOutput()
        let server = Server { output.write($0) { Interruption.signalNumber == nil } }
        var input = LineInput()
        try server.serve { input.next { !server.cancellation.isCancelled } }
        Interruption.endBySignal()
    }
}

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
