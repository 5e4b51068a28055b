import MediaIO
import MediaTime
import Planning
import Platform
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
        try changing.withLock { _ in
            guard var history = state.withLock({ $0.history }) else { return }
            let before = history.version
            try body(&history)
            guard history.version != before else { return }
            try replan(history)
            writeLater()
        }
    }

    private func state(after edit: FilmEdit, _ before: FilmState, _ state: State) throws -> FilmState {
        let (film, editor) = (state.film!, state.editor!)
        var next = before
        try next.make(
            edit,
            in: EditedFilm(
                cameras: film.viewing.plan.composition.session.angles, frameCount: editor.frameCount,
                transition: film.request.transition, correction: Int64(editor.rate.framesPerSecond * 5),
                heard: state.timeline!.plan.recordedSounds, subtitles: state.files.subtitles.paths))
        return next
    }

    /// A frame of the timeline in the film, or in what it would be after an edit; what is left out is shown as if it were
    /// not.
    func looked(at frame: Int64, _ edit: FilmEdit?, _ state: State) throws -> (plan: RenderPlan, frame: Int64) {
        let (editor, history) = (state.editor!, state.history!)
        let next = try edit.map { try self.state(after: $0, history.state, state) } ?? history.state
        guard let kept = next.kept, kept.contains(frame) else {
            let everything = next.edition(at: editor.rate, keeping: editor.everything)
            return (try editor.planned(everything, aiming: .near(frame)).plan, frame)
        }
        let plan =
            try edit == nil
            ? state.planned!.plan : editor.planned(next.edition(at: editor.rate), aiming: .near(kept.film(frame))).plan
        return (plan, kept.film(frame))
    }

    /// A frame of the timeline in a film that shows one view throughout.
    func looked(at frame: Int64, of view: String, _ state: State) throws -> (plan: RenderPlan, frame: Int64) {
        let cameras = state.planned!.plan.composition.session.angles
        guard let view = View(parsing: view, angles: cameras) else {
            throw EditError("'\(view)' is neither a camera nor a view")
        }
        let (editor, cut) = (state.editor!, CutPoint(time: .zero, view: view, transition: .hardCut))
        let now = state.history!.state
        let kept = now.kept.flatMap { $0.contains(frame) ? $0 : nil } ?? editor.everything
        let edition = FilmEditor.Edition(cuts: [cut], kept: kept, finish: now.finish, sound: now.sound)
        let plan = try editor.planned(edition, aiming: .near(kept.film(frame))).plan
        return (plan, kept.film(frame))
    }

    /// Plans the film of a state, and shows it.
    func replan(_ history: StateHistory? = nil, isTold: Bool = true) throws {
        let line = try state.withLock { state -> String in
            let history = history ?? state.history!
            guard let editor = state.editors[history.state.target]?.viewing else {
                throw StudioError("the film was never planned like this")
            }
            let planned = try editor.planned(history.state)
            (state.history, state.planned, state.spans) = (history, planned, nil)
            viewer.show(planned.plan, version: history.version)
            return cutLine(state)
        }
        if isTold { tell(line) }
        if let line = otherSubtitles() { tell(line) }
        desk.add { [self] in expectSpans() }
    }

    /// The line about other subtitles than were told last.
    private func otherSubtitles() -> String? {
        state.withLock { state in
            let file = state.planned?.plan.output.graphics.subtitles
            let version = file.flatMap(FileState.init(path:))
            guard file != state.subtitles?.file || version != state.subtitles?.version else { return nil }
            let cues = (try? file.map(SubtitleFile.init(path:)))?.cues ?? []
            let line = StudioEvent(
                event: "subtitles",
                parts: [
                    StudioEvent.Subtitles(
                        cues: cues.prefix(Self.mostCues).map {
                            .init(
                                start: $0.range.start.approximateSeconds, end: $0.range.end.approximateSeconds,
                                text: String($0.words.prefix(200)))
                        })
                ]
            ).line
            state.subtitles = (file, version, line)
            return line
        }
    }
    private static let mostCues = 20_000

    func cutLine(_ state: State) -> String {
        let (history, planned, editor) = (state.history!, state.planned!, state.editor!)
        let (composition, now) = (planned.plan.composition, history.state)
        guard let kept = now.kept else { return failure(StudioError("there is no film")) }
        let visible = now.visible
        let windows = Dictionary(
            composition.transitions.compactMap { transition -> (Int, Range<Int64>)? in
                guard let cut = composition.segments[transition.incoming].cut, visible.indices.contains(cut - 1) else {
                    return nil
                }
                return (visible[cut - 1].id, transition.frames)
            }
        ) { first, _ in first }
        let onTimeline = { (frames: Range<Int64>) in
            [kept.timeline(frames.lowerBound), kept.timeline(frames.upperBound - 1) + 1]
        }
        let cameras = composition.session.angles
        let parts = { (ranges: [Range<Int64>]) in ranges.map { [$0.lowerBound, $0.upperBound] } }
        let cut = StudioEvent.Cut(
            version: history.version, opening: "\(now.opening)",
            switches: now.switches.map { one in
                .init(
                    id: one.id, frame: one.frame, show: "\(one.view)", transition: "\(one.transition.specification)",
                    duration: one.transition.duration.approximateSeconds, align: one.transition.alignment.rawValue,
                    decision: one.decision.map {
                        host.words.reason($0, composition.frameRate.time(ofFrame: kept.film(one.frame)))
                    },
                    window: windows[one.id].map(onTimeline), layout: editor.layout(of: one.view))
            }, layout: editor.layout(of: now.opening), range: [now.range.lowerBound, now.range.upperBound],
            leftOut: parts(now.leftOut), kept: parts(kept.ranges), unmarked: now.unmarked, finish: now.finish,
            subtitles: now.finish.graphics.subtitles.map { FilePath($0).name }, sound: .init(now),
            target: .init(now.target, planned.plan, own: state.timeline!.plan),
            layouts: editor.views.map { editor.layout(of: View(parsing: $0, angles: cameras)!) ?? [] },
            crops: planned.plan.crops.map { crop in
                .init(
                    camera: cameras.firstIndex(of: crop.angle)!,
                    frames: onTimeline(composition.segments[crop.segment].frames), x: crop.window.x, y: crop.window.y,
                    width: crop.window.width, height: crop.window.height)
            },
            graphics: planned.plan.output.graphics.marks(in: composition).map {
                .init(label: $0, frames: onTimeline($1))
            },
            open: planned.plan.openMicrophones { kept.timeline($0, at: composition.frameRate) },
            undo: history.undoName, redo: history.redoName, saved: state.saved == now)
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
    var rate: FrameRate { film.plan.composition.frameRate }

    func planned(_ state: FilmState) throws -> PlannedRender { try planned(state.edition(at: rate)) }

    /// The film of a state with what it will most likely copy.
    fileprivate func expected(_ state: FilmState) throws -> PlannedRender {
        var expected = try planned(state)
        expected.plan.spans = try expectedSpans(of: expected.plan)
        return expected
    }

    /// Where a view has its cameras, unless that is one: a camera's number, x, y, width and height as fractions of the
    /// picture.
    func layout(of view: View) -> [[Double]]? {
        let cameras = stage.cameras.map(\.angle)
        guard view.camera == nil, let scene = try? stage.scene(of: view) else { return nil }
        let order = film.plan.composition.session.angles
        return scene.layers.compactMap { layer in
            guard cameras.contains(layer.angle), let camera = order.firstIndex(of: layer.angle) else { return nil }
            let place = layer.rectangle
            return [Double(camera), place.x, place.y, place.width, place.height]
        }
    }
}

extension StudioEvent.Cut.Sound {
    fileprivate init(_ state: FilmState) {
        let (sound, music) = (state.sound, state.music)
        heard =
            switch sound.choice {
            case .none: "none"
            case .angle(let angle): angle.name
            case .follow: "follow"
            case .mix: "mix"
            case .speakers: "speakers"
            case .tracks: "tracks"
            }
        levels = sound.mix.levels.map { .init(name: $0.angle.name, gain: $0.gain, isMuted: $0.isMuted) }
        self.music = music.map { place, music in
            .init(
                file: FilePath(sound.added[place].path).name, gain: music.gain, start: music.start.approximateSeconds,
                loops: music.loops)
        }
        isLowered = sound.mix.ducking != nil
    }
}

extension StudioEvent.Cut.Target {
    fileprivate init(_ target: FilmState.Target, _ plan: RenderPlan, own: RenderPlan) {
        let size = plan.output.canvas.size
        self.init(
            delivery: target.delivery?.rawValue, lines: target.lines, width: size.width, height: size.height,
            ownLines: min(own.output.canvas.size.width, own.output.canvas.size.height),
            text: "\(size), \(plan.output.codec.title)")
    }
}
