import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Platform
import Timeline

// Text for values reported by the libraries. Flags are named here and in no lower module.

extension Diagnostic {
    /// Its identifier for programs: the name of the case.
    var kind: String {
        switch self {
        case .framed(_, _, _, .cropped): "cropped"
        case .framed: "bars"
        case .timeline(let note): note.kind
        default: caseName(of: self)
        }
    }

    var importance: Importance {
        switch self {
        case .neverSwitches, .notStabilized, .noPauses, .charactersMissing, .subtitlesBeyond, .cameraUnused,
            .viewsUnused, .endsBeyond,
            .skipsBeyond,
            .composedFilm,
            .recordedApart,
            .followsPicture, .followsMusic, .refused, .covered, .subtitlesOfFilm:
            .other
        // A tenth of the film is noticed.
        case .avoided(_, _, let lost, let film): lost * 10 >= film ? .other : .detail
        case .synced(_, _, let place): place.method == .clock ? .guessed : .detail
        case .camerasByOrder, .cameraAssumed, .clockUnrelated, .notSynced, .soundNotPlaced: .guessed
        case .black, .fileMissing, .chapterMissing, .fileLeftOut, .framesLost, .endsEarly, .voiceOverCut,
            .soundMissing:
            .lost
        case .soundLeftOut, .primarySilent, .audioChanges, .soundNamed, .soundUnused, .notAligned, .fitsElsewhere,
            .lostSamples, .musicEnds, .otherMicrophone, .oneTrackOf, .channelsCancel, .oneSided, .heardTogether, .windy,
            .voiceOverNotDucked:
            .sound
        case .higherRate(let rate, _, let own): rate.isNearly(own) ? .detail : .minor
        case .lowerRate(let rate, _, let highest, _): rate.isNearly(highest) ? .detail : .minor
        case .toneMapped(.asked), .framed(_, _, _, .whole): .detail
        case .displayMatrixIgnored, .dolbyVisionLeftOut, .editListIgnored, .timestampDiscontinuity, .noClock,
            .scriptReshaped, .logoAnimated,
            .labelLeftOut, .lookUnused, .onlyCamera, .smaller, .framed, .viewCrops, .toneMapped, .levelsMatched,
            .colorsMatched, .rateMultiplied:
            .minor
        // Whether sound clips is known when it is measured.
        case .deinterlaced, .framesRepeated, .copiesKeepQuality, .mayClip, .encoder: .detail
        case .timeline(let note): note.importance
        }
    }

