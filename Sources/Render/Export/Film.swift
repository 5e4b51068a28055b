import MediaIO
import Placing
import Planning

/// A film to make: what it shows, and where it goes.
public struct Film: Sendable {
    /// What it shows.
    public var plan: RenderPlan
    /// The path of its file, or of the chunk file; inputs of the plan are refused.
    public var output: String

    /// Nothing is read or written yet.
    public init(plan: RenderPlan, output: String) { (self.plan, self.output) = (plan, output) }

    /// A film whose name is locked, and the part of it that is to be finished.
    struct Work: Sendable {
        let film: Film
        let claim: CheckpointClaim
        var units: [EncodeUnit]
        /// Frames of the file made from the units, including copied ones.
        let frameCount: Int64
        let hasSound: Bool

        var plan: RenderPlan { film.plan }
        var checkpoint: Checkpoint { claim.checkpoint }

        /// The units that are not finished yet.
        var missingUnits: [EncodeUnit] {
            var check = PartCheck(plan, digest: checkpoint.digest, continues: true)
            return units.filter { !check.isFinished($0, in: checkpoint) }
        }
        /// Frames of finished units.
        var keptFrames: Int64 { units.frameCount - missingUnits.frameCount }
    }

    /// The folder that keeps finished parts.
    ///
    /// - Throws: `MediaError` when an input cannot be read.
    func checkpoint() throws(MediaError) -> Checkpoint { Checkpoint(output: output, digest: try plan.digest) }

    /// - Throws: `MediaError` if a film of this plan cannot have this name.
    func check(mayReplace: Bool) throws(MediaError) {
        // Inputs are refused as outputs whatever their extension.
        try AtomicFile.check(destination: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        try plan.checkContainer(of: output)
    }

    /// Locks the output's name for this render, and checks that it is free.
    ///
    /// - Parameter startsAfresh: ignores the results of earlier renders.
    func claim(mayReplace: Bool, startsAfresh: Bool) throws(MediaError) -> CheckpointClaim {
        let check = { () throws(MediaError) in
            try AtomicFile.check(destination: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        }
        try check()
        let claim = try checkpoint().claim()
        do {
            // Another render may have written it before this one got the lock.
            try check()
        } catch {
            claim.removeIfEmpty()
            throw error
        }
        if startsAfresh { claim.clear() }
        return claim
    }

    /// The notes kept with finished parts, whoever rendered them.
    func notes(in store: any UnitStore, _ units: [EncodeUnit], withAudio: Bool) throws -> PartNotes {
        var notes = PartNotes()
        for slice in units.map(store.slice) + [withAudio ? store.sound : nil] {
            if let slice { notes.add(try PartNotes(of: slice, plan.inputs)) }
        }
        return notes
    }
}

extension [EncodeUnit] {
    var frameCount: Int64 { reduce(0) { $0 + Int64($1.frames.count) } }
}
