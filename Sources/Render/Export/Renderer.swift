import Placing
import Planning
import MediaIO
import MediaTime
import Platform

/// Renders films to files: finished parts are kept in a checkpoint next to the output, then assembled.
public struct Renderer: Sendable {
    /// Films of one recording, each source picture decoded once for all of them. Each film is the same as if rendered
    /// alone. All files get their final names together.
    public let films: [Film]
    /// Whether an existing output is replaced.
    public var mayReplace: Bool
    /// Recordings to cut to the film and write next to it.
    package var cuts: [DeliverySet.File] = []
    /// Stops the render. Also set by the renderer itself when a part fails, so each render needs its own.
    public var cancellation = Cancellation()
    /// Units rendered in parallel; the output bytes do not depend on it.
    public var jobs: Int
    /// Ignores the results of interrupted renders.
    public var startsAfresh = false
    /// Decodes and compares the pictures around every splice before the file gets its name.
    public var verifies = false

    /// `jobs` is set to what suits this machine and the first film.
    public init(_ films: [Film], mayReplace: Bool) {
        precondition(!films.isEmpty, "nothing to render")
        self.films = films
        self.mayReplace = mayReplace
        jobs = Machine.jobs(for: films[0].plan)
    }

    /// One film.
    public init(plan: RenderPlan, output: String, mayReplace: Bool) {
        self.init([Film(plan: plan, output: output)], mayReplace: mayReplace)
    }

    /// How many films this machine renders at the same time, each with a renderer and `jobs` divided among them.
    package static var filmsAtOnce: Int { Machine.films() }

    /// Removes the parts that a render left next to its finished film, if it was killed before it could.
    ///
    /// - Parameter plan: `RenderPlan.digest` of the film.
    package static func removeParts(of output: String, plan: String) {
        let checkpoint = Checkpoint(output: output, digest: plan)
        guard FileIdentity(path: checkpoint.folder) != nil else { return }
        try? checkpoint.claim().removeAll()
    }

    /// Blocks until the files are written.
    ///
    /// - Returns: one result per film.
    /// - Throws: `MediaError`, `ParameterError`, or `RenderError`, such as `.interrupted` and `.verificationFailed`; no
    ///   output exists in that case.
    @discardableResult
    public func run(progress: @Sendable (RenderProgress) -> Void = { _ in }) throws -> [RenderResult] {
        for film in films { try film.check(mayReplace: mayReplace) }
        for cut in cuts {
            try AtomicFile.check(destination: cut.path, inputs: films[0].plan.inputFiles, mayReplace: mayReplace)
        }
        let works = try claimed(films) { film, claim in
            Film.Work(
                film: film, claim: claim, units: film.plan.units,
                frameCount: film.plan.composition.frameCount, hasSound: true)
        }
        return try keeping(works) {
            // Done before the long work, because cuts may be refused.
            let cuts = try writeCuts()
            let steadying = try steadying(works, progress: progress)
            let kept = try pass(works, steadying).render(progress: progress)
            let made = try assemble(works, kept: kept, progress: progress)
            for file in cuts + made.map(\.file) { try file.commit() }
            for work in works { work.claim.removeAll() }
            return zip(films, made).map { film, made in
                var result = made.result
                result.zooms = steadying.zooms(of: film.plan)
                return result
            }
        }
    }

    /// Renders chunk `number` of `count` (1-based) of the first film into a chunk file, which is the output; the sound
    /// goes into the first chunk. The units in a chunk depend only on the plan and `count`.
    ///
    /// - Throws: same as `run`.
    public func runChunk(_ number: Int, of count: Int, progress: @Sendable (RenderProgress) -> Void) throws
        -> RenderResult
    {
        let film = films[0]
        let part = ChunkShare(number, of: count, in: film.plan)
        let (units, hasAudio) = (part.units, part.hasAudio)
        let works = try claimed([film]) { film, claim in
            Film.Work(film: film, claim: claim, units: units, frameCount: units.frameCount, hasSound: hasAudio)
        }
        return try keeping(works) {
            let checkpoint = works[0].checkpoint
            let steadying = try steadying(works, from: Double(number - 1) / Double(count), progress: progress)
            let kept = try pass(works, steadying).render(progress: progress)
            let notes = try film.notes(in: checkpoint, units, withAudio: hasAudio)
            try film.plan.checkInputs()
            let bytes = try ChunkFile.write(
                units.map { ($0.name, checkpoint.path(of: $0)) }
                    + (hasAudio ? [(EncodeUnit.audioName, checkpoint.audioPath)] : []),
                plan: checkpoint.digest, number: number, of: count,
                versions: RenderVersions(withProcessor: film.plan.dependsOnProcessor), to: film.output,
                mayReplace: mayReplace)
            works[0].claim.removeAll()
            return RenderResult(
                frameCount: units.frameCount, byteCount: bytes, framesKept: kept[0], damage: notes.damage,
                loudness: notes.loudness, zooms: steadying.zooms(of: film.plan))
        }
    }

