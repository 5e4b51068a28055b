import Dispatch
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Render
import Synchronization
import Timeline
import Timelines
import Transitions

/// A film that is edited in pages: one state for all of them, kept here, so that a page that is loaded again has lost
/// nothing.
package final class StudioSession: StudioContent {
    private struct State {
        var film: StudioFilm?
        /// The film without copies, which is planned in milliseconds.
        var editor: FilmEditor?
        /// The film with copies, when it is known what can be copied.
        var whole: FilmEditor?
        var history: StateHistory?
        /// What the plan file has, or what there was before the first edit.
        var saved: FilmState?
        var first: FilmState?
        /// The plan file as it was read or written here.
        var output: FileState?
        var journal: Journal?
        var planned: PlannedRender?
        /// The line about the spans of `planned`.
        var spans: String?
        var journaled: PlannedRender?
        var hearing: String?
        var failure: (any Error)?
        var pages: [StudioPage] = []
        var render: Rendering?
    }

    /// A render that is going on.
    private struct Rendering {
        var child: RenderChild?
        /// Its first line, and the last one.
        var lines: [String] = []
        var isCanceled = false
        /// It told how it ended.
        var hasEnded = false
    }

    private struct WaveTask {
        var sound, level, tile: Int
        var answer: @Sendable (StudioServer.Answer?) -> Void
    }

    private let host: StudioHost
    private let state = Mutex(State())
    /// Plans and files.
    private let desk: Desk
    /// Pictures of filmstrips, waveforms, and what is heard in the film.
    private let thumbs, waves, listener: Desk
    private let viewer: Viewer
    private let server = Mutex<StudioServer?>(nil)
    /// Held while a file is written.
    private let writing = Mutex(())
    /// Each used by one desk.
    private let thumbStrips = Mutex<Strips?>(nil)
    private let waveStrips = Mutex<Strips?>(nil)
    private let waveTasks = Mutex<[WaveTask]>([])
    /// Set at the end.
    private let cancellation = Cancellation()

    /// - Throws: `RenderError.noThread`.
    package init(_ host: StudioHost) throws {
        self.host = host
        (desk, thumbs, waves, listener) = (try Desk(), try Desk(), try Desk(), try Desk())
        let words = host.words
        viewer = try Viewer { error, page in
            page.send(StudioEvent(parts: [words.failure(error)]).line)
        }
    }

    /// Serves the page, and opens the film on a thread of its own.
    ///
    /// - Parameter port: 0 for any that is free.
    /// - Returns: the address of the page.
    /// - Throws: an error of the system if the port is taken.
    package func start(port: Int) throws -> String {
        let server = try StudioServer(port: port, content: self)
        self.server.withLock { $0 = server }
        desk.add { [self] in open() }
        return server.address
    }

    /// Ends a render, and waits for everything that is being written.
    package func close() {
        cancellation.cancel()
        cancelRender()
        viewer.close()
        for desk in [thumbs, waves, listener] { desk.close(dropping: true) }
        state.withLock { $0.render?.child }?.wait()
        // What reads recordings of hours is not waited for; what writes is.
        writeJournal()
        server.withLock { $0 }?.stop()
    }
}

// MARK: Opening

