import MediaTime
import Parameters
import Pictures
import Placing
import Planning
import Timeline

// What has to be heard, seen or measured first: the request of the film is planned again, and a part of that taken over.
extension StudioSession {
    func plan(_ request: PageRequest, for page: StudioPage) throws {
        var parts: [any Encodable] = []
        switch request.request {
        case .heard: try hear(request.name ?? "none")
        case .music: try choose(music: request.file)
        case .pauses: try leaveOutPauses(for: page)
        case .highlights: parts = [StudioEvent.Highlights(highlights: try highlights())]
        case .deliver: try deliver(request.name, lines: request.lines)
        case .direct:
            guard let direction = request.direction else { throw StudioError("cuts have a style") }
            try direct(direction)
        default: break
        }
        page.send(StudioEvent(event: "planned", id: request.id, parts: parts).line)
    }

    /// The request of the film with its cuts as they are now, for all of the timeline.
    private func request() throws -> (CompositionRequest, StudioFilm, FilmState, FilmEditor) {
        let found = state.withLock { state in
            state.film.flatMap { film in
                state.history.flatMap { history in state.editor.map { (film, history.state, $0) } }
            }
        }
        guard let (film, now, editor) = found else { throw StudioError("the film is not open yet") }
        var request = film.request
        (request.span, request.range, request.skipped, request.pauses) = (.union, nil, [], nil)
        (request.director, request.views, request.shortestShot) = (nil, [now.opening], .zero)
        request.policy = .at(
            now.visible.map { cut in
                SwitchTime(
                    time: editor.rate.time(ofFrame: cut.frame), view: cut.view,
                    transition: cut.transition.specification)
            })
        // Frames of the timeline stay what they are.
        request.frameRate = editor.rate
        request.mix.levels = now.sound.mix.levels
        request.graphics.titles = []
        return (request, film, now, editor)
    }

    private func edition(of request: CompositionRequest, _ film: StudioFilm) throws -> FilmEditor.Edition {
        FilmEditor(try request.planForViewing(film.recording)).edition
    }

    /// Another sound is heard, aligned and leveled as it is when the film is planned with it.
    private func hear(_ name: String) throws {
        var (request, film, _, _) = try request()
        let known = film.recording.session.angles + film.recording.soundNames
        request.addedSounds = []
        request.mix.ducking = nil
        switch name {
        case "none": request.sound = .none
        case "follow": request.sound = .follow
        case "mix": request.sound = .mix
        case "speakers": request.sound = .speakers
        default:
            guard let angle = known.first(where: { $0.name == name }) else {
                throw StudioError("nothing was recorded with the sound of '\(name)'")
            }
            request.sound = .angle(angle)
        }
        let heard = try edition(of: request, film).sound
        try change { history in
            var next = history.state
            next.sound.choice = heard.choice
            (next.sound.mix.measurements, next.sound.mix.ducked) = (heard.mix.measurements, heard.mix.ducked)
            history.advance(to: next, "change what is heard")
        }
    }

    /// Music from the film's list, below everything else and lowered while somebody speaks; `nil` for none.
    private func choose(music number: Int?) throws {
        let (_, _, now, editor) = try request()
        let paths = state.withLock { $0.files.music.paths }
        guard number.map(paths.indices.contains) ?? true else { throw StudioError("there is no such music") }
        var next = now
        next.sound.added.removeAll { if case .music = $0.role { true } else { false } }
        if let number {
            next.sound.added.append(AddedSound(path: paths[number], role: .music(.init(loops: true))))
            next.sound.mix.ducking = next.sound.mix.ducking ?? .init()
            next.sound = try editor.leveled(next.edition(at: editor.rate, keeping: editor.everything)).sound
        }
        try change { [sound = next.sound] history in
            var next = history.state
            (next.sound.added, next.sound.mix.ducking) = (sound.added, sound.mix.ducking)
            history.advance(to: next, number == nil ? "no music" : "choose music")
        }
    }

    private func leaveOutPauses(for page: StudioPage) throws {
        var (request, film, _, editor) = try request()
        request.pauses = PauseRule()
        let pauses = try request.planForViewing(film.recording).pauses.map { range in
            editor.rate.frame(at: range.start, .nearest)..<editor.rate.frame(at: range.end, .nearest)
        }
        guard !pauses.isEmpty else {
            throw StudioError("there are no pauses between words that are longer than a second")
        }
        try change { history in
            var next = history.state
            for pause in pauses { next.leaveOut(pause) }
            guard next.kept != nil else { throw StudioError("nothing would be left of the film") }
            history.advance(to: next, "leave out pauses")
        }
    }

