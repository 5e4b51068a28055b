import Audio
import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline

/// How a film is written: one value shared by plan, plan file and digest. It has the properties of its `finish`, too.
@dynamicMemberLookup
public struct OutputSettings: Hashable, Sendable {
    /// As requested.
    public var finish = Finish()
    /// The picture as a viewer sees it, upright.
    public var canvas: Canvas
    /// Constant, 1 to 480 fps; copied pictures keep their own times.
    package var frameRate: FrameRate
    /// Of all pictures: where some are copied, also theirs.
    package var codec: VideoCodec
    /// Must be `software` if pictures may be copied.
    package var kind = EncoderKind.software
    /// Of encoded pictures.
    package var quality: Quality
    /// The encoder's own preset, as in ffmpeg.
    package var preset: String
    /// Encoder threads: encoders' bits depend on their number.
    package var threads: Int
    /// Whose sound is heard, and how it is written.
    package var audio: AudioSettings
    package var stretches: Stretches
    /// The camera that decides size, rate and parameter sets.
    public var primary: Angle
    /// Tags for the file; `nil` if it should not reveal when, where and with what it was recorded.
    package var metadata: [String: String]?
    /// What the app that shows the film leaves free: what the program places is inside it; `nil` for everything.
    package var safeArea: SafeArea?

    /// The encoder for video that is not joined with copied packets.
    var encoder: VideoEncoderSettings {
        var settings = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: frameRate, quality: quality, preset: preset, threads: threads)
        settings.kind = kind
        settings.rateLimit = finish.rateLimit
        return settings
    }

    /// A plan file may contain anything.
    ///
    /// - Throws: `PlanError`.
    package func check() throws(PlanError) {
        let size = canvas.size
        guard (16...16384).contains(size.width), (16...16384).contains(size.height), size.width % 2 == 0,
            size.height % 2 == 0,
            [canvas.color.primaries, canvas.color.transfer, canvas.color.matrix].allSatisfy((0...255).contains)
        else { throw PlanError("a picture of \(size) cannot be written") }
        guard (1...480).contains(frameRate.framesPerSecond) else {
            throw PlanError("\(frameRate) frames per second cannot be written; 1 to 480 can")
        }
        do throws(RequestError) {
            try codec.check(quality, limit: finish.rateLimit, preset: preset, kind: kind)
        } catch {
            throw PlanError("\(error)")
        }
        guard stretches == .encode || codec.canBeCopied && kind == .software else {
            throw PlanError("\(codec.title) cannot be copied")
        }
        guard canvas.format == .yuv420p10 || codec.canvasFormat(highDynamicRange: false) == .yuv420p8 else {
            throw PlanError("its depth is impossible")
        }
        guard (1...64).contains(threads), audio.isValid else {
            throw PlanError("its threads or the form or the loudness of its sound are out of range")
        }
        guard safeArea?.isValid ?? true else { throw PlanError("its safe area is no part of the picture") }
    }
}

extension OutputSettings {
    /// A property of `finish`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Finish, Value>) -> Value {
        get { finish[keyPath: member] }
        set { finish[keyPath: member] = newValue }
    }
}

extension OutputSettings: Codable {
    private enum Key: CodingKey {
        case canvas, frameRate, codec, kind, quality, preset, threads, audio, stretches, primary, metadata, safeArea
    }

    /// `finish` has its keys beside the others.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        finish = try Finish(from: decoder)
        canvas = try values.decode(Canvas.self, forKey: .canvas)
        frameRate = try values.decode(FrameRate.self, forKey: .frameRate)
        codec = try values.decode(VideoCodec.self, forKey: .codec)
        kind = try values.decode(EncoderKind.self, forKey: .kind)
        quality = try values.decode(Quality.self, forKey: .quality)
        preset = try values.decode(String.self, forKey: .preset)
        threads = try values.decode(Int.self, forKey: .threads)
        audio = try values.decode(AudioSettings.self, forKey: .audio)
        stretches = try values.decode(Stretches.self, forKey: .stretches)
        primary = try values.decode(Angle.self, forKey: .primary)
        metadata = try values.decodeIfPresent([String: String].self, forKey: .metadata)
        safeArea = try values.decodeIfPresent(SafeArea.self, forKey: .safeArea)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        try finish.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(canvas, forKey: .canvas)
        try values.encode(frameRate, forKey: .frameRate)
        try values.encode(codec, forKey: .codec)
        try values.encode(kind, forKey: .kind)
        try values.encode(quality, forKey: .quality)
        try values.encode(preset, forKey: .preset)
        try values.encode(threads, forKey: .threads)
        try values.encode(audio, forKey: .audio)
        try values.encode(stretches, forKey: .stretches)
        try values.encode(primary, forKey: .primary)
        try values.encodeIfPresent(metadata, forKey: .metadata)
        try values.encodeIfPresent(safeArea, forKey: .safeArea)
    }
}

