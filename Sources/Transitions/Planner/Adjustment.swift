import MediaTime
import Timeline

/// A difference between the plan and the request, and its reason.
///
/// Values only: whoever displays them writes the text.
public struct Adjustment: Hashable, Sendable {
    /// What was changed, in output frames.
    public enum Change: Hashable, Sendable {
        /// The requested camera has no footage here; another is shown, or none exists.
        case sceneReplaced(wanted: Scene, shown: Scene?)
        /// A camera's footage begins or ends here, which adds a cut that was not requested. `lost` are the cameras of the
        /// scene before that have no footage from here on.
        case cutAdded(from: Scene?, to: Scene?, lost: [Angle] = [])
        /// The film begins or ends where the requested scene has footage, because only a little is missing, of these
        /// cameras.
        case filmTrimmed(byFrames: Int64, missing: [Angle], atEnd: Bool)
        /// A shot would have been shorter than `shortest`, because footage begins or ends; its neighbor is extended
        /// instead.
        case shotLeftOut(scene: Scene?, frames: Int64, shortest: MediaTime, shown: Scene?)
        /// A camera briefly has no footage: its last picture is held.
        case pictureHeld(scene: Scene, frames: Int64)
        /// The cut was moved to a key frame, as far as the request allows.
        case cutMoved(byFrames: Int64)
        /// Two cuts fell on one output frame; the later one counts.
        case cutsMerged
        /// The cut is at or after the end of the film.
        case cutBeyondEnd
        /// The camera requested by the cut is already shown.
        case cutChangesNothing(scene: Scene)
        /// The window was moved to where both sides have footage.
        case transitionMoved(byFrames: Int64)
        /// The window was made shorter.
        case transitionShortened(fromFrames: Int64, toFrames: Int64, reason: Reason)
        /// There is no room for even one mixed frame.
        case transitionDropped(reason: Reason)
    }

    /// Why a transition is shorter than requested, or missing.
    public enum Reason: Hashable, Sendable {
        /// One side has too little footage beyond the cut.
        case handle
        /// The next or previous cut, or an end of the film, is too near.
        case neighbor
    }

    /// On the film's clock.
    public var time: MediaTime
    /// What was changed, and by how much.
    public var change: Change

    /// - Parameter time: on the film's clock.
    public init(time: MediaTime, change: Change) {
        self.time = time
        self.change = change
    }
}
