/// The states of a film that is edited, to go back to and forth again.
struct StateHistory: Sendable {
    private struct Step {
        /// What led from this state to the next.
        var name: String
        var state: FilmState
    }

    private(set) var state: FilmState
    /// Increases with every change of the state, also by undo and redo.
    private(set) var version = 1
    private var past: [Step] = []
    private var future: [Step] = []
    /// Edits of one group, such as those of a drag, are one step.
    private var group: String?
    private static let mostSteps = 1000

    init(_ state: FilmState) { self.state = state }

    /// What undo would take back, and redo make again.
    var undoName: String? { past.last?.name }
    var redoName: String? { future.last?.name }

    /// Goes on with a new state; an equal one is no step.
    mutating func advance(to next: FilmState, _ name: String, group: String? = nil) {
        guard next != state else { return }
        if group == nil || group != self.group {
            past.append(Step(name: name, state: state))
            if past.count > Self.mostSteps { past.removeFirst() }
        } else if past.last?.state == next {
            // A drag that ended where it began.
            past.removeLast()
            self.group = nil
            (state, future, version) = (next, [], version + 1)
            return
        }
        (state, future, version) = (next, [], version + 1)
        self.group = group
    }

    mutating func undo() {
        guard let step = past.popLast() else { return }
        future.append(Step(name: step.name, state: state))
        (state, version, group) = (step.state, version + 1, nil)
    }

    mutating func redo() {
        guard let step = future.popLast() else { return }
        past.append(Step(name: step.name, state: state))
        (state, version, group) = (step.state, version + 1, nil)
    }
}
