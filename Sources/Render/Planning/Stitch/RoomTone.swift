import Analysis
import MediaTime

/// A stretch of a take's sound in which little happens: it bridges what nobody recorded.
public struct RoomTone: Hashable, Sendable, Codable {
    /// Index of the take in its session.
    public var take: Int
    /// On the clock of the file.
    public var range: TimeRange
    /// How loud its loudest part is, in thousandths of a decibel against any one number: of two, the quieter one has less in it.
    public var level: Int64

    public init(take: Int, range: TimeRange, level: Int64) {
        (self.take, self.range, self.level) = (take, range, level)
    }

    init(_ quiet: QuietStretch, ofTake take: Int) {
        let time = { (seconds: Double) in MediaTime.milliseconds(Int64((seconds * 1000).rounded())) }
        self.init(
            take: take, range: TimeRange(start: time(quiet.start), duration: time(quiet.duration)),
            level: Int64((quiet.level * 1000).rounded()))
    }

    /// Whether a plan may say so.
    ///
    /// - Parameter takes: how many there are.
    func isValid(takes: Int) -> Bool {
        // A century either way, as of all times of a plan; a minute is far more than a room tone takes.
        (0..<takes).contains(take) && range.start.flicks.magnitude < MediaTime.seconds(3_155_760_000).flicks.magnitude
            && (.zero ... .seconds(60)).contains(range.duration)
    }
}
