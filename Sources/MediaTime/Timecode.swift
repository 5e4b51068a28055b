/// The timecode of a frame, by SMPTE ST 12-1: hours, minutes, seconds and frames.
///
/// 30000/1001 and its multiples use drop-frame counting, so that the timecode keeps up with the clock: every minute
/// except each tenth skips the first two frame numbers (four at 59.94). Some phones count in the same way at 30.
package struct Timecode: Hashable, Sendable {
    /// As written: `hh:mm:ss:ff`.
    package var hours, minutes, seconds, frames: Int64
    /// Written with ";" before the frames.
    package var isDropFrame: Bool
    /// Frame numbers per second: the rate, rounded up.
    package var framesPerSecond: Int64
    /// The rate at which frames are counted.
    package var rate: FrameRate

    /// - Parameters:
    ///   - frame: counted from 0; after 24 hours the timecode starts over.
    ///   - rate: of the film. Unless it is whole, or whole divided by 1.001, numbering restarts every second of the
    ///     clock.
    ///   - skipsNumbers: whether numbers are skipped at rates that allow it; `nil` for what is usual at the rate.
    package init(frame: Int64, at rate: FrameRate, skipsNumbers: Bool? = nil) {
        let nominal = (rate.numerator + rate.denominator - 1) / rate.denominator
        isDropFrame = (skipsNumbers ?? (rate.denominator == 1001)) && Self.canSkipNumbers(rate, nominal)
        (framesPerSecond, self.rate) = (nominal, rate)
        let number: Int64
        if isDropFrame {
            number = frame + Self.droppedNumbers(before: frame, nominal)
        } else if rate.denominator == 1 || rate.denominator == 1001 {
            number = frame
        } else {
            let second = rate.time(ofFrame: frame).ticks(in: TimeBase.perSecond(1), .down)
            number = second * nominal + frame - rate.frame(at: .seconds(second), .up)
        }
        frames = number % nominal
        seconds = number / nominal % 60
        minutes = number / nominal / 60 % 60
        hours = number / nominal / 3600 % 24
    }

    private static func canSkipNumbers(_ rate: FrameRate, _ nominal: Int64) -> Bool {
        nominal % 30 == 0 && (rate.denominator == 1 || rate.denominator == 1001)
    }

    /// How many numbers are skipped up to a frame.
    private static func droppedNumbers(before frame: Int64, _ nominal: Int64) -> Int64 {
        let dropped = nominal / 15
        let minute = nominal * 60 - dropped
        let tenMinutes = minute * 10 + dropped
        let (tens, rest) = frame.quotientAndRemainder(dividingBy: tenMinutes)
        // The first of ten minutes has all its numbers.
        let minutes = rest < nominal * 60 ? 0 : (rest - nominal * 60) / minute + 1
        return dropped * (9 * tens + minutes)
    }
}

extension Timecode: CustomStringConvertible {
    /// "01:00:00:00", "00:01:00;02"; three digits for the frames where there are more than a hundred.
    package var description: String {
        [hours, minutes, seconds].map { digits($0, 2) }.joined(separator: ":")
            + (isDropFrame ? ";" : ":") + digits(frames, framesPerSecond > 100 ? 3 : 2)
    }
}

extension Timecode {
    /// Reads "19:26:48:04" or "00:01:00;02"; `nil` if it is no timecode of a day.
    ///
    /// - Parameter rate: of the file. Frame numbers are skipped only at 30, 30000/1001 and their multiples, after ";".
    package init?(parsing text: String, at rate: FrameRate) {
        let fields = text.split { ":;.".contains($0) }.map { Int64($0) }
        guard fields.count == 4, let hours = fields[0], let minutes = fields[1], let seconds = fields[2],
            let frames = fields[3], (0..<24).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds),
            frames >= 0, Double(frames) < rate.framesPerSecond + 1
        else { return nil }
        (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
        let first = Timecode(frame: 0, at: rate, skipsNumbers: text.contains(";"))
        (framesPerSecond, isDropFrame, self.rate) = (first.framesPerSecond, first.isDropFrame, rate)
    }

    /// The number of the frame, counted from 0 at midnight.
    package var frame: Int64 {
        let minutes = hours * 60 + minutes
        let number = (minutes * 60 + seconds) * framesPerSecond + frames
        return isDropFrame ? number - framesPerSecond / 15 * (minutes - minutes / 10) : number
    }

    /// Exactly a full hour, as where nobody set it.
    package var isFullHour: Bool { minutes + seconds + frames == 0 }

    /// The time since midnight as it is written.
    package var timeOfDay: MediaTime { .seconds(hours * 3600 + minutes * 60 + seconds) + rate.time(ofFrame: frames) }

    /// The time since midnight by the frame count. Non-drop timecode at 29.97 runs slow by a thousandth.
    package var elapsed: MediaTime {
        isDropFrame || rate.denominator == 1001 ? rate.time(ofFrame: frame) : timeOfDay
    }
}
