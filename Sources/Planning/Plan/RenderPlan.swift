import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline
import Transitions

/// Everything that decides the bytes of the output: plain values, independent of the machine.
public struct RenderPlan: Sendable {
    /// What every output frame shows.
    public let composition: Composition
    /// One per take of the session, in its order.
    package var sources: [Source]
    /// Files without a picture that may be heard.
    package internal(set) var sounds: [AudioSource] { didSet { mix = plannedMix(output.audio.mix) } }
    /// How the film is written.
    public package(set) var output: OutputSettings {
        didSet { if output.audio != oldValue.audio { mix = plannedMix(output.audio.mix) } }
    }
    /// When the subtitles that are drawn are shown, in file order.
    package let cues: [TimeRange]
    /// What is said in the film, if it has captions.
    package let captions: CaptionSheet
    /// What is heard; `nil` without sound.
    package private(set) var mix: Mix?
    /// The catalogue that provides the transitions.
    package let catalogue: TransitionCatalogue
    /// The encoder for all encoded video: `output`, and what joins it with copied packets. Its canvas is the picture as
    /// coded.
    package var video: VideoEncoderSettings
    /// Written to the output as its display matrix; pictures are composed upright and rotated back for coding.
    package var carriedOrientation: Orientation
    /// What is copied and what is encoded, in time order, without gaps.
    package var spans: [Span]
    /// Ticks per second of the video track: every frame and every copied packet is on a tick.
    package var timescale: Int32
    /// How copied and encoded packets become one stream; `nil` if nothing is copied.
    package var join: StreamJoin?
    /// The copied sound track; `nil` if the sound is encoded, or there is none.
    package internal(set) var audioCopy: AudioCopy?
    /// Files that were read but do not affect the output: the plan file, images of transitions that did not fit.
    package var otherInputs: [String] = []
    /// Whether what apps cover is shown, for somebody who looks at the film before it is rendered.
    package var showsSafeArea = false
    /// The state of `namedFiles` at planning time.
    private(set) var fileStates: [String: FileState] = [:]

    /// A plan that encodes every frame.
    ///
    /// - Parameter cues: of `Graphics.readCues`.
    package init(
        composition: Composition, sources: [Source], sounds: [AudioSource] = [], output: OutputSettings,
        cues: [TimeRange] = [], captions: CaptionSheet = CaptionSheet(), catalogue: TransitionCatalogue = .standard
    ) {
        self.catalogue = catalogue
        self.cues = cues
        self.captions = captions
        self.composition = composition
        self.sources = sources
        self.sounds = sounds
        self.output = output
        video = output.encoder
        if video.canvas.color.transfer == ColorDescription.pq.transfer {
            video.lightLevels = sources.compactMap(\.video.lightLevels).reduce(nil) { $0?.covering($1) ?? $1 }
        }
        carriedOrientation = .upright
        let everything = 0..<composition.frameCount
        spans = [.encode(EncodeSpan(frames: everything, parts: [.init(frames: everything, reason: .full)]))]
        timescale = Self.timescale([video.frameRate.timeBase])
        for file in namedFiles { fileStates[file] = FileState(path: file) }
        mix = plannedMix(output.audio.mix)
    }

    /// The same recordings with other cuts or settings, every frame encoded.
    ///
    /// - Parameters:
    ///   - sounds: if other music or voice-overs are heard.
    ///   - cues: if other subtitles are drawn.
    ///   - captions: if others are.
    package func encoded(
        _ composition: Composition, _ output: OutputSettings, sounds: [AudioSource]? = nil, cues: [TimeRange]? = nil,
        captions: CaptionSheet? = nil
    ) -> RenderPlan {
        RenderPlan(
            composition: composition, sources: sources, sounds: sounds ?? self.sounds, output: output,
            cues: cues ?? self.cues, captions: captions ?? self.captions, catalogue: catalogue)
    }

    /// The number of frames of the film.
    public var frameCount: Int64 { composition.frameCount }

    /// The first take of the primary camera.
    package var primaryTake: Int { composition.session.takes.firstIndex { $0.angle == output.primary }! }

    /// A timescale in which the ticks of all `timeBases` are whole, at least 10 kHz; 90 kHz if that would exceed what
    /// players accept.
    static func timescale(_ timeBases: [TimeBase]) -> Int32 {
        var common: Int64 = 1
        for base in timeBases {
            common = common / greatestCommonDivisor(common, base.denominator) * base.denominator
            guard common <= 10_000_000 else { return 90_000 }
        }
        while common < 10_000 { common *= 2 }
        return Int32(common)
    }

    /// The presentation timestamp of an output frame on the track.
    package func ticks(ofFrame index: Int64) -> Int64 {
        rescale(index, video.frameRate.denominator * Int64(timescale), over: video.frameRate.numerator, .nearest)
    }
}
