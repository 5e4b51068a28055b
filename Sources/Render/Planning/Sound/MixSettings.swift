import Audio
import MediaIO
import MediaTime
import Timeline

/// How the sounds of a film are processed before they are added.
public struct MixSettings: Hashable, Sendable, Codable {
    /// The level of a camera or a sound file.
    public struct Level: Hashable, Sendable, Codable {
        /// The camera, or the name of the sound file.
        public var angle: Angle
        /// Decibels relative to its own level, in `MixSettings.gains`.
        public var gain: Double
        /// Silent, whatever its gain.
        public var isMuted: Bool

        /// Its own level, if nothing else is given.
        public init(angle: Angle, gain: Double = 0, isMuted: Bool = false) {
            self.angle = angle
            self.gain = gain
            self.isMuted = isMuted
        }

        /// The factor applied to its samples.
        var factor: Float { isMuted ? 0 : Float(Decibels.factor(gain)) }
    }

    /// The cleaning of a camera's or a sound file's sound.
    public struct Cleaning: Hashable, Sendable, Codable {
        /// The camera, or the name of the sound file.
        public var angle: Angle
        /// Their noise profile is ignored: `noises` has one for each file.
        public var filters: SoundCleaning

        /// For all files of the camera.
        public init(angle: Angle, filters: SoundCleaning) {
            self.angle = angle
            self.filters = filters
        }
    }

    /// The steady noise of one file, for a camera or sound file that is denoised.
    public struct Noise: Hashable, Sendable, Codable {
        /// The source's number: takes, then sound files.
        public var input: Int
        /// As `SoundCleaning.noiseProfile`.
        public var profile: [Double]
    }

    /// The position of a file's sound when it is added to others of the same scene: by its arrival at the microphone,
    /// which differs slightly from the picture's clock.
    public struct Alignment: Hashable, Sendable, Codable {
        /// The source's number: takes, then sound files.
        public var input: Int
        /// From the file's clock to the session clock.
        public var clock: TimeMap
    }

    /// Sorted by name, without duplicates; all others keep their own level.
    public var levels: [Level] = []
    /// Sorted by name, without duplicates; all others are unchanged.
    public var cleanings: [Cleaning] = []
    /// Sorted by input, without duplicates.
    public var alignments: [Alignment] = []
    /// Sorted by input, without duplicates.
    public var noises: [Noise] = []
    /// How speech ducks music, and a voice-over ducks the recording; `nil` for no ducking.
    public var ducking: Ducking?
    /// How long the whole mix fades in at the start of the film, and out at its end.
    public var fadeIn = MediaTime.zero
    /// As `fadeIn`; a plan allows 0 to 3600 s for each.
    public var fadeOut = MediaTime.zero

    /// Every sound at its own level, without cleaning, ducking or fades.
    public init() {}

    /// The allowed gains in decibels: below −60 is practically mute, above 24 mostly noise.
    public static let gains = -60.0...24.0

    /// The factor applied to a camera's or a sound file's samples.
    func factor(of angle: Angle) -> Float { levels.first { $0.angle == angle }?.factor ?? 1 }

    /// The filters of a source, by its number and name.
    func cleaning(ofInput number: Int, _ angle: Angle) -> SoundCleaning {
        var filters = cleanings.first { $0.angle == angle }?.filters ?? SoundCleaning()
        if filters.denoise != nil { filters.noiseProfile = noises.first { $0.input == number }?.profile }
        return filters
    }

    /// Whether a plan may contain these values.
    ///
    /// - Parameter inputs: the number of inputs.
    func isValid(inputs: Int) -> Bool {
        levels.allSatisfy { Self.gains.contains($0.gain) } && Set(levels.map(\.angle)).count == levels.count
            && cleanings.allSatisfy(\.filters.isValid) && Set(cleanings.map(\.angle)).count == cleanings.count
            && alignments.allSatisfy { (0..<inputs).contains($0.input) }
            && Set(alignments.map(\.input)).count == alignments.count && ducking?.isValid ?? true
            && noises.allSatisfy { (0..<inputs).contains($0.input) && SoundCleaning.isValid(noiseProfile: $0.profile) }
            && Set(noises.map(\.input)).count == noises.count
            && [fadeIn, fadeOut].allSatisfy((MediaTime.zero ... .seconds(3600)).contains)
    }
}
