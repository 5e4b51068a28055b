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
        log.install()
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
