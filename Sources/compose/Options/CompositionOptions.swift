import ArgumentParser
import Planning
import Timeline

/// How the film is cut and written: the same for rendering and for planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Sound") var sound: AudioOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions

    func request(_ recording: Recording) throws -> CompositionRequest {
        let angles = recording.session.angles
        var request = CompositionRequest()
        request.transition = try cuts.transitionRequest()
        request.policy = try cuts.policy(angles)
        request.views = try cuts.views(angles)
        request.framings = try picture.framings(angles)
        request.shortestShot = cuts.minShot
        request.span = cuts.span
        request.range = try cuts.range()
        request.skipped = cuts.skip
        request.startWith = cuts.startWith.map { Angle($0) }
        request.primary = picture.primary.map { Angle($0) }
        request.size = try picture.pictureSize(recording)
        request.frameRate = picture.fps
        request.fit = picture.fit
        request.dynamicRange = picture.dynamicRange
        request.sound = try sound.request(angles)
        request.codec = encoding.codec
        request.quality = try encoding.quality()
        request.preset = encoding.preset
        request.keepsMetadata = !encoding.noMetadata
        request.smart = encoding.smart
        request.snapping = encoding.snapToKeyframes ?? .zero
        return request
    }
}

/// What the film sounds like.
struct AudioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose sound: a camera, follow (the one shown) or none. (default: the primary's)", valueName: "camera"),
        completion: .sounds)
    var audio: String?

    func request(_ angles: [Angle]) throws(UsageError) -> CompositionRequest.AudioRequest {
        guard let audio else { return .primary }
        if let angle = angles.first(where: { $0.name == audio }) { return .angle(angle) }
        switch audio {
        case "none": return .none
        case "follow": return .follow
        case "off", "no", "mute", "silent", "0":
            throw UsageError("--audio \(audio): a film without sound is --audio none.")
        default:
            throw UsageError(
                "--audio \(audio): there is no camera named '\(audio)'; use \(angles.map(\.name).joined(separator: ", ")), follow (the one shown) or none."
            )
        }
    }
}
