import MediaIO
import Planning
import Platform
import Timeline
import Timelines

/// The cuts that nobody has saved yet, in a hidden plan file next to the plan: a program that is killed loses nothing.
struct Journal: Sendable {
    /// The plan file that is edited.
    let plan: String

    /// ".film.unsaved.otio".
    var path: String {
        let (folder, _) = AtomicFile.split(plan)
        return "\(folder)/.\(PlanFile.name(of: plan)).unsaved.\(PlanFile.ending)"
    }

    func write(_ film: PlannedRender) throws {
        try PlanFile.write(film.document(name: PlanFile.name(of: plan)), to: path, mayReplace: true)
    }

    func remove() { FileSystem.unlink(path) }

    /// The film with the cuts of the journal.
    ///
    /// - Returns: `nil` if there is none, or it is of other recordings.
    func read(for film: PlannedRender) -> PlannedRender? {
        guard FileIdentity(path: path) != nil, let document = try? PlanFile.read(path),
            let composition = try? document.composition(),
            composition.session.takes.map(\.place) == film.plan.composition.session.takes.map(\.place),
            composition.frameRate == film.plan.composition.frameRate,
            composition.frameCount == film.plan.composition.frameCount
        else { return nil }
        var journaled = PlannedRender(
            plan: RenderPlan(
                composition: composition, sources: film.plan.sources, sounds: film.plan.sounds,
                output: film.plan.output, catalogue: film.plan.catalogue),
            adjustments: [], notes: [])
        journaled.decisions = document.decisions
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
