import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Planning
import Timeline
import Transitions

extension PlannedRender {
    /// The document from which `RenderPlan.init(_:)` makes this plan again.
    ///
    /// - Throws: `MediaError` if a recording cannot be read.
    public func document(name: String) throws(MediaError) -> PlanDocument {
        let files = try plan.namedFiles.map { path throws(MediaError) in
            PlanDocument.File(path: path, fingerprint: try FileFingerprint(path: path).description)
        }
        let composition = plan.composition
        var document = PlanDocument(
            name: name, media: try plan.plannedTakes(), sounds: try plan.plannedSounds(), files: files,
            clock: composition.clock, segments: composition.segments, transitions: composition.transitions,
            output: plan.output)
        (document.markers, document.decisions) = (markers, decisions)
        document.edits = edits.flatMap { JSONValue(parsing: Array($0.utf8)) }
        return document
    }
}

extension PlannedRender {
    /// What `RenderPlan.init(_:)` makes of a document.
    package init(_ document: PlanDocument, catalogue: TransitionCatalogue = .standard) throws {
        let plan = try RenderPlan(document, catalogue: catalogue)
        self.init(plan: plan, adjustments: [], notes: try plan.checkGraphics())
        (markers, decisions) = (document.markers, document.decisions)
        edits = document.edits?.json
    }

    /// Reads a plan file, which then counts as one of the inputs.
    ///
    /// - Throws: as `PlanFile.read` and `RenderPlan.init(_:)`.
    public init(reading path: String, catalogue: TransitionCatalogue = .standard) throws {
        switch try PlanFile.contents(of: path, catalogue: catalogue) {
        case .own(let reading):
            do { try self.init(reading, catalogue: catalogue) } catch let error as ParameterError {
                throw PlanError("\(path): \(error)")
            } catch let error as TimelineError {
                throw PlanError("\(path): \(error)")
            } catch var error as PlanError {
                if !error.description.hasPrefix(path) { error.description = "\(path): \(error.description)" }
                throw error
            }
        case .foreign(let timeline): self = try timeline.planned(catalogue)
        }
        plan.otherInputs.append(path)
    }

    /// A plan from its tracks; if nothing can be copied after an edit, everything is encoded.
    private init(_ reading: PlanReading, catalogue: TransitionCatalogue) throws {
        var notes = reading.notes
        do {
            try self.init(reading.document, catalogue: catalogue)
        } catch let error as PlanError where error.isOfCopying && reading.isEdited {
            var encoded = reading.document
            encoded.output.stretches = .encode
            try self.init(encoded, catalogue: catalogue)
            notes.append(.encoded(why: "\(error)"))
        }
        self.notes += notes.map(Diagnostic.timeline)
        if reading.isEdited, plan.output.metadata != nil {
            let (composition, primary) = (plan.composition, plan.primaryTake)
            let take = composition.session.takes[primary]
            plan.output.metadata = plan.sources[primary].metadata(of: composition, as: take)
        }
    }
}

extension RenderPlan {
    /// The plan of a document: the same on every machine that has the same files.
    ///
    /// - Throws: `PlanError` if the plan is inconsistent or a file is not the one that it was made with, `MediaError`
    ///   if one cannot be read, `ParameterError`.
    package init(_ document: PlanDocument, catalogue: TransitionCatalogue = .standard) throws {
        try document.output.check()
        let composition = try document.composition()
        for file in document.files { try checkUnchanged(file.path, file.fingerprint) }
        for specification in Set(composition.transitions.map(\.specification)) {
            try specification.check(in: catalogue)
        }
        try document.output.finish.check(composition.session.angles)
        // A file that is shown again has several media.
        var probed: [PlannedTake: Source] = [:]
        let sources = try document.media.map { media in
            var file = media
            file.clock = .identity
            let source = try probed[file] ?? Source(media)
            probed[file] = source
            return source
        }
        for (source, media) in zip(sources, document.media) { source.log(as: media.take) }
        guard composition.session.angles.contains(document.output.primary) else {
            throw PlanError("there is no recording of its primary camera '\(document.output.primary)'")
        }
        let sounds = try document.sounds.map(AudioSource.init)
        self.init(
            composition: composition, sources: sources, sounds: sounds, output: document.output,
            cues: try document.output.graphics.readCues(),
            captions: try document.output.graphics.captionSheet(of: composition, sounds: sounds, document.output),
            catalogue: catalogue)
        try checkFonts()
        if output.stretches != .encode {
            let indexes = try CopyPlanner.indexes(
                sources, primary: primaryTake, canvas: output.canvas, codec: output.codec, frameRate: output.frameRate)
            do {
                self = try CopyPlanner(full: self).plan(indexes).plan
            } catch let error as SmartError {
                let reasons = error.reasons.map { "\($0)" }.joined(separator: "; ")
                var error = PlanError("what it copies cannot be copied here: \(reasons); plan again")
                error.isOfCopying = true
                throw error
            }
        }
        try copyAudio()
        logDecisions()
    }
}

extension AudioSource {
    fileprivate init(_ sound: PlannedSound) throws {
        let info = try MediaInfo(probingSoundOf: sound.path)
        try checkUnchanged(sound.path, sound.fingerprint)
        guard info.audio.contains(where: { $0.streamIndex == sound.stream && $0.isDecodable }) else {
            throw PlanError("\(sound.path) has no sound in stream \(sound.stream) that can be decoded; make a new plan")
        }
        try sound.selection.checkChannels(in: info)
        self.init(
            angle: sound.angle, info: info, stream: sound.stream, channels: sound.channels, clock: sound.clock,
            extent: sound.extent,
            role: sound.role)
    }
}

extension Source {
    fileprivate init(_ media: PlannedTake) throws {
        let path = media.path
        let info = try MediaInfo(probing: path)
        guard let usual = info.video else { throw MediaError.noVideo(path: path, hasAudio: !info.audio.isEmpty) }
        try checkUnchanged(path, media.fingerprint)
        let video = media.videoStream.map { stream in info.cameras.first { $0.streamIndex == stream } } ?? usual
        guard let video else {
            throw PlanError(
                "\(path) has no picture in stream \(media.videoStream ?? 0) that can be used; make a new plan")
        }
        try media.audio?.checkChannels(in: info)
        self.init(
            info: info, video: video, orientation: media.orientation,
            audio: media.audio.flatMap { heard in
                info.audio.contains { $0.streamIndex == heard.stream } ? heard : nil
            }, soundJumps: media.soundJumps)
    }
}

extension SoundSelection {
    /// - Throws: `PlanError` for channels that the stream does not have.
    fileprivate func checkChannels(in info: MediaInfo) throws(PlanError) {
        guard let channels, let found = info.audio.first(where: { $0.streamIndex == stream }) else { return }
        guard channels.isValid, channels.areIn(found.channels) else {
            throw PlanError("\(info.path) does not have the channels of sound that are heard; make a new plan")
        }
    }
}

/// - Throws: `PlanError` if the file is not the one that the plan was made with.
private func checkUnchanged(_ path: String, _ fingerprint: String) throws {
    guard try FileFingerprint(path: path).description == fingerprint else {
        throw PlanError("\(path) is not the file that was planned with; make a new plan")
    }
}
