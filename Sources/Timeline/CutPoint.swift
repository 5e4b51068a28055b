import MediaTime

/// Where one view gives way to another, as wished for: before anybody has looked at handles.
public struct CutPoint: Hashable, Sendable {
    /// On the film's clock, whose zero is the first output frame.
    public var time: MediaTime
    /// What is shown from here on.
    public var view: View
    public var transition: TransitionRequest
    /// Made by a rule and not at a time that somebody named: it may be left out where it makes too short a shot.
    public var isAutomatic: Bool

    public init(time: MediaTime, view: View, transition: TransitionRequest, isAutomatic: Bool = false) {
        self.time = time
        self.view = view
        self.transition = transition
        self.isAutomatic = isAutomatic
    }
}
