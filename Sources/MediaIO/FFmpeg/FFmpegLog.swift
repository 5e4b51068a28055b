import CFFmpeg
import Logging
import Platform
import Synchronization

/// FFmpeg's own log: the last warning or error is kept for error messages, everything goes to swift-log at debug
/// level.
enum FFmpegLog {
    private static let lastLine = Mutex<String?>(nil)
    private static let logger = Logger(label: "ffmpeg")

    /// Redirects FFmpeg's log; idempotent, thread-safe, called before anything is opened.
    static func install() { _ = installed }

    private static let installed: Void = {
        // SVT-AV1 writes its version and settings to the terminal, bypassing FFmpeg's log: at 1 only its errors.
        setenv("SVT_LOG", "1", 0)
        compose_log_install { context, level, line in
            if let line { FFmpegLog.record(String(cString: line), isError: level <= AV_LOG_ERROR) }
            if level <= AV_LOG_ERROR, let owner = compose_log_owner(context) {
                LoggedErrors.count(for: UInt(bitPattern: owner))
            }
        }
    }()

    private static func record(_ text: String, isError: Bool) {
        var line = text[...]
        while let last = line.last, last.isNewline { line.removeLast() }
        guard !line.isEmpty else { return }
        // Names and tags of files are part of it.
        let plain = line.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
        let text = String(String.UnicodeScalarView(plain))
        logger.debug("\(text)")
        if isError { lastLine.withLock { $0 = text } }
    }

    /// The last error line since the previous call.
    static func takeLastLine() -> String? {
        lastLine.withLock { line in
            defer { line = nil }
            return line
        }
    }
}

/// How many errors FFmpeg has logged about one decoder.
///
/// Some decoders (HEVC, MJPEG) conceal what they cannot read, return success, mark nothing in the frame, and only log
/// it. The number is put into the context's `opaque`, which FFmpeg passes on to the contexts of its threads. It is
/// not a pointer, because log lines also come from contexts whose `opaque` belongs to other code.
///
/// ThreadSanitizer reports every use of `counts` as a race. It does not know `Synchronization.Mutex`, whose futex is
/// in a library that it does not instrument: four threads that only count in such a dictionary get three reports and
/// the right sum, and with a `pthread_mutex_t` none.
struct LoggedErrors: ~Copyable {
    private static let counts = Mutex<(next: UInt, of: [UInt: Int])>((1, [:]))

    private let number: UInt

    init() {
        number = Self.counts.withLock { counts in
            defer { counts.next += 1 }
            counts.of[counts.next] = 0
            return counts.next
        }
    }
    deinit { _ = Self.counts.withLock { [number] in $0.of.removeValue(forKey: number) } }

    /// For `AVCodecContext.opaque`.
    var opaque: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

    /// Errors since the last call.
    func take() -> Int {
        Self.counts.withLock { [number] counts in
            defer { counts.of[number] = 0 }
            return counts.of[number] ?? 0
        }
    }

    /// Called by the log, from any thread, also for contexts that are not ours.
    static func count(for number: UInt) { counts.withLock { $0.of[number]? += 1 } }
}
