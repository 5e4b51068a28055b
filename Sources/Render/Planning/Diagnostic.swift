import MediaIO
import MediaTime
import Pictures
import Timeline

/// Something that was found, assumed or decided on the way to a plan, and that a user should hear of.
///
/// Values only: whoever shows it makes the sentence.
public enum Diagnostic: Hashable, Sendable {
    // Of one file.
    /// The display matrix is neither a turn nor a mirror image, and is ignored.
    case displayMatrixIgnored(path: String)
    /// The base layer is used, and Dolby's own metadata left out.
    case dolbyVisionLeftOut(path: String, DolbyVision)
    case deinterlaced(path: String)
    /// It would hide every picture, or is longer than any can be.
    case editListIgnored(path: String)
    /// The installed FFmpeg cannot decode it.
    case soundLeftOut(path: String, codec: String)
    /// The timestamps jump; the parts are put end to end.
    case timestampDiscontinuity(path: String)
    /// It does not say when it was recorded, so its pictures show no clock.
    case noClock(path: String)
    /// Its label is too wide for its picture, from a moment of the film on, and is left out there.
    case labelLeftOut(Angle, String, from: MediaTime)
    /// It ends this much before its header says.
    case endsEarly(path: String, by: MediaTime)

    // Of the cameras.
    /// No file name says which camera it is: they are told apart by their order.
    case camerasByOrder([Assignment])
    case cameraAssumed(Assignment)
    /// By its own clock the camera begins this long after the others have ended; they are taken to begin together.
    case clockUnrelated(path: String, Angle, after: MediaTime)
    /// By their dates they were recorded this far apart; they are taken to begin together.
    case recordedApart(Angle, Angle, by: MediaTime)
    case onlyCamera(Angle)
    case synced(path: String, Angle, SyncPlace)
    case notSynced(path: String, Angle, SyncMethod, NoSync)
    /// At a time of the file its device lost samples: what follows is moved on by as much.
    case lostSamples(path: String, Angle, at: MediaTime, MediaTime)
    /// A file without a picture has the name of its file.
    case soundNamed(Assignment)
    /// A file without a picture is taken to begin with the recording.
    case soundNotPlaced(path: String, Angle)
    /// Two sounds are added that do not sound alike: whether they lie right beside each other is not known.
    case notAligned(Angle, to: Angle)
    /// Two sounds are added where their files lie, and would fit this much later.
    case fitsElsewhere(Angle, to: Angle, by: MediaTime)
    /// A voice-over goes on after the film has ended, and is cut.
    case voiceOverCut(path: String, by: MediaTime)
    /// Music is over at a moment of the film, which goes on without.
    case musicEnds(path: String, at: MediaTime)
    /// Added up, the sounds may be louder than full scale by this factor.
    case mayClip(factor: Double)

    // Of an archive.
    /// A camera has no file here, or an empty one, though others do; the time is the recording's, `nil` for all of it.
    case fileMissing(Angle, TimeRange?, emptyFile: String?)
    /// A chapter of a camera that counts its files is missing or empty; how long it was nobody knows.
    case chapterMissing(Int, of: Int)
    /// A file of several cannot be used.
    case fileLeftOut(path: String, Angle, reason: String)
    /// Between the files of a camera pictures are lacking.
    case framesLost(Angle, seams: Int, total: MediaTime, most: MediaTime)
    /// The files of a camera overlap; the later one is shown.
    case framesRepeated(Angle, seams: Int, total: MediaTime)

    // Of the film.
    /// Nothing is copied, so the film has the highest rate of its cameras.
    case higherRate(FrameRate, primary: Angle, primaryRate: FrameRate)
    /// The film keeps the primary camera's rate, so that its pictures can be copied.
    case lowerRate(FrameRate, primary: Angle, highest: FrameRate, of: Angle)
    /// A rule asks for switches, and there are none.
    case neverSwitches(interval: MediaTime, NoSwitch)
    /// The film was to end later than the recording does.
    case endsBeyond(MediaTime, recording: MediaTime)
    /// Nothing is left out: the recording is over before.
    case skipsBeyond(TimeRange, recording: MediaTime)
    /// A camera's picture has another shape than the film's.
    case framed(Angle, PictureSize, film: PictureSize, Fit.Effect)
    /// No camera has a picture in this part of the film, and in `others` more; `total` is the length of all.
    case black(TimeRange, others: Int, total: MediaTime)
    /// From here on another camera is heard, or none.
    case audioChanges(at: MediaTime, from: Angle, to: Angle?, AudioChange)
    /// The primary camera has no sound; another's is used, if one has any.
    case primarySilent(Angle, used: Angle?)
    case toneMapped(ToneMapping)
    case colorsMatched(ColorMatch)
    /// Who encodes, where that was left open.
    case encoder(EncoderKind)

    // Of a plan file.
    case timeline(TimelineNote)

    /// Which camera a file is taken for.
    public struct Assignment: Hashable, Sendable {
        public var path: String
        public var angle: Angle
        public init(path: String, angle: Angle) {
            self.path = path
            self.angle = angle
        }
    }

    /// Why nothing switches.
    public enum NoSwitch: Hashable, Sendable {
        /// One view throughout is asked for.
        case oneView
        /// The film ends before the first switch.
        case filmEnds
        /// Every shot would be shorter than this.
        case shortestShot(MediaTime)
        /// At no switch has the camera footage to which it leads.
        case noFootage
    }

    /// Why another camera is heard.
    public enum AudioChange: Hashable, Sendable {
        /// The footage of the camera that was heard ends.
        case footageEnds
        /// That of the camera that is to be heard begins.
        case footageBegins
    }

    /// Why high dynamic range is not kept.
    public enum ToneMapping: Hashable, Sendable {
        /// Standard range is asked for.
        case asked
        /// A camera's colors are changed, which is done in standard range.
        case looks
        /// Not every camera has it.
        case otherCamera
        /// One camera records HLG, the other PQ.
        case kindsDiffer
        /// The codec that is asked for does not carry it.
        case codec
    }
}
