import Parameters
import Frames
import Planning
import MediaIO
import MediaTime
import Synchronization
import Timeline
import Transitions

/// Renders a plan to a file: finished parts are kept in a checkpoint beside the output, then put together.
public struct Renderer: Sendable {
    public let plan: RenderPlan
    public let output: String
    /// An existing output is replaced.
    public var mayReplace: Bool
    public var cancellation = Cancellation()
    /// Units rendered at the same time; the bytes do not depend on it.
    public var jobs: Int
    /// Uses nothing of what an interrupted render kept.
    public var startsAfresh = false
    /// Decodes around every splice before the file gets its name, and compares.
    public var verifies = false

    public init(
        plan: RenderPlan, output: String, mayReplace: Bool
    ) {
        self.plan = plan
        self.output = output
        self.mayReplace = mayReplace
        jobs = Machine.jobs(for: plan)
    }

    /// Where it keeps what is finished.
    ///
    /// - Throws: `MediaError` when an input cannot be read.
    func checkpoint() throws(MediaError) -> Checkpoint { Checkpoint(output: output, digest: try plan.digest) }

    /// Blocks until the file is written.
    ///
    /// - Throws: `MediaError`, `ParameterError`, or `RenderError.interrupted`; the output does not exist then.
    public func run(progress: @Sendable (RenderProgress) -> Void = { _ in }) throws -> RenderResult {
        // An input is refused for that, whatever its ending.
        try AtomicFile.check(destination: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        try plan.checkContainer(of: output)
        let claim = try claim()
        return try keeping(claim, plan.spans.units, of: plan.composition.frameCount) {
            let kept = try renderUnits(
                plan.spans.units, of: plan.composition.frameCount, to: claim.checkpoint, progress: progress)
            let result = try assemble(claim.checkpoint, framesKept: kept, progress: progress)
            claim.removeAll()
            return result
        }
    }

    /// Renders chunk `number` of `count` (1-based) into a chunk file, which is the output; the sound belongs to
    /// the first. Which units a chunk has depends on the plan and on `count` only.
    ///
    /// - Throws: as `run`.
    public func runChunk(_ number: Int, of count: Int, progress: @Sendable (RenderProgress) -> Void) throws
        -> RenderResult
    {
        let claim = try claim()
        let checkpoint = claim.checkpoint
        let share = ChunkShare(number, of: count, in: plan)
        let (units, hasAudio) = (share.units, share.hasAudio)
        let frameCount = units.reduce(0) { $0 + Int64($1.frames.count) }
        return try keeping(claim, units, of: frameCount) {
            let kept = try renderUnits(
                units, of: frameCount, withAudio: hasAudio, to: checkpoint, progress: progress)
            let notes = try notes(in: checkpoint, units, withAudio: hasAudio)
            try plan.checkInputs()
            let bytes = try ChunkFile.write(
                units.map { ($0.name, checkpoint.path(of: $0)) }
                    + (hasAudio ? [(EncodeUnit.audioName, checkpoint.audioPath)] : []),
                plan: checkpoint.digest, to: output, mayReplace: mayReplace)
            claim.removeAll()
            return RenderResult(
                frameCount: frameCount, byteCount: bytes, framesKept: kept, damage: notes.damage,
                loudness: notes.loudness)
        }
    }

    /// Puts the output together from the files of all chunks.
    ///
    /// - Throws: `RenderError.unitsMissing`, or `MediaError` when one is damaged or of another plan.
    public func join(_ chunks: [String], progress: @Sendable (RenderProgress) -> Void = { _ in }) throws -> RenderResult
    {
        try plan.checkContainer(of: output)
        try AtomicFile.check(destination: output, inputs: plan.inputFiles + chunks, mayReplace: mayReplace)
        var store = try ChunkSet(of: plan)
        for chunk in chunks { try store.add(chunk) }
        let missing = plan.spans.units.filter { store.slice(of: $0) == nil }
        let lacksAudio = plan.encodesAudio && store.sound == nil
        guard missing.isEmpty, !lacksAudio else { throw plan.missing(missing, audio: lacksAudio) }
        return try assemble(store, framesKept: 0, progress: progress)
    }

    /// Holds the output's name for this render, and looks whether it is free.
    private func claim() throws(MediaError) -> CheckpointClaim {
        let check = { () throws(MediaError) in
            try AtomicFile.check(destination: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        }
        try check()
        let claim = try checkpoint().claim()
        do {
            // Another render may have written it while this one came to hold the name.
            try check()
        } catch {
            claim.removeIfEmpty()
            throw error
        }
        if startsAfresh { claim.clear() }
        return claim
    }

    /// - Parameter frameCount: of what is made of the units, frames that are copied included.
    /// - Returns: how many frames were finished already.
    private func renderUnits(
        _ units: [EncodeUnit], of frameCount: Int64, withAudio: Bool = true, to checkpoint: Checkpoint,
        progress: @Sendable (RenderProgress) -> Void
    ) throws -> Int64 {
        var check = PartCheck(plan, digest: checkpoint.digest, continues: true)
        let missing = units.filter { !check.isFinished($0, in: checkpoint) }
        let toEncode = missing.reduce(0) { $0 + Int64($1.frames.count) }
        let kept = units.reduce(0) { $0 + Int64($1.frames.count) } - toEncode
        if missing.count < units.count {
            RenderLog.logger.debug(
                "continuing: \(units.count - missing.count) of \(units.count) parts are finished in \(checkpoint.folder)"
            )
        }
        let decoderThreads = max(1, Machine.decoderThreads / jobs)
        plan.logEncoding(missing.count, jobs: jobs, decoderThreads: decoderThreads)
        let encoded = kept + toEncode
        try AtomicFile.checkSpace(
            for: output,
            needed: plan.leastBytes(encoding: toEncode, of: encoded, withCopies: frameCount > encoded))
        let done = Atomic<Int64>(frameCount - toEncode)
        let sound = withAudio && !check.isAudioFinished(in: checkpoint) ? audioWork(to: checkpoint) : nil
        let pictures = Result {
            try withoutActuallyEscaping(progress) { progress in
                try Workers.run(missing.split(into: jobs)) { units in
                    try stoppingOthers {
                        try UnitRenderer(
                            plan: plan, checkpoint: checkpoint, decoderThreads: decoderThreads,
                            cancellation: cancellation
                        ).render(units) {
                            let count = done.add(1, ordering: .relaxed).newValue
                            progress(
                                RenderProgress(
                                    framesDone: count, frameCount: frameCount, framesGiven: frameCount - toEncode,
                                    framesWritten: 0, bytesWritten: 0))
                        }
                    }
                }
            }
        }
        try RenderError.throwFirst([pictures, Result { try sound?.result() }])
        return kept
    }

    /// The sound is encoded beside the picture, in a thread of its own.
    private func audioWork(to checkpoint: Checkpoint) -> Work<Void>? {
        guard plan.encodesAudio else { return nil }
        return Work {
            try stoppingOthers {
                try AudioUnit(plan: plan, checkpoint: checkpoint, cancellation: cancellation).render()
            }
        }
    }

    /// What fails stops the rest: nobody waits for hours of pictures to learn that the sound is bad.
    private func stoppingOthers(_ body: () throws -> Void) throws {
        do { try body() } catch {
            cancellation.cancel()
            throw error
        }
    }

    /// Leaves nothing behind when it fails but parts that are worth continuing from, and says how many frames those are.
    private func keeping<Value>(
        _ claim: CheckpointClaim, _ units: [EncodeUnit], of frameCount: Int64, _ body: () throws -> Value
    ) throws -> Value {
        do { return try body() } catch {
            defer { claim.removeIfEmpty() }
            guard case RenderError.cancelled = error else {
                // Bad data stays bad: there is nothing to continue.
                if let error = error as? MediaError, error.kind == .badData { claim.removeAll() }
                if let error = error as? MediaError {
                    throw error.naming(output, insteadOfFilesIn: claim.checkpoint.folder)
                }
                throw error
            }
            var check = PartCheck(plan, digest: claim.checkpoint.digest, continues: true)
            let finished = units.filter { check.isFinished($0, in: claim.checkpoint) }
                .reduce(0) { $0 + Int64($1.frames.count) }
            // The sound alone is not worth a folder that nobody was told of.
            if finished == 0 { claim.removeAudio() }
            throw RenderError.interrupted(framesKept: finished, frameCount: frameCount)
        }
    }

    private func assemble(
        _ store: any UnitStore, framesKept: Int64, progress: (RenderProgress) -> Void
    ) throws -> RenderResult {
        let muxer = try Muxer(path: output, inputs: plan.inputFiles, mayReplace: mayReplace)
        RenderLog.logger.debug("joining the parts in \(muxer.partialPath)")
        let frameCount = plan.composition.frameCount
        let (count, bytes) = try Assembler(plan: plan, store: store).assemble(to: muxer) { written, bytes in
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            progress(
                RenderProgress(
                    framesDone: frameCount, frameCount: frameCount, framesGiven: frameCount,
                    framesWritten: written, bytesWritten: bytes))
        }
        let verification =
            verifies
            ? try SpliceCheck(
                plan: plan, store: store, path: muxer.partialPath, rounding: Container(path: output).rounding
            ).run(cancellation) : nil
        let notes = try notes(in: store, plan.spans.units, withAudio: plan.encodesAudio)
        try plan.checkInputs()
        try muxer.commit()
        return RenderResult(
            frameCount: count, byteCount: bytes, framesKept: framesKept, damage: notes.damage, loudness: notes.loudness,
            verification: verification)
    }

    /// What was noted with finished parts, whoever rendered them.
    private func notes(in store: any UnitStore, _ units: [EncodeUnit], withAudio: Bool) throws -> PartNotes {
        var notes = PartNotes()
        for slice in units.map(store.slice) + [withAudio ? store.sound : nil] {
            if let slice { notes.add(try PartNotes(of: slice, takes: plan.inputCount)) }
        }
        return notes
    }
}

extension RenderPlan {
    /// What is missing where these units are; neighbors become one stretch.
    func missing(_ units: [EncodeUnit], audio: Bool = false) -> RenderError {
        let all = spans.units
        var stretches: [Range<Int>] = []
        for index in all.indices where units.contains(where: { $0.name == all[index].name }) {
            if let last = stretches.last, last.upperBound == index {
                stretches[stretches.count - 1] = last.lowerBound..<index + 1
            } else {
                stretches.append(index..<index + 1)
            }
        }
        let time = composition.frameRate.time(ofFrame:)
        return .unitsMissing(
            stretches.map {
                TimeRange(
                    start: time(all[$0.lowerBound].frames.lowerBound),
                    end: time(all[$0.upperBound - 1].frames.upperBound))
            }, audio: audio)
    }
}

extension Array {
    /// At most `count` contiguous pieces, about equally long; none is empty.
    fileprivate func split(into count: Int) -> [[Element]] {
        let pieces = Swift.max(1, Swift.min(count, self.count))
        return (0..<pieces).map { Array(self[self.count * $0 / pieces..<self.count * ($0 + 1) / pieces]) }.filter {
            !$0.isEmpty
        }
    }
}
