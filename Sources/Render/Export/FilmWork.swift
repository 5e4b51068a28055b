import Placing
import Planning
import MediaIO

/// One film being made: its plan, its name, and the folder that keeps finished parts.
struct FilmWork: Sendable {
    let plan: RenderPlan
    let output: String
    let mayReplace: Bool
    let cancellation: Cancellation

    /// The folder that keeps finished parts.
    ///
    /// - Throws: `MediaError` when an input cannot be read.
    func checkpoint() throws(MediaError) -> Checkpoint { Checkpoint(output: output, digest: try plan.digest) }

    /// - Throws: `MediaError` if a film of this plan cannot have this name.
    func check() throws(MediaError) {
        // Inputs are refused as outputs whatever their extension.
        try AtomicFile.check(destination: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        try plan.checkContainer(of: output)
    }

    /// Locks the output's name for this render, and checks that it is free.
    ///
    /// - Parameter startsAfresh: ignores the results of earlier renders.
    func claim(startsAfresh: Bool) throws(MediaError) -> CheckpointClaim {
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

    /// Assembles the film, not yet under its final name.
    ///
    /// - Parameters:
    ///   - verifies: first decodes and compares the pictures around every splice.
    ///   - progress: called with the pictures written and the size so far.
    func assemble(
        _ store: any UnitStore, framesKept: Int64, verifies: Bool, progress: (Int64, Int64) -> Void
    ) throws -> (file: Muxer, result: RenderResult) {
        let muxer = try Muxer(path: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        RenderLog.logger.debug("joining the parts in \(muxer.partialPath)")
        let (count, bytes, soundNotes) = try Assembler(plan: plan, store: store).assemble(to: muxer) { written, bytes in
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            progress(written, bytes)
        }
        let verification =
            verifies
            ? try SpliceCheck(
                plan: plan, store: store, path: muxer.partialPath, rounding: Container(path: output).rounding
            ).run(cancellation) : nil
        var notes = try notes(in: store, plan.spans.units, withAudio: plan.encodesAudio)
        notes.add(soundNotes)
        try plan.checkInputs()
        let result = RenderResult(
            frameCount: count, byteCount: bytes, framesKept: framesKept, damage: notes.damage, loudness: notes.loudness,
            verification: verification)
        return (muxer, result)
    }

    /// The notes kept with finished parts, whoever rendered them.
    func notes(in store: any UnitStore, _ units: [EncodeUnit], withAudio: Bool) throws -> PartNotes {
        var notes = PartNotes()
        for slice in units.map(store.slice) + [withAudio ? store.sound : nil] {
            if let slice { notes.add(try PartNotes(of: slice, takes: plan.inputCount)) }
        }
        return notes
    }
}