extension StudioSession {
    private func open() {
        do {
            let film = try host.open { [self] hearing in
                let line = StudioEvent(
                    event: "hearing",
                    parts: [
                        StudioEvent.Hearing(
                            path: AtomicFile.split(hearing.path).name,
                            work: min(1, hearing.heard / max(hearing.duration, 0.001)))
                    ]
                ).line
                state.withLock { $0.hearing = line }
                tell(line)
            }
            let editor = FilmEditor(film.viewing)
            let first = FilmState(editor)
            var journal = Journal(plan: film.output)
            let journaled = journal.read(for: film.viewing)
            let sounds = film.viewing.plan.recordedSounds
            let cameras = film.viewing.plan.composition.session.angles
            let strips = { [self] in
                Strips(film.viewing.plan, cameras: cameras, sounds: sounds, cancellation: cancellation)
            }
            thumbStrips.withLock { $0 = strips() }
            waveStrips.withLock { $0 = strips() }
            state.withLock { [journal] state in
                (state.film, state.editor, state.journal, state.journaled) = (film, editor, journal, journaled)
                (state.history, state.first) = (StateHistory(first), first)
                (state.saved, state.output) = (film.isPlan ? first : nil, FileState(path: film.output))
            }
            try replan(isTold: false)
            host.opened(.success(film))
            for page in state.withLock({ $0.pages }) { welcome(page) }
            let whole = FilmEditor(try film.whole())
            state.withLock { $0.whole = whole }
            expectSpans()
        } catch {
            state.withLock { $0.failure = error }
            tell(failure(error))
            host.opened(.failure(error))
        }
    }

    /// What a page needs to know first.
    private func welcome(_ page: StudioPage) {
        let lines = state.withLock { state -> [String] in
            if let error = state.failure, state.film == nil { return [failure(error)] }
            guard let film = state.film, let editor = state.editor, state.planned != nil else {
                return [state.hearing].compactMap(\.self)
            }
            return [filmLine(film, editor, hasJournal: state.journaled != nil), cutLine(state)]
                + [state.spans].compactMap(\.self) + (state.render?.lines ?? [])
        }
        for line in lines { page.send(line) }
    }

    private func filmLine(_ film: StudioFilm, _ editor: FilmEditor, hasJournal: Bool) -> String {
        let plan = film.viewing.plan
        let composition = plan.composition
        let cameras = composition.session.angles
        let strips = Strips(plan, cameras: cameras, sounds: [])
        let name = PlanFile.name(of: film.output)
        return StudioEvent(
            event: "film",
            parts: [
                host.words.film(film.viewing),
                StudioEvent.Film(
                    cameras: cameras.map { angle in
                        .init(
                            name: angle.name, thumbWidth: strips.size(of: angle).width,
                            footage: composition.footage(of: angle))
                    },
                    heard: plan.recordedSounds.map(\.name), views: editor.views,
                    transitionKinds: plan.catalogue.entries.filter { plan.catalogue.isComplete($0.name) }.map {
                        .init(name: $0.name, summary: $0.summary)
                    },
                    usual: "\(film.transition.specification)", plan: AtomicFile.split(film.output).name,
                    film: "\(name).\(plan.usualContainer.rawValue)", message: film.message, restore: hasJournal,
                    rate: composition.frameRate.framesPerSecond),
            ]
        ).line
    }
}

extension FilmEditor {
    /// The recipes of the catalogue that these cameras can fill.
    fileprivate var views: [String] {
        let several = ["pip", "split", "grid"] + (stage.cameras.count > 2 ? ["dominant"] : [])
        var recipes = several.filter { $0 != "grid" || stage.cameras.count > 2 }
        // Whoever is inset may be either of two.
        if stage.cameras.count == 2 { recipes.insert("pip:main=\(stage.cameras[1].angle.name)", at: 1) }
        return recipes.filter { recipe in
            View(parsing: recipe, angles: stage.cameras.map(\.angle)).map { (try? stage.scene(of: $0)) != nil } ?? false
        }
    }
}

extension TransitionCatalogue {
    /// Whether a name alone is a transition: an image, for example, has to be chosen.
    fileprivate func isComplete(_ name: String) -> Bool {
        (try? Specification(name: name).check(in: self)) != nil
    }
}

extension Composition {
    /// Where a camera has footage, in seconds of the film.
    fileprivate func footage(of angle: Angle) -> [[Double]] {
        session.coverage(of: angle).compactMap { range in
            let (start, end) = (clock.source(at: range.start), clock.source(at: range.end))
            let shown = TimeRange(start: start, end: end).intersection(TimeRange(start: .zero, end: duration))
            return shown.isEmpty ? nil : [shown.start.approximateSeconds, shown.end.approximateSeconds]
        }
    }
}

