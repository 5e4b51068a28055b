import Platform
import Export
import Synchronization

/// Ctrl-C and a polite kill end a render between two frames; a second Ctrl-C ends the process at once.
enum Interruption {
    static let cancellation = Cancellation()
    private static let received = Atomic<Int32>(0)

    /// The signal that asked for the end, if one did.
    static var signalNumber: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static func install() {
        // Made before any signal can arrive: a handler must not initialize anything.
        _ = (cancellation, signalNumber)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                Interruption.received.store(number, ordering: .relaxed)
                Interruption.cancellation.cancel()
                signal(number, SIG_DFL)
            }
        }
    }

    /// Ends the process by the signal that stopped the work, so that whoever started it sees that: a shell ends its
    /// loop only when the program in it died of Ctrl-C. Returns where no signal did.
    static func endBySignal() {
        guard let number = signalNumber else { return }
        signal(number, SIG_DFL)
        raise(number)
    }
}
