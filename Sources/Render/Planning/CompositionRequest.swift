import Audio
import Parameters
import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// What a user asks for; whatever is `nil` is decided from the footage.
public struct CompositionRequest: Sendable {
    public var policy: SwitchPolicy = .never
    /// Who decides the cuts instead of a policy, by what the recording sounds like.
    public var director: DirectorRequest?
    /// What is shown in turn, the opening view first; empty for each camera by itself.
    public var views: [View] = []
    /// What is shown of cameras throughout, where a view does not say otherwise.
    public var framings: [Angle: Framing] = [:]
    /// The looks of cameras, in the order in which they are applied. They are made for standard dynamic range.
    public var looks: [Angle: [Specification]] = [:]
    /// Cameras whose colors are brought to the primary camera's, before their looks.
    public var matchedColors: Set<Angle> = []
    public var transition = TransitionRequest(Specification(name: "dissolve"), duration: .milliseconds(500))
    /// The shortest shot that a rule or the footage may make; `nil` for the larger of one second and twice the
    /// transition, no longer than the interval that is asked for.
    public var shortestShot: MediaTime?
    /// Which of the footage the film shows.
    public var span: Excerpt.Span = .union
    /// What of it is kept, counted from its beginning; `nil` for all.
    public var range: TimeRange?
    /// What of it is left out.
    public var skipped: [TimeRange] = []
    /// The transitions there are: `TransitionCatalogue.standard`, and whatever a program registers.
    public var catalogue = TransitionCatalogue.standard
    public var startWith: Angle?
    /// The camera that decides the canvas, the frame rate, the sound and what is shown when in doubt.
    public var primary: Angle?
    public var size: PictureSize?
    public var frameRate: FrameRate?
    /// What the file will be, where that is known: it decides what may be in it.
    public var container: Container?
    public var codec: VideoCodec?
    public var encoder = EncoderRequest.kind(.software)
    /// nil: visually lossless for the codec.
    public var quality: Quality?
    /// Bits that no second is to exceed by much, beside a rate factor; H.264 and HEVC only.
    public var rateLimit: Int64?
    public var preset: String?
    /// nil: what usually goes with the picture's codec and the container holds.
    public var audioCodec: AudioCodec?
    /// How loud the film is to be; `nil` for as loud as it is.
    public var level: LevelTarget?
    /// Of the sound that is written, in samples per second, and its channels: 1 or 2.
    public var sampleRate: Int32?
    public var channelCount: Int?
    /// A chapter begins with every switch.
    public var hasChapters = false
    /// The moment of the film that its cover shows.
    public var poster: MediaTime?
    public var fit: Fit = .auto
    public var sound: AudioRequest = .primary
    /// What takes sound like where nothing happens: given, sound that follows the picture is bridged with it where no
    /// take is heard.
    public var roomTones: [RoomTone]?
    /// What is done to the sounds before they are added; its alignments are found by planning.
    public var mix = MixSettings()
    /// Music and voice-overs.
    public var addedSounds: [AddedSound] = []
    public var dynamicRange: DynamicRange = .auto
    public var keepsMetadata = true
    /// Drawn into the pictures; `nil` for none.
    public var text: PictureText?
    public var smart: SmartMode = .auto
    /// Whether the sound is copied where it is one untouched track; `nil` for as `smart` says of the picture.
    public var copiesAudio: Bool?
    /// Cuts may move by up to this much to where more can be copied.
    public var snapping: MediaTime = .zero
    /// Where a transition lacks footage, a picture stands for up to this on either side.
    public var heldHandles: MediaTime = .zero
    /// Where no camera has footage, the last picture stands.
    public var holdsPictures = false
    /// Where no camera has footage, black is what was asked for: transitions lead to it and from it.
    public var leadsThroughBlack = false

    public enum AudioRequest: Hashable, Sendable {
        case none
        case primary
        case follow
        case mix
        case angle(Angle)
        /// As the sound tracks of a timeline say, whose numbers are the recording's.
        case tracks([SoundTrack])
    }

    /// Who encodes.
    public enum EncoderRequest: Hashable, Sendable {
        case kind(EncoderKind)
        /// The first device that can, or else software, which is said.
        case auto

        /// Who is named.
        var kind: EncoderKind? { if case .kind(let kind) = self { kind } else { nil } }
    }

    /// What becomes of high dynamic range.
    public enum DynamicRange: String, Sendable, CaseIterable {
        /// It stays where all cameras have the same kind and the codec carries it, else `sdr`.
        case auto
        /// Tone-mapped to BT.709.
        case sdr
    }

    public init() {}
}