// MARK: Requests

extension StudioSession {
    func get(_ route: Gate.Route, _ answer: @escaping @Sendable (StudioServer.Answer?) -> Void) {
        switch route {
        case .page: answer(EmbeddedPage.answer("index.html"))
        case .file(let name): answer(EmbeddedPage.answer(name))
        case .thumb(let camera, let level, let tile):
            thumbs.add { [self] in
                let bytes = thumbStrips.withLock { try? $0?.thumb(camera: camera, level: level, tile: tile) }
                answer(bytes.map { .init(type: "image/jpeg", bytes: $0, isImmutable: true) })
            }
        case .wave(let sound, let level, let tile):
            waveTasks.withLock { $0.append(.init(sound: sound, level: level, tile: tile, answer: answer)) }
            waves.add { [self] in readWave() }
        case .live: answer(nil)
        }
    }

    /// Goes on with the newest waveform that somebody wants: who looks at a minute does not wait for hours.
    private func readWave() {
        guard let (place, task) = waveTasks.withLock({ tasks in tasks.last.map { (tasks.count - 1, $0) } }) else {
            return
        }
        do {
            let bytes = try waveStrips.withLock { try $0?.wave(sound: task.sound, level: task.level, tile: task.tile) }
            task.answer(bytes.map { .init(type: "application/octet-stream", bytes: $0, isImmutable: true) })
        } catch is Strips.Unfinished {
            return waves.add { [self] in readWave() }
        } catch {
            task.answer(nil)
        }
        // Newer ones may have come after it.
        waveTasks.withLock { _ = $0.remove(at: place) }
    }

    func opened(_ page: StudioPage) {
        state.withLock { $0.pages.append(page) }
        welcome(page)
    }

    func closed(_ page: StudioPage) {
        state.withLock { $0.pages.removeAll { $0 === page } }
        viewer.forget(page)
    }

    func received(_ text: String, from page: StudioPage) {
        guard let (request, edit) = PageRequest.read(text) else {
            return page.send(failure(StudioError("this is no request")))
        }
        do {
            try answer(request, edit, from: page)
        } catch {
            page.send(failure(error, request.id))
        }
    }

    private func answer(_ request: PageRequest, _ edit: EditRequest?, from page: StudioPage) throws {
        let frameCount = state.withLock { $0.planned?.plan.composition.frameCount }
        guard let frameCount else { throw StudioError("the film is not open yet") }
        let frame = min(max(0, request.frame ?? 0), frameCount - 1)
        switch request.request {
        case .edit:
            guard let edit else { throw EditError("an edit has a version, and one of add, change, remove and shot") }
            try make(edit, for: page)
        case .undo: try change { $0.undo() }
        case .redo: try change { $0.redo() }
        case .look:
            let (plan, version) = try state.withLock { try looked(at: request.edit, $0) }
            viewer.look(
                .init(
                    id: request.id, frame: frame, plan: plan, version: version, isSharp: request.sharp ?? false),
                from: page)
        case .choices:
            let choices = state.withLock { state in
                let items = (request.choices ?? []).prefix(64).enumerated().compactMap { item, choice in
                    (try? choice.show.map { try plan(of: $0, state) } ?? looked(at: choice.edit, state).0).map {
                        Viewer.Choices.Item(number: item, frame: min(max(0, choice.frame), frameCount - 1), plan: $0)
                    }
                }
                return Viewer.Choices(id: request.id, items: items, version: state.history!.version)
            }
            viewer.show(choices, to: page)
        case .play:
            guard let speed = request.speed, [-4, -2, -1, 1, 2, 4].contains(speed) else {
                throw StudioError("a speed is 1, 2 or 4, forward or backward")
            }
            viewer.play(page, id: request.id, from: frame, speed: speed)?
                .send(StudioEvent(event: "paused").line)
        case .shown: viewer.shown(frame, by: page)
        case .pause:
            viewer.pause(page)
            page.send(StudioEvent(event: "paused", id: request.id).line)
        case .save: desk.add { [self] in answer(request, page) { try writing.withLock { _ in try save() } } }
        case .restore: try restore()
        case .discard:
            state.withLock { state in
                state.journaled = nil
                state.journal?.remove()
            }
        case .render:
            guard let output = request.output else { throw StudioError("a film needs a name") }
            let mayReplace = request.overwrite ?? false
            desk.add { [self] in
                answer(request, page) { try writing.withLock { _ in try render(output, mayReplace: mayReplace) } }
            }
        case .cancel: cancelRender()
        case .marks:
            guard let kind = request.kind else { throw StudioError("marks are keyFrames, speech or beats") }
            listener.add { [self] in
                answer(request, page) {
                    guard let plan = state.withLock({ $0.planned?.plan }) else { return }
                    let frames = try kind.frames(of: plan, cancellation)
                    let marks = StudioEvent.Marks(kind: kind.rawValue, frames: frames)
                    page.send(StudioEvent(event: "marks", id: request.id, parts: [marks]).line)
                }
            }
        }
    }

