import MediaTime

/// The purpose of a sound file.
public enum SoundRole: Hashable, Sendable, Codable {
    /// A recording, on the session clock.
    case recording
    /// Under the whole film, on the film's clock.
    case music(Music)
    /// A voice at a moment of the film.
    case voiceOver(VoiceOver)

    /// Whether a plan may contain these values.
    var isValid: Bool {
        switch self {
        case .recording: true
        case .music(let music):
            MixSettings.gains.contains(music.gain) && (MediaTime.zero ... .seconds(86_400)).contains(music.start)
                && (MediaTime.zero ... .seconds(60)).contains(music.fade)
        case .voiceOver(let voice):
            MixSettings.gains.contains(voice.gain) && (MediaTime.zero ... .seconds(1 << 24)).contains(voice.time)
        }
    }

    /// How loud music is, where it starts, and how it ends.
    public struct Music: Hashable, Sendable, Codable {
        /// In decibels.
        public var gain = -18.0
        /// The position in the file that plays at the start of the film.
        public var start = MediaTime.zero
        /// Whether it starts over at its end.
        public var loops = false
        /// How long it fades in at its start, and out at its end or the film's.
        public var fade = MediaTime.seconds(2)
    }

    /// How loud a voice-over is, and when it begins.
    public struct VoiceOver: Hashable, Sendable, Codable {
        /// The time in the film at which it begins.
        public var time: MediaTime
        /// In decibels.
        public var gain = 0.0
    }
}
