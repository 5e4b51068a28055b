import CFFmpeg

package enum Memory {
    /// Keeps freed memory for reuse. Every encoded span opens an encoder of its own, some hundred megabytes that the
    /// system would have to clear again each time: 7 % of a smart render. For programs, at startup; a library does
    /// not decide this.
    package static func keepFreed() { compose_keep_freed_memory() }

    /// Gives the memory of closed encoders back, for films of few and long spans.
    package static func returnFreed() { compose_return_freed_memory() }

    /// Reserves few addresses where they are limited (`ulimit -v`). For programs, before the first thread.
    package static func saveAddresses() { compose_save_addresses() }
}
