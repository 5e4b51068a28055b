import MediaIO
import MediaTime
import Pictures
import Synchronization
import Timeline
import Transitions

/// A take's file: the probe result and how its pictures are turned upright.
public struct Source: Sendable {
    /// Of the whole file, as probed.
    public var info: MediaInfo
    /// The video stream that is used.
    public var video: VideoInfo
    /// The file's own orientation, or the user's override.
    public var orientation: Orientation
    /// The sound stream to use, if the file has one that can be decoded.
    public var audioStream: Int?
    /// From the time stamps of the sound to the file's clock, which the pictures follow: a jump wherever the device
    /// lost samples. `nil` if it lost none.
    public var soundJumps: TimeMap?
    /// Read when a plan first asks for it, and kept for the next plan of the same recording.
    let packets = PacketTable()

    /// The file, as named by the user.
    public var path: String { info.path }
    /// Upright, with square pixels.
    public var uprightSize: PictureSize { orientation.apply(to: video.squareSize) }
}

extension Source {
    /// The tags of a film that begins during this recording, with the film's own date.
    func metadata(of composition: Composition, as take: Take) -> [String: String] {
        let start = take.clock.source(at: composition.clock.target(at: .zero))
        return info.portableMetadata(from: start, length: composition.duration)
    }
}

/// The packet index of a source, read once.
final class PacketTable: Sendable {
    private let index = Mutex<GOPIndex?>(nil)

    /// - Throws: `MediaError` if the file cannot be read.
    func index(of source: Source) throws(MediaError) -> GOPIndex {
        try index.withLock { known throws(MediaError) in
            if let known { return known }
            let read = try GOPIndex(reading: source.path, video: source.video)
            known = read
            return read
        }
    }
}

/// Everything that decides the bytes of the output: plain values, independent of the machine.
public struct RenderPlan: Sendable {
    /// What every output frame shows.
    public var composition: Composition
    /// One per take of the session, in its order.
    public var sources: [Source]
    /// Files without a picture that may be heard.
    public var sounds: [AudioSource]
    /// How the film is written.
    public var output: OutputSettings
    /// The catalogue that provides the transitions.
    public let catalogue: TransitionCatalogue
    /// The encoder for all encoded video: `output`, and what joins it with copied packets. Its canvas is the picture as
    /// coded.
    public var video: VideoEncoderSettings
    /// Written to the output as its display matrix; pictures are composed upright and rotated back for coding.
    public var carriedOrientation: Orientation
    /// What is copied and what is encoded, in time order, without gaps.
    public var spans: [Span]
    /// Ticks per second of the video track: every frame and every copied packet is on a tick.
    public var timescale: Int32
    /// How copied and encoded packets become one stream; `nil` if nothing is copied.
    public var join: StreamJoin?
    /// The copied sound track; `nil` if the sound is encoded, or there is none.
    public internal(set) var audioCopy: AudioCopy?
    /// Files that were read but do not affect the output: the plan file, images of transitions that did not fit.
    public var otherInputs: [String] = []
    /// The state of `namedFiles` at planning time.
    private(set) var fileStates: [String: FileState] = [:]

    /// A plan that encodes every frame.
    public init(
        composition: Composition, sources: [Source], sounds: [AudioSource] = [], output: OutputSettings,
        catalogue: TransitionCatalogue = .standard
    ) {
        self.catalogue = catalogue
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
    }

    /// The first take of the primary camera.
    var primaryTake: Int { composition.session.takes.firstIndex { $0.angle == output.primary }! }

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

extension RenderPlan {
    /// The encoder of a unit. A short unit next to copies gets higher quality: an encoder that starts in the middle of
    /// a shot has no earlier pictures to build on, and its result is seen next to its neighbors. With grainy 360p
    /// footage at libx264's 18, eleven frames between copies gained 1.7 dB (`ultrafast`) to 4.4 dB (`medium`), and the
    /// file grew by 0.7 to 0.9 %.
    package func encoder(of unit: EncodeUnit) -> VideoEncoderSettings {
        var settings = video
        guard join != nil, Double(unit.frames.count) < 2 * video.frameRate.framesPerSecond,
            case .constantRateFactor(let factor) = video.quality
        else { return settings }
        // Two steps lower, fewer near 0. Below 1, x264 encodes without loss, in another profile, which does not belong to
        // the parameter sets of the others.
        settings.quality = .constantRateFactor(max(factor - min(2, factor / 8), min(factor, 1)))
        return settings
    }
}
