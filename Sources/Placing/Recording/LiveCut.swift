import MediaTime
import Timeline

/// How a switcher cut a production while it was recorded.
package struct LiveCut: Hashable, Sendable {
    /// The file that says so.
    package var path: String
    /// On the clock of the recording; the first is what is on air at its beginning.
    package var cuts: [SwitchTime] = []
    /// How long its transitions take; `nil` if it says nothing.
    package var transitionDuration: MediaTime?
    /// What else the switcher did, in a few words each.
    package var leftOut: [String] = []

    package init(path: String) { self.path = path }
}
