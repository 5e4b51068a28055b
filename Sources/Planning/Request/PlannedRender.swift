import MediaTime
import Placing
import Timeline
import Transitions

/// A plan, and what was decided or adjusted to make it.
public struct PlannedRender: Sendable {
    /// A place that a user marked on the timeline.
    package struct Marker: Hashable, Sendable {
        /// The name, color and comment that other programs show; the color is OpenTimelineIO's: "RED".
        package var name, color, comment: String
        /// In the film; may be empty.
        package var frames: Range<Int64>

        package init(name: String, color: String, comment: String, frames: Range<Int64>) {
            (self.name, self.color, self.comment, self.frames) = (name, color, comment, frames)
        }
    }

    /// What to render.
    public var plan: RenderPlan
    /// Where the film differs from the request; empty if the plan was read from a file.
    public var adjustments: [Adjustment]
    /// What was found, assumed or decided.
    package var notes: [Diagnostic]
    /// Why segments begin where they do, by their numbers; empty where a rule or a list decided.
    package var decisions: [Int: DirectorDecision] = [:]
    /// The pauses that were left out, on the clock of the recording.
    package var pauses: [TimeRange] = []
    /// Who says something when, on the clock of the film; empty if nobody listened.
    package var spoken: [SpeakerTurn] = []
    /// Why takes, by index, cannot be copied; empty if nothing was to be copied.
    package var blockers: [Int: CopyBlocker] = [:]
    /// Why everything is encoded although copying was allowed; otherwise empty.
    package var refusals: [CopyRefusal] = []
    /// Where the film is to be shown, if that was said.
    package var destination: Destination?
    /// Markers from a plan file.
    package var markers: [Marker] = []
    /// What somebody who edits it keeps beside the film, as JSON: cuts in parts that are left out.
    package var edits: String?

    package init(
        plan: RenderPlan, adjustments: [Adjustment], notes: [Diagnostic], decisions: [Int: DirectorDecision] = [:],
        blockers: [Int: CopyBlocker] = [:], refusals: [CopyRefusal] = []
    ) {
        (self.plan, self.adjustments, self.notes) = (plan, adjustments, notes)
        (self.decisions, self.blockers, self.refusals) = (decisions, blockers, refusals)
    }
}
