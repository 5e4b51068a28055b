/// What a plan is written as in OpenTimelineIO.
public enum TimelineForm: Sendable {
    /// With all that compose needs to render it.
    case plan
    /// Without anything that only compose understands: clips, gaps and dissolves alone.
    case cuts
    /// As `cuts`, and for each shot a stack of all cameras in sync; those that are not shown lie below, disabled.
    case multicam
}
