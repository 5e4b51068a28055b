import ArgumentParser
import MediaIO
import MediaTime
import Planning
import Timeline

/// How the film is written.
struct EncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Copy untouched stretches bit for bit and encode only the rest: auto (only when the result is a single stream that every player can play), all (also when the streams keep their own parameter sets: plays in FFmpeg, GStreamer, Chromium and Firefox, but not in QuickTime or Safari), off, or require (fail with the reasons if nothing can be copied).",
            valueName: "mode"))
    var smart: SmartMode = .auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Let cuts move by up to this much, to where more can be copied.", valueName: "time"),
        transform: time(.zero ... .seconds(3600), "write a time, such as 0.4s."))
    var snapToKeyframes: MediaTime?

    @Option(help: "The video codec: h264 or hevc. (default: h264; hevc for high dynamic range)")
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "The encoder's preset, as in ffmpeg: veryfast … veryslow. (default: medium)", valueName: "name"),
        completion: .presets, transform: encoderPreset)
    var preset: String = "medium"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Constant rate factor, lower is better: 0 to 51. (default: 18; 20 for hevc)", valueName: "number"),
        transform: constantRateFactor)
    var crf: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Average bit rate, instead of --crf: 8M, 2500k.", valueName: "bits"),
        transform: bitRate)
    var bitrate: Int64?

    @Flag(help: "Leave out when, where and with which device the film was recorded.")
    var noMetadata = false

    func quality() throws -> Quality? {
        if let bitrate {
            guard crf == nil else { throw UsageError("--crf and --bitrate cannot be used together; give one.") }
            return .bitRate(bitrate)
        }
        return crf.map(Quality.constantRateFactor)
    }
}

extension VideoCodec: ExpressibleByArgument {}
extension SmartMode: ExpressibleByArgument {}
