import Analysis
import MediaIO
import MediaTime
import Parameters
import Pictures
import Timeline

/// Something found, assumed or decided during planning that a user should know.
///
/// Only values; the caller that displays them writes the text.
package enum Diagnostic: Hashable, Sendable {
    // About one file.
    /// The display matrix is neither a rotation nor a mirroring, and is ignored.
    case displayMatrixIgnored(path: String)
    /// The base layer is used, and Dolby's own metadata dropped.
    case dolbyVisionLeftOut(path: String, DolbyVision)
    /// The file is interlaced: each of its frames is made into a whole picture.
    case deinterlaced(path: String)
    /// The edit list would hide every picture, or is longer than any can be.
    case editListIgnored(path: String)
    /// The installed FFmpeg cannot decode it.
    case soundLeftOut(path: String, codec: String)
    /// The header announces sound, of which the file has nothing from this time on, counted from its first picture: the
    /// copy was cut short.
    case soundMissing(path: String, Angle, from: MediaTime)
    /// The timestamps jump; the parts are put end to end.
    case timestampDiscontinuity(path: String)
    /// The file has no recording time, so its pictures show no clock.
    case noClock(path: String)
    /// The camera's label is too wide for its picture from this moment of the film on, and is omitted there.
    case labelLeftOut(Angle, String, from: MediaTime)
    /// The file ends this much earlier than its header declares.
    case endsEarly(path: String, by: MediaTime)

    /// The file is a film that compose made from several cameras: perhaps an earlier result among the recordings.
    case composedFilm(path: String, Angle)

    // About the cameras.
    /// No file name identifies a camera: cameras are assigned by file order.
    case camerasByOrder([Assignment])
    /// The camera of this file is not identified, though those of others are: it is assigned a free name.
    case cameraAssumed(Assignment)
    /// By its own clock the camera starts this long after the others have ended; they are assumed to start together.
    case clockUnrelated(path: String, Angle, after: MediaTime)
    /// By their dates they were recorded this far apart; they are assumed to start together.
    case recordedApart(Angle, Angle, by: MediaTime)
    /// Switches were requested, but this is the only camera; people speak into several microphones, as into this one.
    case onlyCamera(Angle, microphone: Angle? = nil)
    /// The sound shows neither who speaks nor a clear beat: automatic cuts follow the picture.
    case followsPicture
    /// The beat of the music is unmistakable: automatic cuts follow it.
    case followsMusic
    /// The file says when lines are said, but not words: none can stand out.
    case captionsWithoutWords(path: String)
    /// Of so many shots that are cropped, these show faces or what moves; the others, the middle.
    case aimed(faces: Int, movement: Int, of: Int)
    /// OpenCV's data is not installed, so what is cropped shows the middle.
    case facesNotFound
    /// The zoom that the camera is stabilized with leaves no room to move its picture.
    case notStabilized(Angle, Specification)
    /// Automatic cuts would show this camera for so much more of a film of this length, but for its picture.
    case avoided(Angle, PictureFault, MediaTime, of: MediaTime)
    /// Where a file was placed on the session clock, and on what evidence.
    case synced(path: String, Angle, SyncPlace)
    /// Why the method could not place a file, which keeps its assumed position.
    case notSynced(path: String, Angle, SyncMethod, NoSync)
    /// The device lost samples of its sound at this time of the file: what follows is heard that much later.
    case lostSamples(path: String, Angle, at: MediaTime, MediaTime)
    /// Views show other cameras only.
    case cameraUnused(Angle)
    /// The camera is not shown, so the film keeps its high dynamic range, without the changes of its colors.
    case lookUnused(Angle)
    /// No installed font has outlines for these characters of titles or subtitles.
    case charactersMissing(String)
    /// Subtitles that begin after the end of the film, from this line of the file on.
    case subtitlesBeyond(path: String, count: Int, line: Int)
    /// Subtitles of a film from which something is left out: their times may be those of the recording.
    case subtitlesOfFilm(path: String)
    /// A script with places and drawings for a canvas of another shape than the film's.
    case scriptReshaped(path: String, PictureSize)
    /// The logo moves, but its first picture is drawn throughout.
    case logoAnimated(path: String)
    /// A file without a picture is named after its file name.
    case soundNamed(Assignment)
    /// A file without a picture is nowhere heard.
    case soundUnused(Angle)
    /// As `soundUnused`, of several: they may be microphones of people.
    case microphonesUnused([Angle])
    /// A file without a picture is assumed to start with the recording.
    case soundNotPlaced(path: String, Angle)
    /// Two sounds that do not resemble each other are added: whether they are exactly aligned is unknown.
    case notAligned(Angle, to: Angle)
    /// Two sounds are added at their files' positions, but would match this much later.
    case fitsElsewhere(Angle, to: Angle, by: MediaTime)
    /// A voice-over continues after the end of the film and is cut.
    case voiceOverCut(path: String, by: MediaTime)
    /// Music ends at this moment of the film, and the film continues without it.
    case musicEnds(path: String, at: MediaTime)
    /// Sounds heard one after the other, or of several speakers, were brought to one level, in decibels.
    case levelsMatched([LevelMatch])
    /// Wind or rumble in this camera's sound makes it seem louder than what people hear in it, which misleads the matching of
    /// levels.
    case windy(Angle)
    /// Only one microphone is heard, and another one recorded something else.
    case otherMicrophone(Angle, heard: Angle)
    /// Of several sound tracks of a file, one is heard; they count from 1.
    case oneTrackOf(Int, path: String, Angle, track: Int)
    /// These microphones tell nothing, or sound bad all the time.
    case microphonesFaulty([Angle], MicrophoneFault)
    /// The views that show who speaks near these microphones.
    case speakersShown([ShownSpeaker])
    /// A channel of the sound is timecode: it places the file, and is not heard.
    case timecodeInSound(path: String, SoundTimecode)
    /// A live cut has more than what is made again.
    case liveCutPartly(path: String, leftOut: [String])
    /// A file has several microphones, and those named so are left out: they are mixes of the others.
    case microphonesOf(path: String, [Microphone], leftOut: [String])
    /// Only one channel of a file was recorded, which is heard on both sides: 0 is the left one.
    case oneSided(path: String, Angle, heard: Int)
    /// Cameras that are shown in one view recorded sounds that have nothing in common, and all are heard; the last one is
    /// lowered while somebody speaks in the others, if any is.
    case heardTogether([Angle], ducked: [Angle])
    /// The recording keeps its level under this voice-over.
    case voiceOverNotDucked(path: String)
    /// The channels of a file cancel each other in mono, so only one of them is heard: 0 is the left one.
    case channelsCancel(path: String, heard: Int)
    /// The sum of the sounds may exceed full scale by this factor.
    case mayClip(factor: Double)

    // About an archive.
    /// A camera has no file here, or an empty one, though others do; the range is on the recording's clock, `nil` for
    /// all of it.
    case fileMissing(Angle, TimeRange?, emptyFile: String?)
    /// A numbered chapter of a camera is missing or empty; its duration is unknown.
    case chapterMissing(Int, of: Int)
    /// One of several files cannot be used.
    case fileLeftOut(path: String, Angle, reason: String)
    /// Frames are missing between the files of a camera.
    case framesLost(Angle, seams: Int, total: MediaTime, most: MediaTime)
    /// The files of a camera overlap; the later one is shown.
    case framesRepeated(Angle, seams: Int, total: MediaTime)

    // About the film.
    /// The platform does not take such a film.
    case refused(Destination.Breach, by: Destination)
    /// The user placed these where the buttons and texts of the platform's app cover them.
    case covered([Placed], by: Destination)
    /// The platform takes no film of the cameras' rate: every picture is shown several times.
    case rateMultiplied(FrameRate, from: FrameRate, Destination)
    /// Nothing is copied, so the film gets its cameras' highest rate.
    case higherRate(FrameRate, primary: Angle, primaryRate: FrameRate)
    /// The film keeps the primary camera's rate, so that its pictures can be copied.
    case lowerRate(FrameRate, primary: Angle, highest: FrameRate, of: Angle)
    /// The film has the size of the primary camera's picture, and this camera's is larger.
    case smaller(PictureSize, primary: Angle, Angle, PictureSize)
    /// No pause of this length was found; `nil` if nothing but noise is heard.
    case noPauses(least: MediaTime?)
    /// A rule asks for switches, but there are none.
    case neverSwitches(NoSwitch)
    /// A quality was requested, which copied frames do not have.
    case copiesKeepQuality
    /// The film ends before these views have their turn.
    case viewsUnused([View])
    /// The requested end of the film is after the end of the recording.
    case endsBeyond(MediaTime, recording: MediaTime)
    /// Nothing is skipped: the film has only this part of the recording.
    case skipsBeyond(TimeRange, film: TimeRange)
    /// A camera's picture has a different shape than the film's.
    case framed(Angle, PictureSize, film: PictureSize, Fit.Effect)
    /// A view of several cameras leaves out much of their pictures.
    case viewCrops(ViewCropping)
    /// No camera has a picture in this part of the film, and in `others` more parts; `total` is their total length.
    case black(TimeRange, others: Int, total: MediaTime)
    /// From here on another camera is heard, or none until a time or to the end.
    case audioChanges(at: MediaTime, from: Angle, to: Angle?, until: MediaTime?, AudioChange)
    /// The primary camera has no sound; another's is used, if one has any.
    case primarySilent(Angle, used: Angle?)
    /// Why high dynamic range is converted to standard dynamic range (BT.709).
    case toneMapped(ToneMapping)
    /// How a camera's colors are matched to the primary's; nothing is changed if they cannot be compared.
    case colorsMatched(ColorMatch)
    /// The encoder used, if it was left open.
    case encoder(EncoderKind)

    // About a plan file.
    /// How a plan that was edited, or written by another program, was read.
    case timeline(TimelineNote)

    /// What can be placed in a picture.
    package enum Placed: String, Hashable, Sendable { case inset, label, clock, timecode, logo }

    /// The camera assigned to a file.
    package struct Assignment: Hashable, Sendable {
        /// The file, as named by the user.
        package var path: String
        /// The camera; for a file without a picture, its name.
        package var angle: Angle
    }

    /// What is wrong with a microphone.
    package enum MicrophoneFault: Sendable, CaseIterable {
        /// It recorded nothing.
        case silent
        /// It is overdriven.
        case clips
        /// It hums or hisses nearly as loud as the voice.
        case noisy
    }

    /// What shows who speaks near a microphone.
    package struct ShownSpeaker: Hashable, Sendable {
        package var microphone: Angle
        package var view: View
        package var reason: Reason

        /// How that was found.
        package enum Reason: Sendable, CaseIterable {
            /// Both have a word in their names.
            case name
            /// "MIC 2" and "CAM 2".
            case number
            /// The camera's own microphone hears that speaker nearest.
            case sound
            /// Nobody else is left for the camera.
            case rest
        }

        package init(_ microphone: Angle, by view: View, _ reason: Reason) {
            (self.microphone, self.view, self.reason) = (microphone, view, reason)
        }
    }

    /// A part of a file that is a microphone of its own.
    package struct Microphone: Hashable, Sendable {
        /// Its name.
        package var angle: Angle
        /// "channel 2", "track 3".
        package var part: String

        package init(angle: Angle, part: String) { (self.angle, self.part) = (angle, part) }
    }

    /// How the level of a file was changed.
    package struct LevelMatch: Hashable, Sendable {
        /// The camera or sound file.
        package var angle: Angle
        /// One of its files.
        package var path: String
        /// In decibels.
        package var gain: Double

        package init(
            angle: Angle, path: String, gain: Double
        ) {
            self.angle = angle
            self.path = path
            self.gain = gain
        }
    }

    /// Why there are no switches.
    package enum NoSwitch: Hashable, Sendable {
        /// Only one view was requested.
        case oneView
        /// The film ends before the first switch.
        case filmEnds(firstSwitch: MediaTime)
        /// With switches at this interval, every shot would be shorter than the shortest shot.
        case shortestShot(MediaTime, interval: MediaTime)
        /// At every switch, the camera to switch to has no footage.
        case noFootage
        /// One shot throughout is better than any automatic cut.
        case director
    }

    /// Why another camera is heard.
    package enum AudioChange: Hashable, Sendable {
        /// The footage of the camera that was heard ends.
        case footageEnds
        /// The footage of the camera that should be heard begins.
        case footageBegins
    }

    /// Why high dynamic range is not kept.
    package enum ToneMapping: Hashable, Sendable {
        /// Standard range was requested.
        case asked
        /// A camera's colors are changed, which is done in standard range.
        case looks
        /// Not every camera has it.
        case otherCamera
        /// One camera records HLG, the other PQ.
        case kindsDiffer
        /// The requested codec does not support it.
        case codec
    }
}

