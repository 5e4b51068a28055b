/// How the time stamps of a stitch's clips were read.
public struct StampReading: Hashable, Sendable {
    public enum Source: String, Hashable, Sendable {
        /// `creation_time` of the files.
        case creationTime = "creation time"
        /// The date and time in their names.
        case name = "name"
    }

    /// Which moment of a recording a stamp is of.
    public enum Moment: String, Hashable, Sendable {
        case start, end
    }

    /// What tells the moment.
    public enum Witness: String, Hashable, Sendable {
        /// The files say which device made them.
        case device
        /// Clips that sound places exactly.
        case sound
        /// The times in the files' names.
        case names
        /// Read the other way, clips would overlap that followed each other.
        case gaps
        /// Nothing; most devices write the beginning.
        case assumed
    }

    public var source: Source
    public var moment: Moment
    public var why: Witness

    /// By how many seconds a gap that is read from stamps may be wrong: they are whole seconds.
    public static let doubt = 1.0
}
