import ArgumentParser
import MediaIO
import Planning
import Timeline

/// How the film is cut and written: the same for rendering and for planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup(title: "Automatic cuts") var director: DirectorOptions
    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Text in the picture") var text: TextOptions
    @OptionGroup(title: "Sound") var sound: AudioOptions
    @OptionGroup(title: "Cleaning the sound") var cleaning: CleaningOptions
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions
    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions

    /// - Parameter container: of the file that is written, where it is known.
    func request(_ recording: Recording, for container: Container? = nil) throws -> CompositionRequest {
        let angles = recording.session.angles
        var request = CompositionRequest()
        request.director = try director.request(cuts, angles, sounds: recording.soundNames)
        // Talk is cut hard.
        request.transition = try cuts.transitionRequest(usual: request.director == nil ? "dissolve" : "none")
        request.policy = try cuts.policy(angles, sounds: recording.soundNames)
        request.views = try cuts.views(angles, sounds: recording.soundNames)
        request.shortestShot = cuts.minShot
        request.span = cuts.span
        request.range = try cuts.range(of: recording.session.union.duration)
        request.skipped = cuts.skip
        request.startWith = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        try request.take(sound, cleaning, recording)
        request.container = container
        try request.take(picture, text, encoding, delivery, recording)
        return request
    }
}

extension CompositionRequest {
    /// What the film sounds like; whose sound it is, only where that is asked for.
    mutating func take(_ options: AudioOptions, _ cleaning: CleaningOptions, _ recording: Recording) throws {
        let heard = recording.session.angles + recording.soundNames
        if options.audio != nil { sound = try options.request(heard) }
        mix = try options.mix(heard)
        mix.cleanings = try cleaning.cleanings(heard)
        addedSounds = try options.addedSounds()
        audioCodec = options.audioCodec
        try options.level.apply(to: &self)
    }

    /// What the pictures are like and how the film is written, which does not depend on how it is cut.
    mutating func take(
        _ picture: PictureOptions, _ text: TextOptions, _ encoding: EncodingOptions, _ delivery: DeliveryOptions,
        _ recording: Recording
    ) throws {
        let angles = recording.session.angles
        framings = try picture.framings(angles)
        looks = try picture.looks(angles)
        matchedColors = Set(try picture.matchColor.map { try angles.camera($0, of: "--match-color \($0)") })
        primary = try picture.primary(of: angles)
        size = try picture.pictureSize(recording)
        frameRate = picture.fps
        fit = picture.fit
        dynamicRange = picture.dynamicRange
        self.text = try text.settings(angles)
        codec = encoding.codec
        encoder = encoding.encoder
        quality = try encoding.quality()
        rateLimit = encoding.maxBitrate
        preset = encoding.preset
        keepsMetadata = !encoding.noMetadata
        smart = encoding.smart
        snapping = encoding.snapToKeyframes ?? .zero
        hasChapters = delivery.chapters
        poster = delivery.poster
        if let purpose = delivery.delivery { fill(for: purpose, recording) }
    }
}
