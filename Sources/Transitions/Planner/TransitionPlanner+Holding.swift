import MediaTime
import Timeline

// Pictures held where footage is missing.
extension TransitionPlanner {
    /// Makes shots without footage show the last picture before them.
    func hold(_ shots: inout [Shot]) {
        var held: [Shot] = []
        for shot in shots {
            guard shot.scene == nil, let last = held.last, last.scene != nil else {
                held.append(shot)
                continue
            }
            held[held.count - 1].frames = last.frames.lowerBound..<shot.frames.upperBound
        }
        shots = held
    }

    /// The frames around a cut at which both sides have a picture: footage if it is enough for `length` frames,
    /// otherwise held pictures too, within the limit.
    ///
    /// - Parameter shown: the frames of the outgoing shot, whose last picture may already be held.
    func handles(
        of outgoing: Scene, _ shown: Range<Int64>, and incoming: Scene, at cut: Int64, _ footage: Footage,
        _ length: Int64
    ) -> Range<Int64> {
        let before = footage[cut - 1].run(of: outgoing, containing: cut - 1)
        let after = footage[cut].run(of: incoming, containing: cut)
        let real = before.clamped(to: after)
        let held = heldFrames(from: outgoing, to: incoming, at: cut, footage)
        guard real.count < length, held > 0 || before.isEmpty && holdsPictures else { return real }
        let end = before.isEmpty ? cut : before.upperBound
        let start = before.isEmpty ? shown.lowerBound : before.lowerBound
        return (start..<end + held).clamped(to: after.lowerBound - held..<after.upperBound)
    }

    /// How long a picture may be held at a cut. A camera shows the take nearest in time: a picture is held for at most
    /// half of the gap between its takes.
    private func heldFrames(from outgoing: Scene, to incoming: Scene, at cut: Int64, _ footage: Footage) -> Int64 {
        let most = frameRate.frame(at: heldHandles, .nearest)
        guard !Set(outgoing.angles).isDisjoint(with: incoming.angles) else { return most }
        let (one, other) = (footage.part(at: cut - 1), footage.part(at: cut))
        guard one < other else { return 0 }
        let pieces = excerpt.clock.pieces
        let gap = pieces[other].target - pieces[one].target(at: pieces[other].source)
        return min(most, frameRate.frame(at: gap / 2, .down))
    }
}

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
        guard case .cutAdded(let from, let to, _) = self else { return false }
        return from == nil || to == nil
    }

    /// A transition that is moved or shorter than requested.
    var isOfTransition: Bool {
        switch self {
        case .transitionMoved, .transitionShortened: true
        default: false
        }
    }

    /// Whether it concerns what is not in the film.
    var isOutsideOfFilm: Bool {
        switch self {
        case .filmTrimmed, .cutBeyondEnd: true
        default: false
        }
    }
}
