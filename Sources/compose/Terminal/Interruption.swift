import Export
import Frames
import Planning

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ctrl-C and a polite kill end a render between two frames; a second Ctrl-C ends the process at once.
enum Interruption {
    static let cancellation = Cancellation()

    static func install() {
        // Made before any signal can arrive: a handler must not initialise anything.
        _ = cancellation
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                Interruption.cancellation.cancel()
                signal(number, SIG_DFL)
            }
        }
    }
}
