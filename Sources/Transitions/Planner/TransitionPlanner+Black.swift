import Timeline

// Requested black.
extension TransitionPlanner {
    /// The frames of a transition to or from black: on the side with footage, up to the cut or from it on.
    func blackWindow(between outgoing: Shot, _ incoming: Shot, _ length: Int64) -> Range<Int64> {
        let cut = incoming.frames.lowerBound
        return incoming.scene == nil
            ? (cut - length..<cut).clamped(to: outgoing.frames) : (cut..<cut + length).clamped(to: incoming.frames)
    }
}

extension Adjustment.Change {
    /// A cut to or from black, where footage ends or begins.
    var isCutOfBlack: Bool {
        guard case .cutAdded(let from, let to) = self else { return false }
        return from == nil || to == nil
    }
}
