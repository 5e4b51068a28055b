import CFFmpeg

/// How the process uses memory.
public enum Memory {
    /// Hands out only zeroed memory, see `VideoEncoderSettings.readsUnwrittenMemory`. For programs, before they
    /// render; glibc only. It touches all that is allocated: at 1080p some 120 MB that would not be used.
    public static func zeroNew() { compose_zero_new_memory() }

    /// Keeps freed memory for the next use. Every encoded span opens an encoder of its own, some hundred
    /// megabytes that the system would have to clear again each time: 7 % of a smart render. For programs, at
    /// their start; a library does not decide this.
    public static func keepFreed() { compose_keep_freed_memory() }
}
