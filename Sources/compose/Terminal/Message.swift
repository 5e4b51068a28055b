import MediaTime
import Placing
import Planning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
            .noClock(let path),
            .endsEarly(let path, _):
            told.path = path
        case .composedFilm(let path, let angle): (told.path, told.camera) = (path, angle.name)
        case .soundNamed(let one): (told.path, told.camera) = (one.path, one.angle.name)
        case .oneTrackOf(_, let path, let angle, _): (told.path, told.camera) = (path, angle.name)
        case .notAligned(let angle, _), .fitsElsewhere(let angle, _, _): told.camera = angle.name
        case .voiceOverCut(let path, _), .channelsCancel(let path, _): told.path = path
        case .musicEnds(let path, let time): (told.path, told.time) = (path, time.approximateSeconds)
        case .mayClip, .levelsMatched: break
        case .otherMicrophone(let angle, _): told.camera = angle.name
        case .soundUnused(let angle), .smaller(_, _, let angle, _): told.camera = angle.name
        case .soundNotPlaced(let path, let angle): (told.path, told.camera) = (path, angle.name)
        case .cameraAssumed(let one): (told.path, told.camera) = (one.path, one.angle.name)
        case .clockUnrelated(let path, let angle, _): (told.path, told.camera) = (path, angle.name)
        case .synced(let path, let angle, let place):
            (told.path, told.camera, told.method) = (path, angle.name, place.method.rawValue)
            told.offset = place.isTogether ? 0 : place.offset.approximateSeconds
            told.driftPPM = place.drift.partsPerMillion
        case .notSynced(let path, let angle, let method, _):
            (told.path, told.camera, told.method) = (path, angle.name, method.rawValue)
        case .lostSamples(let path, let angle, _, _): (told.path, told.camera) = (path, angle.name)
        case .labelLeftOut(let angle, _, let time): (told.camera, told.time) = (angle.name, time.approximateSeconds)
        case .onlyCamera(let angle), .cameraUnused(let angle), .lookUnused(let angle), .primarySilent(let angle, _):
            told.camera = angle.name
        case .higherRate(_, let primary, _), .lowerRate(_, let primary, _, _): told.camera = primary.name
        case .black(let range, _, _): told.time = range.start.approximateSeconds
        case .framed(let angle, _, _, _): told.camera = angle.name
        case .colorsMatched(let match): told.camera = match.angle.name
        case .audioChanges(let time, _, let to, _, _): (told.time, told.camera) = (time.approximateSeconds, to?.name)
        case .timeline(let note): note.fill(&told)
        case .fileMissing(let angle, let range, let file):
            (told.camera, told.path, told.time) = (angle.name, file, range?.start.approximateSeconds)
        case .fileLeftOut(let path, let angle, _): (told.path, told.camera) = (path, angle.name)
        case .framesLost(let angle, _, _, _), .framesRepeated(let angle, _, _): told.camera = angle.name
        case .camerasByOrder, .recordedApart, .neverSwitches, .viewsUnused, .copiesKeepQuality, .endsBeyond,
            .skipsBeyond, .toneMapped, .encoder, .viewCrops, .chapterMissing, .followsPicture, .followsMusic:
            break
        }
        return told
    }
}

/// Encodes a value as one line of JSON, with sorted keys and unescaped slashes.
func jsonLine(_ value: any Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
}

/// `number` with a fixed number of decimals.
func fixed(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// `number` rounded to a number of decimals.
func rounded(_ number: Double, _ decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    // Without the sign of a negative zero.
    return (number * scale).rounded() / scale + 0
}

/// "12.3 MB", decimal units.
func byteCountText(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1_000_000: fixed(Double(bytes) / 1e3, 1) + " kB"
    case ..<1_000_000_000: fixed(Double(bytes) / 1e6, 1) + " MB"
    default: fixed(Double(bytes) / 1e9, 2) + " GB"
    }
}

/// "1 switch", "2 switches".
func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