/// A difference between a plan file and what compose wrote, and how it was handled.
package enum TimelineNote: Hashable, Sendable {
    /// It contains no plan: missing settings have their defaults.
    case foreign(clips: Int, files: Int, pictureTracks: Int, soundTracks: Int)
    /// A clip is linked to a file that was not in the plan.
    case replaced(clip: String, path: String, at: MediaTime)
    /// A transition needs more of a file than it has: the last or first picture is frozen.
    case held(path: String, at: MediaTime)
    /// A recording was found at another path.
    case relinked(path: String, was: String)
    /// Clips of upper tracks cover those below.
    case covering(clips: Int)
    /// The sound tracks were edited, or are another program's: they play as written.
    case soundOfTracks(Int)
    /// The pictures were changed and the sound tracks were not: the sound tracks play as written.
    case soundAsWritten
    /// There is no sound track: the sound of the visible cameras is used.
    case soundOfPictures
    /// A nest among the pictures has sound tracks, which are used only if a sound track contains the nest as well.
    case soundInside(String)
    /// A track of another kind, such as subtitles, is left out, with this many clips.
    case trackIgnored(String, kind: String, clips: Int)
    /// These sound tracks are silent, because others are solo.
    case soloed([String])
    /// The timecode at which the timeline begins is not used for the film.
    case startIsZero(was: String)
    /// The sound continues after the last picture, and is cut.
    case soundCut(by: MediaTime)
    /// This many markers are kept for other programs; the film does not have them.
    case markersKept(Int)
    /// The film has the rate of the timeline, not the planned rate.
    case rate(Double)
    /// Nothing can be copied any more: everything is encoded.
    case encoded(why: String)
}
