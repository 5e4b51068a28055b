import Audio
import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline
import Transitions

/// A user's request; `nil` values are decided from the footage. It has the properties of its `finish`, too.
@dynamicMemberLookup
public struct CompositionRequest: Sendable {
    /// What planning passes on unchanged.
    public var finish = Finish()
    /// When the view changes; unused if a `director` decides the cuts.
    public var policy: SwitchPolicy = .never
    /// Decides the cuts instead of a policy, by who speaks, by music or by what happens in the picture.
    public var director: DirectorRequest?
    /// The views shown in turn, the opening view first; empty for each camera on its own.
    public var views: [View] = []
    /// The framing of cameras throughout, unless a view specifies another.
    public var framings: [Angle: Framing] = [:]
    /// Cameras whose colors are matched to the primary camera's, before their looks.
    public var matchedColors: Set<Angle> = []
    /// At every cut. An entry of a list of switches may name another kind, but not another duration.
    public var transition = TransitionRequest(
        Specification(name: "dissolve"), duration: TransitionRequest.usualDuration)
    /// The shortest shot that a rule or the footage may make; `nil` for the larger of one second and twice the
    /// transition, capped at the requested interval.
    public var shortestShot: MediaTime?
    /// The part of the footage that the film covers.
    package var span: Excerpt.Span = .union
    /// The part of it to keep, counted from its start; `nil` for all.
    public var range: TimeRange?
    /// The parts of it to skip.
    public var skipped: [TimeRange] = []
    /// Which pauses between words to skip, too; `nil` for none.
    public var pauses: PauseRule?
    /// The available views: `Catalogue.standard`, and any that a program registers.
    public var viewCatalogue = Catalogue<ViewEntry>.standard
    /// The available transitions: `TransitionCatalogue.standard`, and any that a program registers.
    public var catalogue = TransitionCatalogue.standard
    /// The camera shown first, unless a policy has `views`; `nil` for the primary one or what a director chooses.
    public var startWith: Angle?
    /// The camera that decides the canvas, the frame rate and the sound, and is shown by default; `nil` for the only
    /// camera that is requested, else "back", else the first.
    public var primary: Angle?
    /// In luma samples, even, 16 to 16384; `nil` for the primary camera's upright size, rounded down to even.
    public var size: PictureSize?
    /// 1 to 480 fps; `nil` for the primary camera's or, if nothing is copied, the highest of the cameras shown.
    public var frameRate: FrameRate?
    /// The container, if known: it decides what may be in the file.
    public var container: Container?
    /// `nil` for the container's usual one, else that of the copied pictures, else the usual one for the film's colors.
    public var codec: VideoCodec?
    /// A device prevents copying; `auto` uses a device only if nothing is copied.
    public var encoder = EncoderRequest.kind(.software)
    /// nil: visually lossless for the codec.
    public var quality: Quality?
    /// The encoder's own preset, as in ffmpeg; `nil` for the codec's usual one.
    public var preset: String?
    /// nil: the usual codec for the video codec that the container supports.
    public var audioCodec: AudioCodec?
    /// The target loudness of the film; `nil` to leave it unchanged.
    public var level: LevelTarget?
    /// The sample rate of the written sound in samples per second, and its channels: 1 or 2.
    public var sampleRate: Int32?
    /// 1 or 2; `nil` for 2, unless the sound is copied.
    public var channelCount: Int?
    /// Bits per second of the written sound; `nil` for the usual.
    public var soundBitRate: Int64?
    /// Whose recorded sound is heard; `addedSounds` come in addition.
    public var sound: AudioRequest = .primary
    /// The room tone of takes: if given, it fills sound that follows the picture where no take is heard.
    package var roomTones: [RoomTone]?
    /// Processing of the sounds before they are added; planning finds the alignments.
    public var mix = MixSettings()
    /// Music and voice-overs.
    public var addedSounds: [AddedSound] = []
    /// Whether high dynamic range is kept.
    public var dynamicRange: DynamicRange = .auto
    /// Copies the tags of the primary camera's first file: when, where and with what it was recorded.
    public var keepsMetadata = true
    /// What the app that shows the film leaves free, and its other limits; `nil` for none.
    package var destination: Destination?
    /// Whether stretches that show one camera untouched are copied. Only `require` fails if nothing can be.
    public var smart: SmartMode = .auto
    /// Whether the sound is copied if it is one untouched track; `nil` for the same as `smart` for the picture.
    package var copiesAudio: Bool?
    /// How far cuts may move so that more can be copied.
    public var snapping: MediaTime = .zero
    /// If a transition lacks footage, a picture is held for up to this long on either side.
    package var heldHandles: MediaTime = .zero
    /// Where no camera has footage, the last picture is held.
    package var holdsPictures = false
    /// Where no camera has footage, black is intended: transitions lead to and from it.
    package var leadsThroughBlack = false

