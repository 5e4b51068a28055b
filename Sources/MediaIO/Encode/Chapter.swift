import MediaTime

/// A part of a film with a name, which players list and jump to.
package struct Chapter: Hashable, Sendable {
    /// As players list it.
    package var title: String
    /// On the clock of the film.
    package var range: TimeRange

    /// - Parameter range: on the clock of the film.
    package init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    /// Ticks per second: fine enough for every frame rate, and the unit of MP4's chapter track.
    static let timescale: Int32 = 90_000
}
