/// The forms in which a plan is written as OpenTimelineIO.
package enum TimelineForm: Sendable {
    /// With everything that compose needs to render it.
    case plan
    /// Only what other programs understand: clips, gaps and dissolves.
    case cuts
    /// Like `cuts`, with each shot a stack of all cameras in sync; cameras that are not shown are below, disabled.
    case multicam
}
