import ArgumentParser
import Audio
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Timeline

/// The sound of the film.
struct AudioOptions: DescribedOptions {
    @Option(
        help: ArgumentHelp(
            "What is heard: a camera, a sound file (mic), follow (the camera shown), speaker, mix or none. (default: the primary; speaker where --switch auto follows speech)",
            valueName: "name"),
        completion: .sounds)
    var audio: String?

    @Option(
        help:
            "The sound's codec: aac, opus or pcm (24 bits, uncompressed). (default: aac; opus for vp9 and .webm; pcm for prores)"
    )
    var audioCodec: AudioCodec?

    @OptionGroup var level: LevelOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Make a camera or a sound file louder or softer: front=-6dB,mic=3dB, or -3dB for all others.",
            valueName: "[name=]gain"))
    var gain: [String] = []

    @Option(
        help: ArgumentHelp("Leave out the sound of cameras or sound files: front,mic.", valueName: "names"),
        completion: .cameras)
    var mute: [String] = []

    @Option(
        help: ArgumentHelp(
            "Background music, 18 LU below the recording: song.mp3, or song.mp3:gain=-12dB,start=10s,loop,fade=2s for a level of your own.",
            valueName: "file"), completion: .file())
    var music: [String] = []

    @Option(
        help: ArgumentHelp(
            "A voice-over that starts at a time of the film: voice.wav@12s, or voice.wav@12s:gain=3dB. Repeatable.",
            valueName: "file@time"))
    var voiceOver: [String] = []

    @Option(
        defaultAsFlag: "depth=10dB", parsing: .next,
        help: ArgumentHelp(
            "Lower the music while somebody speaks, and the recording under a voice-over; or a camera under the others: game, or game:depth=10dB,attack=0.3s,release=1s.",
            valueName: "values"))
    var duck: String?

    static let traits = [
        OptionTraits("audio gain mute"),
        OptionTraits("audio-codec", also: OptionTraits.copying(\.sound.audioCodec)),
        OptionTraits("music voice-over", filesFollow: [""]),
        OptionTraits("duck", isValueOptional: true),
    ]

    /// - Parameters:
    ///   - request: keeps its sound unless another is chosen.
    ///   - heard: cameras and sound-only files.
    func apply(to request: inout CompositionRequest, _ heard: [Angle]) throws {
        if audio != nil { request.sound = try self.request(heard) }
        request.mix = try mix(heard)
        request.addedSounds = try addedSounds()
        request.audioCodec = audioCodec
        level.apply(to: &request)
        guard request.level == nil || request.sound != .none || !request.addedSounds.isEmpty else {
            throw UsageError(
                "--audio none leaves no sound for \(level.loudness == nil ? "--normalize" : "--loudness"); leave one of them out."
            )
        }
    }

    /// - Parameter angles: cameras and sound-only files.
    private func mix(_ angles: [Angle]) throws(UsageError) -> MixSettings {
        var settings = MixSettings()
        if let duck {
            let (ducking, ducked) = try AddedSoundText.ducking(duck, angles)
            (settings.ducking, settings.ducked) = (ducking, ducked.isEmpty ? nil : ducked)
            try check(ducked, angles)
        }
        let names = mute.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let muted = Set(try names.map { name throws(UsageError) in try angles.camera(name, of: "--mute \(name)") })
        let range = MixSettings.gains
        let gains = try NamedValues(
            gain, "--gain", angles,
            takes:
                "write decibels from \(Int(range.lowerBound)) to \(Int(range.upperBound)), such as -6dB, or front=-6dB for one"
        ) { text in number(text, unit: "dB").flatMap { range.contains($0) ? $0 : nil } }
        for angle in angles where muted.contains(angle) || gains[angle] != nil {
            settings.levels.append(
                .init(angle: angle, gain: gains[angle] ?? 0, isMuted: muted.contains(angle)))
        }
        return settings
    }

    /// Whether there is something to lower, and something to lower it under.
    private func check(_ ducked: [Angle], _ angles: [Angle]) throws(UsageError) {
        guard let first = ducked.first else {
            guard music.isEmpty, voiceOver.isEmpty else { return }
            throw UsageError(
                "--duck has nothing to lower; name a camera, such as --duck \(angles.example("front")), which is lowered while the others speak, or add --music FILE or --voice-over FILE@TIME."
            )
        }
        guard voiceOver.isEmpty else { return }
        guard angles.contains(where: { !ducked.contains($0) }) else {
            throw UsageError(
                "--duck \(duck ?? ""): nobody else is heard; name a camera that is lowered while others speak.")
        }
        if let audio, angles.named(audio) != nil || ["none", "follow"].contains(audio.lowercased()) {
            throw UsageError(
                "--duck \(first) lowers \(first) while others speak, and with --audio \(audio) no two are heard at once; use --audio mix."
            )
        }
    }

    /// Music and voice-overs.
    private func addedSounds() throws -> [AddedSound] {
        guard music.count <= 1 else {
            throw UsageError(
                "--music was given \(music.count) times; a film takes only one: join the files first, or add the others with --voice-over FILE@TIME:gain=-18dB."
            )
        }
        return try music.map(AddedSoundText.music) + voiceOver.map(AddedSoundText.voiceOver)
    }

    /// - Parameter angles: cameras and sound-only files.
    func request(_ angles: [Angle]) throws(UsageError) -> CompositionRequest.AudioRequest {
        guard let audio else { return .primary }
        if let angle = angles.named(audio) { return .angle(angle) }
        switch audio.lowercased() {
        case "none": return .none
        case "follow": return .follow
        case "mix": return .mix
        case "speaker": return .speakers
        case let word where Hint.value(word, of: "--audio") == "none":
            throw UsageError("--audio \(audio): for a film without sound, use --audio none.")
        case let name where MediaFileName.soundEndings.contains(FilePath(name).ending):
            if let angle = angles.named(FilePath(name).stem) { return .angle(angle) }
            throw UsageError(
                "--audio \(audio): name the sound file among the recordings, and choose it: mic=\(audio) --audio mic.")
        default:
            let several = audio.split { ",+& ".contains($0) }.map(String.init)
            if several.count > 1, several.allSatisfy({ angles.named($0) != nil }) {
                let others = angles.filter { angle in !several.contains { angles.named($0) == angle } }.map(\.name)
                let mute = others.isEmpty ? "" : " --mute \(others.joined(separator: ","))"
                throw UsageError("--audio \(audio): to hear them together, use --audio mix\(mute).")
            }
            if let meant = Hint.value(audio, of: "--audio") {
                throw UsageError("--audio \(audio): did you mean '\(meant)'? \(Self.choices(angles))")
            }
            throw UsageError(
                "--audio \(audio): there is no camera or sound file named '\(audio)'\(angles.whose(audio) ?? question(about: audio, in: angles.map(\.name) + ["follow", "speaker", "mix", "none"])) \(Self.choices(angles))"
            )
        }
    }

    private static func choices(_ angles: [Angle]) -> String {
        "Use \(angles.map(\.name).joined(separator: ", ")), follow (the camera that is shown), speaker (whoever speaks), mix or none."
    }
}

