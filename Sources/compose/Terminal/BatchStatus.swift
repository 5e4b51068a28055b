import Render
import Synchronization

/// The progress of films that are rendered in parallel, in the last line of a terminal.
final class BatchStatus: Sendable {
    private let isShown: Bool
    private let state = Mutex(State())

    private struct State {
        var shares: [Int: Double] = [:]
        var lastShown = 0.0
    }

    /// - Parameter isShown: `false` for programs, and if each film has its own line.
    init(isShown: Bool) { self.isShown = isShown && Console.isErrorTerminal }

    func update(_ film: BatchFilm, _ progress: RenderProgress) {
        guard isShown else { return }
        let now = monotonicSeconds()
        state.withLock { state in
            state.shares[film.number] = Double(progress.framesDone) / Double(max(1, progress.frameCount))
            guard now - state.lastShown >= 0.1 else { return }
            state.lastShown = now
            let films = state.shares.sorted { $0.key < $1.key }.map { "[\($0.key)/\(film.count)] \(percent($0.value))" }
            Console.status(String(films.joined(separator: ", ").prefix(Console.columns - 1)))
        }
    }

    func end(_ film: BatchFilm) { state.withLock { _ = $0.shares.removeValue(forKey: film.number) } }

    /// Clears the line for other output.
    func clear() {
        if isShown { Console.status("") }
    }
}
