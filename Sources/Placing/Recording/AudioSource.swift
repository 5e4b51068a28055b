import Audio
import MediaIO
import MediaTime
import Timeline

/// A source of sound: a take, a file without a picture, such as a microphone's, or music and voice-overs.
package struct AudioSource: Sendable {
    /// The camera, or the name of the sound-only file.
    package var angle: Angle
    /// Of the whole file, as probed.
    package var info: MediaInfo
    /// The stream and the channels that are heard.
    package var selection: SoundSelection
    /// From the file's clock to the session clock; unused for music and voice-overs.
    package var clock: TimeMap
    /// The range of the file that is heard, on its own clock.
    package var extent: TimeRange

    /// What it is for: a recording is on the session clock, the others on the film's.
    package var role = SoundRole.recording
    /// The cleaning applied to it.
    package var cleaning = SoundCleaning()

    package init(
        angle: Angle, info: MediaInfo, stream: Int, channels: SoundChannels? = nil, clock: TimeMap, extent: TimeRange,
        role: SoundRole = .recording
    ) {
        (self.angle, self.info) = (angle, info)
        selection = SoundSelection(stream: stream, channels: channels)
        (self.clock, self.extent, self.role) = (clock, extent, role)
    }

    /// The file, as named by the user.
    package var path: String { info.path }
    /// The index of the sound stream in the file.
    package var stream: Int { selection.stream }
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

/// A sound of a recording: what is heard of which file.
package struct SoundKey: Hashable, Sendable {
    package var path: String
    package var selection: SoundSelection

    package init(path: String, selection: SoundSelection) { (self.path, self.selection) = (path, selection) }
    package init(_ source: AudioSource) { self.init(path: source.path, selection: source.selection) }
}

extension AudioReader {
    /// The sound of a source.
    ///
    /// - Parameter map: from the clock of the file, if it is not to be the session clock.
    package convenience init(
        _ source: AudioSource, map: TimeMap? = nil, cleaning: SoundCleaning = SoundCleaning(),
        format: AudioFormat = .mixing
    ) throws(MediaError) {
        try self.init(
            path: source.path, stream: source.stream, channels: source.selection.channels, clock: source.info.clock,
            map: map ?? source.clock, cleaning: cleaning, format: format)
    }
}

/// The purpose of a sound file.
public enum SoundRole: Hashable, Sendable, Codable {
    /// A recording, on the session clock.
    case recording
    /// Under the whole film, on the film's clock.
    case music(Music)
    /// A voice at a moment of the film.
    case voiceOver(VoiceOver)

    /// The allowed gains in decibels: below −60 is practically mute, above 24 mostly noise.
    public static let gains = -60.0...24.0

    /// Whether a plan may contain these values.
    package var isValid: Bool {
        switch self {
        case .recording: true
        case .music(let music):
            Self.gains.contains(music.gain ?? 0) && (MediaTime.zero ... .seconds(86_400)).contains(music.start)
                && (MediaTime.zero ... .seconds(60)).contains(music.fade)
        case .voiceOver(let voice):
            Self.gains.contains(voice.gain) && (MediaTime.zero ... .seconds(1 << 24)).contains(voice.time)
        }
    }

    /// How loud music is, where it starts, and how it ends.
    public struct Music: Hashable, Sendable, Codable {
        /// In decibels, on the file's own level; `nil` lets planning choose: its own level if it plays alone, otherwise
        /// `Music.under` the rest of the film.
        public var gain: Double?
        /// The position in the file that plays at the start of the film.
        public var start: MediaTime
        /// Whether it starts over at its end.
        public var loops: Bool
        /// How long it fades in at its start, and out at its end or the film's.
        public var fade: MediaTime

        /// How loud music is under a recording and voice-overs, in LU relative to them; louder if it is lowered during
        /// speech.
        package static let under = (steady: -18.0, ducked: -8.0)

        /// By default from its beginning, once, with fades of two seconds.
        public init(
            gain: Double? = nil, start: MediaTime = .zero, loops: Bool = false, fade: MediaTime = .seconds(2)
        ) {
            (self.gain, self.start, self.loops, self.fade) = (gain, start, loops, fade)
        }
    }

    /// How loud a voice-over is, and when it begins.
    public struct VoiceOver: Hashable, Sendable, Codable {
        /// The time in the film at which it begins.
        public var time: MediaTime
        /// In decibels.
        public var gain: Double

        /// By default at its own level.
        public init(time: MediaTime, gain: Double = 0) { (self.time, self.gain) = (time, gain) }
    }
}
