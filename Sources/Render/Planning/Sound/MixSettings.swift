import Audio
import MediaIO
import MediaTime
import Timeline

/// What is done to the sounds of a film before they are added.
public struct MixSettings: Hashable, Sendable, Codable {
    /// How loud a camera or a sound file is.
    public struct Level: Hashable, Sendable, Codable {
        public var angle: Angle
        /// Decibels over its own level, in `MixSettings.gains`.
        public var gain: Double
        public var isMuted: Bool

        public init(angle: Angle, gain: Double = 0, isMuted: Bool = false) {
            self.angle = angle
            self.gain = gain
            self.isMuted = isMuted
        }

        /// What its samples are multiplied by.
        var factor: Float { isMuted ? 0 : Float(Decibels.factor(gain)) }
    }

    /// What the sound of a camera or a sound file is cleaned of.
    public struct Cleaning: Hashable, Sendable, Codable {
        public var angle: Angle
        public var filters: SoundCleaning

        public init(angle: Angle, filters: SoundCleaning) {
            self.angle = angle
            self.filters = filters
        }
    }

    /// Where the sound of a file lies when it is added to others that hear the same: where it arrived at the microphone,
    /// which is not quite where the picture's clock has it.
    public struct Alignment: Hashable, Sendable, Codable {
        /// The number of what is heard: takes, and then sound files.
        public var input: Int
        /// From the clock of the file to the session clock.
        public var clock: TimeMap

        public init(input: Int, clock: TimeMap) {
            self.input = input
            self.clock = clock
        }
    }

    /// In the order of their names, each once; all others have their own level.
    public var levels: [Level] = []
    /// In the order of their names, each once; all others are left as they are.
    public var cleanings: [Cleaning] = []
    /// In the order of their inputs, each once.
    public var alignments: [Alignment] = []
    /// How music gives way to speech, and the recording to a voice-over; `nil` for not at all.
    public var ducking: Ducking?
    /// How long all of the sound fades in at the film's beginning, and out at its end.
    public var fadeIn = MediaTime.zero
    public var fadeOut = MediaTime.zero

    public init() {}

    /// Decibels that a gain may have: beyond −60 it is as good as mute, beyond 24 mostly noise.
    public static let gains = -60.0...24.0

    /// What a camera's or a sound file's samples are multiplied by.
    func factor(of angle: Angle) -> Float { levels.first { $0.angle == angle }?.factor ?? 1 }

    func cleaning(of angle: Angle) -> SoundCleaning {
        cleanings.first { $0.angle == angle }?.filters ?? SoundCleaning()
    }

    /// Whether a plan may say so.
    ///
    /// - Parameter inputs: how many there are.
    func isValid(inputs: Int) -> Bool {
        levels.allSatisfy { Self.gains.contains($0.gain) } && Set(levels.map(\.angle)).count == levels.count
            && cleanings.allSatisfy(\.filters.isValid) && Set(cleanings.map(\.angle)).count == cleanings.count
            && alignments.allSatisfy { (0..<inputs).contains($0.input) }
            && Set(alignments.map(\.input)).count == alignments.count && ducking?.isValid ?? true
            && [fadeIn, fadeOut].allSatisfy((MediaTime.zero ... .seconds(3600)).contains)
    }
}
