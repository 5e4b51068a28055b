import MediaIO
import MediaTime
import Timeline

/// A source of sound: a take, a file without a picture, such as a microphone's, or music and voice-overs.
package struct AudioSource: Sendable {
    /// The camera, or the name of the sound-only file.
    package var angle: Angle
    /// Of the whole file, as probed.
    package var info: MediaInfo
    /// The index of the sound stream in the file.
    package var stream: Int
    /// From the file's clock to the session clock; unused for music and voice-overs.
    package var clock: TimeMap
    /// The range of the file that is heard, on its own clock.
    package var extent: TimeRange

    /// What it is for: a recording is on the session clock, the others on the film's.
    package var role = SoundRole.recording
    /// The cleaning applied to it.
    package var cleaning = SoundCleaning()

    package init(
        angle: Angle, info: MediaInfo, stream: Int, clock: TimeMap, extent: TimeRange, role: SoundRole = .recording
    ) {
        (self.angle, self.info, self.stream) = (angle, info, stream)
        (self.clock, self.extent, self.role) = (clock, extent, role)
    }

    /// The file, as named by the user.
    package var path: String { info.path }
    /// Where it is heard, on the session clock.
    package var range: TimeRange {
        TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end))
    }
    /// The same without a silent beginning or end of a second or more.
    package var soundingRange: TimeRange {
        let sounding = soundingExtent
        return TimeRange(start: clock.target(at: sounding.start), end: clock.target(at: sounding.end))
    }
    /// Where it is heard, without the samples that its device lost.
    ///
    /// - Parameter isSounding: leave out a silent beginning or end of a second or more.
    package func heardRanges(_ isSounding: Bool) -> [TimeRange] {
        clock.sections(of: isSounding ? soundingExtent : extent).map { map, range in
            TimeRange(start: map.target(at: range.start), end: map.target(at: range.end))
        }
    }
    /// The part of `extent` that has sound.
    package var soundingExtent: TimeRange { audio?.sounding(in: extent) ?? extent }
    /// The file's metadata for the stream.
    package var audio: AudioInfo? { info.audio.first { $0.streamIndex == stream } }
}
