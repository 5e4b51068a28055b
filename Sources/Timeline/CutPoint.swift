import MediaTime

/// Where one view gives way to another, as wished for: before anybody has looked at handles.
public struct CutPoint: Hashable, Sendable {
    /// On the programme clock, whose zero is the first output frame.
    public var time: MediaTime
    /// What is shown from here on.
    public var view: View
    public var transition: TransitionRequest

    public init(time: MediaTime, view: View, transition: TransitionRequest) {
        self.time = time
        self.view = view
        self.transition = transition
    }
}