    var text: String {
        switch self {
        case .displayMatrixIgnored(let path):
            "\(path): its display matrix is neither a rotation nor a mirror image and is ignored; use --rotate if the picture is not upright"
        case .dolbyVisionLeftOut(let path, let found):
            "\(path): \(found); its \(found.baseLayer) is used, and the Dolby Vision metadata is dropped"
        case .deinterlaced(let path): "\(path) is interlaced and will be deinterlaced"
        case .editListIgnored(let path): "\(path) has an unusable edit list, which is ignored"
        case .soundLeftOut(let path, let codec):
            "\(path): the installed FFmpeg cannot decode its sound (\(codec)), so the sound is left out"
        case .soundMissing(let path, let angle, let time):
            "\(path) is damaged: its header announces sound, which is missing (was the copy cut short?), so \(angle) has none\(time > .zero ? " from \(time.clockDescription) on" : "")"
        case .timestampDiscontinuity(let path): "\(path): its timestamps jump; the parts are placed end to end"
        case .endsEarly(let path, let missing):
            "\(path) ends \(missing) before the time in its header (was the copy cut short?); using what is there"
        case .noClock(let path): "\(path) has no recording time, so its picture shows no clock"
        case .labelLeftOut(let angle, let label, let time):
            "the label '\(label)' is too wide for the picture of the \(angle) camera from \(time.clockDescription) on and is left out there; use a shorter one, --label \(angle)=NAME"
        case .composedFilm(let path, let angle):
            "\(path) was made by compose, but is used here as camera '\(angle)'; leave it out if it is an earlier film"
        case .camerasByOrder(let cameras):
            "the file names do not identify the cameras; by order, "
                + list(cameras.map { "\($0.angle) is \(Self.name($0, among: cameras))" }, "and") + Self.choice
        case .cameraAssumed(let one):
            ["front", "back"].contains(one.angle.name)
                ? "\(fileName(one.path)) is used as the \(one.angle) camera" + Self.choice
                : "\(fileName(one.path)) is used as camera '\(one.angle)' (name it with NAME=FILE)"
        case .clockUnrelated(let path, let angle, let hole):
            "\(path): according to its own clock it starts \(hole.clockDescription) after the other camera ends; assuming they start together (use --offset \(angle)=TIME to change that)"
        case .recordedApart(let one, let other, let time):
            "according to their dates, \(one) and \(other) were recorded about \(roughly(time)) apart; assuming they start together (use --offset to change that, or 'compose stitch' for clips recorded one after the other)"
        case .onlyCamera("camera"): "there is only one camera, so nothing switches"
        case .onlyCamera(let angle): "there is only the \(angle) camera, so nothing switches"
        case .cameraUnused(let angle): "\(angle) is not shown in this film"
        case .charactersMissing(let characters):
            "no installed font has outlines for \(characters.prefix(12).map { "'\($0)'" }.joined(separator: ", ")) (color fonts have none), so a box or nothing is drawn; use other words, or install a font without colors that has it"
        case .subtitlesOfFilm(let path):
            "the times in \(path) are taken as those of the film, from which parts of the recording are left out"
        case .subtitlesBeyond(let path, let count, let line):
            "\(path): \(count == 1 ? "a subtitle begins" : "\(count) subtitles begin") after the end of the film (from line \(line) on) and \(count == 1 ? "is" : "are") left out"
        case .scriptReshaped(let path, let canvas):
            "\(path) is written for pictures of \(canvas.width)x\(canvas.height), so its places and drawings are squeezed into this film's shape"
        case .logoAnimated(let path): "\(path) is animated; its first picture is drawn throughout"
        case .lookUnused(let angle): "the colors of \(angle) are not changed, because it is not shown in this film"
        case .followsPicture:
            "no camera's sound shows who speaks or has a clear beat, so automatic cuts follow what happens in the picture (--switch auto:music cuts on the beat of --music)"
        case .followsMusic:
            "the music has an unmistakable beat, so automatic cuts follow it (use --switch auto:speech to follow who speaks)"
        case .notStabilized(let angle, let strength):
            "\(angle) is not stabilized, because \(strength) leaves no room to move its picture; leave zoom out (--stabilize \(angle)=\(strength.name)), or zoom in more, such as :zoom=1.1"
        case .avoided(let angle, let fault, let lost, let film):
            "automatic cuts show \(angle) for \(lost) less (of \(film.clockDescription)), because its picture is \(fault)"
                + (fault.hidesEverything ? "" : "; --stabilize \(angle)=standard steadies it")
        case .synced(let path, _, let place): place.text(path)
        case .notSynced(let path, let angle, let method, let why): why.text(path, angle, method)
        case .lostSamples(let path, _, let time, let gap):
            "\(path) lost \(gap) of its sound at \(time); what follows is heard that much later, in sync with the pictures"
        case .soundNamed(let one):
            "\(fileName(one.path)) has no picture; --audio \(one.angle) uses its sound, --audio mix adds it (name it with NAME=FILE)"
        case .soundUnused(let angle): "\(angle) is not heard in this film; add --audio \(angle), or --audio mix"
        case .smaller(let size, let primary, let angle, let own):
            "the film is \(size), like the \(primary) camera; \(angle) is \(own) (use --size or --primary to change that)"
        case .soundNotPlaced(let path, let angle):
            "\(path) is assumed to start with the recording; use --offset \(angle)=TIME to change that"
        case .notAligned(let angle, let other):
            "the sound of \(angle) could not be aligned with that of \(other), so they are mixed with the timing of their files; if both recorded the same scene, the mix may sound hollow (--mute \(angle) leaves one out)"
        case .fitsElsewhere(let angle, let other, let shift):
            "by its sound, \(angle) should be \(shift.magnitude) \(shift < .zero ? "earlier" : "later") relative to \(other), and will be heard as an echo; use --sync audio, or --mute \(angle)"
        case .levelsMatched(let matches):
            "sounds are brought to one level: "
                + list(
                    matches.map { match in
                        let isOnlyFile = matches.count { $0.angle == match.angle } == 1
                        let name = isOnlyFile ? match.angle.name : fileName(match.path)
                        return "\(name) \(match.gain > 0 ? "+" : "")\(fixed(match.gain, 1)) dB"
                    }, "and")
        case .windy(let angle):
            "wind or rumble in the sound of \(angle) makes it seem louder than its voices are, and its level was set by that; --highpass \(angle)=120 removes it"
        case .oneTrackOf(let count, let path, let angle, let track):
            "of the \(count) sound tracks of \(fileName(path)) only number \(track) is heard (--audio-track \(angle)=\(track % count + 1) chooses another)"
        case .channelsCancel(let path, let channel):
            "left and right of \(fileName(path)) cancel each other in mono, so only its \(channel == 0 ? "left" : "right") channel is heard"
        case .oneSided(let path, _, let channel):
            "only the \(channel == 0 ? "left" : "right") channel of \(fileName(path)) has sound, so it is heard on both sides"
        case .heardTogether(let angles, let ducked) where !ducked.isEmpty:
            "\(list(angles.map(\.name), "and")) recorded different sounds, so \(angles.count == 2 ? "both" : "all") are heard, and \(list(ducked.map(\.name), "and")) \(ducked.count == 1 ? "is" : "are") lowered while \(list(angles.filter { !ducked.contains($0) }.map(\.name), "or")) speaks (--duck NAME lowers another one, --audio NAME leaves the others out)"
        case .heardTogether(let angles, _):
            "\(list(angles.map(\.name), "and")) recorded different sounds, so \(angles.count == 2 ? "both" : "all") are heard (--duck \(angles[0]) lowers \(angles[0]) while \(list(angles.dropFirst().map(\.name), "or")) speaks, --audio \(angles[0]) leaves \(list(angles.dropFirst().map(\.name), "and")) out)"
        case .voiceOverNotDucked(let path):
            "the recording keeps its level under \(fileName(path)); --duck lowers it"
        case .otherMicrophone(let other, let heard):
            "only \(heard)'s microphone is heard; \(other)'s recorded other sound (--audio speaker follows whoever speaks, --audio mix adds both)"
        case .musicEnds(let path, let time):
            "\(path) ends at \(time.clockDescription) of the film, and the rest has no music (write :loop after its name to repeat it)"
        case .voiceOverCut(let path, let rest):
            "\(path) runs \(rest) past the end of the film; that part is left out"
        case .mayClip(let factor):
            "if all sounds are at full scale at the same moment, their sum exceeds it by \(fixed(20 * log10(factor), 1)) dB and clips; the finished film is measured, and --loudness or lower gains (--gain) prevent it"
        case .fileMissing(let angle, let range, let file):
            "the \(angle) camera has no picture"
                + (range.map { " from \($0.start.clockDescription) to \($0.end.clockDescription)" } ?? "")
                + (file.map { ": \(fileName($0)) is empty" } ?? ": its file is missing")
        case .chapterMissing(let number, let count):
            "chapter \(number) of \(count) is missing or empty; it is not in the film"
        case .fileLeftOut(_, let angle, let reason):
            "a file of the \(angle) camera is left out: \(reason)"
        case .framesLost(let angle, let seams, let total, let most):
            "the \(angle) camera lost \(total) at \(counted(seams, "seam", "seams")) between its files"
                + (seams > 1 ? ", at most \(most) at one" : "")
        case .framesRepeated(let angle, let seams, let total):
            "the files of the \(angle) camera overlap by \(total) at \(counted(seams, "seam", "seams")); the later file is shown there"
        case .refused(let breach, let destination): breach.text(destination)
        case .covered(let places, let destination):
            "buttons and texts of \(destination.name) cover the \(list(places.map(\.rawValue), "and")), whose place you chose; without corner=, x= and y=, nothing is covered (--safe-area in 'compose still' shows what is free)"
        case .rateMultiplied(let rate, let own, let destination):
            "the film has \(rate) frames per second, \(Int((rate.framesPerSecond / own.framesPerSecond).rounded())) for each picture, because \(destination.name) takes \(destination.rates) (the recordings have \(own))"
        case .higherRate(let rate, let primary, let own):
            "the film has \(rate) frames per second, as many as the fastest camera shown; the \(primary) camera has \(own) (--fps \(own) keeps to that)"
        case .lowerRate(let rate, let primary, let highest, let other):
            "the film has \(rate) frames per second, like the \(primary) camera; the \(other) camera has \(highest) (--fps \(highest) keeps all of them)"
        case .neverSwitches(let why): why.text
        case .noPauses(let least?):
            "no pause is left out, because none of more than \(least) was found; a smaller min or keep in --cut-silence takes shorter ones"
        case .noPauses(nil): "no pause is left out, because no words are heard"
        case .copiesKeepQuality:
            "copied frames keep the quality and size of the recording; the requested quality applies to the others (--smart off encodes all)"
        case .viewsUnused(let views):
            "\(list(views.map { "\($0)" }, "and")) \(views.count == 1 ? "is" : "are") not shown, because the film ends first (use a shorter --switch-every)"
        case .endsBeyond(let end, let recording):
            "the requested end, \(end.clockDescription), is past the end of the recording (\(recording.clockDescription)); the film ends there"
        case .skipsBeyond(let range, let film):
            "--skip \(range.start)-\(range.end) leaves nothing out, because the film has only \(film.start.clockDescription) to \(film.end.clockDescription) of the recording (--skip counts from its beginning, like --from)"
        case .framed(let angle, let size, let film, let framing): framing.text(angle, size, film)
        case .viewCrops(let cropping): cropping.text
        case .black(let range, let others, let total):
            "from \(range.start.clockDescription) to \(range.end.clockDescription) no camera has a picture, so the film is black there"
                + (others > 0
                    ? ", and in \(counted(others, "more place", "more places")) (\(total.clockDescription) in total)"
                    : "")
        case .audioChanges(let time, let from, let to, let end, let why):
            "from \(time.clockDescription) \(end.map { "to \($0.clockDescription)" } ?? "on"), "
                + (to.map { "the sound comes from \($0)" } ?? "there is no sound")
                + ", because \(why == .footageBegins ? "\(to ?? from) begins" : "\(from) has none") there"
        case .primarySilent(let primary, let used):
            used.map { "\(primary) has no sound, so that of \($0) is used" }
                ?? "no camera has sound, so the film has none"
        case .encoder(.software): "no device can encode this here, so software is used"
        case .encoder(let kind): "encoding with \(kind.rawValue); another device may give different bytes"
        case .toneMapped(let reason):
            "high dynamic range is tone-mapped to standard dynamic range (BT.709), because \(reason)"
        case .timeline(let note): note.text
        case .colorsMatched(let match) where !match.isComparable:
            "the colors of the \(match.angle) camera stay as they are: it shows too little of what the \(match.reference) camera shows to compare them (--adjust \(match.angle)=… changes them by hand)"
        case .colorsMatched(let match) where match.isNothing:
            "the colors of the \(match.angle) camera stay as they are: they match the \(match.reference) camera's already"
        case .colorsMatched(let match):
            "the colors of the \(match.angle) camera are matched to the \(match.reference) camera's: exposure \(match.exposure < 0 ? "−" : "+")\(fixed(abs(match.exposure), 2)) stops, contrast × \(fixed(match.contrast, 2)), red × \(fixed(match.red, 2)), blue × \(fixed(match.blue, 2))"
        }
    }

