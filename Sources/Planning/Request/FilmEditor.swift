import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline
import Transitions

/// A planned film whose cuts and finish are changed: planned again after each change in milliseconds, because everything
/// else stays as it was planned: canvas, codec, frame rate, sound and length.
package struct FilmEditor: Sendable {
    /// The film as it was planned.
    package let film: PlannedRender
    /// Its cuts, on the film's clock; the first one is the opening view, at zero.
    package let cuts: [CutPoint]
    private let planner: TransitionPlanner

    package init(_ film: PlannedRender) {
        self.film = film
        let (composition, output) = (film.plan.composition, film.plan.output)
        var stage = Stage(canvas: output.canvas.size, cameras: film.plan.viewCameras)
        if output.fit != .auto { stage.fit = output.fit }
        stage.safeArea = output.safeArea?.ofInsets(output.graphics, stage.canvas)
        cuts = composition.cutPoints { [stage] in View(of: $0, on: stage) }
        // Whoever cuts by hand wants short shots, too: nothing is left out or trimmed.
        var planner = TransitionPlanner(
            session: composition.session, frameRate: composition.frameRate, stage: stage,
            fallbacks: stage.cameras.map(\.angle), fallbackTransition: .hardCut, excerpt: Excerpt(of: composition))
        // Where a part is skipped within a shot, nobody sees a switch to edit.
        for (before, cut) in zip(cuts, cuts.dropFirst()) where before.view == cut.view {
            planner.joins[composition.frameRate.frame(at: cut.time, .nearest)] = cut.transition
        }
        self.planner = planner
    }

    /// All views that a cut may show are laid out on it.
    package var stage: Stage { planner.stage }

    /// The decisions of a director by cut, for `planned`.
    package var decisions: [Int: DirectorDecision] {
        let composition = film.plan.composition
        let segments = Dictionary(
            composition.segments.indices.map { (composition.segments[$0].frames.lowerBound, $0) }
        ) { first, _ in first }
        return cuts.indices.reduce(into: [:]) { decisions, cut in
            let frame = composition.frameRate.frame(at: cuts[cut].time, .nearest)
            decisions[cut] = segments[frame].flatMap { film.decisions[$0] }
        }
    }

    /// The film with other cuts, every frame of it encoded: nothing is read, decoded or tried.
    ///
    /// - Parameters:
    ///   - cuts: on the film's clock, in any order.
    ///   - decisions: of a director, by the indices of the cuts.
    ///   - finish: `nil` for the film's.
    /// - Throws: `TimelineError`, `ParameterError` for a view, a camera or a transition that does not exist; as
    ///   `Finish.check`.
    package func planned(
        _ cuts: [CutPoint], decisions: [Int: DirectorDecision] = [:], finish: Finish? = nil
    ) throws -> PlannedRender {
        for view in Set(cuts.map(\.view)) { try stage.check(view) }
        for specification in Set(cuts.map(\.transition.specification)) {
            try specification.check(in: film.plan.catalogue)
        }
        let (composition, adjustments) = try planner.plan(cuts)
        var output = film.plan.output
        var cues = film.plan.cues
        if let finish, finish != output.finish {
            if finish.graphics.subtitles != output.graphics.subtitles { cues = try finish.graphics.readCues() }
            try check(finish, cues)
            output.finish = finish
        }
        let plan = film.plan.encoded(composition, output, cues: cues)
        if output.text != film.plan.output.text { try plan.checkFonts() }
        var planned = PlannedRender(plan: plan, adjustments: adjustments, notes: film.notes)
        planned.markers = film.markers
        planned.decisions = composition.segments.enumerated().reduce(into: [:]) { result, segment in
            result[segment.offset] = segment.element.cut.flatMap { decisions[$0] }
        }
        return planned
    }

    /// An edit chooses no files, and not what the canvas depends on.
    private func check(_ finish: Finish, _ cues: [TimeRange]) throws {
        let own = film.plan.output
        try finish.check(film.plan.composition.session.angles)
        if let file = finish.files.first(where: { !own.finish.files.contains($0) }) {
            throw PlanError("\(file) is not a file of this film; name it where the film is planned")
        }
        guard finish.looks.isEmpty || !own.canvas.color.isHighDynamicRange else {
            throw PlanError("looks are made for standard dynamic range, and this film has more")
        }
        if let poster = finish.poster, poster >= film.plan.composition.duration {
            throw RequestError.poster(poster, film: film.plan.composition.duration)
        }
        try finish.graphics.checkFonts()
        try finish.graphics.check(cues, film.plan.composition.duration)
    }

    /// What an edited film will most likely copy. Packets are not tried: rendering may have to encode a copy that
    /// is expected here, never the other way round.
    ///
    /// - Throws: `MediaError` if the packets of a recording cannot be read; they are read once.
    package func expectedSpans(of plan: RenderPlan) throws -> [Span] {
        guard plan.output.stretches != .encode else {
            let all = 0..<plan.composition.frameCount
            return [.encode(EncodeSpan(frames: all, parts: [.init(frames: all, reason: .full)]))]
        }
        var indexes = try indexes()
        let altered = film.plan.alterations
        for (take, blocker) in film.blockers where altered[take] == nil { indexes[take] = .failure(blocker) }
        return SpanPlanner(
            composition: plan.composition, indexes: plan.alterations.over(indexes), drawnOver: plan.drawnOver
        ).spans()
    }

    /// A film with other cuts as rendering makes it: packets are rewritten as a trial. If nothing can be copied, all of
    /// it is encoded.
    ///
    /// - Throws: as `CompositionRequest.plan`.
    package func tried(_ edited: PlannedRender) throws -> PlannedRender {
        guard edited.plan.output.stretches != .encode else { return edited }
        var tried = edited
        do {
            let outcome = try CopyPlanner(full: edited.plan).plan(indexes())
            (tried.plan, tried.blockers) = (outcome.plan, outcome.blockers)
        } catch let error as SmartError {
            tried.plan.output.stretches = .encode
            tried.refusals = error.reasons
        }
        try tried.plan.copyAudio()
        return tried
    }

    private func indexes() throws -> [Result<GOPIndex, CopyBlocker>] {
        let plan = film.plan
        return try CopyPlanner.indexes(
            plan.sources, primary: plan.primaryTake, canvas: plan.output.canvas, codec: plan.output.codec,
            frameRate: plan.composition.frameRate)
    }
}

