import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Platform
import Timeline
import Transitions

extension CompositionRequest {
    /// Decides everything that was left open. If anything may be copied, its packets are read and rewritten once as a
    /// trial; nothing is decoded.
    ///
    /// - Throws: `TimelineError`, `ParameterError`, `RequestError`, `MediaError`, `SmartError`.
    public func plan(_ recording: Recording) throws -> PlannedRender {
        try Trace.span("plan") { try RequestPlanner(self, recording).plan() }
    }
}

extension CompositionRequest {
    /// A plan with the same pictures and sound as `plan(_:)`, for viewing. Packets are not read to find out what can be
    /// copied if that does not affect the pictures; it never affects the sound.
    ///
    /// - Throws: same as `plan(_:)`.
    public func planForViewing(_ recording: Recording) throws -> PlannedRender {
        var request = self
        request.copiesAudio = false
        return try RequestPlanner(request, recording).plan { planner in
            try planner.looksAlikeEncoded ? planner.encoded() : planner.copiedOrEncoded()
        }
    }
}

/// The steps from a request to a plan.
package struct RequestPlanner {
    /// The shots, at a frame rate.
    struct Draft {
        let cuts: [CutPoint]
        /// Of segments, by their numbers.
        let decisions: [Int: DirectorDecision]
        let composition: Composition
        let adjustments: [Adjustment]
        /// That were left out, on the clock of the recording.
        var pauses: [TimeRange] = []
        /// Cameras that automatic cuts show less because of their pictures.
        var avoided: [Diagnostic] = []
    }

    /// Without what has no effect.
    var request: CompositionRequest
    let recording: Recording
    let primary: Angle
    let primaryTake: Int
    let turn: [Angle]
    /// The requested rate, or else the primary camera's.
    let primaryRate: FrameRate
    /// The color corrections that match cameras to the primary, by camera name.
    let matches: [ColorMatch]
    /// The film, if it is already cut: a timeline, or another version of a film.
    package var given: GivenFilm?
    /// The processing of the sounds, and its notes: determined once, because files are read for it.
    private(set) var mix: (settings: MixSettings, notes: [Diagnostic]) = (MixSettings(), [])
    /// The director, if one decides the cuts.
    private(set) var director: Director?
    /// Who speaks, if that decides what is heard.
    private(set) var speech: Speech?
    /// Who is heard together, although no mix was asked for.
    private(set) var together: HeardTogether?
    /// To leave out of the film, on the clock of the recording; `nil` if nothing but noise is heard.
    private(set) var pauses: [TimeRange]? = []
    var session: Session { recording.session }
    var source: Source { recording.sources[primaryTake] }
    /// The stage for laying out views.
    var stage: Stage {
        let order = [primary] + session.angles.filter { $0 != primary }
        var stage = Stage(
            canvas: film.canvas.size,
            cameras: order.map { angle in
                ViewCamera(
                    angle, size: recording.sources[session.takes.firstIndex { $0.angle == angle }!].uprightSize,
                    framing: request.framings[angle] ?? Framing())
            }, catalogue: request.viewCatalogue)
        if request.fit != .auto { stage.fit = request.fit }
        stage.safeArea = safeArea(stage.canvas)?.ofInsets(request.graphics, stage.canvas)
        return stage
    }
    /// The takes whose colors the film's depend on; `nil` for all.
    private var shownTakes: Set<Int>?
    var film: FilmCanvas {
        FilmCanvas(request: request, sources: recording.sources, primary: primaryTake, shown: shownTakes)
    }

    package init(_ request: CompositionRequest, _ recording: Recording, given: GivenFilm? = nil) throws {
        self.given = given
        var request = request.withCodecOfContainer
        let recording = try request.withMicrophonesApart(recording)
        self.recording = recording
        let session = recording.session
        primary = try Self.known(request.primary(of: session.angles), session)
        let opening = try request.startWith.map { try Self.known($0, session) } ?? primary
        let (primary, turn) = (primary, [opening] + session.angles.filter { $0 != opening })
        self.turn = turn
        // A view of the camera is one of each in turn; of a director's cuts, each names its camera.
        if request.director == nil, turn.count > 1 {
            request.views = request.views.flatMap { view in view.isOfAnyCamera ? turn.compactMap(view.of) : [view] }
        }
        primaryTake = session.takes.firstIndex { $0.angle == primary }!
        primaryRate = request.frameRate ?? recording.sources[primaryTake].video.filmRate
        guard (1...480).contains(primaryRate.framesPerSecond) else { throw RequestError.frameRate(primaryRate) }
        try request.transition.specification.check(in: request.catalogue)
        try request.finish.check(session.angles)
        let film = FilmCanvas(request: request, sources: recording.sources, primary: primaryTake)
        matches = try request.matchedColors.sorted { $0.name < $1.name }.map { angle in
            guard try Self.known(angle, session) != primary else { throw RequestError.matchesItself(angle) }
            return try Trace.span("match colors", angle.name) {
                try ColorMatch(angle, to: primary, recording, color: film.canvas.color)
            }
        }
        // What changes no color must not cost the film its high dynamic range or its copies.
        request.matchedColors = Set(matches.filter { !$0.isNothing }.map(\.angle))
        request.looks = try request.looks.filter { try !Grade($0.value).isEmpty }
        self.request = request
        guard given?.output == nil else {
            mix = try measuredMix()
            return
        }
        director = try Trace.span("direct") { try heardDirector() }
        (speech, together) = try Trace.span("hear speech") { try heardSpeech() }
        together = try together ?? Trace.span("compare sounds") { try heardTogether() }
        if let together {
            let others = Set(session.angles + recording.soundNames).subtracting(together.angles)
            self.request.mix.silence(others, ducking: together.ducked)
        }
        let speaks = request.addedSounds.contains { if case .voiceOver = $0.role { true } else { false } }
        if let ducked = request.mix.ducked?.first, together == nil, speech == nil, !speaks {
            throw RequestError.nothingToDuckUnder(ducked)
        }
        mix = try Trace.span("measure sounds") { try measuredMix() }
        pauses = try Trace.span("find pauses") { try heardPauses() }
    }

    /// With the corrections that match cameras, before their looks.
    var finish: Finish {
        let matched = Dictionary(
            uniqueKeysWithValues: matches.filter { request.matchedColors.contains($0.angle) }
                .map { ($0.angle, [$0.correction]) })
        var finish = request.finish
        finish.looks = matched.merging(request.looks) { $0 + $1 }
        return finish
    }

    /// A plan that copies what it can; if that fails, one that encodes every frame.
    package func plan() throws -> PlannedRender { try plan { try $0.copiedOrEncoded() } }

    /// A plan for the colors of the cameras that are shown: a second camera that is only heard, or a look for it, must not
    /// cost the film its high dynamic range.
    fileprivate func plan(_ make: (RequestPlanner) throws -> PlannedRender) throws -> PlannedRender {
        let isGraded = film.toneMapping == .looks
        guard isGraded || !film.isUniform && request.matchedColors.isEmpty else { return try make(self) }
        var planner = self
        let shown = takes(shownBy: try draft(at: primaryRate).composition).union(takes(of: [primary]))
        let isShown = { (angle: Angle) in !takes(of: [angle]).isDisjoint(with: shown) }
        // Corrections are measured in the colors of a film with all cameras.
        guard shown.count < session.takes.count, !request.matchedColors.contains(where: isShown) else {
            return try make(self)
        }
        planner.shownTakes = shown
        let unused = isGraded ? request.matchedColors.union(request.looks.keys).filter { !isShown($0) } : []
        planner.request.looks = request.looks.filter { !unused.contains($0.key) }
        planner.request.matchedColors.subtract(unused)
        var planned = try make(planner)
        planned.notes += unused.sorted { $0.name < $1.name }.map(Diagnostic.lookUnused)
        // Another rate and key frames move cuts, and may let a camera in.
        return takes(shownBy: planned.plan.composition).isSubset(of: shown) ? planned : try make(self)
    }

    private func takes(shownBy composition: Composition) -> Set<Int> {
        takes(of: composition.segments.flatMap { $0.scene?.angles ?? [] })
    }

    private func takes(of angles: [Angle]) -> Set<Int> {
        Set(session.takes.indices.filter { angles.contains(session.takes[$0].angle) })
    }

    fileprivate func copiedOrEncoded() throws -> PlannedRender {
        guard request.smart != .off else { return try encoded() }
        do {
            return try copied()
        } catch let error as SmartError {
            guard request.smart != .require else { throw error }
            var planned = try encoded()
            planned.refusals = error.reasons
            return planned
        }
    }

    /// A plan that encodes every frame.
    func encoded() throws -> PlannedRender {
        let draft = try draftAtHighestRate()
        var notes = recording.notes
        let canvas = film.canvas
        if let reason = film.toneMapping { notes.append(.toneMapped(reason)) }
        let rate = draft.composition.frameRate
        let faster = higherRates(shownBy: draft.composition)
        let own = faster.first { request.filmRate($0) == rate } ?? primaryRate
        if own != primaryRate { notes.append(.higherRate(own, primary: primary, primaryRate: primaryRate)) }
        if rate != own, let destination = request.destination {
            notes.append(.rateMultiplied(rate, from: own, destination))
        }
        let codec = request.codec ?? .usual(for: canvas.color)
        return try planned(draft, canvas, codec, .encode, notes) { ($0, [:]) }
    }

    /// A plan that copies what it can.
    ///
    /// - Throws: `SmartError` if nothing can be copied, or too little to be worth it.
    func copied() throws -> PlannedRender {
        guard let codec = VideoCodec(rawValue: source.video.codec), codec.canBeCopied, let canvas = source.ownCanvas
        else {
            throw SmartError([
                .primary(path: source.path, codec: source.video.codec, pixelFormat: source.video.pixelFormat)
            ])
        }
        let conflicts = conflicts(codec, canvas)
        guard conflicts.isEmpty else { throw SmartError(conflicts) }
        var indexes = try CopyPlanner.indexes(
            recording.sources, primary: primaryTake, canvas: canvas, codec: codec, frameRate: primaryRate)
        if request.frameRate != nil {
            for (take, source) in recording.sources.enumerated() where source.video.hasVariableFrameRate {
                indexes[take] = .failure(.variableRate)
            }
        }
        let draft = try draft(
            at: primaryRate, snappingTo: finish.alterations(session, recording.sources).over(indexes))
        var notes = recording.notes
        if let reason = film.toneMapping { notes.append(.toneMapped(reason)) }
        if let highest = higherRates(shownBy: draft.composition).first,
            let take = recording.sources.firstIndex(where: { $0.video.filmRate == highest })
        {
            notes.append(
                .lowerRate(primaryRate, primary: primary, highest: highest, of: session.takes[take].angle))
        }
        return try planned(draft, canvas, codec, .copy, notes) { [indexes] full in
            let outcome = try CopyPlanner(full: full).plan(indexes)
            guard request.smart == .require || outcome.encodedShare <= CopyPlanner.mostEncoded
            else {
                throw SmartError([.tooLittle(encodedShare: outcome.encodedShare)])
            }
            return (outcome.plan, outcome.blockers)
        }
    }

    /// Whether a film that copies what it can shows the same frames as a fully encoded one.
    var looksAlikeEncoded: Bool {
        request.smart == .off || request.snapping == .zero && higherRates().isEmpty && source.ownCanvas == film.canvas
    }

    private func planned(
        _ draft: Draft, _ canvas: Canvas, _ codec: VideoCodec, _ stretches: Stretches, _ notes: [Diagnostic],
        _ decideSpans: @escaping @Sendable (RenderPlan) throws -> (RenderPlan, blockers: [Int: CopyBlocker])
    ) throws -> PlannedRender {
        try check(canvas.size, codec)
        for source in recording.sources { try source.video.checkFilters(for: canvas, path: source.path) }
        var notes = notes
        let before: [[Diagnostic]] = [
            matches.map(Diagnostic.colorsMatched), director?.notes ?? [], speech?.notes ?? [], draft.avoided,
            try roomless().map { .notStabilized($0.angle, $0.strength) },
            request.leadsThroughBlack ? [] : draft.composition.holeNotes, try request.textNotes(recording),
            request.notes(on: draft.cuts, draft.composition, draft.adjustments, speakers: speech?.speakers ?? []),
            pauseNotes(draft),
        ]
        notes += before.joined()
        let cues = try request.graphics.readCues()
        let (composition, aimNotes) = try CameraAiming(
            sources: recording.sources, fit: request.fit, cropping: request.cropping, canvas: canvas.size,
            turns: speech?.turns(in: draft.composition) { _ in true }.map(\.range) ?? given?.output?.audio.turns
        ).aimed(draft.composition)
        notes += aimNotes
        var output = try output(draft.composition, canvas, codec, stretches, &notes)
        if let speech {
            let clock = composition.clock
            output.graphics.captions?.turns = speech.turns(in: composition) { _ in true }.map { turn in
                .init(
                    angle: turn.angle,
                    range: TimeRange(start: clock.target(at: turn.range.start), end: clock.target(at: turn.range.end)))
            }
        }
        let sounds = recording.sounds + (try request.addedSounds.map { try $0.source() })
        let captions = try output.graphics.captionSheet(of: composition, sounds: sounds, output)
        notes += try output.graphics.notes(on: captions, of: composition)
        let full = RenderPlan(
            composition: composition, sources: recording.sources, sounds: sounds, output: output, cues: cues,
            captions: captions, catalogue: request.catalogue)
        try request.graphics.check(cues, draft.composition.duration)
        try full.checkFonts()
        notes += try full.checkGraphics(for: request.container)
        notes = withoutNamesOfSpeakers(withoutUnheardLosses(notes, full))
        if let live = recording.live, request.director == nil, !live.leftOut.isEmpty {
            notes.append(.liveCutPartly(path: live.path, leftOut: live.leftOut))
        }
        for more in [
            full.audioNotes, unusedSounds(full), full.addedSoundNotes,
            request.size == nil ? full.sizeNotes : [], full.framingNotes, request.destinationNotes(full),
            full.composition.croppingNotes(on: stage), try full.labelNotes(),
        ] {
            notes += more
        }
        let ((decided, blockers), differences) = try concurrently {
            try decideSpans(full)
        } _: {
            try Trace.span("compare microphones") { try otherMicrophones(full) }
        }
        var plan = decided
        if given == nil {
            let isUnlike = together?.isOfOneScene == false
            notes += try Trace.span("match levels") { try isUnlike ? plan.matchTogether() : plan.matchLevels() }
        }
        try Trace.span("measure music") { try plan.levelMusic() }
        notes += plan.clippingNotes + differences
        if let together, together.isNews {
            notes.append(.heardTogether(together.angles, ducked: together.ducked))
        }
        try Trace.span("index sound") { try plan.copyAudio() }
        if request.quality != nil, plan.copiedFrameCount > 0 {
            notes.append(.copiesKeepQuality)
        }
        plan.logDecisions()
        // Includes transitions that did not fit: their images are still inputs.
        let wished = Set([request.transition.specification] + draft.cuts.map(\.transition.specification))
        plan.otherInputs = wished.flatMap { $0.files(in: request.catalogue) }.sorted()
        var planned = PlannedRender(plan: plan, adjustments: draft.adjustments, notes: notes, blockers: blockers)
        planned.decisions = draft.decisions
        planned.pauses = draft.pauses
        planned.spoken = (speech ?? director?.speech)?.spoken(in: composition) ?? []
        planned.destination = request.destination
        return planned
    }

    static func known(_ angle: Angle, _ session: Session) throws(TimelineError) -> Angle {
        guard session.angles.contains(angle) else {
            throw .unknownAngle(name: angle.name, known: session.angles.map(\.name))
        }
        return angle
    }

    private func check(_ size: PictureSize, _ codec: VideoCodec) throws(RequestError) {
        guard size.width % 2 == 0, size.height % 2 == 0, (16...16384).contains(size.width),
            (16...16384).contains(size.height)
        else { throw .size(size) }
        guard min(size.width, size.height) >= codec.leastSize else { throw .tooSmall(size, codec) }
    }
}
