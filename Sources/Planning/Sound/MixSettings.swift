import Placing
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
    package struct Cleaning: Hashable, Sendable, Codable {
        /// The camera, or the name of the sound file.
        public var angle: Angle
        /// Their noise profile is ignored: `noises` has one for each file.
        package var filters: SoundCleaning

        /// For all files of the camera.
        public init(angle: Angle, filters: SoundCleaning) {
            self.angle = angle
            self.filters = filters
        }
    }

    /// What was measured of one file for this film.
    package struct Measurement: Hashable, Sendable, Codable {
        package var input: SourceID
        /// From the file's clock to the session clock, where its sound is added to others of the same scene: by its
        /// arrival at the microphone, which differs slightly from the picture's clock.
        package var clock: TimeMap?
        /// The steady noise of a file that is denoised, as `SoundCleaning.noiseProfile`.
        package var noise: [Double]?
        /// The channel that is heard on both sides, as `SoundCleaning.channel`: of a microphone that filled one side, or,
        /// in a film in mono, of sound whose sides cancel each other.
        package var channel: Int?
        /// Decibels that match its level to the sounds heard before and after it.
        public var gain = 0.0

        /// Without noise, at its own level.
        package init(input: SourceID, clock: TimeMap? = nil) { (self.input, self.clock) = (input, clock) }

        /// How far a level may be matched: more than the difference between two phones in one room.
        static let gains = -24.0...12.0

        fileprivate var isValid: Bool {
            channel.map((0...1).contains) ?? true && Self.gains.contains(gain)
                && noise.map(SoundCleaning.isValid(noiseProfile:)) ?? true
        }
    }

    /// Sorted by name, without duplicates; all others keep their own level.
    public var levels: [Level] = []
    /// Sorted by name, without duplicates; all others are unchanged.
    package var cleanings: [Cleaning] = []
    /// Sorted by input, without duplicates; planning makes them.
    package var measurements: [Measurement] = []
    /// How speech ducks music, and a voice-over ducks the recording; `nil` for no ducking.
    public var ducking: Ducking?
    /// The cameras and sound files that `ducking` lowers while somebody speaks in the others, sorted by name; `nil` for
    /// none.
    public var ducked: [Angle]?
    /// How long the whole mix fades in at the start of the film, and out at its end.
    public var fadeIn = MediaTime.zero
    /// As `fadeIn`; a plan allows 0 to 3600 s for each.
    public var fadeOut = MediaTime.zero

    /// Every sound at its own level, without cleaning, ducking or fades.
    public init() {}

    /// In LUFS: whispers are louder, and a microphone's own noise is not.
    static let leastHeard = -55.0

    /// The allowed gains in decibels.
    package static let gains = SoundRole.gains

    /// The factor that a user gave for a camera or a sound file; 0 if it is muted.
    package func factor(of angle: Angle) -> Float { levels.first { $0.angle == angle }?.factor ?? 1 }

    /// The factor applied to the samples of one file.
    func factor(of angle: Angle, input: SourceID) -> Float {
        let gain = measured(input)?.gain ?? 0
        return gain == 0 ? factor(of: angle) : factor(of: angle) * Float(Decibels.factor(gain))
    }

    /// What was measured of a file.
    func measured(_ input: SourceID) -> Measurement? { measurements.first { $0.input == input } }

    /// Notes something measured of a file.
    mutating func measure(_ input: SourceID, _ change: (inout Measurement) -> Void) {
        let index = measurements.partitioningIndex { $0.input >= input }
        if index == measurements.count || measurements[index].input != input {
            measurements.insert(Measurement(input: input), at: index)
        }
        change(&measurements[index])
    }

    /// Whether a camera or a sound file is lowered while somebody speaks in the others.
    func givesWay(_ angle: Angle) -> Bool { ducking != nil && ducked?.contains(angle) == true }

    /// Silences others, and lowers some while somebody speaks in the rest.
    mutating func silence(_ others: Set<Angle>, ducking ducked: [Angle]) {
        for angle in others.sorted(by: { $0.name < $1.name }) {
            if let index = levels.firstIndex(where: { $0.angle == angle }) {
                levels[index].isMuted = true
            } else {
                levels.append(Level(angle: angle, isMuted: true))
            }
        }
        guard !ducked.isEmpty else { return }
        (self.ducked, ducking) = (ducked.sorted { $0.name < $1.name }, ducking ?? Ducking())
    }

    func cleaning(of id: SourceID, _ angle: Angle) -> SoundCleaning {
        var filters = cleanings.first { $0.angle == angle }?.filters ?? SoundCleaning()
        if filters.denoise != nil { filters.noiseProfile = measured(id)?.noise }
        filters.channel = measured(id)?.channel
        return filters
    }

    /// Whether a plan may contain these values.
    ///
    /// - Parameter inputs: the recordings and added sounds of the plan.
    package func isValid(inputs: Set<SourceID>) -> Bool {
        levels.allSatisfy { Self.gains.contains($0.gain) } && Set(levels.map(\.angle)).count == levels.count
            && cleanings.allSatisfy(\.filters.isValid) && Set(cleanings.map(\.angle)).count == cleanings.count
            && measurements.allSatisfy { inputs.contains($0.input) && $0.isValid }
            && zip(measurements, measurements.dropFirst()).allSatisfy { $0.input < $1.input }
            && ducking?.isValid ?? true
            && [fadeIn, fadeOut].allSatisfy((MediaTime.zero ... .seconds(3600)).contains)
    }
}