    /// Assembles the first film from the files of all its chunks.
    ///
    /// - Throws: `RenderError.unitsMissing`, or `MediaError` if a chunk is damaged or belongs to another plan.
    public func join(_ chunks: [String], progress: @Sendable (RenderProgress) -> Void = { _ in }) throws
        -> RenderResult
    {
        let (film, plan) = (films[0], films[0].plan)
        try plan.checkContainer(of: film.output)
        try AtomicFile.check(destination: film.output, inputs: plan.inputFiles + chunks, mayReplace: mayReplace)
        var store = try ChunkSet(of: plan)
        for chunk in chunks { try store.add(chunk) }
        let missing = plan.units.filter { store.slice(of: $0) == nil }
        let lacksAudio = plan.encodesAudio && store.sound == nil
        guard missing.isEmpty, !lacksAudio else { throw plan.missing(missing, audio: lacksAudio, of: store.count) }
        let frameCount = plan.composition.frameCount
        let (file, result) = try assemble(film, store, framesKept: 0) {
            progress(.writing($0, of: frameCount, bytes: $1))
        }
        try file.commit()
        return result
    }

    private func writeCuts() throws -> [Muxer] {
        if let first = cuts.first {
            try AtomicFile.checkSpace(for: first.path, needed: cuts.reduce(0) { $0 + $1.cut.estimatedBytes })
        }
        return try cuts.map {
            try CutWriter(file: $0, plan: films[0].plan, mayReplace: mayReplace, cancellation: cancellation).write()
        }
    }

    /// - Parameter share: where looking at the recordings begins, for chunks that start together.
    private func steadying(
        _ works: [Film.Work], from share: Double = 0, progress: @Sendable (RenderProgress) -> Void
    ) throws -> Steadying {
        // Killed renders leave more than what is beside the film.
        PrivateFolder.removeAbandoned(in: PrivateFolder.usualBase)
        let frameCount = works.reduce(0) { $0 + $1.frameCount }
        return try withoutActuallyEscaping(progress) { progress in
            try Steadying(works.map(\.plan), from: share, cancellation: cancellation) {
                progress(.analyzing($0, of: frameCount))
            }
        }
    }

    private func pass(_ works: [Film.Work], _ steadying: Steadying) -> RenderPass {
        // Every film has one encoder in each part of the recording that is rendered in parallel. Parts with encoders that
        // take turns would wait for each other.
        let takesTurns = works.contains { $0.plan.video.encodesAlone }
        return RenderPass(
            works: works, jobs: takesTurns ? 1 : max(1, jobs / works.count), steadying: steadying,
            cancellation: cancellation)
    }

    /// Assembles the films, one after the other; none has its final name yet.
    private func assemble(
        _ works: [Film.Work], kept: [Int64], progress: (RenderProgress) -> Void
    ) throws -> [(file: Muxer, result: RenderResult)] {
        let frameCount = works.reduce(0) { $0 + $1.frameCount }
        var before: Int64 = 0
        return try zip(works, kept).map { work, kept in
            defer { before += work.frameCount }
            return try assemble(work.film, work.checkpoint, framesKept: kept) {
                progress(.writing(before + $0, of: frameCount, bytes: $1))
            }
        }
    }

    /// Assembles a film, not yet under its final name.
    ///
    /// - Parameter progress: called with the pictures written and the size so far.
    private func assemble(
        _ film: Film, _ store: any UnitStore, framesKept: Int64, progress: (Int64, Int64) -> Void
    ) throws -> (file: Muxer, result: RenderResult) {
        let plan = film.plan
        let muxer = try Muxer(path: film.output, inputs: plan.inputFiles, mayReplace: mayReplace)
        RenderLog.logger.debug("joining the parts in \(muxer.partialPath)")
        let (count, bytes, soundNotes) = try Trace.span("join", film.output) {
            try Assembler(plan: plan, store: store).assemble(to: muxer) { written, bytes in
                guard !cancellation.isCancelled else { throw RenderError.cancelled }
                progress(written, bytes)
            }
        }
        let rounding = try Container(path: film.output).rounding
        let verification =
            verifies
            ? try Trace.span("verify", film.output) {
                try SpliceCheck(plan: plan, store: store, path: muxer.partialPath, rounding: rounding).run(cancellation)
            }
            : nil
        var notes = try film.notes(in: store, plan.units, withAudio: plan.encodesAudio)
        notes.add(soundNotes)
        try plan.checkInputs()
        let result = RenderResult(
            frameCount: count, byteCount: bytes, framesKept: framesKept, damage: notes.damage, loudness: notes.loudness,
            verification: verification)
        return (muxer, result)
    }

    /// Locks the names of all films.
    private func claimed(
        _ films: [Film], _ work: (Film, CheckpointClaim) -> Film.Work
    ) throws(MediaError) -> [Film.Work] {
        var works: [Film.Work] = []
        for film in films {
            do throws(MediaError) {
                works.append(work(film, try film.claim(mayReplace: mayReplace, startsAfresh: startsAfresh)))
            } catch {
                for work in works { work.claim.removeIfEmpty() }
                throw error
            }
        }
        return works
    }

    /// On failure, leaves only parts worth resuming from, and reports how many frames they have.
    private func keeping<Value>(_ works: [Film.Work], _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            defer { for work in works { work.claim.removeIfEmpty() } }
            guard case RenderError.cancelled = error else {
                guard let error = error as? MediaError else { throw error }
                // Bad data stays bad: there is nothing to resume.
                if error.kind == .badData { for work in works { work.claim.removeAll() } }
                throw works.reduce(error) { $0.naming($1.film.output, insteadOfFilesIn: $1.checkpoint.folder) }
            }
            let finished = works.map(\.keptFrames)
            // Sound alone is not worth keeping a folder that the user was not told about.
            for (work, frames) in zip(works, finished) where frames == 0 { work.claim.removeAudio() }
            throw RenderError.interrupted(
                framesKept: finished.reduce(0, +), frameCount: works.reduce(0) { $0 + $1.frameCount })
        }
    }
}
