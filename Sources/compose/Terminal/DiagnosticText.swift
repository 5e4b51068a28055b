import Export
import MediaIO
import MediaTime
import Planning
import Timeline
import Transitions

// What the libraries report as values, as people read it. Flags are named here and nowhere below.

/// Something a command has to tell: a sentence for people, and what programs tell it by.
struct Message: Encodable {
    var kind: String
    var message: String
    var path: String?
    var camera: String?
    /// On the film's clock, in seconds.
    var time: Double?
}

extension Diagnostic {
    var told: Message {
        var told = Message(kind: kind, message: text)
        switch self {
        case .displayMatrixIgnored(let path), .dolbyVisionLeftOut(let path, _), .deinterlaced(let path),
            .editListIgnored(let path), .soundLeftOut(let path, _), .timestampDiscontinuity(let path),
            .endsEarly(let path, _):
            told.path = path
        case .cameraAssumed(let one): (told.path, told.camera) = (one.path, one.angle.name)
        case .clockUnrelated(let path, let angle, _): (told.path, told.camera) = (path, angle.name)
        case .onlyCamera(let angle), .primarySilent(let angle, _): told.camera = angle.name
        case .higherRate(_, let primary, _), .lowerRate(_, let primary, _): told.camera = primary.name
        case .black(let range, _, _): told.time = range.start.approximateSeconds
        case .audioChanges(let time, _, let to): (told.time, told.camera) = (time.approximateSeconds, to?.name)
        case .camerasByOrder, .recordedApart, .neverSwitches, .toneMapped: break
        }
        return told
    }

    private var kind: String {
        switch self {
        case .displayMatrixIgnored: "displayMatrixIgnored"
        case .dolbyVisionLeftOut: "dolbyVisionLeftOut"
        case .deinterlaced: "deinterlaced"
        case .editListIgnored: "editListIgnored"
        case .soundLeftOut: "soundLeftOut"
        case .timestampDiscontinuity: "timestampDiscontinuity"
        case .endsEarly: "endsEarly"
        case .camerasByOrder: "camerasByOrder"
        case .cameraAssumed: "cameraAssumed"
        case .clockUnrelated: "clockUnrelated"
        case .recordedApart: "recordedApart"
        case .onlyCamera: "onlyCamera"
        case .higherRate: "higherRate"
        case .lowerRate: "lowerRate"
        case .neverSwitches: "neverSwitches"
        case .black: "black"
        case .audioChanges: "audioChanges"
        case .primarySilent: "primarySilent"
        case .toneMapped: "toneMapped"
        }
    }

    private var text: String {
        switch self {
        case .displayMatrixIgnored(let path):
            "\(path): its display matrix is neither a turn nor a mirror image and is ignored; use --rotate if the picture is not upright"
        case .dolbyVisionLeftOut(let path, let found):
            "\(path): \(found); its \(found.baseLayer) is used, and Dolby's own metadata left out"
        case .deinterlaced(let path): "\(path): interlaced, will be deinterlaced"
        case .editListIgnored(let path): "\(path): its edit list is unusable and is ignored"
        case .soundLeftOut(let path, let codec):
            "\(path): the installed FFmpeg cannot decode its sound (\(codec)), which is left out"
        case .timestampDiscontinuity(let path): "\(path): its timestamps jump; the parts are put end to end"
        case .endsEarly(let path, let missing):
            "\(path): ends \(missing) before its header says (was the copy cut short?); what is there is used"
        case .camerasByOrder(let cameras):
            "the file names do not say which camera is which; by their order, "
                + cameras.map { "\($0.angle) is \(fileName($0.path))" }.joined(separator: ", ") + Self.choice
        case .cameraAssumed(let one): "\(fileName(one.path)) is taken for the \(one.angle) camera" + Self.choice
        case .clockUnrelated(let path, let angle, let hole):
            "\(path): by its own clock it begins \(hole.clockDescription) after the other camera ends; both are taken to begin together (--offset \(angle)=TIME says otherwise)"
        case .recordedApart(let one, let other, let time):
            "by their dates, \(one) and \(other) were recorded about \(roughly(time)) apart; they are taken to begin together (--offset says otherwise)"
        case .onlyCamera(let angle): "there is only the \(angle) camera: nothing switches"
        case .higherRate(let rate, let primary, let own):
            "the film has \(rate) frames per second, the highest rate of the cameras; the \(primary) camera has \(own)"
        case .lowerRate(let rate, let primary, let highest):
            "the film has \(rate) frames per second, as the \(primary) camera does, so that its pictures can be copied; another camera has \(highest)"
        case .neverSwitches(let interval):
            "nothing switches: the film ends before the first switch, at \(interval.clockDescription); ask for a shorter --switch-every, or name times with --switch-at"
        case .black(let range, let others, let total):
            "from \(range.start.clockDescription) to \(range.end.clockDescription) no camera has a picture: the film is black there"
                + (others > 0
                    ? ", and in \(counted(others, "more place", "more places")), \(total.clockDescription) in all" : "")
        case .audioChanges(let time, let from, let to):
            "from \(time.clockDescription) on "
                + (to.map { "the sound is that of the \($0) camera" } ?? "there is no sound")
                + ", because the \(from) camera has no footage there"
        case .primarySilent(let primary, let used):
            "the \(primary) camera has no sound; "
                + (used.map { "the \($0) camera's is used" } ?? "the film has none")
        case .toneMapped(let reason):
            "high dynamic range is tone-mapped to standard (BT.709), because \(reason.text)"
        }
    }

