import MediaTime
import Timeline

/// Something that the plan does otherwise than was requested, and why.
///
/// Values only: whoever shows it makes the sentence.
public struct Adjustment: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// The requested camera has no footage here; another is shown, or none exists.
        case sceneReplaced(wanted: Scene, shown: Scene?)
        /// The footage of a camera begins or ends here, which makes a cut nobody asked for.
        case cutAdded(from: Scene?, to: Scene?)
        /// The film begins or ends where the scene asked for has footage, because it lacks little.
        case filmTrimmed(byFrames: Int64, missing: Scene, atEnd: Bool)
        /// A shot would have been shorter than `shortest`, because footage begins or ends; its neighbor lasts longer
        /// instead.
        case shotLeftOut(scene: Scene?, frames: Int64, shortest: Int64, shown: Scene?)
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