    private static let choice = " (write front=FILE back=FILE to choose)"
}

extension FrameRate {
    /// As 29.97 and 30 are: nobody sees the difference.
    fileprivate func isNearly(_ other: FrameRate) -> Bool { abs(framesPerSecond / other.framesPerSecond - 1) < 0.01 }
}

extension Destination {
    /// "23 to 60".
    fileprivate var rates: String { "\(fixed(frameRates.lowerBound, 0)) to \(fixed(frameRates.upperBound, 0))" }
}

extension Destination.Breach {
    fileprivate func text(_ destination: Destination) -> String {
        let name = destination.name
        return switch self {
        case .longer(let film):
            "\(name) takes films of up to \(destination.longest.clockDescription), and this one lasts \(film.clockDescription) (--duration and --skip shorten it)"
        case .shorter(let film):
            "\(name) takes films from \(destination.shortest.clockDescription), and this one lasts \(film.clockDescription)"
        case .frameRate(let rate):
            "\(name) takes films of \(destination.rates) frames per second, and this one has \(rate) (--fps changes that)"
        case .bits(let bits):
            "\(name) takes pictures of up to \(megabits(destination.mostBits ?? bits)) Mb/s, and these have up to \(megabits(bits)) (use a smaller --bitrate or --max-bitrate)"
        case .size(let size):
            "\(name) takes no pictures of \(size) (\(limits(destination)); --size changes that)"
        }
    }

