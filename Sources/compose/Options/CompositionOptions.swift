import ArgumentParser
import MediaIO
import Planning
import Timeline

/// How the film is cut and written: the same for rendering and for planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Text in the picture") var text: TextOptions
    @OptionGroup(title: "Sound") var sound: AudioOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions
    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    /// - Parameter container: of the file that is written, where it is known.
    func request(_ recording: Recording, for container: Container? = nil) throws -> CompositionRequest {
        let angles = recording.session.angles
        var request = CompositionRequest()
        request.transition = try cuts.transitionRequest()
        request.policy = try cuts.policy(angles)
        request.views = try cuts.views(angles)
        request.framings = try picture.framings(angles)
        request.looks = try picture.looks(angles)
        request.matchedColors = Set(
            try picture.matchColor.map { try angles.camera($0, of: "--match-color \($0)") })
        request.shortestShot = cuts.minShot
        request.span = cuts.span
        request.range = try cuts.range(of: recording.session.union.duration)
        request.skipped = cuts.skip
        request.startWith = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        request.primary = try picture.primary(of: angles)
        request.size = try picture.pictureSize(recording)
        request.frameRate = picture.fps
        request.fit = picture.fit
        request.dynamicRange = picture.dynamicRange
        request.text = try text.settings(angles)
        request.sound = try sound.request(angles)
        request.audioCodec = sound.audioCodec
        try sound.level.apply(to: &request)
        request.codec = encoding.codec
        request.encoder = encoding.encoder
        request.quality = try encoding.quality()
        request.rateLimit = encoding.maxBitrate
        request.preset = encoding.preset
        request.keepsMetadata = !encoding.noMetadata
        request.smart = encoding.smart
        request.snapping = encoding.snapToKeyframes ?? .zero
        request.hasChapters = delivery.chapters
        request.poster = delivery.poster
        request.container = container
        if let purpose = delivery.delivery { request.fill(for: purpose, recording) }
        return request
    }
}

/// What the film sounds like.
struct AudioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which camera's sound to use: a camera, follow (whichever is shown) or none. (default: the primary)",
            valueName: "camera"),
        completion: .sounds)
    var audio: String?

    @Option(
        help:
            "The sound's codec: aac, opus or pcm (24 bits, uncompressed). (default: aac; opus for vp9 and .webm; pcm for prores)"
    )
    var audioCodec: AudioCodec?

    @OptionGroup var level: LevelOptions

    func request(_ angles: [Angle]) throws(UsageError) -> CompositionRequest.AudioRequest {
        guard let audio else { return .primary }
        if let angle = angles.named(audio) { return .angle(angle) }
        switch audio.lowercased() {
        case "none": return .none
        case "follow": return .follow
        case "off", "no", "mute", "silent", "0":
            throw UsageError("--audio \(audio): for a film without sound, use --audio none.")
        default:
            throw UsageError(
                "--audio \(audio): there is no camera named '\(audio)'; use \(angles.map(\.name).joined(separator: ", ")), follow (whichever is shown) or none."
            )
        }
    }
}

extension AudioCodec: ExpressibleByArgument {}
