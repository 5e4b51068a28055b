import MediaTime

/// A requested change from one view to another, before handles have been checked.
package struct CutPoint: Hashable, Sendable {
    /// On the film's clock, whose zero is the first output frame.
    package var time: MediaTime
    /// The view shown from here on.
    package var view: View
    /// From the view before, with its requested length.
    package var transition: TransitionRequest
    /// Made by a rule, not at a time named by the user: it may be dropped if it makes too short a shot.
    package var isAutomatic: Bool

    /// A cut at a time the user named, unless `isAutomatic`.
    package init(time: MediaTime, view: View, transition: TransitionRequest, isAutomatic: Bool = false) {
        self.time = time
        self.view = view
        self.transition = transition
        self.isAutomatic = isAutomatic
    }
}