    private func megabits(_ bits: Int64) -> String {
        let text = fixed(Double(bits) / 1_000_000, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func limits(_ destination: Destination) -> String {
        [
            destination.leastSide.map { "at least \($0) samples" },
            destination.mostColumns.map { "at most \($0) across" }, destination.mostLines.map { "\($0) high" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension Diagnostic.NoSwitch {
    fileprivate var text: String {
        switch self {
        case .oneView:
            "--switch-every has no effect with one view; add another --view to switch to, such as single:camera=NAME"
        case .filmEnds(let first):
            "nothing switches: the film ends before the first switch, at \(first.clockDescription); use a shorter --switch-every, or list times with --switch-at"
        case .shortestShot(let least, let interval) where least > interval:
            "nothing switches: the shortest shot (--min-shot \(least)) is longer than the time between switches (\(interval)); use a shorter --min-shot or a longer --switch-every"
        case .shortestShot(let least, _):
            "nothing switches: after every switch, the shot would be shorter than the shortest shot (\(least)); use a shorter --min-shot"
        case .noFootage:
            "nothing switches: the other camera has no footage when its turn comes"
        case .director:
            "nothing switches: automatic cuts found no better shot than one throughout; set cuts by hand with --switch-at, or at an interval with --switch-every"
        }
    }
}

extension Fit.Effect {
    fileprivate func text(_ angle: Angle, _ size: PictureSize, _ film: PictureSize) -> String {
        let shapes =
            size.shape == film.shape
            ? "the \(angle) camera is \(size) and the film is \(film)"
            : "the \(angle) camera is \(size.shape) and the film is \(film.shape)"
        return switch self {
        case .whole: shapes
        case .bars(let share):
            "\(shapes): bars fill \(percent(share)) of the frame (--fit fill crops the picture, --fit blur fills them with it, blurred)"
        case .cropped(let share):
            "\(shapes): \(percent(share)) of its picture is cropped (--fit fit shows all of it, with bars)"
        }
    }
}

extension ViewCropping {
    fileprivate var text: String {
        let shown = cameras.enumerated().map { index, camera in
            "\(percent(camera.shown)) of \(index == 0 ? "the \(camera.angle) camera's picture" : "\(camera.angle)'s")"
        }
        return
            "\(view) shows \(list(shown, "and")) (\(whole) shows \(cameras.count > 1 ? "all of them" : "all of it"), with bars)"
    }
}

extension PictureSize {
    fileprivate var shape: String { width == height ? "square" : width > height ? "landscape" : "portrait" }
}

extension Diagnostic {
    /// The file's name, or its path if another has the same name.
    fileprivate static func name(_ one: Assignment, among all: [Assignment]) -> String {
        let name = fileName(one.path)
        return all.count { fileName($0.path) == name } == 1 ? name : one.path
    }
}

private func fileName(_ path: String) -> String { AtomicFile.split(path).name }
