import MediaTime
import Placing
import Planning

// What a plan file has in addition to or instead of compose's own output, as text.

extension TimelineNote {
    /// Its identifier for programs.
    var kind: String {
        switch self {
        case .foreign: "foreignPlan"
        case .replaced: "clipReplaced"
        case .held: "transitionHeld"
        case .relinked: "relinked"
        case .covering: "tracksCovered"
        case .soundOfTracks: "soundOfTracks"
        case .soundAsWritten: "soundAsWritten"
        case .soundOfPictures: "soundOfPictures"
        case .soundInside: "soundInside"
        case .trackIgnored: "trackIgnored"
        case .soloed: "soloTracks"
        case .startIsZero: "startTimecode"
        case .soundCut: "soundCut"
        case .markersKept: "markersKept"
        case .rate: "rateChanged"
        case .encoded: "encodedAfterEdit"
        }
    }

    var importance: Importance {
        switch self {
        case .foreign: .other
        case .trackIgnored(_, _, let clips) where clips > 0: .other
        case .soundCut: .lost
        case .soundOfTracks(0), .soundAsWritten, .soundInside, .soloed: .sound
        case .held, .relinked, .covering, .soundOfPictures: .minor
        case .replaced, .soundOfTracks, .startIsZero, .markersKept, .rate, .encoded, .trackIgnored: .detail
        }
    }

    func fill(_ told: inout Message) {
        switch self {
        case .held(let path, let time), .replaced(_, let path, let time):
            (told.path, told.time) = (path, time.approximateSeconds)
        case .relinked(let path, _): told.path = path
        default: break
        }
    }

    var text: String {
        switch self {
        case .foreign(let clips, let files, let pictures, let sounds):
            "this timeline contains no plan (it was exported as cuts, or another program wrote it): \(counted(clips, "clip", "clips")) of \(counted(files, "file", "files")) on \(counted(pictures, "picture track", "picture tracks")) and \(counted(sounds, "sound track", "sound tracks")), rendered with the default settings"
        case .replaced(let clip, let path, let time):
            "the clip '\(clip)' at \(time.clockDescription) now shows \(path)"
        case .held(let path, let time):
            "the transition at \(time.clockDescription) needs more of \(path) than there is: the picture at its end is frozen"
        case .relinked(let path, let was): "\(path) is the same file as \(was), and is used instead"
        case .covering(let clips):
            "\(counted(clips, "clip covers", "clips cover")) what is on the tracks below"
        case .soundOfTracks(0): "the sound tracks were changed: none of them is heard"
        case .soundOfTracks(let tracks):
            "the sound comes from \(counted(tracks, "sound track", "sound tracks")) as cut"
        case .soundAsWritten:
            "the sound tracks were not changed with the pictures: they are heard as written; cut them too if sound and picture belong together"
        case .soundOfPictures: "there is no sound track: using the sound of the picture clips"
        case .soundInside(let nest):
            "the sound tracks in \(nest) are heard only where a sound track also contains it"
        case .trackIgnored(let track, let kind, 0):
            "\(track) is of kind '\(kind)' and has nothing on it: ignored"
        case .trackIgnored(let track, let kind, let clips):
            "\(track) is of kind '\(kind)', which is not read: \(counted(clips, "clip is", "clips are")) left out"
        case .soloed(let silent):
            "only sound tracks in solo are heard: \(list(silent, "and")) \(silent.count == 1 ? "is" : "are") silent"
        case .startIsZero(let was): "the timeline begins at \(was), and the film at 0"
        case .soundCut(let rest): "the sound runs \(rest) past the last picture; that part is left out"
        case .markersKept(let count): "\(counted(count, "marker is", "markers are")) kept"
        case .rate(let rate):
            "the film runs at \(fixed(rate, rate == rate.rounded() ? 0 : 3)) fps, as the timeline does"
        case .encoded(let why):
            "because of the change, everything is encoded: \(why.split(separator: ";").dropLast().joined(separator: ";"))"
        }
    }
}
