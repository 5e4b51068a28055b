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
    public var soundStream: Int?

    public var path: String { info.path }
    /// Upright, with square pixels.
    public var uprightSize: PictureSize { orientation.apply(to: video.squareSize) }
}

/// Everything that decides the bytes of the output: plain values, and nothing of the machine.
public struct RenderPlan: Sendable {
    public var composition: Composition
    /// One for each take of the session, in its order.
    public var sources: [Source]
    public var video: VideoEncoderSettings
    public var fit: Fit
    public var sound: SoundPlan
    /// Tags for the file.
    public var metadata: [String: String]

    public init(
        composition: Composition, sources: [Source], video: VideoEncoderSettings, fit: Fit, sound: SoundPlan,
        metadata: [String: String]
    ) {
        self.composition = composition
        self.sources = sources
        self.video = video
        self.fit = fit
        self.sound = sound
        self.metadata = metadata
    }
}

/// Whose sound is heard.
public struct SoundPlan: Hashable, Sendable {
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

    public init(choice: Choice, bitRate: Int64 = 192_000) {
        self.choice = choice
        self.bitRate = bitRate
    }
}
