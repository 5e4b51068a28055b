import Analysis
import MediaTime

/// A quiet stretch of a take's sound, used to bridge gaps in the recordings.
package struct RoomTone: Hashable, Sendable, Codable {
    /// Index of the take in its session.
    package var take: Int
    /// On the clock of the file.
    package var range: TimeRange
    /// The level of its loudest part, in thousandths of a decibel relative to an arbitrary constant: of two, the
    /// quieter one contains less.
    package var level: Int64

    /// - Parameter range: on the clock of the file; a plan allows at most 60 s.
    package init(take: Int, range: TimeRange, level: Int64) {
        (self.take, self.range, self.level) = (take, range, level)
    }

    init(_ quiet: QuietStretch, ofTake take: Int) {
        let time = { (seconds: Double) in MediaTime.milliseconds(Int64((seconds * 1000).rounded())) }
        self.init(
            take: take, range: TimeRange(start: time(quiet.start), duration: time(quiet.duration)),
            level: Int64((quiet.level * 1000).rounded()))
    }

    /// Whether a plan may contain these values.
    ///
    /// - Parameter takes: the number of takes.
    package func isValid(takes: Int) -> Bool {
        // A minute is far more than a room tone needs.
        (0..<takes).contains(take) && range.start.magnitude < .century
            && (.zero ... .seconds(60)).contains(range.duration) && level.magnitude < 1_000_000
    }
}
