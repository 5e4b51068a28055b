import MediaIO
import Placing
import Planning
import Synchronization

/// Reports that the sound of recordings is being read first, which takes a while if they are long: progress on a
/// terminal, and with -v one line for each long file.
final class HearingStatus: Sendable {
    private let state = Mutex(State())
    private let isSilent: Bool

    private struct State {
        var path = ""
        var shown = 0.0
        var hasStatus = false
    }

    /// Seconds of sound that take about two seconds to read: less is not reported.
    private static let long = 1200.0

    /// - Parameter isSilent: for programs, and if no output is wanted.
    init(isSilent: Bool = false) { self.isSilent = isSilent }

    func update(_ hearing: Hearing) {
        guard !isSilent, hearing.duration >= Self.long else { return }
        let name = AtomicFile.split(hearing.path).name
        state.withLock { state in
            let isNew = state.path != hearing.path
            state.path = hearing.path
            guard Console.isErrorTerminal else {
                if isNew, Notes.tellsAll {
                    Console.error("analyzing the sound of \(name) (\(durationText(hearing.duration)))")
                }
                return
            }
            let now = monotonicSeconds()
            guard isNew || now - state.shown >= 0.1 else { return }
            (state.shown, state.hasStatus) = (now, true)
            let line = "analyzing the sound of \(name): \(percent(min(1, hearing.heard / hearing.duration)))"
            Console.status(String(line.prefix(Console.columns - 1)))
        }
    }

    /// Clears the line for later output.
    func finish() {
        state.withLock { state in
            if state.hasStatus { Console.status("") }
            state.hasStatus = false
        }
    }
}