    /// As `AudioSettings.Choice`.
    public enum AudioRequest: Hashable, Sendable {
        /// No audio track.
        case none
        /// The primary camera's sound throughout, where it has footage; another's if it has no sound or is muted. If
        /// automatic cuts follow speech: `speakers`.
        case primary
        /// Everybody by their own microphone.
        case speakers
        /// That of the camera that is shown, cross-faded with the transitions.
        case follow
        /// All together, with equal shares of those that are recording.
        case mix
        /// That of this camera or sound file throughout.
        case angle(Angle)
        /// The sound tracks of a timeline; their numbers are the recording's.
        case tracks([SoundTrack])
    }

    /// Which encoder to use.
    public enum EncoderRequest: Hashable, Sendable {
        /// Only this kind: planning throws `MediaError.noDevice` if it is a device that cannot encode here.
        case kind(EncoderKind)
        /// The first device that works, otherwise software, which is reported.
        case auto

        /// The encoder that is named.
        var kind: EncoderKind? { if case .kind(let kind) = self { kind } else { nil } }
    }

    /// How to treat high dynamic range.
    public enum DynamicRange: String, Sendable, CaseIterable {
        /// Kept if all cameras have the same kind and the codec supports it, otherwise `sdr`.
        case auto
        /// Tone-mapped to BT.709.
        case sdr
    }

    /// A film of all footage without switches, with the primary camera's sound.
    public init() {}

    /// A property of `finish`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Finish, Value>) -> Value {
        get { finish[keyPath: member] }
        set { finish[keyPath: member] = newValue }
    }
}

extension CompositionRequest {
    /// The primary camera of a recording of these cameras.
    package func primary(of angles: [Angle]) -> Angle {
        primary ?? onlyCamera ?? (angles.contains("back") ? "back" : angles[0])
    }

    /// The only camera that is requested, if nothing switches, unless it is matched to another.
    private var onlyCamera: Angle? {
        guard director == nil, policy == .never else { return nil }
        let camera = views.isEmpty ? startWith : views[0].camera
        return camera.flatMap { matchedColors.contains($0) ? nil : $0 }
    }
}

extension CompositionRequest {
    /// A film as another one was planned, without its cuts.
    package init(of plan: RenderPlan) {
        let output = plan.output
        self.init()
        (finish, primary, frameRate, size) = (output.finish, output.primary, output.frameRate, output.canvas.size)
        (codec, quality, preset, encoder) = (output.codec, output.quality, output.preset, .kind(output.kind))
        framings = Dictionary(plan.stage.cameras.map { ($0.angle, $0.framing) }) { first, _ in first }
            .filter { $0.value != Framing() }
        (audioCodec, level, mix) = (output.audio.codec, output.audio.level, output.audio.mix)
        (sampleRate, channelCount) = (output.audio.sampleRate, output.audio.channelCount)
        (soundBitRate, roomTones) = (output.audio.bitRate, output.audio.roomTones)
        keepsMetadata = output.metadata != nil
        (smart, copiesAudio) = (output.stretches == .copy ? .auto : .off, output.audio.mayCopy)
        addedSounds = plan.sounds.filter { $0.role != .recording }.map { AddedSound(path: $0.path, role: $0.role) }
        transition =
            plan.composition.transitions.first.map { first in
                TransitionRequest(
                    first.specification, duration: output.frameRate.time(ofFrame: Int64(first.frames.count)))
            } ?? transition
    }

    /// Makes a plan that copies what it can, however little it is: after some edits it may be more.
    package func whateverIsCopied(_ plan: (CompositionRequest) throws -> PlannedRender) throws -> PlannedRender {
        guard smart == .auto else { return try plan(self) }
        var request = self
        request.smart = .require
        do { return try plan(request) } catch is SmartError { return try plan(self) }
    }
}

extension Recording {
    /// What a film was planned of.
    package init(of plan: RenderPlan) {
        self.init(
            session: plan.composition.session, sources: plan.sources,
            sounds: plan.sounds.filter { $0.role == .recording }, notes: [])
    }
}
