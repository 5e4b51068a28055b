import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Platform
import Timeline
import Parameters

// What is told of values reported by the libraries: one row for each. Flags are named here and in no lower module.

extension Diagnostic {
    /// Its importance and text, and what it is about.
    var told: Message {
        var told = row
        if told.kind.isEmpty { told.kind = kind }
        return told
    }

    /// Its identifier for programs: the name of the case.
    private var kind: String {
        switch self {
        case .framed(_, _, _, .cropped): "cropped"
        case .framed: "bars"
        default: caseName(of: self)
        }
    }

    private var row: Message {
        switch self {
        case .displayMatrixIgnored(let path):
            Message(
                .minor,
                "\(path): its display matrix is neither a rotation nor a mirror image and is ignored; use --rotate if the picture is not upright",
                path: path)
        case .dolbyVisionLeftOut(let path, let found):
            Message(
                .minor, "\(path): \(found); its \(found.baseLayer) is used, and the Dolby Vision metadata is dropped",
                path: path)
        case .deinterlaced(let path):
            Message(.detail, "\(path) is interlaced and will be deinterlaced", path: path)
        case .editListIgnored(let path):
            Message(.minor, "\(path) has an unusable edit list, which is ignored", path: path)
        case .soundLeftOut(let path, let codec):
            Message(
                .sound, "\(path): the installed FFmpeg cannot decode its sound (\(codec)), so the sound is left out",
                path: path)
        case .soundMissing(let path, let angle, let time):
            Message(
                .lost,
                "\(path) is damaged: its header announces sound, which is missing (was the copy cut short?), so \(angle) has none\(time > .zero ? " from \(time.clockDescription) on" : "")",
                path: path, camera: angle)
        case .timestampDiscontinuity(let path):
            Message(.minor, "\(path): its timestamps jump; the parts are placed end to end", path: path)
        case .endsEarly(let path, let missing):
            Message(
                .lost,
                "\(path) ends \(missing) before the time in its header (was the copy cut short?); using what is there",
                path: path)
        case .noClock(let path):
            Message(.minor, "\(path) has no recording time, so its picture shows no clock", path: path)
        case .labelLeftOut(let angle, let label, let time):
            Message(
                .minor,
                "the label '\(label)' is too wide for the picture of the \(angle) camera from \(time.clockDescription) on and is left out there; use a shorter one, --label \(quoted("\(angle)=NAME"))",
                camera: angle, time: time)
        case .composedFilm(let path, let angle):
            Message(
                .other,
                "\(path) was made by compose, but is used here as camera '\(angle)'; leave it out if it is an earlier film",
                path: path, camera: angle)
        case .camerasByOrder(let cameras):
            Message(
                .guessed,
                "the file names do not identify the cameras; by order, "
                    + list(cameras.map { "\($0.angle) is \(Self.name($0, among: cameras))" }, "and") + Self.choice)
        case .cameraAssumed(let one):
            Message(
                .guessed,
                ["front", "back"].contains(one.angle.name)
                    ? "\(fileName(one.path)) is used as the \(one.angle) camera" + Self.choice
                    : "\(fileName(one.path)) is used as camera '\(one.angle)' (name it with NAME=FILE)", path: one.path,
                camera: one.angle)
        case .clockUnrelated(let path, let angle, let hole):
            Message(
                .guessed,
                "\(path): according to its own clock it starts \(hole.clockDescription) after the other camera ends; assuming they start together (use --offset \(quoted("\(angle)=TIME")) to change that)",
                path: path, camera: angle)
        case .recordedApart(let one, let other, let time):
            Message(
                .other,
                "according to their dates, \(one) and \(other) were recorded about \(roughly(time)) apart; assuming they start together (use --offset to change that, or 'compose stitch' for clips recorded one after the other)"
            )
        case .onlyCamera(let angle, let microphone):
            Message(
                .minor,
                "there is only \(angle == "camera" ? "one" : "the \(angle)") camera, so nothing switches"
                    + (microphone.map {
                        " (\(Self.closeUp($0, angle)) shows a part of it while somebody speaks into \($0))"
                    } ?? ""),
                camera: angle)
        case .cameraUnused(let angle):
            Message(.other, "\(angle) is not shown in this film", camera: angle)
        case .charactersMissing(let characters):
            Message(
                .other,
                "no installed font has outlines for \(characters.prefix(12).map { "'\($0)'" }.joined(separator: ", ")) (color fonts have none), so a box or nothing is drawn; use other words, or install a font without colors that has it"
            )
        case .subtitlesOfFilm(let path):
            Message(
                .other,
                "the times in \(path) are taken as those of the film, from which parts of the recording are left out",
                path: path)
        case .subtitlesBeyond(let path, let count, let line):
            Message(
                .other,
                "\(path): \(count == 1 ? "a subtitle begins" : "\(count) subtitles begin") after the end of the film (from line \(line) on) and \(count == 1 ? "is" : "are") left out",
                path: path)
        case .scriptReshaped(let path, let canvas):
            Message(
                .minor,
                "\(path) is written for pictures of \(canvas.width)x\(canvas.height), so its places and drawings are squeezed into this film's shape",
                path: path)
        case .logoAnimated(let path):
            Message(.minor, "\(path) is animated; its first picture is drawn throughout", path: path)
        case .lookUnused(let angle):
            Message(
                .minor, "the colors of \(angle) are not changed, because it is not shown in this film", camera: angle)
        case .followsPicture:
            Message(
                .other,
                "no camera's sound shows who speaks or has a clear beat, so automatic cuts follow what happens in the picture (--switch auto:music cuts on the beat of --music)"
            )
        case .followsMusic:
            Message(
                .other,
                "the music has an unmistakable beat, so automatic cuts follow it (use --switch auto:speech to follow who speaks)"
            )
        case .captionsWithoutWords(let path):
            Message(
                .minor, "\(path) has times of lines but not of words, so no word stands out when it is said", path: path
            )
        case .aimed(let faces, let movement, let count):
            Message(
                .detail,
                "of \(counted(count, "cropped shot", "cropped shots")), "
                    + list(
                        [
                            (faces, "faces", "a face"), (movement, "what moves", "what moves"),
                            (count - faces - movement, "the middle", "the middle"),
                        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? "shows \($0.2)" : "show \($0.1)")" }, "and")
                    + " (--framing changes that)")
        case .facesNotFound:
            Message(
                .minor,
                "faces cannot be found, so cropped pictures show the middle: install opencv-data, or say where with --framing CAMERA=X,Y"
            )
        case .notStabilized(let angle, let strength):
            Message(
                .other,
                "\(angle) is not stabilized, because \(strength) leaves no room to move its picture; leave zoom out (--stabilize \(angle)=\(strength.name)), or zoom in more, such as :zoom=1.1",
                camera: angle)
        case .avoided(let angle, let fault, let lost, let film):
            Message(
                lost * 10 >= film ? .other : .detail,
                "automatic cuts show \(angle) for \(lost) less (of \(film.clockDescription)), because its picture is \(fault)"
                    + (fault.hidesEverything ? "" : "; --stabilize \(angle)=standard steadies it"), camera: angle)
        case .synced(let path, let angle, let place): place.told(path, angle)
        case .notSynced(let path, let angle, let method, let why):
            Message(
                .guessed, why.text(path, angle, method), path: path, camera: angle, method: method)
        case .lostSamples(let path, let angle, let time, let gap):
            Message(
                .sound,
                "\(path) lost \(gap) of its sound at \(time); what follows is heard that much later, in sync with the pictures",
                path: path, camera: angle)
        case .soundNamed(let one):
            Message(
                .sound,
                "\(fileName(one.path)) has no picture; --audio \(quoted("\(one.angle)")) uses its sound, --audio mix adds it (name it with NAME=FILE)",
                path: one.path, camera: one.angle)
        case .soundUnused(let angle):
            Message(
                .sound, "\(angle) is not heard in this film; add --audio \(quoted("\(angle)")), or --audio mix",
                camera: angle)
        case .microphonesUnused(let angles):
            Message(
                .other,
                "\(list(angles.map(\.name), "and")) are not heard in this film: --switch auto shows and hears whoever speaks, --audio speaker hears them",
                camera: angles[0])
        case .smaller(let size, let primary, let angle, let own):
            Message(
                .minor,
                "the film is \(size), like the \(primary) camera; \(angle) is \(own) (use --size or --primary to change that)",
                camera: angle)
        case .soundNotPlaced(let path, let angle):
            Message(
                .guessed,
                "\(path) is assumed to start with the recording; use --offset \(quoted("\(angle)=TIME")) to change that",
                path: path, camera: angle)
        case .notAligned(let angle, let other):
            Message(
                .sound,
                "the sound of \(angle) could not be aligned with that of \(other), so they are mixed with the timing of their files; if both recorded the same scene, the mix may sound hollow (--mute \(quoted("\(angle)")) leaves one out)",
                camera: angle)
        case .fitsElsewhere(let angle, let other, let shift):
            Message(
                .sound,
                "by its sound, \(angle) should be \(shift.magnitude) \(shift < .zero ? "earlier" : "later") relative to \(other), and will be heard as an echo; use --sync audio, or --mute \(quoted("\(angle)"))",
                camera: angle)
        case .levelsMatched(let matches):
            Message(
                .minor,
                "sounds are brought to one level: "
                    + list(
                        matches.map { match in
                            let isOnlyFile = matches.count { $0.angle == match.angle } == 1
                            let name = isOnlyFile ? match.angle.name : fileName(match.path)
                            return "\(name) \(match.gain > 0 ? "+" : "")\(fixed(match.gain, 1)) dB"
                        }, "and"))
        case .windy(let angle):
            Message(
                .sound,
                "wind or rumble in the sound of \(angle) makes it seem louder than its voices are, and its level was set by that; --highpass \(angle)=120 removes it",
                camera: angle)
        case .oneTrackOf(let count, let path, let angle, let track):
            Message(
                .sound,
                "of the \(count) sound tracks of \(fileName(path)) only number \(track) is heard (--audio-track \(angle)=\(track % count + 1) chooses another)",
                path: path, camera: angle)
        case .timecodeInSound(let path, let code):
            Message(
                .detail,
                "channel \(code.channel + 1) of the sound of \(fileName(path)) is timecode (from \(code.text)), so it is not heard",
                path: path)
        case .liveCutPartly(let path, let leftOut):
            Message(.other, "\(fileName(path)) also has \(list(leftOut, "and")), which the film does not", path: path)
        case .microphonesFaulty(let angles, let fault):
            Message(.sound, "\(list(angles.map(\.name), "and")) \(fault.text(angles))", camera: angles[0])
        case .speakersShown(let shown):
            Message(
                shown.allSatisfy { $0.reason == .name } ? .detail : .guessed,
                Diagnostic.ShownSpeaker.Reason.allCases.compactMap { reason in
                    let known = shown.filter { $0.reason == reason }
                    return known.isEmpty
                        ? nil
                        : "\(reason.text), " + list(known.map { "\($0.microphone) is shown by \($0.view)" }, "and")
                }.joined(separator: "; ")
                    + " (--speaker \(quoted("\(shown[0].microphone)=CAMERA")) changes that)")
        case .microphonesOf(let path, let microphones, let mixes):
            Message(
                mixes.isEmpty ? .detail : .minor,
                "\(fileName(path)) has \(counted(microphones.count, "microphone", "microphones")): "
                    + list(microphones.map { "\($0.angle) (\($0.part))" }, "and")
                    + (mixes.isEmpty
                        ? ""
                        : "; \(list(mixes, "and")) \(mixes.count == 1 ? "is a mix" : "are mixes") of them and left out"),
                path: path)
        case .channelsCancel(let path, let channel):
            Message(
                .sound,
                "left and right of \(fileName(path)) cancel each other in mono, so only its \(channel == 0 ? "left" : "right") channel is heard",
                path: path)
        case .oneSided(let path, let angle, let channel):
            Message(
                .sound,
                "only the \(channel == 0 ? "left" : "right") channel of \(fileName(path)) has sound, so it is heard on both sides",
                path: path, camera: angle)
        case .heardTogether(let angles, let ducked) where !ducked.isEmpty:
            Message(
                .sound,
                "\(list(angles.map(\.name), "and")) recorded different sounds, so \(angles.count == 2 ? "both" : "all") are heard, and \(list(ducked.map(\.name), "and")) \(ducked.count == 1 ? "is" : "are") lowered while \(list(angles.filter { !ducked.contains($0) }.map(\.name), "or")) speaks (--duck NAME lowers another one, --audio NAME leaves the others out)"
            )
        case .heardTogether(let angles, _):
            Message(
                .sound,
                "\(list(angles.map(\.name), "and")) recorded different sounds, so \(angles.count == 2 ? "both" : "all") are heard (--duck \(quoted("\(angles[0])")) lowers \(angles[0]) while \(list(angles.dropFirst().map(\.name), "or")) speaks, --audio \(quoted("\(angles[0])")) leaves \(list(angles.dropFirst().map(\.name), "and")) out)"
            )
        case .voiceOverNotDucked(let path):
            Message(.sound, "the recording keeps its level under \(fileName(path)); --duck lowers it", path: path)
        case .otherMicrophone(let other, let heard):
            Message(
                .sound,
                "only \(heard)'s microphone is heard; \(other)'s recorded other sound (--audio speaker follows whoever speaks, --audio mix adds both)",
                camera: other)
        case .musicEnds(let path, let time):
            Message(
                .sound,
                "\(path) ends at \(time.clockDescription) of the film, and the rest has no music (write :loop after its name to repeat it)",
                path: path, time: time)
        case .voiceOverCut(let path, let rest):
            Message(.lost, "\(path) runs \(rest) past the end of the film; that part is left out", path: path)
        case .mayClip(let factor):
            Message(
                .detail,
                "if all sounds are at full scale at the same moment, their sum exceeds it by \(fixed(20 * log10(factor), 1)) dB and clips; the finished film is measured, and --loudness or lower gains (--gain) prevent it"
            )
        case .fileMissing(let angle, let range, let file):
            Message(
                .lost,
                "the \(angle) camera has no picture"
                    + (range.map { " from \($0.start.clockDescription) to \($0.end.clockDescription)" } ?? "")
                    + (file.map { ": \(fileName($0)) is empty" } ?? ": its file is missing"), path: file, camera: angle,
                time: range?.start)
        case .chapterMissing(let number, let count):
            Message(.lost, "chapter \(number) of \(count) is missing or empty; it is not in the film")
        case .fileLeftOut(let path, let angle, let reason):
            Message(.lost, "a file of the \(angle) camera is left out: \(reason)", path: path, camera: angle)
        case .framesLost(let angle, let seams, let total, let most):
            Message(
                .lost,
                "the \(angle) camera lost \(total) at \(counted(seams, "seam", "seams")) between its files"
                    + (seams > 1 ? ", at most \(most) at one" : ""), camera: angle)
        case .framesRepeated(let angle, let seams, let total):
            Message(
                .detail,
                "the files of the \(angle) camera overlap by \(total) at \(counted(seams, "seam", "seams")); the later file is shown there",
                camera: angle)
        case .refused(let breach, let destination):
            Message(
                .other,
                breach.text(destination))
        case .covered(let places, let destination):
            Message(
                .other,
                "buttons and texts of \(destination.name) cover the \(list(places.map(\.rawValue), "and")), whose place you chose; without corner=, x= and y=, nothing is covered (--safe-area in 'compose still' shows what is free)"
            )
        case .rateMultiplied(let rate, let own, let destination):
            Message(
                .minor,
                "the film has \(rate) frames per second, \(Int((rate.framesPerSecond / own.framesPerSecond).rounded())) for each picture, because \(destination.name) takes \(destination.rates) (the recordings have \(own))"
            )
        case .higherRate(let rate, let primary, let own):
            Message(
                rate.isNearly(own) ? .detail : .minor,
                "the film has \(rate) frames per second, as many as the fastest camera shown; the \(primary) camera has \(own) (--fps \(own) keeps to that)",
                camera: primary)
        case .lowerRate(let rate, let primary, let highest, let other):
            Message(
                rate.isNearly(highest) ? .detail : .minor,
                "the film has \(rate) frames per second, like the \(primary) camera; the \(other) camera has \(highest) (--fps \(highest) keeps all of them)",
                camera: primary)
        case .neverSwitches(let why):
            Message(
                .other,
                why.text)
        case .noPauses(let least?):
            Message(
                .other,
                "no pause is left out, because none of more than \(least) was found; a smaller min or keep in --cut-silence takes shorter ones"
            )
        case .noPauses(nil):
            Message(.other, "no pause is left out, because no words are heard")
        case .copiesKeepQuality:
            Message(
                .detail,
                "copied frames keep the quality and size of the recording; the requested quality applies to the others (--smart off encodes all)"
            )
        case .viewsUnused(let views):
            Message(
                .other,
                "\(list(views.map { "\($0)" }, "and")) \(views.count == 1 ? "is" : "are") not shown, because the film ends first (use a shorter --switch-every)"
            )
        case .endsBeyond(let end, let recording):
            Message(
                .other,
                "the requested end, \(end.clockDescription), is past the end of the recording (\(recording.clockDescription)); the film ends there"
            )
        case .skipsBeyond(let range, let film):
            Message(
                .other,
                "--skip \(range.start)-\(range.end) leaves nothing out, because the film has only \(film.start.clockDescription) to \(film.end.clockDescription) of the recording (--skip counts from its beginning, like --from)"
            )
        case .framed(let angle, let size, let film, let framing):
            Message(
                framing == .whole ? .detail : .minor,
                framing.text(angle, size, film), camera: angle)
        case .viewCrops(let cropping):
            Message(
                .minor,
                cropping.text)
        case .black(let range, let others, let total):
            Message(
                .lost,
                "from \(range.start.clockDescription) to \(range.end.clockDescription) no camera has a picture, so the film is black there"
                    + (others > 0
                        ? ", and in \(counted(others, "more place", "more places")) (\(total.clockDescription) in total)"
                        : ""),
                time: range.start)
        case .audioChanges(let time, let from, let to, let end, let why):
            Message(
                .sound,
                "from \(time.clockDescription) \(end.map { "to \($0.clockDescription)" } ?? "on"), "
                    + (to.map { "the sound comes from \($0)" } ?? "there is no sound")
                    + ", because \(why == .footageBegins ? "\(to ?? from) begins" : "\(from) has none") there",
                camera: to, time: time)
        case .primarySilent(let primary, let used):
            Message(
                .sound,
                used.map { "\(primary) has no sound, so that of \($0) is used" }
                    ?? "no camera has sound, so the film has none", camera: primary)
        case .encoder(.software):
            Message(.detail, "no device can encode this here, so software is used")
        case .encoder(let kind):
            Message(.detail, "encoding with \(kind.rawValue); another device may give different bytes")
        case .toneMapped(let reason):
            Message(
                reason == .asked ? .detail : .minor,
                "high dynamic range is tone-mapped to standard dynamic range (BT.709), because \(reason)")
        case .timeline(let note): note.told
        case .colorsMatched(let match) where !match.isComparable:
            Message(
                .minor,
                "the colors of the \(match.angle) camera stay as they are: it shows too little of what the \(match.reference) camera shows to compare them (--adjust \(match.angle)=… changes them by hand)",
                camera: match.angle)
        case .colorsMatched(let match) where match.isNothing:
            Message(
                .minor,
                "the colors of the \(match.angle) camera stay as they are: they match the \(match.reference) camera's already",
                camera: match.angle)
        case .colorsMatched(let match):
            Message(
                .minor,
                "the colors of the \(match.angle) camera are matched to the \(match.reference) camera's: exposure \(match.exposure < 0 ? "−" : "+")\(fixed(abs(match.exposure), 2)) stops, contrast × \(fixed(match.contrast, 2)), red × \(fixed(match.red, 2)), blue × \(fixed(match.blue, 2))",
                camera: match.angle)
        }
    }

    /// An option that cuts one camera as if it were several.
    private static func closeUp(_ microphone: Angle, _ camera: Angle) -> String {
        "--speaker \(quoted("\(microphone)=single:camera=\(camera),zoom=2@0.3,0.4"))"
    }

    private static let choice = " (write front=FILE back=FILE to choose)"
}

extension Diagnostic {
    /// The file's name, or its path if another has the same name.
    fileprivate static func name(_ one: Assignment, among all: [Assignment]) -> String {
        let name = fileName(one.path)
        return all.count { fileName($0.path) == name } == 1 ? name : one.path
    }
}

extension Diagnostic.MicrophoneFault {
    /// Continues a sentence about these microphones.
    fileprivate func text(_ angles: [Angle]) -> String {
        let isOne = angles.count == 1
        return switch self {
        case .silent: "recorded nothing (without \(isOne ? "it" : "them"), cameras are heard)"
        case .clips: "\(isOne ? "is" : "are") overdriven: the voice clips"
        case .noisy:
            "\(isOne ? "has" : "have") noise nearly as loud as the voice (--highpass \(quoted("\(angles[0])=80")) reduces hum, --denoise \(quoted("\(angles[0])")) hiss)"
        }
    }
}

extension Diagnostic.ShownSpeaker.Reason {
    fileprivate var text: String {
        switch self {
        case .name: "by their names"
        case .number: "by their numbers"
        case .sound: "by what the cameras heard"
        case .rest: "for lack of another camera"
        }
    }
}

private func fileName(_ path: String) -> String { FilePath(path).name }
