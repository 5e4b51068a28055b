import MediaIO
import Planning
import Platform
import Timeline
import Timelines

/// The cuts that nobody has saved yet, in a hidden plan file next to the plan: a program that is killed loses nothing.
struct Journal: Sendable {
    /// The plan file that is edited.
    let plan: String
    /// As it was written or read here; otherwise it is another program's.
    private var known: FileState?

    init(plan: String) { self.plan = plan }

    /// ".film.unsaved.otio".
    var path: String { Self.path(of: plan) }

    static func path(of plan: String) -> String {
        let folder = FilePath(plan).folder
        return "\(folder)/.\(PlanFile.name(of: plan)).unsaved.\(PlanFile.ending)"
    }

    /// - Throws: `StudioError` if it is another program's, `MediaError`.
    mutating func write(_ film: PlannedRender) throws {
        guard FileState(path: path) == known else {
            throw StudioError(
                "\(FilePath(path).name) has unsaved cuts of another studio or film, so those of this one are not kept there; save the plan"
            )
        }
        try PlanFile.write(film.document(name: PlanFile.name(of: plan)), to: path, mayReplace: true)
        known = FileState(path: path)
    }

    /// Another program's stays.
    mutating func remove() {
        guard let known, FileState(path: path) == known else { return }
        FileSystem.unlink(path)
        self.known = nil
    }

    /// The film of the journal.
    ///
    /// - Returns: `nil` if there is none, or it is of other recordings.
    mutating func read(for editor: FilmEditor) -> FilmEditor? {
        let (found, film) = (FileState(path: path), editor.film.plan)
        guard found != nil, let document = try? PlanFile.read(path), (try? document.output.check()) != nil,
            let composition = try? document.composition(),
            composition.session.takes.map(\.place) == film.composition.session.takes.map(\.place),
            document.output.primary == film.output.primary
        else { return nil }
        var own = document.output
        own.finish = film.output.finish
        let added = document.sounds.filter { $0.role != .recording }.map { AddedSound(path: $0.path, role: $0.role) }
        // Who else wrote the file does not say what is read.
        let journaled =
            (try? editor.editor(
                of: composition, document.output, added: added, decisions: document.decisions,
                edits: document.edits?.json))
            ?? (try? editor.editor(of: composition, own, added: [], decisions: document.decisions, edits: nil))
        if journaled != nil { known = found }
        return journaled ?? nil
    }
}

extension Take {
    /// Which file it is, and where: a plan may spell the same name otherwise.
    fileprivate var place: Take {
        var take = self
        take.path = FileSystem.absolute(path)
        return take
    }
}