/// How to treat stretches that show one camera untouched.
package enum Stretches: String, Sendable, Codable {
    case encode
    case copy
}

/// Whose sound is heard, and how it is written.
package struct AudioSettings: Hashable, Sendable, Codable {
    /// Whose recorded sound is heard; music and voice-overs come in addition.
    package enum Choice: Hashable, Sendable {
        /// No audio track.
        case none
        /// One camera's microphone throughout; where it has no footage, that of a camera that does.
        case angle(Angle)
        /// The camera that is shown, cross-faded with the transitions.
        case follow
        /// All together, with equal shares of those that are recording, so that the sum never exceeds full scale.
        case mix
        /// Everybody by their own microphone: at its full level during their turns, and lowered during others'.
        case speakers([SpeakerTurn])
        /// The sound tracks of a plan, as edited by someone.
        case tracks([SoundTrack])
    }
    /// Whose recorded sound is heard.
    package var choice: Choice
    /// Processing of the sounds before they are added.
    package var mix = MixSettings()
    /// Used unless the packets of a recording are copied.
    package var codec = AudioCodec.aac
    /// Bits per second; no effect on PCM.
    package var bitRate: Int64
    /// If given, these fill sound that follows the picture where no take is heard.
    package var roomTones: [RoomTone]?
    /// Whether the packets may be copied if the sound is one untouched track.
    package var mayCopy: Bool

    /// The target loudness of the film; `nil` to leave it unchanged.
    package var level: LevelTarget?
    /// Samples per second, if specified.
    package var sampleRate: Int32?
    /// One or two, if specified.
    package var channelCount: Int?

    /// When somebody speaks, if that decides what is heard.
    var turns: [TimeRange]? { if case .speakers(let turns) = choice { turns.map(\.range) } else { nil } }

    /// The format to encode.
    package var format: AudioFormat {
        AudioFormat(
            sampleRate: sampleRate ?? AudioFormat.mixing.sampleRate,
            channelCount: channelCount ?? AudioFormat.mixing.channelCount)
    }

    /// The encoded bit rate; PCM has 24 bits per sample.
    var bitsPerSecond: Int64 {
        codec.hasBitRate ? bitRate : Int64(format.channelCount) * 24 * Int64(format.sampleRate)
    }

    /// Whether a plan may contain these values.
    var isValid: Bool {
        (16_000...512_000).contains(bitRate) && codec.sampleRates.contains(format.sampleRate)
            && (1...2).contains(format.channelCount)
            && level?.loudness.map(LevelTarget.loudnesses.contains) ?? true
    }

    /// AAC at 48 kHz in two channels; sounds unprocessed, and the level unchanged.
    package init(choice: Choice, bitRate: Int64 = 192_000, mayCopy: Bool) {
        self.choice = choice
        self.bitRate = bitRate
        self.mayCopy = mayCopy
    }
}

extension AudioSettings.Choice: Codable {
    private struct Turns: Codable { var speakers: [SpeakerTurn] }

    /// "none", "follow", "mix", or the camera's name, which cannot be one of those; a list of tracks; or turns.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let tracks = try? container.decode([SoundTrack].self) {
            self = .tracks(tracks)
            return
        }
        if let turns = try? container.decode(Turns.self) {
            self = .speakers(turns.speakers)
            return
        }
        switch try container.decode(String.self) {
        case "none": self = .none
        case "follow": self = .follow
        case "mix": self = .mix
        case let name: self = .angle(Angle(name))
        }
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encode("none")
        case .follow: try container.encode("follow")
        case .mix: try container.encode("mix")
        case .speakers(let turns): try container.encode(Turns(speakers: turns))
        case .angle(let angle): try container.encode(angle)
        case .tracks(let tracks): try container.encode(tracks)
        }
    }
}
