import Platform
import Render
import Synchronization

/// Ctrl-C (SIGINT), SIGTERM or SIGHUP stops a render between two frames; the same signal again ends the process
/// immediately.
enum Interruption {
    static let cancellation = Cancellation()
    private static let received = Atomic<Int32>(0)

    /// The signal that requested the stop, if any.
    static var signalNumber: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static func install() {
        // Initialized before any signal can arrive: a handler must not initialize anything.
        _ = (cancellation, signalNumber)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                Interruption.received.store(number, ordering: .relaxed)
                Interruption.cancellation.cancel()
                signal(number, SIG_DFL)
            }
        }
    }

    /// Ends the process with the signal that stopped the work, so that its parent sees it: a shell ends its loop only
    /// if the program in it was terminated by Ctrl-C. Returns if there was no signal.
    static func endBySignal() {
        guard let number = signalNumber else { return }
        signal(number, SIG_DFL)
        raise(number)
    }
}
