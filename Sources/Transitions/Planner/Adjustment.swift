import MediaTime
import Timeline

/// Something that the plan does otherwise than was wished, and why.
public struct Adjustment: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// The wished camera has no footage here; another is shown, or none exists.
        case sceneReplaced(wanted: Scene, shown: Scene?)
        /// The footage of a camera begins or ends here, which makes a cut nobody asked for.
        case cutAdded(from: Scene?, to: Scene?)
        /// The film begins or ends where the scene asked for has footage, because it lacks little.
        case filmTrimmed(byFrames: Int64, missing: Scene, atEnd: Bool)
        /// A shot would have been too short, because footage begins or ends; its neighbor lasts longer instead.
        case shotLeftOut(scene: Scene?, frames: Int64, shown: Scene?)
        /// A camera lacks footage for a moment: its last picture stays.
        case pictureHeld(scene: Scene, frames: Int64)
        /// Two cuts fell on one output frame; the later one counts.
        case cutsMerged
        /// The cut lies at or after the end of the film.
        case cutBeyondEnd
        /// The camera that the cut asks for is shown already.
        case cutChangesNothing(scene: Scene)
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
        /// The next or the previous cut is too near, or an end of the film.
        case neighbor
    }

    /// On the film's clock.
    public var time: MediaTime
    public var change: Change

    public init(time: MediaTime, change: Change) {
        self.time = time
        self.change = change
    }
}

extension Adjustment: CustomStringConvertible {
    public var description: String {
        let name = { (scene: Scene?) in scene.map { "\($0)" } ?? "nothing" }
        let what =
            switch change {
            case .sceneReplaced(let wanted, let shown): "\(wanted) has no footage here; \(name(shown)) is shown"
            case .cutAdded(let from, let to): "cut from \(name(from)) to \(name(to)), where footage begins or ends"
            case .filmTrimmed(let frames, let missing, let atEnd):
                "the film \(atEnd ? "ends" : "begins") \(frames) frame\(frames == 1 ? "" : "s") \(atEnd ? "early" : "late"), because \(missing) has no footage there"
            case .shotLeftOut(let scene, let frames, let shown):
                "a shot of \(name(scene)) of \(frames) frame\(frames == 1 ? "" : "s") left out, because footage begins or ends there; \(name(shown)) is shown longer"
            case .pictureHeld(let scene, let frames):
                "\(scene) has no footage for \(frames) frame\(frames == 1 ? "" : "s"); its last picture is held"
            case .cutsMerged: "two cuts on one frame; the later one counts"
            case .cutBeyondEnd: "cut left out, because the film ends before it"
            case .cutChangesNothing(let scene): "cut left out, because \(scene) is shown already"
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
        case .neighbor: "another cut or an end of the film is too near"
        }
    }
}
