import ArgumentParser
import MediaIO
import MediaTime
import Planning
import Timeline

/// How the film is written.
struct EncodingOptions: DescribedOptions {
    @Option(
        help: ArgumentHelp(
            "Copy untouched stretches bit for bit and encode the rest: auto, off, or require (fail if nothing can be copied).",
            valueName: "mode"))
    var smart: SmartMode = .auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Let cuts move by up to this much, so that more can be copied.", valueName: "time"),
        transform: time(.zero ... .seconds(3600), "write a time, such as 0.4s."))
    var snapToKeyframes: MediaTime?

    @Option(
        help:
            "The video codec: h264, hevc, av1, prores or vp9. (default: h264; hevc for high dynamic range; vp9 for .webm)"
    )
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "The encoder's preset: ultrafast … placebo; 13 … 0 for av1; 5 … 0 for vp9; proxy, lt, 422 or hq for prores. (default: medium, 8, 4, 422)",
            valueName: "name"),
        completion: .presets, transform: anyEncoderPreset)
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "software, vaapi, nvenc, qsv, videotoolbox, or auto (the first that works). Only software can be joined with copied pictures.",
            valueName: "name"),
        completion: .list(["software", "auto"] + EncoderKind.allCases.dropFirst().map(\.rawValue)),
        transform: encoderRequest)
    var encoder: CompositionRequest.EncoderRequest = .kind(.software)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Constant rate factor, lower is better: 0 to 51 for h264 and hevc, 1 to 63 for av1, 0 to 63 for vp9. (default: 18; 20 for hevc and av1; 24 for vp9)",
            valueName: "number"),
        transform: constantRateFactor)
    var crf: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Average bit rate, instead of --crf: 8M, 2500k.", valueName: "bits"),
        transform: bitRate)
    var bitrate: Int64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum bit rate with --crf, for players that buffer two seconds (h264, hevc): 8M.", valueName: "bits"
        ),
        transform: bitRate)
    var maxBitrate: Int64?

    @Flag(help: "Do not store when, where and with which device the film was recorded.")
    var noMetadata = false

    static let traits = [
        OptionTraits("snap-to-keyframes"),
        OptionTraits("smart", also: OptionTraits.copying(\.encoding.smart)),
        OptionTraits("codec", also: OptionTraits.copying(\.encoding.codec)),
        OptionTraits("preset", also: OptionTraits.copying(\.encoding.preset)),
        OptionTraits("encoder", also: OptionTraits.copying(\.encoding.encoder)),
        OptionTraits("crf", excludes: ["bitrate"], also: OptionTraits.copying(\.encoding.crf)),
        OptionTraits("bitrate", also: OptionTraits.copying(\.encoding.bitrate)),
        OptionTraits("max-bitrate", also: OptionTraits.copying(\.encoding.maxBitrate)),
        OptionTraits("no-metadata", also: OptionTraits.copying(\.encoding.noMetadata)),
    ]

    func apply(to request: inout CompositionRequest) throws {
        request.codec = codec
        request.encoder = encoder
        request.quality = try quality()
        request.rateLimit = maxBitrate
        request.preset = preset
        request.keepsMetadata = !noMetadata
        request.smart = smart
        request.snapping = snapToKeyframes ?? .zero
    }

    private func quality() throws -> Quality? {
        if let bitrate {
            guard maxBitrate == nil else {
                throw UsageError("--max-bitrate goes with --crf, not with --bitrate; give one.")
            }
            return .bitRate(bitrate)
        }
        return crf.map(Quality.constantRateFactor)
    }
}

extension VideoCodec: ExpressibleByArgument {
    /// By its name, or by one that it is also known by.
    public init?(argument: String) {
        let others = ["avc": "h264", "x264": "h264", "h265": "hevc", "x265": "hevc"]
        self.init(rawValue: others[argument] ?? argument)
    }
}
extension SmartMode: ExpressibleByArgument {}

/// The purpose of the file, and what it contains besides picture and sound.
struct DeliveryOptions: DescribedOptions {
    @Option(
        help: ArgumentHelp(
            "A set of size, rate, codec, quality and loudness for a purpose or a platform; single options override it.",
            valueName: "purpose"))
    var delivery: Delivery?

    /// Of the film that this is another version of; no option.
    var shape: Delivery?

    @Flag(help: "Start a chapter at every switch, named after what is shown.")
    var chapters = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use the frame at this time of the film as the file's cover picture (.mp4, .mov and .mkv).",
            valueName: "time"),
        transform: time(.zero ... .seconds(1 << 30), "write a time of the film, such as 12.5s."))
    var poster: MediaTime?

    static let traits = [
        OptionTraits("delivery", also: OptionTraits.copying(\.delivery.delivery)),
        OptionTraits("chapters", also: OptionTraits.copying(\.delivery.chapters)),
        OptionTraits("poster"),
    ]

    func apply(to request: inout CompositionRequest) {
        request.hasChapters = chapters
        request.poster = poster
    }
}

extension Delivery: ExpressibleByArgument {}
