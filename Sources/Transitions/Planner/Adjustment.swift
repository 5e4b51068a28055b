import MediaTime
import Timeline

/// Something that the plan does otherwise than was wished, and why.
public struct Adjustment: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// The wished camera has no footage here; another is shown, or none exists.
        case viewReplaced(wanted: View, shown: View?)
        /// The footage of a camera begins or ends here, which makes a cut nobody asked for.
        case cutAdded(from: View?, to: View?)
        /// Two cuts fell on one output frame; the later one counts.
        case cutsMerged
        /// The cut lies at or after the end of the programme.
        case cutBeyondEnd
        /// The camera that the cut asks for is shown already.
        case cutChangesNothing(view: View)
        /// The window was moved to where both cameras have footage.
        case transitionMoved(byFrames: Int64)
        /// The window was made shorter.
        case transitionShortened(fromFrames: Int64, toFrames: Int64, reason: Reason)
        /// There is no room for even one mixed frame.
        case transitionDropped(reason: Reason)
    }

    public enum Reason: Hashable, Sendable {
        /// One side has too little footage beyond the cut.
        case handle
        /// The next or the previous cut is too near, or an end of the programme.
        case neighbor
    }

    /// On the programme clock.
    public var time: MediaTime
    public var change: Change

    public init(time: MediaTime, change: Change) {
        self.time = time
        self.change = change
    }
}

extension Adjustment: CustomStringConvertible {
    public var description: String {
        let name = { (view: View?) in view.map { "\($0)" } ?? "nothing" }
        let what =
            switch change {
            case .viewReplaced(let wanted, let shown): "\(wanted) has no footage here; \(name(shown)) is shown"
            case .cutAdded(let from, let to): "cut from \(name(from)) to \(name(to)), where footage begins or ends"
            case .cutsMerged: "two cuts on one frame; the later one counts"
            case .cutBeyondEnd: "cut left out, because the programme ends before it"
            case .cutChangesNothing(let view): "cut left out, because \(view) is shown already"
            case .transitionMoved(let frames):
                "transition moved \(abs(frames)) frame\(abs(frames) == 1 ? "" : "s") \(frames < 0 ? "earlier" : "later"), to where both cameras have footage"
            case .transitionShortened(let from, let to, let reason):
                "transition shortened from \(from) to \(to) frame\(to == 1 ? "" : "s"): \(reason)"
            case .transitionDropped(let reason): "hard cut instead of a transition: \(reason)"
            }
        return "\(time.clockDescription) \(what)"
    }
}

extension Adjustment.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .handle: "too little footage on one side"
        case .neighbor: "another cut or an end of the programme is too near"
        }
    }
}
