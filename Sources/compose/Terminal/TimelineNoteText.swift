import MediaTime
import Placing
import Planning
import Parameters

// What a plan file has in addition to or instead of compose's own output.

extension TimelineNote {
    /// One row for each: importance, text, identifier for programs, and what it is about.
    var told: Message {
        switch self {
        case .foreign(let clips, let files, let pictures, let sounds):
            Message(
                .other,
                "this timeline contains no plan (it was exported as cuts, or another program wrote it): \(counted(clips, "clip", "clips")) of \(counted(files, "file", "files")) on \(counted(pictures, "picture track", "picture tracks")) and \(counted(sounds, "sound track", "sound tracks")), rendered with the default settings",
                kind: "foreignPlan")
        case .replaced(let clip, let path, let time):
            Message(
                .detail, "the clip '\(clip)' at \(time.clockDescription) now shows \(path)",
                kind: "clipReplaced", path: path, time: time)
        case .held(let path, let time):
            Message(
                .minor,
                "the transition at \(time.clockDescription) needs more of \(path) than there is: the picture at its end is frozen",
                kind: "transitionHeld", path: path, time: time)
        case .relinked(let path, let was):
            Message(
                .minor, "\(path) is the same file as \(was), and is used instead",
                kind: "relinked", path: path)
        case .covering(let clips):
            Message(
                .minor, "\(counted(clips, "clip covers", "clips cover")) what is on the tracks below",
                kind: "tracksCovered")
        case .soundOfTracks(0):
            Message(
                .sound, "the sound tracks were changed: none of them is heard",
                kind: "soundOfTracks")
        case .soundOfTracks(let tracks):
            Message(
                .detail, "the sound comes from \(counted(tracks, "sound track", "sound tracks")) as cut",
                kind: "soundOfTracks")
        case .soundAsWritten:
            Message(
                .sound,
                "the sound tracks were not changed with the pictures: they are heard as written; cut them too if sound and picture belong together",
                kind: "soundAsWritten")
        case .soundOfPictures:
            Message(
                .minor, "there is no sound track: using the sound of the picture clips",
                kind: "soundOfPictures")
        case .soundInside(let nest):
            Message(
                .sound, "the sound tracks in \(nest) are heard only where a sound track also contains it",
                kind: "soundInside")
        case .trackIgnored(let track, let kind, 0):
            Message(
                .detail, "\(track) is of kind '\(kind)' and has nothing on it: ignored",
                kind: "trackIgnored")
        case .trackIgnored(let track, let kind, let clips):
            Message(
                .other,
                "\(track) is of kind '\(kind)', which is not read: \(counted(clips, "clip is", "clips are")) left out",
                kind: "trackIgnored")
        case .soloed(let silent):
            Message(
                .sound,
                "only sound tracks in solo are heard: \(list(silent, "and")) \(silent.count == 1 ? "is" : "are") silent",
                kind: "soloTracks")
        case .startIsZero(let was):
            Message(
                .detail, "the timeline begins at \(was), and the film at 0",
                kind: "startTimecode")
        case .soundCut(let rest):
            Message(
                .lost, "the sound runs \(rest) past the last picture; that part is left out",
                kind: "soundCut")
        case .markersKept(let count):
            Message(
                .detail, "\(counted(count, "marker is", "markers are")) kept",
                kind: "markersKept")
        case .rate(let rate):
            Message(
                .detail, "the film runs at \(fixed(rate, rate == rate.rounded() ? 0 : 3)) fps, as the timeline does",
                kind: "rateChanged")
        case .encoded(let why):
            Message(
                .detail,
                "because of the change, everything is encoded: \(why.split(separator: ";").dropLast().joined(separator: ";"))",
                kind: "encodedAfterEdit")
        }
    }
}
