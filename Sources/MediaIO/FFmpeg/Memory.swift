import CFFmpeg

/// How the process uses memory.
public enum Memory {
    /// Takes every large block from the system, which gives it zeroed, and never one that was used before: see
    /// `VideoEncoderSettings.readsUnwrittenMemory`, which is about blocks of more than 128 kB (found by filling the
    /// smaller ones). For programs, before they render; glibc only.
    public static func neverReuseLargeBlocks() { compose_take_large_blocks_from_system() }

    /// Keeps freed memory for the next use. Every encoded span opens an encoder of its own, some hundred
    /// megabytes that the system would have to clear again each time: 7 % of a smart render. For programs, at
    /// their start; a library does not decide this.
    public static func keepFreed() { compose_keep_freed_memory() }
}
