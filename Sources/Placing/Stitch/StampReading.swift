/// How the time stamps of a stitch's clips were interpreted.
package struct StampReading: Hashable, Sendable {
    /// Which kind of stamp was used. The kinds are in different time zones, so all clips use the same one.
    package enum Source: String, Hashable, Sendable {
        /// `creation_time` of the files.
        case creationTime = "creation time"
        /// The date and time in their names.
        case name = "name"
    }

    /// The moment of a recording that a stamp marks.
    package enum Moment: String, Hashable, Sendable {
        /// When recording began, or when it stopped and the file was closed.
        case start, end
    }

    /// The evidence for the moment.
    package enum Witness: String, Hashable, Sendable {
        /// The device named in the files.
        case device
        /// Clips placed exactly by sound.
        case sound
        /// The times in the files' names.
        case names
        /// With the other interpretation, consecutive clips would overlap.
        case gaps
        /// None; most devices write the start.
        case assumed
    }

    /// The kind that most clips have.
    package var source: Source
    /// What stamps mark, except in files whose device is known to write the other.
    package var moment: Moment
    /// The evidence for `moment`.
    package var why: Witness

    /// The uncertainty in seconds of a gap computed from stamps: they are whole seconds.
    package static let doubt = 1.0
}