    private func answer(_ request: PageRequest, _ page: StudioPage, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            page.send(failure(error, request.id))
        }
    }

    private func failure(_ error: any Error, _ id: UInt32? = nil) -> String {
        StudioEvent(id: id, parts: [host.words.failure(error)]).line
    }

    private func tell(_ line: String) {
        for page in state.withLock({ $0.pages }) { page.send(line) }
    }
}

// MARK: Editing

extension StudioSession {
    private func make(_ request: EditRequest, for page: StudioPage) throws {
        let before = state.withLock { $0.history?.version }
        try change { history in
            guard request.version == history.version else {
                throw EditError("the film was changed elsewhere meanwhile; try again")
            }
            let (next, edit) = try state.withLock { try state(after: request, history.state, $0) }
            history.advance(to: next, edit.name, group: request.group)
        }
        // Every edit is answered, also one that changes nothing.
        let unchanged = state.withLock { $0.history?.version == before ? cutLine($0) : nil }
        if let unchanged { page.send(unchanged) }
    }

    /// Another state, if a film can be planned of it.
    private func change(_ body: (inout StateHistory) throws -> Void) throws {
        guard var history = state.withLock({ $0.history }) else { return }
        let before = history.version
        try body(&history)
        guard history.version != before else { return }
        try replan(history)
        writeLater()
    }

    private func state(
        after request: EditRequest, _ before: FilmState, _ state: State
    ) throws -> (FilmState, FilmEdit) {
        let film = state.film!
        var next = before
        let edit = try request.edit(of: next, cameras: film.viewing.plan.composition.session.angles)
        try next.make(
            edit, usual: film.transition, frameCount: film.viewing.plan.composition.frameCount)
        return (next, edit)
    }

    /// The plan of the film, or of what it would be after an edit.
    private func looked(at edit: EditRequest?, _ state: State) throws -> (RenderPlan, Int) {
        let history = state.history!
        guard let edit else { return (state.planned!.plan, history.version) }
        let next = try self.state(after: edit, history.state, state).0
        return (try state.editor!.planned(next).plan, history.version)
    }

    /// The plan of a film that shows one view throughout.
    private func plan(of view: String, _ state: State) throws -> RenderPlan {
        let cameras = state.planned!.plan.composition.session.angles
        guard let view = View(parsing: view, angles: cameras) else {
            throw EditError("'\(view)' is neither a camera nor a view")
        }
        let cut = CutPoint(time: .zero, view: view, transition: .hardCut)
        return try state.editor!.planned([cut]).plan
    }

