import MediaIO
import MediaTime

/// How two files lie in time by what they say themselves.
enum StatedTime {
    /// Where time zero of `other` lies on the clock of `one`, by the timecodes of their first frames. Timecode begins
    /// again at midnight: of all days the nearest.
    static func timecodeOffset(of other: MediaInfo, beside one: MediaInfo) -> MediaTime? {
        guard let first = one.timecodeAtZero, let second = other.timecodeAtZero else { return nil }
        let day = MediaTime.seconds(86_400)
        let apart = second - first
        return apart - day * apart.ticks(in: TimeBase(86_400, 1)!, .nearest)
    }

    /// The same by the dates, to a second either way: each is cut to whole seconds.
    static func dateOffset(of other: MediaInfo, beside one: MediaInfo) -> MediaTime? {
        guard let first = one.recordedAt, let second = other.recordedAt else { return nil }
        return second - first
    }

    /// Two dates of whole seconds are off by up to one.
    static let dateDoubt = MediaTime.seconds(1)
    /// Dates that agree with timecodes to this bear them out: both doubts, and a second between button and file.
    static let agreement = MediaTime.seconds(3)
}

extension MediaInfo {
    /// The timecode at time zero of the file, since midnight; `nil` where there is none that anybody set.
    fileprivate var timecodeAtZero: MediaTime? {
        guard let timecode, let video, let time = Timecode.elapsed(parsing: timecode, at: video.frameRate) else {
            return nil
        }
        return time - video.footage.start
    }
}
