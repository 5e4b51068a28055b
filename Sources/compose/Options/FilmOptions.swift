import ArgumentParser
import MediaIO
import Pictures
import Placing
import Planning
import Timeline

/// The picture, sound and encoding of a film, independent of how it is cut.
struct FilmOptions: DescribedOptions {
    @Option(
        name: [.long, .customLong("recipe")],
        help: ArgumentHelp(
            "An options file, such as 'compose init' writes. (default: compose.yaml in the recordings' folder, if it exists; none for no file)",
            valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    static let traits = [OptionTraits("config", .perCall)]

    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Text in the picture") var text: TextOptions
    @OptionGroup(title: "Titles and fades") var graphics: GraphicsOptions
    @OptionGroup(title: "Sound") var sound: AudioOptions
    @OptionGroup(title: "Cleaning the sound") var cleaning: CleaningOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions
    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    /// - Parameter request: keeps its sound and its primary camera unless others are requested.
    func apply(to request: inout CompositionRequest, _ recording: Recording) throws {
        let angles = recording.session.angles
        try apply(to: &request, angles, sounds: recording.nameableSounds)
        let primary = recording.session.takes.firstIndex { $0.angle == request.primary(of: angles) }!
        request.size = try picture.pictureSize(recording.sources[primary].uprightSize, for: shape)
        if let purpose = delivery.delivery {
            request.fill(for: purpose, recording)
        } else if let shape {
            request.fillShape(for: shape, recording)
        }
    }

    /// Applies all that `--also` takes to another version of a film that is already cut.
    ///
    /// - Parameter request: of the film.
    func apply(to request: inout CompositionRequest, asVersionOf film: RenderPlan) throws {
        let (own, recording, size) = (request, Recording(of: film), film.output.canvas.size)
        try encoding.apply(to: &request)
        (request.audioCodec, request.soundBitRate) = (sound.audioCodec, nil)
        sound.level.apply(to: &request)
        request.sampleRate = request.sampleRate ?? own.sampleRate
        request.channelCount = request.channelCount ?? own.channelCount
        request.keepsMetadata = request.keepsMetadata && own.keepsMetadata
        request.hasChapters = delivery.chapters || own.hasChapters
        if encoding.smart == .auto { request.smart = own.smart } else { request.copiesAudio = nil }
        if picture.fit != .auto { request.fit = picture.fit }
        request.dynamicRange = film.output.canvas.color.isHighDynamicRange ? picture.dynamicRange : .sdr
        (request.size, request.frameRate) = (try picture.pictureSize(size, for: shape), picture.fps)
        if let purpose = delivery.delivery { request.fill(for: purpose, recording, of: size) }
        request.size = request.size ?? size
        // A version has no more pictures than the film, unless it is to have them.
        let rate = film.output.frameRate
        if picture.fps == nil, request.frameRate.map({ $0.framesPerSecond > rate.framesPerSecond }) ?? true {
            request.frameRate = film.sources[film.primaryTake].video.filmRate == rate ? nil : rate
        }
        guard film.output.safeArea == nil, request.destination?.safeArea != nil else { return }
        request.text?.keepSafe()
        request.graphics.logo?.keepSafe()
    }

    private var shape: Delivery? { delivery.delivery ?? delivery.shape }

    /// Applies all that the names of the cameras and sound files decide.
    func apply(to request: inout CompositionRequest, _ angles: [Angle], sounds: [Angle]) throws {
        try sound.apply(to: &request, angles + sounds)
        request.mix.cleanings = try cleaning.cleanings(angles + sounds)
        try graphics.apply(to: &request, angles + sounds)
        try picture.apply(to: &request, angles)
        try encoding.apply(to: &request)
        delivery.apply(to: &request)
        let keepsSafe = shape?.destination?.safeArea != nil
        request.text = try text.settings(angles, keepsSafe: keepsSafe)
        if keepsSafe { request.graphics.logo?.keepSafe() }
        let taken = request.takenCorners
        request.graphics.logo?.avoid(taken)
    }
}

/// How the film is cut and written: shared by rendering and planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup(title: "Automatic cuts") var director: DirectorOptions
    @OptionGroup var film: FilmOptions

    /// - Parameter container: of the output file, if known.
    func request(_ recording: Recording, for container: Container? = nil) throws -> CompositionRequest {
        var request = try cut(recording.session.angles, sounds: recording.nameableSounds)
        request.range = try cuts.range(of: recording.session)
        // The switcher's cut, unless another is asked for.
        if let live = recording.live, request.director == nil, !cuts.decideCuts {
            request.policy = .at(live.cuts)
            // Hard cuts, but for those that name a transition.
            request.transition = TransitionRequest(
                .none, duration: live.transitionDuration ?? TransitionRequest.usualDuration, alignment: .start)
            if let first = live.cuts.first, case .single(let angle)? = first.view { request.startWith = angle }
        }
        request.container = container
        try film.apply(to: &request, recording)
        return request
    }

    /// Checks all that the names of the cameras decide.
    func check(_ angles: [Angle]) throws {
        var request = try cut(angles, sounds: [])
        try film.apply(to: &request, angles, sounds: [])
        _ = try film.picture.pictureSize(PictureSize(width: 1920, height: 1080))
    }

    private func cut(_ angles: [Angle], sounds: [Angle]) throws -> CompositionRequest {
        var request = CompositionRequest()
        request.director = try director.request(cuts, angles, sounds: sounds)
        // Conversations are cut without transitions.
        request.transition = try cuts.transitionRequest(usual: request.director == nil ? "dissolve" : "none")
        if request.director == nil { request.policy = try cuts.policy(angles, sounds: sounds) }
        request.views = try cuts.views(angles, sounds: sounds)
        request.shortestShot = cuts.minShot
        request.span = cuts.span ?? .union
        request.skipped = cuts.skip
        request.pauses = try cuts.pauses()
        request.startWith = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        return request
    }
}

extension CompositionRequest {
    /// Where texts, insets and subtitles are.
    fileprivate var takenCorners: [TextStyle.Corner] {
        [finish.text?.label, finish.text?.clock, finish.text?.timecode].compactMap { $0?.corner }
            + views.compactMap(\.insetCorner)
            + (finish.graphics.subtitles == nil && finish.graphics.captions?.isDrawn != true
                ? [] : [.bottomLeft, .bottom, .bottomRight])
    }
}
