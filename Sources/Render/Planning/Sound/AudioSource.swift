import MediaIO
import MediaTime
import Timeline

/// A file that is heard: a take, one without a picture, such as that of a microphone, or music and voice-overs.
public struct AudioSource: Sendable {
    /// The camera, or the name of what is only heard.
    public var angle: Angle
    public var info: MediaInfo
    /// The index of the sound stream in the file.
    public var stream: Int
    /// From the clock of the file to the session clock; of music and voice-overs it is none.
    public var clock: TimeMap
    /// The times of the file that are heard, on its own clock.
    public var extent: TimeRange

    public var role: SoundRole
    /// What it is cleaned of.
    public var cleaning = SoundCleaning()

    public init(
        angle: Angle, info: MediaInfo, stream: Int, clock: TimeMap, extent: TimeRange, role: SoundRole = .recording
    ) {
        self.role = role
        self.angle = angle
        self.info = info
        self.stream = stream
        self.clock = clock
        self.extent = extent
    }

    public var path: String { info.path }
    /// Where it is heard, on the session clock.
    public var range: TimeRange {
        TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end))
    }
    /// What the file says of the stream.
    public var audio: AudioInfo? { info.audio.first { $0.streamIndex == stream } }
}