extension AudioCodec: ExpressibleByArgument {}

/// The loudness of the film, and the format of its sound.
struct LevelOptions: DescribedOptions {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bring the film to this integrated loudness (EBU R 128), -40 to -5: -14 for the web, -23 for television. Peaks are limited to -1 dBTP.",
            valueName: "LUFS"),
        transform: reading("write a loudness in LUFS from -40 to -5, such as -14.") { text in
            number(text, unit: "LUFS").flatMap { LevelTarget.loudnesses.contains($0) ? $0 : nil }
        })
    var loudness: Double?

    @Option(
        help: ArgumentHelp(
            "peak: raise or lower the film until its highest true peak is at -1 dBTP.", valueName: "kind"))
    var normalize: Normalization?

    @Flag(help: "Write one channel: the mean of left and right.")
    var mono = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The sample rate of the sound in the output: 8000 to 48000. (default: 48000, or the recording's if it is copied)",
            valueName: "Hz"),
        transform: reading("write a rate in Hz, such as 44100.") { Int32($0) })
    var sampleRate: Int32?

    static let traits = [
        OptionTraits(
            "loudness", excludes: ["normalize"], also: OptionTraits.copying(\.sound.level.loudness)),
        OptionTraits("normalize", also: OptionTraits.copying(\.sound.level.normalize)),
        OptionTraits("mono", also: OptionTraits.copying(\.sound.level.mono)),
        OptionTraits("sample-rate", also: OptionTraits.copying(\.sound.level.sampleRate)),
    ]

    enum Normalization: String, ExpressibleByArgument, CaseIterable { case peak }

    func apply(to request: inout CompositionRequest) {
        if let loudness { request.level = LevelTarget(loudness: loudness) }
        if normalize == .peak { request.level = LevelTarget(loudness: nil) }
        request.channelCount = mono ? 1 : nil
        request.sampleRate = sampleRate
    }
}