    /// Plans the film of a state, and shows it.
    private func replan(_ history: StateHistory? = nil, isTold: Bool = true) throws {
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

    private func cutLine(_ state: State) -> String {
        let (history, planned) = (state.history!, state.planned!)
        let composition = planned.plan.composition
        let windows = Dictionary(
            composition.transitions.map { (composition.segments[$0.incoming].cut ?? -1, $0.frames) }
        ) { first, _ in first }
        let cut = StudioEvent.Cut(
            version: history.version, opening: "\(history.state.opening)",
            switches: history.state.switches.enumerated().map { index, one in
                .init(
                    frame: one.frame, show: "\(one.view)", transition: "\(one.transition.specification)",
                    duration: one.transition.duration.approximateSeconds, align: one.transition.alignment.rawValue,
                    decision: one.decision.map {
                        host.words.reason($0, composition.frameRate.time(ofFrame: one.frame))
                    },
                    window: windows[index + 1].map { [$0.lowerBound, $0.upperBound] },
                    inset: state.editor!.inset(of: one.view))
            }, inset: state.editor!.inset(of: history.state.opening), undo: history.undoName, redo: history.redoName,
            saved: state.saved == history.state)
        return StudioEvent(event: "cut", parts: [host.words.cut(planned), cut]).line
    }

    /// Tells what of the newest film will be copied.
    private func expectSpans() {
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
    fileprivate func planned(_ state: FilmState) throws -> PlannedRender {
        let (cuts, decisions) = state.cuts(at: film.plan.composition.frameRate)
        return try planned(cuts, decisions: decisions)
    }

    /// The film of a state with what it will most likely copy.
    fileprivate func expected(_ state: FilmState) throws -> PlannedRender {
        var expected = try planned(state)
        expected.plan.spans = try expectedSpans(expected.plan.composition)
        return expected
    }

    /// The place of the layer that an inset view adds: x, y, width and height, as fractions of the picture.
    fileprivate func inset(of view: View) -> [Double]? {
        guard view.recipe?.name == "pip", let scene = try? stage.scene(of: view), scene.layers.count == 2 else {
            return nil
        }
        let place = scene.layers[1].rectangle
        return [place.x, place.y, place.width, place.height]
    }
}

// MARK: Files

extension StudioSession {
    /// The film of the newest state as it will be rendered.
    private func whole() throws -> (PlannedRender, FilmState, StudioFilm) {
        let (whole, history, film) = state.withLock { ($0.whole, $0.history, $0.film) }
        guard let whole, let history, let film else {
            throw StudioError("the recordings are still being read; try again in a moment")
        }
        do throws(MediaError) {
            try film.viewing.plan.checkInputs()
        } catch {
            guard case .changed(let path) = error else { throw error }
            throw StudioError(
                "\(path) has changed since the studio was started, so nothing is written; your cuts are kept: start it again"
            )
        }
        return (try whole.tried(whole.planned(history.state)), history.state, film)
    }

    private func save() throws {
        let (planned, saved, film) = try whole()
        let name = AtomicFile.split(film.output).name
        guard FileState(path: film.output) == state.withLock({ $0.output }) else {
            throw StudioError(
                "another program has written \(name) since it was opened or saved here; rename that file, and save again"
            )
        }
        try PlanFile.write(
            planned.document(name: PlanFile.name(of: film.output)), to: film.output, mayReplace: true)
        let line = state.withLock { state in
            (state.saved, state.output) = (saved, FileState(path: film.output))
            // Of a journal that nobody has decided about, nothing has been saved.
            if state.journaled == nil { state.journal?.remove() }
            return cutLine(state)
        }
        tell(line)
        tell(StudioEvent(event: "saved", parts: [["plan": name]]).line)
    }

    private func restore() throws {
        guard let journaled = state.withLock({ $0.journaled }) else { return }
        let restored = FilmState(FilmEditor(journaled))
        state.withLock { $0.journaled = nil }
        try change { $0.advance(to: restored, "restore") }
    }

    /// Writes what is not saved, two seconds after the last edit.
    private func writeLater() {
        let version = state.withLock { $0.history?.version }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) { [self] in
            desk.add { [self] in
                if state.withLock({ $0.history?.version }) == version { writeJournal() }
            }
        }
    }

    private func writeJournal() { writing.withLock { _ in keep() } }

    private func keep() {
        let work = state.withLock { state -> (FilmEditor, FilmState)? in
            guard let editor = state.whole ?? state.editor, let now = state.history?.state, state.journaled == nil
            else {
                return nil
            }
            guard now != state.saved ?? state.first else {
                state.journal?.remove()
                return nil
            }
            return (editor, now)
        }
        guard let (editor, now) = work, var journal = state.withLock({ $0.journal }) else { return }
        do {
            try journal.write(editor.planned(now))
            state.withLock { [journal] in $0.journal = journal }
        } catch {
            tell(failure(error))
        }
    }
}

// MARK: Rendering

extension StudioSession {
    /// Renders the newest film beside the plan.
    private func render(_ name: String, mayReplace: Bool) throws {
        let isFirst = state.withLock { state in
            guard state.render == nil else { return false }
            state.render = Rendering()
            return true
        }
        guard isFirst else { throw StudioError("a film is being rendered; wait for it, or cancel it") }
        do {
            try startRender(name, mayReplace: mayReplace)
        } catch {
            state.withLock { $0.render = nil }
            throw error
        }
    }

