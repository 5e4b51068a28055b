import Dispatch
import MediaIO
import Planning
import Platform
import Timelines

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Plans, the journal and films.
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
        var tried = try whole.tried(whole.planned(history.state))
        tried.edits = KeptEdits(history.state)?.text
        return (tried, history.state, film)
    }

    func save() throws {
        let (planned, saved, film) = try whole()
        let name = FilePath(film.output).name
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

    func restore() throws {
        let restored = state.withLock { state -> FilmState? in
            guard let journaled = state.journaled, let editor = state.editors[.init()]?.viewing else { return nil }
            state.journaled = nil
            var restored =
                KeptEdits.state(journaled.film.edits, of: journaled) ?? FilmState(journaled, isByHand: true)
            // It was made for something else.
            if journaled.film.plan.output.isShaped(like: editor.film.plan.output) {
                restored.target = .init()
            } else {
                restored.target.isRestored = true
                state.editors[restored.target] = Editors(viewing: journaled, whole: journaled)
            }
            return restored
        }
        guard let restored else { return }
        try change { $0.advance(to: restored, "restore") }
    }

    /// Writes what is not saved, two seconds after the last edit.
    func writeLater() {
        let version = state.withLock { $0.history?.version }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) { [self] in
            desk.add { [self] in
                if state.withLock({ $0.history?.version }) == version { writeJournal() }
            }
        }
    }

    func writeJournal() { writing.withLock { _ in keep() } }

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
            var planned = try editor.planned(now)
            planned.edits = KeptEdits(now)?.text
            try journal.write(planned)
            state.withLock { [journal] in $0.journal = journal }
        } catch {
            tell(failure(error))
        }
    }
}

extension StudioSession {
    /// Renders the newest film beside the plan.
    func render(_ name: String, mayReplace: Bool) throws {
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
        let folder = FilePath(film.output).folder
        let output = "\(folder)/\(name)"
        try planned.plan.checkContainer(of: output)
        do throws(MediaError) {
            try AtomicFile.check(destination: output, inputs: planned.plan.inputFiles, mayReplace: mayReplace)
        } catch {
            guard case .outputExists = error else { throw error }
            throw StudioError("\(name) already exists; choose another name, or allow replacing it")
        }
        let snapshot = try Snapshot(planned, name: PlanFile.name(of: film.output))
        let child = try ChildProcess(host.rendering(snapshot.path, output, mayReplace)) { [self] line in
            state.withLock { state in
                state.render!.lines = state.render!.lines.prefix(1) + [line]
                let event = try? JSONDecoder().decode(RenderLine.self, from: Data(line.utf8)).event
                if event == "done" || event == "error" { state.render!.hasEnded = true }
            }
            tell(line)
        } ended: { [self] _ in
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
                                "the render stopped unexpectedly; start it again: finished parts are kept")))
            }
            tell(StudioEvent(event: "rendered").line)
        }
        let isCanceled = state.withLock { state in
            state.render?.child = child
            return state.render?.isCanceled ?? false
        }
        if isCanceled { child.cancel() }
    }

    func cancelRender() {
        let child = state.withLock { state in
            state.render?.isCanceled = true
            return state.render?.child
        }
        child?.cancel()
    }
}

/// What a render tells, as far as it matters here.
private struct RenderLine: Decodable { var event: String }

/// A plan as it was when a render began.
private struct Snapshot: Sendable {
    private static let name = "film.\(PlanFile.ending)"
    private let folder: PrivateFolder
    var path: String { "\(folder.path)/\(Self.name)" }

    init(_ film: PlannedRender, name: String) throws {
        guard let folder = PrivateFolder(in: PrivateFolder.usualBase) else {
            throw StudioError(
                "no file can be written in \(PrivateFolder.usualBase): \(lastError())")
        }
        self.folder = folder
        do {
            try PlanFile.write(film.document(name: name), to: path, mayReplace: false)
        } catch {
            remove()
            throw error
        }
    }

    func remove() { folder.remove(with: Self.name) }
}

extension OutputSettings {
    /// Whether pictures and sound are written alike, whatever they are.
    fileprivate func isShaped(like other: OutputSettings) -> Bool {
        (canvas, codec, quality, preset) == (other.canvas, other.codec, other.quality, other.preset)
            && (finish.fit, finish.rateLimit, audio.level) == (
                other.finish.fit, other.finish.rateLimit, other.audio.level
            )
    }
}
