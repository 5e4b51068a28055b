import MediaIO
import MediaTime
import Placing
import Planning
import Timeline
import Platform

// How cameras were placed in time, as text.

extension SyncPlace {
    func told(_ path: String, _ angle: Angle) -> Message {
        var told = Message(
            method == .clock ? .guessed : .detail, text(path), path: path, camera: angle, method: method)
        told.offset = isTogether ? 0 : offset.approximateSeconds
        told.driftPPM = drift.partsPerMillion
        return told
    }

    func text(_ path: String) -> String {
        let (file, name) = (FilePath(path).name, FilePath(reference).name)
        let when =
            offset == .zero
            ? "together with \(name)" : "\(offset.magnitude) \(offset < .zero ? "before" : "after") \(name)"
        switch method {
        case .timecode: return "by its timecode, \(file) started \(when)"
        case .clock:
            return
                "by the dates in the files, which are in whole seconds, \(file) started about \(when); it may be off by a second, so use --offset to place it exactly"
        case .audio, .auto, .none:
            // Files of one camera may be where they were assumed to be; that does not count as together.
            let isExact = isTogether && offset.magnitude <= .milliseconds(10)
            return "by its sound, \(file) started "
                + (isExact ? "together with \(name), to within 10 ms" : when)
                + (isExact || drift == .one ? "" : ", and its clock drifts by \(drift)")
                + (isWhole
                    ? ""
                    : "; one of the two lost samples, which other recordings contradict, so only the longer stretch is in sync")
        }
    }
}

extension NoSync {
    func text(_ path: String, _ angle: Angle, _ method: SyncMethod) -> String {
        guard self != .unknown else {
            return
                "the cameras are assumed to start together, because nothing indicates otherwise (use --offset \(angle)=TIME to change that)"
        }
        let how = [.timecode: "timecode", .clock: "date"][method] ?? "sound"
        // It may be a file that follows another one of its camera.
        let place = if case .brief = self { "its position is not changed" } else { "assuming they start together" }
        return
            "\(path) is not synced by its \(how), because \(why); \(place) (use --offset \(angle)=TIME to change that)"
    }

    /// One sentence, without a capital or a period.
    var why: String {
        switch self {
        case .noSound(let path): "\(path) has no sound that can be decoded"
        case .ambiguous: "its sound repeats and matches in several places"
        case .unmatched: "its sound does not match the others"
        case .noTimecode(let path): "\(path) has no usable timecode"
        case .unsetTimecode(let path):
            "that of \(path) begins at exactly a full hour, as if nobody had set it (--sync timecode uses it)"
        case .noDate(let path): "\(path) has no recording time"
        case .apart: "no other camera was recording at that time"
        case .brief(let offset, let overlap):
            "its sound matches at \(fixed(offset, 1)) s, but only \(fixed(overlap, 1)) s are in common there"
        case .unknown: "there is no usable timecode, sound or date"
        }
    }
}