extension RenderPlan {
    /// The cameras as views are laid out with them, the primary first, each with the part of its picture that it shows
    /// alone.
    fileprivate var viewCameras: [ViewCamera] {
        let session = composition.session
        let order = [output.primary] + session.angles.filter { $0 != output.primary }
        let alone = composition.segments.compactMap(\.scene).filter { $0.layers.count == 1 && $0.name == nil }
        let framings = Dictionary(alone.map { ($0.layers[0].angle, $0.layers[0].framing) }) { first, _ in first }
        return order.map { angle in
            let size = sources[session.takes.firstIndex { $0.angle == angle }!].uprightSize
            return ViewCamera(angle, size: size, framing: framings[angle] ?? Framing())
        }
    }
}

extension View {
    /// The view that a scene was made from: a camera, the recipe it is named after, or else its layers.
    fileprivate init(of scene: Scene, on stage: Stage) {
        if scene.layers.count == 1, let alone = try? stage.scene(of: .single(scene.layers[0].angle)), alone == scene {
            self = .single(scene.layers[0].angle)
        } else if let recipe = scene.name.flatMap({ Specification(parsing: $0) }),
            (try? stage.scene(of: .recipe(recipe))) != nil
        {
            self = .recipe(recipe)
        } else {
            self = .layers(scene.layers)
        }
    }
}
