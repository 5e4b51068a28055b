import Platform

/// Messages for people go to standard error, results to standard output.
enum Console {
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1

    static func error(_ text: String) { write(text + "\n", STDERR_FILENO) }
    static func output(_ text: String) { write(text + "\n", STDOUT_FILENO) }
    /// Commands for a shell, with names of files as their bytes.
    static func commands(_ text: String) { write((text + "\n").fileNameBytes, STDOUT_FILENO) }

    /// Replaces the current line of a terminal.
    static func status(_ text: String) { write("\r\u{1B}[K" + text, STDERR_FILENO) }

    private static func write(_ text: String, _ descriptor: Int32) { write(Array(text.utf8), descriptor) }
    private static func write(_ text: [UInt8], _ descriptor: Int32) {
        var bytes = text[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { platformWrite(descriptor, $0.baseAddress!, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}

private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
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