    private func startRender(_ name: String, mayReplace: Bool) throws {
        let (planned, _, film) = try whole()
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), !name.utf8.contains(0) else {
            throw StudioError("'\(name)' is not a name for a film; write one such as film.mp4")
        }
        let (folder, _) = AtomicFile.split(film.output)
        let output = "\(folder)/\(name)"
        try planned.plan.checkContainer(of: output)
        do throws(MediaError) {
            try AtomicFile.check(destination: output, inputs: planned.plan.inputFiles, mayReplace: mayReplace)
        } catch {
            guard case .outputExists = error else { throw error }
            throw StudioError("\(name) already exists; allow to replace it, or write another name")
        }
        let snapshot = try Snapshot(planned, name: PlanFile.name(of: film.output))
        let child = try RenderChild(host.rendering(snapshot.path, output, mayReplace)) { [self] line in
            state.withLock { state in
                state.render!.lines = state.render!.lines.prefix(1) + [line]
                if line.contains(#""event":"done""#) || line.contains(#""event":"error""#) {
                    state.render!.hasEnded = true
                }
            }
            tell(line)
        } ended: { [self] in
            snapshot.remove()
            let ended = state.withLock { state in
                defer { state.render = nil }
                return state.render!
            }
            if !ended.hasEnded {
                tell(
                    ended.isCanceled
                        ? StudioEvent(event: "canceled").line
                        : failure(
                            StudioError(
                                "the render ended without a word; render again: what was finished is kept")))
            }
            tell(StudioEvent(event: "rendered").line)
        }
        let isCanceled = state.withLock { state in
            state.render?.child = child
            return state.render?.isCanceled ?? false
        }
        if isCanceled { child.cancel() }
    }

    private func cancelRender() {
        let child = state.withLock { state in
            state.render?.isCanceled = true
            return state.render?.child
        }
        child?.cancel()
    }
}

/// A plan as it was when a render began, in a folder of its own that nobody else can read.
private struct Snapshot: Sendable {
    private let folder: String
    var path: String { "\(folder)/film.\(PlanFile.ending)" }

    init(_ film: PlannedRender, name: String) throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/compose-studio-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StudioError("no file can be written in \(base): \(String(cString: strerror(errno)))")
        }
        folder = String(fileName: template)
        do {
            try PlanFile.write(film.document(name: name), to: path, mayReplace: false)
        } catch {
            remove()
            throw error
        }
    }

    func remove() {
        FileSystem.unlink(path)
        FileSystem.rmdir(folder)
    }
}
