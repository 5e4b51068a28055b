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

    /// The film with the cuts of the journal.
    ///
    /// - Returns: `nil` if there is none, or it is of other recordings.
    mutating func read(for film: PlannedRender) -> PlannedRender? {
        let found = FileState(path: path)
        guard found != nil, let document = try? PlanFile.read(path), let composition = try? document.composition(),
            composition.session.takes.map(\.place) == film.plan.composition.session.takes.map(\.place),
            composition.frameRate == film.plan.composition.frameRate,
            composition.frameCount == film.plan.composition.frameCount
        else { return nil }
        let editor = FilmEditor(
            PlannedRender(plan: film.plan.encoded(composition, film.plan.output), adjustments: [], notes: []))
        // Who else wrote the file does not say what is read.
        var journaled = (try? editor.planned(editor.cuts, finish: document.output.finish)) ?? editor.film
        journaled.decisions = document.decisions
        known = found
        return journaled
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
