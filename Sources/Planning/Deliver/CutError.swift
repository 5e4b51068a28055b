import MediaTime
import Timeline

/// Why recordings cannot be cut to a film without encoding.
package enum CutError: Error, Hashable, Sendable {
    /// Applies to one file.
    case cannotCut(path: String, Reason)
    /// No single file of the camera covers the film.
    case severalFiles(Angle, count: Int)
    /// The film skips a part.
    case filmJumps
    /// Two of the files would have this name.
    case sameName(String)

    /// Why one file cannot be cut.
    package enum Reason: Error, Hashable, Sendable {
        /// Its codec, by FFmpeg's name, is neither H.264 nor HEVC.
        case codec(String)
        /// A problem with its packets.
        case packets(String)
        /// The range it has, on the film's clock.
        case noFootage(has: TimeRange, film: MediaTime)
        /// No picture at or before the start of the film can be decoded without earlier ones.
        case noBeginning
        /// By the end of the film, its clock drifts this far from the film's: more than half a frame.
        case otherClock(by: MediaTime)
        /// The device lost samples of its sound during the film, which copied sound cannot make up for.
        case lostSound
        /// Its edit list hides pictures in the middle of the film.
        case editLists
    }
}

extension CutError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    package var description: String {
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
        case .cannotCut(let path, .codec(let codec)): Self.uncut(path, "it is \(codec), and only H.264 and HEVC can be")
        case .cannotCut(let path, .packets(let blocker)): Self.uncut(path, blocker)
        case .cannotCut(let path, .noBeginning):
            Self.uncut(path, "no picture before the start of the film can be decoded independently")
        case .cannotCut(let path, .lostSound): Self.uncut(path, "it lost samples of its sound during the film")
        case .cannotCut(let path, .editLists): Self.uncut(path, "its edit list leaves out pictures in the middle")
        }
    }

    private static func uncut(_ path: String, _ reason: String) -> String {
        "\(path) cannot be cut without encoding: \(reason); write only the film."
    }
}
