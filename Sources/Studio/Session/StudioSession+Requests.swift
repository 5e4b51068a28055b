import Planning
import Platform
import Render

// What pages ask for.
extension StudioSession {
    func get(_ route: Gate.Route, _ answer: @escaping @Sendable (StudioServer.Answer?) -> Void) {
        switch route {
        case .page: answer(Self.file("index.html"))
        case .file(let name): answer(Self.file(name))
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

    /// A file of the page; `nil` if there is none of that name.
    private static func file(_ name: String) -> StudioServer.Answer? {
        guard let text = EmbeddedPage.files[name], let type = types[FilePath(name).ending] else { return nil }
        return StudioServer.Answer(type: type, bytes: text.withUTF8Buffer { Array($0) })
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
    ]

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

    /// On the server's thread, as everything that changes the history.
    private func answer(_ request: PageRequest, _ edit: FilmEdit?, from page: StudioPage) throws {
        let counts = state.withLock { state in state.planned.map { ($0.plan.frameCount, state.editor!.frameCount) } }
        guard let (filmCount, frameCount) = counts else { throw StudioError("the film is not open yet") }
        let frame = min(max(0, request.frame ?? 0), frameCount - 1)
        switch request.request {
        case .edit:
            guard let edit else {
                throw EditError("this is no edit that can be made")
            }
            try make(edit, request.id, for: page)
        case .undo: try change { $0.undo() }
        case .redo: try change { $0.redo() }
        case .look:
            let (look, version) = try state.withLock {
                (try looked(at: frame, request.edit, $0), $0.history!.version)
            }
            viewer.look(
                .init(
                    id: request.id, frame: look.frame, plan: look.plan, version: version,
                    isSharp: request.sharp ?? false),
                from: page)
        case .choices: viewer.show(choices(request, frameCount), to: page)
        case .play:
            guard let speed = request.speed, [-4, -2, -1, 1, 2, 4].contains(speed) else {
                throw StudioError("a speed is 1, 2 or 4, forward or backward")
            }
            viewer.play(page, id: request.id, from: min(frame, filmCount - 1), speed: speed)?
                .send(StudioEvent(event: "paused").line)
        case .shown: viewer.shown(min(frame, filmCount - 1), by: page)
        case .pause:
            viewer.pause(page)
            page.send(StudioEvent(event: "paused", id: request.id).line)
        case .save: desk.add { [self] in answer(request, page) { try writing.withLock { _ in try save() } } }
        case .restore:
            try restore()
            tell(StudioEvent(event: "decided").line)
        case .discard:
            state.withLock { state in
                // Of two pages, the first decides.
                if state.journaled != nil { state.journal?.remove() }
                state.journaled = nil
            }
            tell(StudioEvent(event: "decided").line)
        case .render:
            guard let output = request.output else { throw StudioError("a film needs a name") }
            let mayReplace = request.overwrite ?? false
            desk.add { [self] in
                answer(request, page) { try writing.withLock { _ in try render(output, mayReplace: mayReplace) } }
            }
        case .cancel: cancelRender()
        case .heard, .music, .direct, .pauses, .highlights, .deliver:
            listener.add { [self] in answer(request, page) { try plan(request, for: page) } }
        case .marks:
            guard let kind = request.kind else { throw StudioError("marks are keyFrames, speech or beats") }
            listener.add { [self] in answer(request, page) { try send(kind, request, to: page) } }
        }
    }

    private func choices(_ request: PageRequest, _ frameCount: Int64) -> Viewer.Choices {
        state.withLock { state in
            let items = (request.choices ?? []).prefix(64).enumerated().compactMap { item, choice in
                let frame = min(max(0, choice.frame), frameCount - 1)
                let looked: (plan: RenderPlan, frame: Int64)?
                if let view = choice.show {
                    looked = try? self.looked(at: frame, of: view, state)
                } else {
                    looked = try? self.looked(at: frame, choice.edit, state)
                }
                return looked.map { Viewer.Choices.Item(number: item, frame: $0.frame, plan: $0.plan) }
            }
            return Viewer.Choices(id: request.id, items: items, version: state.history!.version)
        }
    }

    private func send(_ kind: SnapMarks, _ request: PageRequest, to page: StudioPage) throws {
        let found = state.withLock { state in
            state.planned.map { ($0.plan, state.timeline!.plan, state.history!.state.kept!) }
        }
        guard let (film, timeline, kept) = found else { return }
        // Cameras have key frames where the film does not show them; the film is heard.
        var frames = try kind.frames(of: kind == .keyFrames ? timeline : film, cancellation)
        if kind != .keyFrames { frames = frames.map { $0.map(kept.timeline) } }
        let marks = StudioEvent.Marks(kind: kind.rawValue, frames: frames)
        page.send(StudioEvent(event: "marks", id: request.id, parts: [marks]).line)
    }

    private func answer(_ request: PageRequest, _ page: StudioPage, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            page.send(failure(error, request.id))
        }
    }

    func failure(_ error: any Error, _ id: UInt32? = nil) -> String {
        StudioEvent(id: id, parts: [host.words.failure(error)]).line
    }

    func tell(_ line: String) {
        for page in state.withLock({ $0.pages }) { page.send(line) }
    }
}
