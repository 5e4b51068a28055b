import Placing
import Planning

/// A message from a command: a sentence for people, and an identifier for programs.
struct Message: Encodable {
    var kind: String
    var message: String
    /// Only for people: programs get all messages, in order of planning.
    var importance = Importance.detail
    var path: String?
    var camera: String?
    /// On the film's clock, in seconds.
    var time: Double?
    /// For an adjustment: the amount, or the new length of a transition; and the requested length.
    var frames, requestedFrames: Int64?
    /// For a sync: "audio", "timecode", "clock"; how many seconds later than the reference the camera began.
    var method: String?
    var offset, driftPPM: Double?

    private enum CodingKeys: CodingKey {
        case kind, message, path, camera, time, frames, requestedFrames, method, offset, driftPPM
    }
}

/// The name of an enumeration's case, without its values: "endsEarly". For types without a description of their own.
func caseName(of value: some Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }

extension Diagnostic {
    var told: Message {
        var told = Message(kind: kind, message: text, importance: importance)
        switch self {
        case .displayMatrixIgnored(let path), .dolbyVisionLeftOut(let path, _), .deinterlaced(let path),
            .editListIgnored(let path), .soundLeftOut(let path, _), .timestampDiscontinuity(let path),
            .noClock(let path), .endsEarly(let path, _), .voiceOverCut(let path, _), .channelsCancel(let path, _),
            .voiceOverNotDucked(let path), .subtitlesBeyond(let path, _, _), .subtitlesOfFilm(let path),
            .scriptReshaped(let path, _),
            .logoAnimated(let path):
            told.path = path
        case .composedFilm(let path, let angle), .soundMissing(let path, let angle, _),
            .oneTrackOf(_, let path, let angle, _),
            .soundNotPlaced(let path, let angle), .clockUnrelated(let path, let angle, _),
            .lostSamples(let path, let angle, _, _), .oneSided(let path, let angle, _),
            .fileLeftOut(let path, let angle, _):
            (told.path, told.camera) = (path, angle.name)
        case .soundNamed(let one), .cameraAssumed(let one): (told.path, told.camera) = (one.path, one.angle.name)
        case .notAligned(let angle, _), .fitsElsewhere(let angle, _, _), .otherMicrophone(let angle, _),
            .windy(let angle), .soundUnused(let angle), .avoided(let angle, _, _, _), .notStabilized(let angle, _),
            .smaller(_, _, let angle, _), .onlyCamera(let angle), .cameraUnused(let angle),
            .lookUnused(let angle), .primarySilent(let angle, _), .higherRate(_, let angle, _),
            .lowerRate(_, let angle, _, _), .framed(let angle, _, _, _), .framesLost(let angle, _, _, _),
            .framesRepeated(let angle, _, _):
            told.camera = angle.name
        case .colorsMatched(let match): told.camera = match.angle.name
        case .musicEnds(let path, let time): (told.path, told.time) = (path, time.approximateSeconds)
        case .labelLeftOut(let angle, _, let time): (told.camera, told.time) = (angle.name, time.approximateSeconds)
        case .audioChanges(let time, _, let to, _, _): (told.time, told.camera) = (time.approximateSeconds, to?.name)
        case .black(let range, _, _): told.time = range.start.approximateSeconds
        case .fileMissing(let angle, let range, let file):
            (told.camera, told.path, told.time) = (angle.name, file, range?.start.approximateSeconds)
        case .synced(let path, let angle, let place):
            (told.path, told.camera, told.method) = (path, angle.name, place.method.rawValue)
            told.offset = place.isTogether ? 0 : place.offset.approximateSeconds
            told.driftPPM = place.drift.partsPerMillion
        case .notSynced(let path, let angle, let method, _):
            (told.path, told.camera, told.method) = (path, angle.name, method.rawValue)
        case .timeline(let note): note.fill(&told)
        case .camerasByOrder, .recordedApart, .neverSwitches, .noPauses, .viewsUnused, .copiesKeepQuality, .endsBeyond,
            .skipsBeyond, .toneMapped, .encoder, .viewCrops, .chapterMissing, .charactersMissing, .followsPicture,
            .followsMusic,
            .mayClip, .levelsMatched, .heardTogether, .refused, .covered, .rateMultiplied:
            break
        }
        return told
    }
}