    private static let choice = " (say front=FILE back=FILE to choose)"
}

extension Diagnostic.ToneMapping {
    fileprivate var text: String { self == .asked ? "--dynamic-range sdr is asked for" : "\(self)" }
}

extension CopyRefusal {
    /// With the option by which something was asked for.
    var text: String {
        switch self {
        case .codec(let wished, let path, let codec):
            "--codec \(wished.rawValue), but \(path) is \(codec.rawValue)"
        case .size(let wished, let path, let size): "--size \(wished), but \(path) is \(size)"
        case .frameRate(let wished, let path, let rate):
            "--fps \(wished), but " + (rate.map { "\(path) has \($0)" } ?? "the frame rate of \(path) varies")
        case .toneMapped(let path, let reason):
            "\(path) has high dynamic range, which is not kept, because \(reason.text)"
        case .bitRate: "--bitrate, which copied stretches do not keep to"
        case .take, .primary, .tooBrief, .tooLittle: "\(self)"
        }
    }

    var told: Message {
        switch self {
        case .take(let path, _): Message(kind: "take", message: text, path: path)
        case .primary(let path, _, _): Message(kind: "primary", message: text, path: path)
        case .codec(_, let path, _): Message(kind: "codec", message: text, path: path)
        case .size(_, let path, _): Message(kind: "size", message: text, path: path)
        case .frameRate(_, let path, _): Message(kind: "frameRate", message: text, path: path)
        case .toneMapped(let path, _): Message(kind: "toneMapped", message: text, path: path)
        case .bitRate: Message(kind: "bitRate", message: text)
        case .tooBrief: Message(kind: "tooBrief", message: text)
        case .tooLittle: Message(kind: "tooLittle", message: text)
        }
    }
}

extension Adjustment {
    var told: Message {
        Message(kind: kind, message: "\(self)", time: time.approximateSeconds)
    }

    private var kind: String {
        switch change {
        case .sceneReplaced: "sceneReplaced"
        case .cutAdded: "cutAdded"
        case .filmTrimmed: "filmTrimmed"
        case .shotLeftOut: "shotLeftOut"
        case .pictureHeld: "pictureHeld"
        case .cutsMerged: "cutsMerged"
        case .cutBeyondEnd: "cutBeyondEnd"
        case .cutChangesNothing: "cutChangesNothing"
        case .transitionMoved: "transitionMoved"
        case .transitionShortened: "transitionShortened"
        case .transitionDropped: "transitionDropped"
        }
    }
}

/// What went wrong and what to do, with the option that does it in parentheses at the end.
func sentence(for error: any Error) -> String {
    if let error = error as? SmartError {
        let reasons = error.reasons.map(\.text).joined(separator: "; ")
        return "nothing can be copied: \(reasons). Leave out --smart require to encode everything."
    }
    let sentence = "\(error)"
    guard let option = option(for: error), sentence.hasSuffix(".") else { return sentence }
    return "\(sentence.dropLast()) (\(option))."
}

private func option(for error: any Error) -> String? {
    switch error {
    case MediaError.notChunk: "compose render PLAN --chunk i/N"
    case MediaError.noAudio: "--audio CAMERA, --audio none"
    case MediaError.noAudioTrack: "--audio-track CAMERA=NUMBER; 'compose probe' lists them"
    case MediaError.damaged where CommandLine.arguments.contains("--strict"): "leave out --strict"
    case MediaError.noDisplayMatrix: "--bake"
    case MediaError.outputExists: "--overwrite"
    case MediaError.outputBusy, MediaError.notWorkFolder, MediaError.noSpace: "-o FILE"
    case MediaError.noEncoder: "--codec"
    case MediaError.encoderRefused: "--preset, --crf, --bitrate, --size"
    case TimelineError.transitionLongerThanInterval: "--switch-every, --transition-duration"
    case RenderError.interrupted(let kept, _) where kept > 0: "--fresh starts over"
    case RenderError.verificationFailed: "--smart off"
    default: nil
    }
}

/// A length in the largest unit of which it has two or more, rounded.
func roughly(_ time: MediaTime) -> String {
    let units: [(seconds: Double, name: String)] = [
        (365.25 * 86400, "years"), (30.44 * 86400, "months"), (86400, "days"), (3600, "hours"), (60, "minutes"),
    ]
    let unit = units.first { time.approximateSeconds >= 2 * $0.seconds } ?? (1, "seconds")
    return "\(Int((time.approximateSeconds / unit.seconds).rounded())) \(unit.name)"
}

private func fileName(_ path: String) -> String { AtomicFile.split(path).name }
