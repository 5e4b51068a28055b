import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Render
import Synchronization
import Timeline
import Timelines
import Transitions
import Platform

/// A film that is edited in pages: one state for all of them, kept here, so that a page that is loaded again has lost
/// nothing.
package final class StudioSession: StudioContent {
    struct State {
        var film: StudioFilm?
        /// All of the recording.
        var timeline: PlannedRender?
        /// For each target that was chosen.
        var editors: [FilmState.Target: Editors] = [:]
        /// Files beside the recordings.
        var files = NearbyFiles()
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
        /// The line about its subtitles, and their file.
        var subtitles: (file: String?, version: FileState?, line: String)?
        var journaled: FilmEditor?
        var hearing: String?
        var failure: (any Error)?
        var pages: [StudioPage] = []
        var render: Rendering?

        /// The film without copies, which is planned in milliseconds.
        var editor: FilmEditor? { history.flatMap { editors[$0.state.target]?.viewing } }
        /// The film with copies, when it is known what can be copied.
        var whole: FilmEditor? { history.flatMap { editors[$0.state.target]?.whole } }
    }

    struct Editors {
        var viewing: FilmEditor
        var whole: FilmEditor?
    }

    /// A render that is going on.
    struct Rendering {
        var child: ChildProcess?
        /// Its first line, and the last one.
        var lines: [String] = []
        var isCanceled = false
        /// It told how it ended.
        var hasEnded = false
    }

    struct WaveTask {
        var sound, level, tile: Int
        var answer: @Sendable (StudioServer.Answer?) -> Void
    }

    let host: StudioHost
    let state = Mutex(State())
    /// Plans and files.
    let desk: Desk
    /// Pictures of filmstrips, waveforms, and what is heard in the film.
    let thumbs, waves, listener: Desk
    let viewer: Viewer
    let server = Mutex<StudioServer?>(nil)
    /// Held while a file is written, and while the history changes.
    let writing = Mutex(())
    let changing = Mutex(())
    /// Each used by one desk.
    let thumbStrips = Mutex<Strips?>(nil)
    let waveStrips = Mutex<Strips?>(nil)
    let waveTasks = Mutex<[WaveTask]>([])
    /// Set at the end.
    let cancellation = Cancellation()

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

// Opening a film.
extension StudioSession {
    func open() {
        do {
            let film = try host.open { [self] hearing in
                let line = StudioEvent(
                    event: "hearing",
                    parts: [
                        StudioEvent.Hearing(
                            path: FilePath(hearing.path).name,
                            work: min(1, hearing.heard / max(hearing.duration, 0.001)))
                    ]
                ).line
                state.withLock { $0.hearing = line }
                tell(line)
            }
            let files = NearbyFiles(of: film)
            var editor = FilmEditor(film.viewing)
            editor.offered = files.all
            var first =
                KeptEdits.state(film.viewing.edits, of: editor) ?? FilmState(editor, isByHand: film.isPlan)
            // What it was made for is its own size and codec now.
            first.target = .init()
            var journal = Journal(plan: film.output)
            let journaled = journal.read(for: editor)
            let timeline = try editor.planned(
                first.edition(at: editor.rate, keeping: editor.everything), aiming: .nothing)
            let sounds = film.viewing.plan.recordedSounds
            let cameras = film.viewing.plan.composition.session.angles
            let strips = { [self] in
                Strips(timeline.plan, cameras: cameras, sounds: sounds, cancellation: cancellation)
            }
            thumbStrips.withLock { $0 = strips() }
            waveStrips.withLock { $0 = strips() }
            state.withLock { [journal, editor, first] state in
                (state.film, state.timeline, state.files) = (film, timeline, files)
                state.editors[.init()] = Editors(viewing: editor)
                (state.journal, state.journaled) = (journal, journaled)
                (state.history, state.first) = (StateHistory(first), first)
                (state.saved, state.output) = (film.isPlan ? first : nil, FileState(path: film.output))
            }
            try replan(isTold: false)
            host.opened(.success(film))
            for page in state.withLock({ $0.pages }) { welcome(page) }
            var whole = FilmEditor(try film.whole())
            whole.offered = files.all
            state.withLock { [whole] in $0.editors[.init()]?.whole = whole }
            expectSpans()
        } catch {
            state.withLock { $0.failure = error }
            tell(failure(error))
            host.opened(.failure(error))
        }
    }

    /// What a page needs to know first.
    func welcome(_ page: StudioPage) {
        let lines = state.withLock { state -> [String] in
            if let error = state.failure, state.film == nil { return [failure(error)] }
            guard let film = state.film, let editor = state.editor, let timeline = state.timeline, state.planned != nil
            else { return [state.hearing].compactMap(\.self) }
            return [
                filmLine(film, editor, timeline, state.files, hasJournal: state.journaled != nil), cutLine(state),
            ]
                + [state.subtitles?.line, state.spans].compactMap(\.self) + (state.render?.lines ?? [])
        }
        for line in lines { page.send(line) }
    }

    func filmLine(
        _ film: StudioFilm, _ editor: FilmEditor, _ timeline: PlannedRender, _ files: NearbyFiles, hasJournal: Bool
    ) -> String {
        let plan = timeline.plan
        let composition = plan.composition
        let cameras = composition.session.angles
        let strips = Strips(plan, cameras: cameras, sounds: [])
        let name = PlanFile.name(of: film.output)
        return StudioEvent(
            event: "film",
            parts: [
                host.words.film(timeline),
                StudioEvent.Film(
                    cameras: cameras.map { angle in
                        .init(
                            name: angle.name, thumbWidth: strips.size(of: angle).width,
                            footage: composition.footage(of: angle))
                    },
                    heard: plan.recordedSounds.map(\.name), views: editor.views,
                    transitionKinds: plan.catalogue.entries.filter { plan.catalogue.isComplete($0.name) }.map(
                        StudioEvent.Film.Kind.init),
                    viewKinds: Catalogue<ViewEntry>.standard.entries.map(StudioEvent.Film.Kind.init),
                    stabilizers: Stabilizer.strengths.entries.map(\.name),
                    styles: DirectorRequest.Style.allCases.map(\.rawValue),
                    deliveries: Delivery.allCases.map { .init(name: $0.rawValue, title: $0.title) },
                    music: files.music.names, subtitles: files.subtitles.names,
                    usual: .init(
                        transition: "\(film.request.transition.specification)",
                        duration: film.request.transition.duration.approximateSeconds),
                    looks: Catalogue<LookEntry>.standard.entries.map(\.name).filter {
                        (try? Grade([Specification(name: $0)]).isEmpty) == false
                    },
                    folder: FileSystem.absolute(FilePath(film.output).folder), plan: FilePath(film.output).name,
                    film: "\(name).\(plan.usualContainer.rawValue)", message: film.message, restore: hasJournal,
                    rate: composition.frameRate.framesPerSecond),
            ]
        ).line
    }
}

extension FilmEditor {
    /// The recipes of the catalogue that these cameras can fill, and those of the film itself.
    var views: [String] {
        let cameras = stage.cameras.map(\.angle)
        var recipes = recipes
        for cut in edition.cuts
        where cut.view.recipe.map({ $0.name != "single" }) ?? false && !recipes.contains("\(cut.view)") {
            recipes.append("\(cut.view)")
        }
        return recipes.filter { View(parsing: $0, angles: cameras) != nil }
    }

    private var recipes: [String] {
        let cameras = stage.cameras.map(\.angle)
        let entries = Catalogue<ViewEntry>.standard.entries.filter {
            $0.offeredFrom.map { $0 <= cameras.count } ?? false
        }
        return entries.flatMap { entry in
            // Whoever is inset may be either of two.
            let hasMain = cameras.count == 2 && entry.parameters.contains { $0.name == "main" && $0.isCamera }
            return [entry.name] + (hasMain ? ["\(entry.name):main=\(cameras[1].name)"] : [])
        }.filter { recipe in
            View(parsing: recipe, angles: cameras).map { (try? stage.scene(of: $0)) != nil } ?? false
        }
    }
}

extension Graphics {
    /// What is drawn over frames of a film.
    func marks(in film: Composition) -> [(label: String, frames: Range<Int64>)] {
        let whole = 0..<film.frameCount
        var marks = titles.map { ($0.text, film.frames(showing: $0.range)) }
        if let fadeIn { marks.append(("fade-in", 0..<film.frameCount(of: fadeIn))) }
        if let fadeOut {
            marks.append(("fade-out", whole.upperBound - film.frameCount(of: fadeOut)..<whole.upperBound))
        }
        if let logo { marks.append(("logo", logo.range.map(film.frames(showing:)) ?? whole)) }
        return marks.filter { !$1.isEmpty }.map { (label: $0, frames: $1) }
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

/// A thread that does one piece of work after the other.
final class Desk: Sendable {
    private let work = BoundedQueue<@Sendable () -> Void>(capacity: .max)
    private let thread: WorkerThread

    /// - Throws: `RenderError.noThread`.
    init() throws(RenderError) {
        let work = work
        thread = try WorkerThread { while let piece = try? work.pop() { piece() } }
    }

    func add(_ piece: @escaping @Sendable () -> Void) { _ = work.push(piece) }

    /// Waits until everything is done, or with `dropping` only what has begun.
    func close(dropping: Bool = false) {
        if dropping { work.close() }
        work.finish(.success(()))
        thread.join()
    }
}
