import Audio
import MediaIO
import MediaTime
import Parameters
import Pictures
import Timeline

/// How a film is written: one value for request, plan, plan file and digest.
public struct OutputSettings: Hashable, Sendable, Codable {
    /// The picture as a viewer sees it, upright.
    public var canvas: Canvas
    public var frameRate: FrameRate
    public var codec: VideoCodec
    public var kind = EncoderKind.software
    public var quality: Quality
    /// Bits that no second is to exceed by much, beside a rate factor.
    public var rateLimit: Int64?
    /// The encoder's own preset, as in ffmpeg.
    public var preset: String
    /// Encoder threads: encoders' bits depend on their number.
    public var threads: Int
    public var fit: Fit
    public var audio: AudioSettings
    public var stretches: Stretches
    /// The camera that decides size, rate and parameter sets.
    public var primary: Angle
    /// Tags for the file; `nil` where it is to say nothing of when, where and with what it was recorded.
    public var metadata: [String: String]?
    /// The looks of cameras that have any, in the order of their names.
    public var looks: [CameraLooks] = []
    /// Drawn into the pictures; `nil` for none.
    public var text: PictureText?
    /// A chapter begins with every switch.
    public var hasChapters = false
    /// The moment of the film that its cover shows; `nil` for no cover.
    public var poster: MediaTime?

    /// What is done to the colors of a camera.
    ///
    /// - Throws: `ParameterError` where a look is unknown.
    package func grade(of angle: Angle) throws(ParameterError) -> Grade {
        try Grade(looks.first { $0.angle == angle }?.looks ?? [])
    }

    /// The encoder of what stands alone.
    var encoder: VideoEncoderSettings {
        var settings = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: frameRate, quality: quality, preset: preset, threads: threads)
        settings.kind = kind
        settings.rateLimit = rateLimit
        return settings
    }

    /// What a plan file says may be anything.
    ///
    /// - Throws: `PlanError`.
    func check() throws(PlanError) {
        let size = canvas.size
        guard (16...16384).contains(size.width), (16...16384).contains(size.height), size.width % 2 == 0,
            size.height % 2 == 0,
            [canvas.color.primaries, canvas.color.transfer, canvas.color.matrix].allSatisfy((0...255).contains)
        else { throw PlanError("a picture of \(size) cannot be written") }
        guard (1...480).contains(frameRate.framesPerSecond) else {
            throw PlanError("\(frameRate) frames per second cannot be written; 1 to 480 can")
        }
        do throws(RequestError) {
            try codec.check(quality, limit: rateLimit, preset: preset, kind: kind)
        } catch {
            throw PlanError("\(error)")
        }
        guard stretches == .encode || codec.canBeCopied && kind == .software else {
            throw PlanError("\(codec.title) cannot be copied")
        }
        guard canvas.format == .yuv420p10 || codec.canvasFormat(highDynamicRange: false) == .yuv420p8,
            poster.map({ (MediaTime.zero ... .seconds(1 << 30)).contains($0) }) ?? true
        else { throw PlanError("its depth or the time of its poster is impossible") }
        guard (1...64).contains(threads), audio.isValid else {
            throw PlanError("its threads or the form or the loudness of its sound are out of range")
        }
        guard text?.isValid ?? true else { throw PlanError("its text is too large, too small or too long") }
    }
}

/// What becomes of stretches that show one camera untouched.
public enum Stretches: String, Sendable, Codable {
    case encode
    /// Copied where all can share one sequence parameter set.
    case copy
    /// Copied also where streams keep parameter sets of their own.
    case copyAll = "all"
}

/// Whose sound is heard, and how it is written.
public struct AudioSettings: Hashable, Sendable, Codable {
    public enum Choice: Hashable, Sendable {
        /// No audio track.
        case none
        /// One camera's microphone throughout; where it has no footage, that of the camera that has.
        case angle(Angle)
        /// The camera that is shown, cross-faded along the transitions.
        case follow
        /// All together, each with an equal share, so that the sum is never louder than full scale.
        case mix
        /// As the sound tracks of a plan say that somebody cut.
        case tracks([SoundTrack])
    }
    public var choice: Choice
    /// What is done to the sounds before they are added.
    public var mix = MixSettings()
    public var codec = AudioCodec.aac
    /// Bits per second; without effect on PCM.
    public var bitRate: Int64
    /// Given, sound that follows the picture is bridged with these where no take is heard.
    public var roomTones: [RoomTone]?
    /// Where the sound is one untouched track, its packets may be copied.
    public var mayCopy: Bool

    /// How loud the film is to be; `nil` for as loud as it is.
    public var level: LevelTarget?
    /// Samples per second, where someone says so.
    public var sampleRate: Int32?
    /// One or two, where someone says so.
    public var channelCount: Int?

    /// What is encoded.
    package var format: AudioFormat {
        AudioFormat(
            sampleRate: sampleRate ?? AudioFormat.mixing.sampleRate,
            channelCount: channelCount ?? AudioFormat.mixing.channelCount)
    }

    /// What the encoder makes of it; PCM has 24 bits a sample.
    var bitsPerSecond: Int64 {
        codec.hasBitRate ? bitRate : Int64(format.channelCount) * 24 * Int64(format.sampleRate)
    }

    /// Whether a plan may say so.
    var isValid: Bool {
        (16_000...512_000).contains(bitRate) && codec.sampleRates.contains(format.sampleRate)
            && (1...2).contains(format.channelCount)
            && level?.loudness.map(LevelTarget.loudnesses.contains) ?? true
    }

    public init(choice: Choice, bitRate: Int64 = 192_000, mayCopy: Bool) {
        self.choice = choice
        self.bitRate = bitRate
        self.mayCopy = mayCopy
    }
}

extension AudioSettings.Choice: Codable {
    /// "none", "follow", "mix", or the camera's name, which can be none of them; a list of tracks.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let tracks = try? container.decode([SoundTrack].self) {
            self = .tracks(tracks)
            return
        }
        switch try container.decode(String.self) {
        case "none": self = .none
        case "follow": self = .follow
        case "mix": self = .mix
        case let name: self = .angle(Angle(name))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encode("none")
        case .follow: try container.encode("follow")
        case .mix: try container.encode("mix")
        case .angle(let angle): try container.encode(angle)
        case .tracks(let tracks): try container.encode(tracks)
        }
    }
}
