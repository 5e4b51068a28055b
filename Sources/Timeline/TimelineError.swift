import Parameters
import MediaTime

/// Errors in a session or in a request to cut it.
public enum TimelineError: Error, Equatable, Sendable {
    /// None of these files has a picture.
    case noFootage(paths: [String])
    /// By their dates and lengths, the cameras were recorded one after the other.
    case recordedApart(paths: [String])
    /// A file without a picture has the name of a camera.
    case soundNamedAsCamera(path: String, Angle)
    /// A request names a camera that the recording does not have; `known` are those it has.
    case unknownAngle(name: String, known: [String])
    /// The interval between switches is below 1 ms, or gives the film more than four million cuts.
    case intervalTooShort(interval: MediaTime, atLeast: MediaTime)
    /// The transition is at least as long as the interval between switches.
    case transitionLongerThanInterval(transition: MediaTime, interval: MediaTime)
    /// An entry of a list of cuts does not begin with a time of zero or more, or continues with unreadable text.
    case cutPointUnreadable(text: String)
    /// A view needs more cameras than available.
    case tooFewCameras(view: String)
    /// The film would have more output frames than can be planned.
    case filmTooLong(frames: Int64, most: Int64)
    /// No frame is left to show. `recording` is the duration of the recording; `common`, counted from its start, is
    /// what all cameras recorded, if the film is limited to that.
    case nothingKept(recording: MediaTime, common: TimeRange?)
}

extension TimelineError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noFootage(let paths):
            "none of the files has a picture: \(paths.joined(separator: ", ")). Use at least one video."
        case .recordedApart(let paths):
            "by their dates and lengths, \(paths.joined(separator: ", ")) were recorded one after the other; stitch them, or place them without their dates."
        case .soundNamedAsCamera(let path, let angle):
            "\(path) has no picture and cannot be a file of the \(angle) camera; give it its own name, such as mic=\(path)."
        case .unknownAngle(let name, let known):
            "there is no camera named '\(name)'\(question(about: name, in: known)) This recording has \(known.joined(separator: ", "))."
        case .intervalTooShort(let interval, let atLeast):
            "an interval of \(interval) between switches is too short; use \(atLeast) or more."
        case .transitionLongerThanInterval(let transition, let interval):
            "a transition of \(transition) does not fit between switches \(interval) apart; "
                + "switch less often, or shorten it."
        case .cutPointUnreadable(let text):
            "'\(text)' is not a valid cut; write a time, optionally followed by a camera, a view or a transition, "
                + "such as 3s, 7.5s:circle, 1:02:front or 8s:pip, separated by commas."
        case .tooFewCameras(let view):
            "the view '\(view)' needs two different cameras; give another recording, or choose another view."
        case .nothingKept(let recording, let common):
            "nothing is left of the film: none of the recording (\(recording.clockDescription)"
                + (common.map {
                    ", all cameras from \($0.start.clockDescription) to \($0.end.clockDescription)"
                } ?? "") + ") is kept; keep a longer part."
        case .filmTooLong(let frames, let most):
            "the film would have \(frames) frames, more than the supported \(most); "
                + "check the offsets and durations of the files."
        }
    }
}
