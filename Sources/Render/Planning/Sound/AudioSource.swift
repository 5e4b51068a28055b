import MediaIO
import MediaTime
import Timeline

/// A source of sound: a take, a file without a picture, such as a microphone's, or music and voice-overs.
public struct AudioSource: Sendable {
    /// The camera, or the name of the sound-only file.
    public var angle: Angle
    /// Of the whole file, as probed.
    public var info: MediaInfo
    /// The index of the sound stream in the file.
    public var stream: Int
    /// From the file's clock to the session clock; unused for music and voice-overs.
    public var clock: TimeMap
    /// The range of the file that is heard, on its own clock.
    public var extent: TimeRange

    /// What it is for: a recording is on the session clock, the others on the film's.
    public var role = SoundRole.recording
    /// The cleaning applied to it.
    public var cleaning = SoundCleaning()

    /// The file, as named by the user.
    public var path: String { info.path }
    /// Where it is heard, on the session clock.
    public var range: TimeRange {
        TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end))
    }
    /// The same without a silent beginning or end of a second or more.
    var soundingRange: TimeRange {
        let sounding = soundingExtent
        return TimeRange(start: clock.target(at: sounding.start), end: clock.target(at: sounding.end))
    }
    /// Where it is heard, without the samples that its device lost.
    ///
    /// - Parameter isSounding: leave out a silent beginning or end of a second or more.
    func heardRanges(_ isSounding: Bool) -> [TimeRange] {
        clock.sections(of: isSounding ? soundingExtent : extent).map { map, range in
            TimeRange(start: map.target(at: range.start), end: map.target(at: range.end))
        }
    }
    /// The part of `extent` that has sound.
    var soundingExtent: TimeRange { audio?.sounding(in: extent) ?? extent }
    /// The file's metadata for the stream.
    public var audio: AudioInfo? { info.audio.first { $0.streamIndex == stream } }
}
