import Platform
import Synchronization

/// Messages for people go to standard error, results to standard output.
enum Console {
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1

    static func error(_ text: String) { write(text.shortened.withoutControls + "\n", STDERR_FILENO) }
    static func output(_ text: String) { write(text.withoutControls + "\n", STDOUT_FILENO) }
    /// Commands for a shell, with names of files as their bytes.
    static func commands(_ text: String) { write((text + "\n").fileNameBytes, STDOUT_FILENO) }

    /// Replaces the current line of a terminal.
    static func status(_ text: String) { write("\r\u{1B}[K" + text.withoutControls, STDERR_FILENO) }

    /// While recordings that are stabilized are looked at: the part that is done, from 0 to 1.
    static func showAnalysis(_ done: Double) {
        guard isErrorTerminal else { return }
        status(done < 1 ? "looking at the camera's shake: \(Int(done * 100))%" : "")
    }

    private static func write(_ text: String, _ descriptor: Int32) { write(Array(text.utf8), descriptor) }
    private static func write(_ text: [UInt8], _ descriptor: Int32) {
        var bytes = text[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { platformWrite(descriptor, $0.baseAddress!, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if descriptor == STDOUT_FILENO { outputFault.store(errno, ordering: .relaxed) }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The last error of standard output.
    private static let outputFault = Atomic<Int32>(0)

    /// - Throws: `UsageError` if results were lost; a reader that needs no more of them may close its pipe.
    static func checkOutput() throws(UsageError) {
        let fault = outputFault.load(ordering: .relaxed)
        guard fault != 0, fault != EPIPE else { return }
        throw UsageError(
            "not all results could be written to standard output: \(systemError(fault))",
            status: .inputOutput)
    }

    static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}

extension String {
    /// Without the middle of long lines: a name or value from a file may have any length.
    var shortened: String {
        let most = 5000
        guard utf8.count > most else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.utf8.count > most else { return String(line) }
            let scalars = line.unicodeScalars
            return String(scalars.prefix(most * 3 / 5)) + " … " + String(scalars.suffix(most / 5))
        }.joined(separator: "\n")
    }

    /// With control characters written as JSON writes them, "\u001b": a terminal obeys them, and names and tags of files
    /// may contain any. Newlines and tabs stay.
    var withoutControls: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isControl(scalar) {
                text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 ? scalar != "\n" && scalar != "\t" : (0x7F...0x9F).contains(scalar.value)
    }
}

private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// A file that is opened while one of the three is closed would take its place, and messages would be written into it.
func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
        _ = open("/dev/null", O_RDWR)
    }
}

func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Seconds on a monotonic clock.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
