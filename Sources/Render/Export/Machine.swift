#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The machine we run on: it may change how fast a render is, never what it writes.
enum Machine {
    static let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Decoding is a fifth of the work of encoding; frame threads cost a few percent and a frame of memory each,
    /// so there are only as many as it takes to keep up with the encoder.
    static let decoderThreads = max(1, min(4, coreCount / 2))
}
