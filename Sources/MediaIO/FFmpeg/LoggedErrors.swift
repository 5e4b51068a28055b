import Synchronization

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
