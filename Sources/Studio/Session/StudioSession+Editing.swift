import MediaTime
import Planning
import Timeline

// From an edit to a plan.
extension StudioSession {
    /// Edits name what they change by ids, so that another page's edits may come between.
    func make(_ request: FilmEdit, _ id: UInt32, for page: StudioPage) throws {
        try change { history in
            let next = try state.withLock { try state(after: request, history.state, $0) }
            history.advance(to: next, request.name, group: request.group)
        }
        page.send(StudioEvent(event: "edited", id: id).line)
    }

    /// Another state, if a film can be planned of it.
    func change(_ body: (inout StateHistory) throws -> Void) throws {
        guard var history = state.withLock({ $0.history }) else { return }
        let before = history.version
        try body(&history)
        guard history.version != before else { return }
        try replan(history)
        writeLater()
    }

    private func state(after edit: FilmEdit, _ before: FilmState, _ state: State) throws -> FilmState {
        let (film, composition) = (state.film!, state.film!.viewing.plan.composition)
        var next = before
        try next.make(
            edit,
            in: EditedFilm(
                cameras: composition.session.angles, frameCount: composition.frameCount, transition: film.transition))
        return next
    }

    /// The plan of the film, or of what it would be after an edit.
    func looked(at edit: FilmEdit?, _ state: State) throws -> (RenderPlan, Int) {
        let history = state.history!
        guard let edit else { return (state.planned!.plan, history.version) }
        let next = try self.state(after: edit, history.state, state)
        return (try state.editor!.planned(next).plan, history.version)
    }

    /// The plan of a film that shows one view throughout.
    func plan(of view: String, _ state: State) throws -> RenderPlan {
        let cameras = state.planned!.plan.composition.session.angles
        guard let view = View(parsing: view, angles: cameras) else {
            throw EditError("'\(view)' is neither a camera nor a view")
        }
        let cut = CutPoint(time: .zero, view: view, transition: .hardCut)
        return try state.editor!.planned([cut]).plan
    }

    /// Plans the film of a state, and shows it.
    func replan(_ history: StateHistory? = nil, isTold: Bool = true) throws {
        let line = try state.withLock { state -> String in
            let history = history ?? state.history!
            let planned = try state.editor!.planned(history.state)
            (state.history, state.planned, state.spans) = (history, planned, nil)
            viewer.show(planned.plan, version: history.version)
            return cutLine(state)
        }
        if isTold { tell(line) }
        desk.add { [self] in expectSpans() }
    }

    func cutLine(_ state: State) -> String {
        let (history, planned) = (state.history!, state.planned!)
        let composition = planned.plan.composition
        let visible = history.state.visible
        let windows = Dictionary(
            composition.transitions.compactMap { transition -> (Int, Range<Int64>)? in
                guard let cut = composition.segments[transition.incoming].cut, visible.indices.contains(cut - 1) else {
                    return nil
                }
                return (visible[cut - 1].id, transition.frames)
            }
        ) { first, _ in first }
        let cut = StudioEvent.Cut(
            version: history.version, opening: "\(history.state.opening)",
            switches: history.state.switches.map { one in
                .init(
                    id: one.id, frame: one.frame, show: "\(one.view)", transition: "\(one.transition.specification)",
                    duration: one.transition.duration.approximateSeconds, align: one.transition.alignment.rawValue,
                    decision: one.decision.map {
                        host.words.reason($0, composition.frameRate.time(ofFrame: one.frame))
                    },
                    window: windows[one.id].map { [$0.lowerBound, $0.upperBound] },
                    inset: state.editor!.inset(of: one.view))
            }, inset: state.editor!.inset(of: history.state.opening), finish: history.state.finish,
            graphics: history.state.finish.graphics.marks(in: composition), open: planned.plan.openMicrophones,
            undo: history.undoName, redo: history.redoName, saved: state.saved == history.state)
        return StudioEvent(event: "cut", parts: [host.words.cut(planned), cut]).line
    }

    /// Tells what of the newest film will be copied.
    func expectSpans() {
        let (whole, history) = state.withLock { ($0.spans == nil ? $0.whole : nil, $0.history) }
        guard let whole, let history else { return }
        do {
            let planned = try whole.expected(history.state)
            let line = StudioEvent(
                event: "spans", parts: [host.words.spans(planned), StudioEvent.Version(version: history.version)]
            ).line
            let isNewest = state.withLock { state in
                guard state.history!.version == history.version else { return false }
                state.spans = line
                return true
            }
            if isNewest { tell(line) }
        } catch {
            tell(failure(error))
        }
    }
}

extension FilmEditor {
    func planned(_ state: FilmState) throws -> PlannedRender {
        let (cuts, decisions) = state.cuts(at: film.plan.composition.frameRate)
        return try planned(cuts, decisions: decisions, finish: state.finish)
    }

    /// The film of a state with what it will most likely copy.
    fileprivate func expected(_ state: FilmState) throws -> PlannedRender {
        var expected = try planned(state)
        expected.plan.spans = try expectedSpans(of: expected.plan)
        return expected
    }

    /// The place of the layer that an inset view adds: x, y, width and height, as fractions of the picture.
    func inset(of view: View) -> [Double]? {
        guard view.recipe?.name == "pip", let scene = try? stage.scene(of: view), scene.layers.count == 2 else {
            return nil
        }
        let place = scene.layers[1].rectangle
        return [place.x, place.y, place.width, place.height]
    }
}
