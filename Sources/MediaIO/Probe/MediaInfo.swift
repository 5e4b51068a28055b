import MediaTime
import Pictures

/// The contents of a file, as a plain value.
package struct MediaInfo: Sendable {
    /// As it was given.
    package var path: String
    package var byteCount: Int64
    /// The file's state when it was probed.
    package var state: FileState?
    /// FFmpeg's short name of the container: "mov", "matroska", "mpegts".
    package var container: String
    /// The longest of the container's and the streams' durations as the file states them; of the actual contents, if
    /// the file states more than it has.
    package var duration: MediaTime
    /// The picture that will be used; `nil` for sound files.
    package var video: VideoInfo?
    /// The stream of the picture that a player would show.
    var usualVideo: Int?
    /// The pictures of all cameras in the file, in its order.
    package internal(set) var cameras: [VideoInfo] = []
    /// The other video tracks, in the order of the file.
    package var furtherVideos: [FurtherVideo] = []
    /// In the order of the file, including those that cannot be decoded.
    package var audio: [AudioInfo]
    /// Streams that are neither, such as timecode and GPS tracks, and additional videos: "data:tmcd".
    package var otherStreams: [String]
    /// Tags of the container, as FFmpeg names them.
    package var metadata: [String: String]
    /// Of the first frame, from the file's timecode track or tag: "19:26:48:04".
    package var timecode: String?
    /// The rate at which the timecode track counts; `nil` if it does not say. Cameras of 50 frames per second often
    /// count 25.
    package var timecodeRate: FrameRate?
    /// Timecode in a sound channel, if that was looked for.
    package internal(set) var soundTimecode: SoundTimecode?
    /// The repairs to the file's time stamps.
    package var clock: FileClock

    /// The timecode of the first frame, counted as its track does, otherwise as the pictures are.
    package var startTimecode: Timecode? {
        timecode.flatMap { Timecode(parsing: $0, at: timecodeRate ?? video?.filmRate ?? .thirty) }
    }
}

package struct VideoInfo: Sendable {
    /// The index of the stream in the file, from 0 (FFmpeg's `AVStream.index`).
    package var streamIndex: Int
    /// The container's own number of the track (in MP4 and MOV the track id).
    package var trackID: Int
    /// As the file names the track; `nil` without a name of its own.
    package var title: String?
    /// FFmpeg's name: "h264", "hevc".
    package var codec: String
    /// FFmpeg's name: "High", "Main 10"; `nil` if it has none.
    package var profile: String?
    /// FFmpeg's name: "yuv420p10le".
    package var pixelFormat: String
    /// Bits of a decoded sample.
    package var bitDepth: Int
    /// As coded, before orientation.
    package var storedSize: PictureSize
    /// Width : height of one pixel, as stored.
    package var pixelAspect: (width: Int, height: Int)
    /// The orientation that makes the stored picture upright.
    package var orientation: Orientation
    /// The display matrix is none of the eight symmetries and was ignored.
    package var hasUnusableDisplayMatrix: Bool
    /// As the stream states it; unspecified code points stay 2, and an unspecified range is limited.
    package var color: ColorDescription
    package var lightLevels: LightLevels?
    /// `nil` if the stream is not Dolby Vision.
    package var dolbyVision: DolbyVision?
    /// Whether the stream says that its pictures are interlaced.
    package var isInterlaced: Bool
    /// Of the stream's time stamps.
    package var timeBase: TimeBase
    /// The nominal rate: what most frames keep to, snapped to a standard rate where one is near.
    package var frameRate: FrameRate
    /// Frame durations differ by more than the rounding of time stamps.
    package var hasVariableFrameRate: Bool
    /// From the first presentation timestamp to the end of the last frame, on the clock of the file.
    package var footage: TimeRange
    /// How far the footage ends before the time in the header; zero where they agree. The copy was cut short, or the
    /// header is wrong.
    package var missingEnd: MediaTime
    /// The writer gave reordered pictures the times at which they are decoded.
    var hasDecodeTimes: Bool
    var isSinglePicture: Bool
    /// Bits per second; `nil` when the file does not state it.
    package var bitRate: Int64?
    /// The file's, see `MediaInfo.clock`.
    package var clock: FileClock

    /// The size with square pixels and upright: what a player shows. Never smaller than stored in any direction.
    package var uprightSize: PictureSize { orientation.apply(to: squareSize) }

    /// The rate of a film made from this footage: its own; 30 if its own is not a rate that anybody would write,
    /// because frames come irregularly (a screen, a chat) or stamps are closer than any camera's.
    package var filmRate: FrameRate {
        let isOdd = hasVariableFrameRate && !FrameRate.standard.contains(frameRate)
        return isOdd || frameRate.framesPerSecond > 240 || frameRate.framesPerSecond < 1 ? .thirty : frameRate
    }

    /// The stored picture with square pixels, before orientation.
    package var squareSize: PictureSize {
        let (w, h) = pixelAspect
        let stretched = { (length: Int, by: Int, over: Int) in
            Int(rescale(Int64(length), Int64(by), over: Int64(over), .nearest))
        }
        return w >= h
            ? PictureSize(width: stretched(storedSize.width, w, h), height: storedSize.height)
            : PictureSize(width: storedSize.width, height: stretched(storedSize.height, h, w))
    }
}

package struct AudioInfo: Sendable {
    /// The index of the stream in the file, from 0 (FFmpeg's `AVStream.index`).
    package var streamIndex: Int
    /// FFmpeg's name: "aac"; the four-character code if FFmpeg does not know the codec, or would misread it.
    package var codec: String
    /// Samples per second; 0 if unknown.
    package var sampleRate: Int
    package var channels: Int
    /// "stereo", "5.1"; "6 channels" for microphones.
    package var layout: String
    /// Whether its channels, three or more, have no places in a room: a recorder's microphones.
    package var areMicrophones = false
    /// The recorder's names of the channels, by their number from 0.
    package var channelNames: [Int: String] = [:]
    /// As the file names the track; `nil` without a name of its own.
    package var title: String?
    /// When the first sample sounds, on the clock of the file.
    package var start: MediaTime
    /// As the file states it; `nil` when it does not.
    package var duration: MediaTime?
    /// When its last packet ends, if that is a second or more before or after the pictures do.
    package internal(set) var ownEnd: MediaTime?
    /// Whether the header announces sound of which the file has nothing: the copy was cut short.
    package var isMissing = false
    /// Whether a player would choose this stream.
    package var isDefault: Bool
    /// Whether a decoder for it is installed.
    package var isDecodable: Bool

    /// Left and right, and nothing else.
    package var isStereo: Bool { channels == 2 && ["stereo", "2 channels"].contains(layout) }
}
