import MediaTime
import Timeline

/// Why recordings cannot be cut to a film without encoding.
public enum CutError: Error, Hashable, Sendable {
    /// Applies to one file.
    case cannotCut(path: String, Reason)
    /// No single file of the camera covers the film.
    case severalFiles(Angle, count: Int)
    /// The film skips a part.
    case filmJumps
    /// Two of the files would have this name.
    case sameName(String)

    /// Why one file cannot be cut.
    public enum Reason: Error, Hashable, Sendable {
        case codec(String)
        /// A problem with its packets.
        case packets(String)
        /// The range it has, on the film's clock.
        case noFootage(has: TimeRange, film: MediaTime)
        case noBeginning
        case otherClock(by: MediaTime)
        case lostSound
        case editLists
    }
}

extension CutError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .severalFiles(let angle, let count):
            "the \(angle) camera has \(count) files, and none of them covers the whole film, so it cannot be delivered as one; use one file of each camera."
        case .filmJumps:
            "a part of the recording is skipped, which is not possible in files that are not encoded; keep that part, or write only the film."
        case .sameName(let name): "two of the files would be called \(name); give the cameras other names."
        case .cannotCut(let path, .noFootage(let has, let film)):
            "\(path) cannot be cut to the film: it has pictures only from \(has.start.clockDescription) to \(has.end.clockDescription) of the film's \(film.clockDescription); limit the film to what all cameras recorded."
        case .cannotCut(let path, .otherClock(let deviation)):
            "\(path) cannot be cut without encoding: by the end of the film, its clock drifts \(deviation) from the film's; make a shorter film, or write only the film."
        case .cannotCut(let path, let reason):
            "\(path) cannot be cut without encoding: \(reason.text); write only the film."
        }
    }
}

extension CutError.Reason {
    /// For reasons without a sentence of their own.
    fileprivate var text: String {
        switch self {
        case .codec(let codec): "it is \(codec), and only H.264 and HEVC can be"
        case .packets(let blocker): blocker
        case .noBeginning: "no picture before the start of the film can be decoded independently"
        case .lostSound: "it lost samples of its sound during the film"
        case .editLists: "its edit list leaves out pictures in the middle"
        case .noFootage, .otherClock: ""
        }
    }
}
