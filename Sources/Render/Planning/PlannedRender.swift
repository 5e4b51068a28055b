import Timeline
import Transitions

/// A plan, and what was decided or adjusted to make it.
public struct PlannedRender: Sendable {
    /// What to render.
    public var plan: RenderPlan
    /// Where the film differs from the request; empty if the plan was read from a file.
    public var adjustments: [Adjustment]
    /// What was found, assumed or decided.
    public var notes: [Diagnostic]
    /// Why segments begin where they do, by their numbers; empty where a rule or a list decided.
    public var decisions: [Int: DirectorDecision] = [:]
    /// Why takes, by index, cannot be copied; empty if nothing was to be copied.
    public var blockers: [Int: CopyBlocker] = [:]
    /// Why everything is encoded although copying was allowed; otherwise empty.
    public var refusals: [CopyRefusal] = []
    /// Markers from a plan file.
    public var markers: [PlanDocument.Marker] = []
}
