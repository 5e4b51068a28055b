import MediaIO
import MediaTime
import Pictures
import Timeline

/// A take's file: what probing found and how its pictures are turned upright.
public struct Source: Sendable {
    public var info: MediaInfo
    public var video: VideoInfo
    /// The file's own orientation, or what the user said instead.
    public var orientation: Orientation
    /// The sound stream to use, where the file has one that can be decoded.
    public var audioStream: Int?

    public var path: String { info.path }
    /// Upright, with square pixels.
    public var uprightSize: PictureSize { orientation.apply(to: video.squareSize) }
}

/// Everything that decides the bytes of the output: plain values, and nothing of the machine.
public struct RenderPlan: Sendable {
    public var composition: Composition
    /// One for each take of the session, in its order.
    public var sources: [Source]
    /// The encoder of whatever is encoded. Its canvas is the picture as coded.
    public var video: VideoEncoderSettings
    /// Carried by the output as display matrix; pictures are composed upright and coded turned back.
    public var carriedOrientation: Orientation
    public var fit: Fit
    public var sound: AudioPlan
    /// Tags for the file; `nil` where it is to say nothing of when, where and with what it was recorded.
    public var metadata: [String: String]?
    /// What is copied and what is encoded, in order of time, without gaps.
    public var spans: [Span]
    /// Ticks per second of the video track: every frame and every copied packet lies on a tick.
    public var timescale: Int32
    /// How copied and encoded packets become one stream; `nil` when nothing is copied.
    public var join: StreamJoin?
    /// Whether untouched stretches were to be copied.
    public var stretches = Stretches.encode
    /// The sound track that is copied; `nil` when the sound is encoded, or there is none.
    public internal(set) var audioCopy: AudioCopy?
    /// Files that were read for it and decide no bytes: the plan file, images of transitions that did not fit.
    public var otherInputs: [String] = []

    /// A plan that encodes every frame.
    public init(
        composition: Composition, sources: [Source], video: VideoEncoderSettings, fit: Fit, sound: AudioPlan,
        metadata: [String: String]?
    ) {
        self.composition = composition
        self.sources = sources
        self.video = video
        if video.canvas.color.transfer == ColorDescription.pq.transfer {
            self.video.lightLevels = sources.compactMap(\.video.lightLevels).reduce(nil) { $0?.covering($1) ?? $1 }
        }
        self.fit = fit
        self.sound = sound
        self.metadata = metadata
        carriedOrientation = .upright
        let everything = 0..<composition.frameCount
        spans = [.encode(EncodeSpan(frames: everything, parts: [.init(frames: everything, reason: .full)]))]
        timescale = Self.timescale([video.frameRate.timeBase])
    }

    /// The picture as a viewer sees it.
    public var displayCanvas: Canvas {
        var canvas = video.canvas
        canvas.size = carriedOrientation.apply(to: canvas.size)
        return canvas
    }

    /// A clock on which the ticks of all `timeBases` are whole, at least 10 kHz; 90 kHz where that would be more than players take.
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
    func ticks(ofFrame index: Int64) -> Int64 {
        rescale(index, video.frameRate.denominator * Int64(timescale), over: video.frameRate.numerator, .nearest)
    }
}

/// What becomes of stretches that show one camera untouched.
public enum Stretches: String, Sendable {
    case encode
    /// Copied where all can share one sequence parameter set.
    case copy
    /// Copied also where streams keep parameter sets of their own.
    case copyAll = "all"
}

/// Whose sound is heard.
public struct AudioPlan: Hashable, Sendable {
    public enum Choice: Hashable, Sendable {
        /// No sound track.
        case none
        /// One camera's microphone throughout; where it has no footage, that of the camera that has.
        case angle(Angle)
        /// The camera that is shown, cross-faded along the transitions.
        case follow
    }
    public var choice: Choice
    /// Bits per second.
    public var bitRate: Int64
    /// Where the sound is one untouched track, its packets may be copied.
    public var mayCopy: Bool

    public init(choice: Choice, bitRate: Int64 = 192_000, mayCopy: Bool) {
        self.choice = choice
        self.bitRate = bitRate
        self.mayCopy = mayCopy
    }
}
