import MediaTime
import Planning

// What a plan file has in addition to or instead of compose's own output, as text.

extension TimelineNote {
    /// Its identifier for programs.
    var kind: String {
        switch self {
        case .foreign: "foreignPlan"
        case .retimed: "clipsRetimed"
        case .replaced: "clipReplaced"
        case .relinked: "relinked"
        case .covering: "tracksCovered"
        case .soundOfTracks: "soundOfTracks"
        case .soundAsPlanned: "soundAsPlanned"
        case .soundOfPictures: "soundOfPictures"
        case .soundCut: "soundCut"
        case .markersKept: "markersKept"
        case .rate: "rateChanged"
        case .encoded: "encodedAfterEdit"
        }
    }

    func fill(_ told: inout Message) {
        switch self {
        case .retimed(_, _, let time): told.time = time.approximateSeconds
        case .replaced(_, let path, let time): (told.path, told.time) = (path, time.approximateSeconds)
        case .relinked(let path, _): told.path = path
        default: break
        }
    }

    var text: String {
        switch self {
        case .foreign(let clips, let files, let pictures, let sounds):
            "this timeline was not written by compose: \(counted(clips, "clip", "clips")) of \(counted(files, "file", "files")) on \(counted(pictures, "picture track", "picture tracks")) and \(counted(sounds, "sound track", "sound tracks")), rendered with the usual settings"
        case .retimed(let clips, let first, let time):
            "the timeline was changed: \(counted(clips, "clip shows", "clips show")) other times of the recording than planned, first '\(first)' at \(time.clockDescription)"
        case .replaced(let clip, let path, let time):
            "the clip '\(clip)' at \(time.clockDescription) now shows \(path)"
        case .relinked(let path, let was): "\(path) is the same file as \(was), and is used instead"
        case .covering(let clips):
            "\(counted(clips, "clip covers", "clips cover")) what lies on the tracks below"
        case .soundOfTracks(0): "the sound tracks were changed: none of them is heard"
        case .soundOfTracks(let tracks):
            "the sound is that of \(counted(tracks, "sound track", "sound tracks")) as cut"
        case .soundAsPlanned:
            "the sound tracks are as compose wrote them: the sound goes on as planned, in step with the pictures"
        case .soundOfPictures: "there is no sound track: the sound is that of the pictures"
        case .soundCut(let rest): "the sound goes on for \(rest) after the last picture; that part is left out"
        case .markersKept(let count): "\(counted(count, "marker is", "markers are")) kept"
        case .rate(let rate):
            "the film runs at \(fixed(rate, rate == rate.rounded() ? 0 : 3)) fps, as the timeline does"
        case .encoded(let why):
            "everything is encoded after the change: \(why.split(separator: ";").dropLast().joined(separator: ";"))"
        }
    }
}