    /// The best moments of the whole timeline: trimmed to one, it is a film.
    private func highlights() throws -> [StudioEvent.Highlights.Found] {
        let (request, film, _, editor) = try request()
        // Of a short recording, shorter ones.
        let shortest = min(.seconds(20), film.recording.session.union.duration / 4)
        return try request.highlights(film.recording, count: 5, lengths: shortest ... .seconds(60)).map { found in
            .init(
                start: editor.rate.frame(at: found.range.start, .nearest),
                end: min(editor.rate.frame(at: found.range.end, .nearest), editor.frameCount),
                why: found.reasons.map(\.description).joined(separator: "; "))
        }
    }

    /// Everything that nobody set by hand is cut again.
    private func direct(_ direction: PageRequest.Direction) throws {
        var (request, film, now, editor) = try request()
        guard let style = DirectorRequest.Style(rawValue: direction.style) else {
            throw StudioError("'\(direction.style)' is no style")
        }
        let lengths = [direction.shortest, direction.longest].compactMap(\.self)
        guard lengths.allSatisfy((0.2...3600).contains) else {
            throw StudioError("shots have lengths from 0.2 s to an hour")
        }
        var director = film.request.director ?? DirectorRequest()
        director.style = style
        director.longestShot = direction.longest.map { .milliseconds(Int64($0 * 1000)) } ?? director.longestShot
        director.wide = direction.wide.flatMap { name in film.recording.session.angles.first { $0.name == name } }
        let opening = now.isOpeningByHand ? [SwitchTime(time: .zero, view: now.opening)] : []
        director.pinned =
            opening
            + now.switches.filter(\.isByHand).map { cut in
                SwitchTime(
                    time: editor.rate.time(ofFrame: cut.frame), view: cut.view, transition: cut.transition.specification
                )
            }
        (request.director, request.policy, request.views) = (director, .never, film.request.views)
        request.shortestShot = direction.shortest.map { .milliseconds(Int64($0 * 1000)) }
        let made = FilmState(try edition(of: request, film), at: editor.rate, frameCount: editor.frameCount)
        try change { history in
            var next = history.state
            let own = next.switches.filter(\.isByHand)
            let isOwn = { (frame: Int64) in own.contains { ($0.frame - frame).magnitude <= 1 } }
            var last = (next.switches.map(\.id).max() ?? 0)
            let others = made.switches.filter { !isOwn($0.frame) }.map { cut in
                var cut = cut
                last += 1
                (cut.id, cut.isByHand) = (last, false)
                return cut
            }
            if !next.isOpeningByHand { next.opening = made.opening }
            next.switches = own + others
            next.settle(editor.frameCount)
            history.advance(to: next, "cut again")
        }
    }

    /// The film for another purpose or in another size: planned once, and shown like that from now on.
    private func deliver(_ name: String?, lines: Int?) throws {
        var (request, film, now, _) = try request()
        let target = FilmState.Target(delivery: name.flatMap(Delivery.init), lines: lines)
        guard name == nil || target.delivery != nil, lines.map((120...4320).contains) ?? true else {
            throw StudioError("there is no such delivery")
        }
        if state.withLock({ $0.editors[target] == nil }) {
            let files = state.withLock { $0.files.all }
            request.finish = now.finish
            (request.finish.fit, request.finish.rateLimit) = (film.request.finish.fit, film.request.finish.rateLimit)
            request.graphics.titles = []
            if let delivery = target.delivery {
                if film.isPlan { (request.size, request.codec, request.quality, request.level) = (nil, nil, nil, nil) }
                let canvas = film.viewing.plan.output.canvas.size
                request.fill(for: delivery, film.recording, of: film.isPlan ? canvas : nil)
            }
            if let lines {
                request.size = (request.size ?? film.viewing.plan.output.canvas.size).withShorterSide(lines)
            }
            let plan = { (make: (CompositionRequest) throws -> PlannedRender) in
                var editor = FilmEditor(try request.whateverIsCopied(make))
                editor.offered = files
                return editor
            }
            let viewing = try plan { try $0.planForViewing(film.recording) }
            state.withLock { $0.editors[target] = Editors(viewing: viewing) }
            let whole = try plan { try $0.plan(film.recording) }
            state.withLock { $0.editors[target]?.whole = whole }
        }
        try change { history in
            var next = history.state
            next.target = target
            history.advance(to: next, "change delivery")
        }
    }
}

extension PictureSize {
    /// The same shape with another shorter side, both even.
    fileprivate func withShorterSide(_ lines: Int) -> PictureSize {
        let scaled = { (length: Int) in max(2, (length * lines / min(width, height) + 1) / 2 * 2) }
        return PictureSize(width: scaled(width), height: scaled(height))
    }
}

extension Delivery {
    /// As people call it.
    var title: String {
        destination?.name ?? rawValue.replacing("-", with: " ").capitalizedFirst
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
