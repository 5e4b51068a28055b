import Audio
import MediaIO
import MediaTime
import Parameters
import Placing
import Timeline

/// The parameters of music, voice-overs and ducking, with their help texts.
struct SoundEntry: CatalogueEntry {
    static let kind = "option"
    let name: String
    let aliases: [String] = []
    let summary: String
    let parameters: [Parameter]

    private static func gain(_ decibels: Double?, _ summary: String) -> Parameter {
        Parameter("gain", .number(range: MixSettings.gains, default: decibels, unit: .decibels), summary)
    }
    private static func time(
        _ name: String, _ range: ClosedRange<Double>, _ seconds: Double, _ summary: String
    ) -> Parameter {
        Parameter(name, .number(range: range, default: seconds, unit: .seconds), summary)
    }

    static let music = SoundEntry(
        name: "music", summary: "Music under the film.",
        parameters: [
            gain(nil, "its level in decibels, instead of 18 LU below the recording"),
            time("start", 0...86_400, 0, "start time in the file"),
            Parameter("loop", .flag(default: false), "whether it repeats"),
            time("fade", 0...60, 2, "how long it fades in and out"),
        ])
    static let voiceOver = SoundEntry(
        name: "voice-over", summary: "A voice over the film.", parameters: [gain(0, "how loud it is")])
    static let ducking = SoundEntry(
        name: "duck", summary: "Lowers music, or a camera, during speech.",
        parameters: [
            Parameter(
                "depth", .number(range: Ducking.depths, default: Ducking().depth, unit: .decibels), "by how much"),
            time("attack", Ducking.times, 0.3, "how long before speech it is lowered"),
            time("release", Ducking.times, 1, "how long it takes to come back"),
        ])
    static let pauses = SoundEntry(
        name: "cut-silence", summary: "Leaves out pauses.",
        parameters: [
            time("min", 0.3...60, 1, "the shortest pause that is shortened"),
            time(
                "keep", 0.1...10, 0.2,
                "how much of it stays after a word, and before the next; a pause stays whole if it is up to 0.6 s longer than twice that"
            ),
            Parameter("join", .choice(["cut", "morph"], default: "cut"), "what is seen where a pause was"),
        ])
}

extension SoundRole.Music {
    /// Reads `music:gain=-18dB,start=10s,loop=yes,fade=2s`.
    ///
    /// - Throws: `ParameterError`.
    package init(_ specification: Specification) throws(ParameterError) {
        let values = try ParameterValues(specification, for: SoundEntry.music)
        self.init(
            gain: values.optionalNumber("gain"), start: MediaTime(seconds: values.number("start")),
            loops: values.flag("loop"),
            fade: MediaTime(seconds: values.number("fade")))
    }
}

extension SoundRole.VoiceOver {
    /// Reads `voice-over:gain=3dB`, at a time of the film.
    ///
    /// - Throws: `ParameterError`.
    package init(_ specification: Specification, at time: MediaTime) throws(ParameterError) {
        self.init(time: time, gain: try ParameterValues(specification, for: SoundEntry.voiceOver).number("gain"))
    }
}

extension Ducking {
    /// Reads `duck:depth=12dB,attack=0.3s,release=1s`.
    ///
    /// - Throws: `ParameterError`.
    package init(_ specification: Specification) throws(ParameterError) {
        let values = try ParameterValues(specification, for: SoundEntry.ducking)
        self.init(
            depth: values.number("depth"), attack: values.number("attack"), release: values.number("release"))
    }
}

extension PauseRule {
    /// Reads `cut-silence:min=1s,keep=0.2s,join=morph`.
    ///
    /// - Throws: `ParameterError`.
    package init(_ specification: Specification) throws(ParameterError) {
        let values = try ParameterValues(specification, for: SoundEntry.pauses)
        (least, kept) = (MediaTime(seconds: values.number("min")), MediaTime(seconds: values.number("keep")))
        isMorphed = values.word("join") == "morph"
    }
}

extension MediaTime {
    /// To the millisecond, as users write it.
    init(seconds: Double) { self = .milliseconds(Int64((seconds * 1000).rounded())) }
}

/// A file added to the recording's sound: music or a voice-over. It is placed on the film's clock.
public struct AddedSound: Hashable, Sendable {
    /// The file; of a video, only the sound is used.
    public var path: String
    /// Music or a voice-over. A recording is an `Input` instead.
    public var role: SoundRole

    /// Opens nothing; the file is probed when the film is planned.
    public init(path: String, role: SoundRole) {
        self.path = path
        self.role = role
    }

    /// Probes the file.
    ///
    /// - Throws: `MediaError`, `RequestError.nothingHeard` for a file without sound.
    func source() throws -> AudioSource {
        let info = try MediaInfo(probingSoundOf: path)
        guard let sound = info.heardTrack else { throw RequestError.nothingHeard(path: path) }
        let extent = try info.extent(ofSound: sound)
        var name: Angle = "voice-over"
        if case .music(let music) = role {
            name = "music"
            guard music.start < extent.duration else {
                throw RequestError.musicStart(music.start, path: path, length: extent.duration)
            }
        }
        return AudioSource(
            angle: name, info: info, stream: sound.streamIndex, clock: .identity, extent: extent, role: role)
    }
}
