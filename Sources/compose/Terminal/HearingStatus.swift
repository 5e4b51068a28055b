import MediaIO
import Placing
import Planning
import Synchronization
import Platform

/// Reports that the sound of recordings is being read first, which takes a while if they are long: progress on a
/// terminal, and with -v one line for each long file.
final class HearingStatus: Sendable {
    private let state = Mutex(State())
    private let isSilent: Bool

    private struct State {
        /// Seconds read and to be read, of each long file.
        var files: [String: (heard: Double, duration: Double)] = [:]
        var shown = 0.0
        var hasStatus = false
    }

    /// Seconds of sound that take about two seconds to read: less is not reported.
    private static let long = 1200.0

    /// - Parameter isSilent: for programs, and if no output is wanted.
    init(isSilent: Bool = false) { self.isSilent = isSilent }

    func update(_ hearing: Hearing) {
        guard !isSilent, hearing.duration >= Self.long else { return }
        let name = FilePath(hearing.path).name
        state.withLock { state in
            let isNew = state.files.updateValue((hearing.heard, hearing.duration), forKey: hearing.path) == nil
            guard Console.isErrorTerminal else {
                if isNew, Notes.tellsAll {
                    Console.error("analyzing the sound of \(name) (\(durationText(hearing.duration)))")
                }
                return
            }
            let now = monotonicSeconds()
            guard isNew || now - state.shown >= 0.1 else { return }
            (state.shown, state.hasStatus) = (now, true)
            let what = state.files.count == 1 ? name : "\(state.files.count) files"
            let (heard, duration) = state.files.values.reduce((0, 0)) { ($0.0 + $1.heard, $0.1 + $1.duration) }
            let line = "analyzing the sound of \(what): \(percent(min(1, heard / duration)))"
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
