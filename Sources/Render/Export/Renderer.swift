import Planning
import MediaIO
import MediaTime

/// An additional film of the same recording.
package struct FurtherFilm: Sendable {
    /// Of the same recording as the renderer's own plan.
    package var plan: RenderPlan
    /// The path of its file.
    package var output: String
    /// Uses the renderer's other settings, such as `mayReplace`.
    package init(plan: RenderPlan, output: String) {
        self.plan = plan
        self.output = output
    }
}

/// Renders a plan to a file: finished parts are kept in a checkpoint next to the output, then assembled.
public struct Renderer: Sendable {
    /// The film to render.
    public let plan: RenderPlan
    /// The path of the film, or of the chunk file; inputs of the plan are refused.
    public let output: String
    /// Whether an existing output is replaced.
    public var mayReplace: Bool
    /// Films of the same recording made in the same pass, each source picture decoded once for all of them. Each film
    /// is the same as if rendered alone. All files get their final names together.
    package var further: [FurtherFilm] = []
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

    /// `jobs` is set to what suits this machine and the plan.
    public init(
        plan: RenderPlan, output: String, mayReplace: Bool
    ) {
        self.plan = plan
        self.output = output
        self.mayReplace = mayReplace
        jobs = Machine.jobs(for: plan)
    }

    /// How many films this machine renders at the same time, each with a renderer and `jobs` divided among them.
    package static var filmsAtOnce: Int { Machine.films() }

    private var film: FilmWork {
        FilmWork(plan: plan, output: output, mayReplace: mayReplace, cancellation: cancellation)
    }

    private var films: [FilmWork] {
        [film]
            + further.map {
                FilmWork(plan: $0.plan, output: $0.output, mayReplace: mayReplace, cancellation: cancellation)
            }
    }

    /// The folder that keeps finished parts.
    ///
    /// - Throws: `MediaError` when an input cannot be read.
    func checkpoint() throws(MediaError) -> Checkpoint { try film.checkpoint() }

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
    /// - Throws: `MediaError`, `ParameterError`, or `RenderError`, such as `.interrupted` and `.verificationFailed`; no
    ///   output exists in that case.
    public func run(progress: @Sendable (RenderProgress) -> Void = { _ in }) throws -> RenderResult {
        for film in films { try film.check() }
        for cut in cuts {
            try AtomicFile.check(destination: cut.path, inputs: plan.inputFiles, mayReplace: mayReplace)
        }
        let shares = try claimed(films) { film, claim in
            RenderPass.Share(
                film: film, claim: claim, units: film.plan.spans.units,
                frameCount: film.plan.composition.frameCount, hasSound: true)
        }
        return try keeping(shares) {
            // Done before the long work, because cuts may be refused.
            let cuts = try writeCuts()
            let kept = try pass(shares).render(progress: progress)
            let made = try assemble(shares, kept: kept, progress: progress)
            for file in cuts.map(\.muxer) + made.map(\.file) { try file.commit() }
            for share in shares { share.claim.removeAll() }
            var result = made[0].result
            result.further = made.dropFirst().map(\.result)
            result.cutBytes = cuts.map(\.byteCount)
            return result
        }
    }

    /// Renders chunk `number` of `count` (1-based) into a chunk file, which is the output; the sound goes into the
    /// first. The units in a chunk depend only on the plan and `count`.
    ///
    /// - Throws: same as `run`.
    public func runChunk(_ number: Int, of count: Int, progress: @Sendable (RenderProgress) -> Void) throws
        -> RenderResult
    {
        let part = ChunkShare(number, of: count, in: plan)
        let (units, hasAudio) = (part.units, part.hasAudio)
        let frameCount = units.reduce(0) { $0 + Int64($1.frames.count) }
        let shares = try claimed([film]) { film, claim in
            RenderPass.Share(film: film, claim: claim, units: units, frameCount: frameCount, hasSound: hasAudio)
        }
        return try keeping(shares) {
            let checkpoint = shares[0].checkpoint
            let kept = try pass(shares).render(progress: progress)
            let notes = try film.notes(in: checkpoint, units, withAudio: hasAudio)
            try plan.checkInputs()
            let bytes = try ChunkFile.write(
                units.map { ($0.name, checkpoint.path(of: $0)) }
                    + (hasAudio ? [(EncodeUnit.audioName, checkpoint.audioPath)] : []),
                plan: checkpoint.digest, to: output, mayReplace: mayReplace)
            shares[0].claim.removeAll()
            return RenderResult(
                frameCount: frameCount, byteCount: bytes, framesKept: kept[0], damage: notes.damage,
                loudness: notes.loudness)
        }
    }

    /// Assembles the output from the files of all chunks.
    ///
    /// - Throws: `RenderError.unitsMissing`, or `MediaError` if a chunk is damaged or belongs to another plan.
    public func join(_ chunks: [String], progress: @Sendable (RenderProgress) -> Void = { _ in }) throws
        -> RenderResult
    {
        try plan.checkContainer(of: output)
        try AtomicFile.check(destination: output, inputs: plan.inputFiles + chunks, mayReplace: mayReplace)
        var store = try ChunkSet(of: plan)
        for chunk in chunks { try store.add(chunk) }
        let missing = plan.spans.units.filter { store.slice(of: $0) == nil }
        let lacksAudio = plan.encodesAudio && store.sound == nil
        guard missing.isEmpty, !lacksAudio else { throw plan.missing(missing, audio: lacksAudio) }
        let frameCount = plan.composition.frameCount
        let (file, result) = try film.assemble(store, framesKept: 0, verifies: verifies) {
            progress(.writing($0, of: frameCount, bytes: $1))
        }
        try file.commit()
        return result
    }

    private func writeCuts() throws -> [(muxer: Muxer, byteCount: Int64)] {
        if let first = cuts.first {
            try AtomicFile.checkSpace(for: first.path, needed: cuts.reduce(0) { $0 + $1.cut.estimatedBytes })
        }
        return try cuts.map {
            try CutWriter(file: $0, plan: plan, mayReplace: mayReplace, cancellation: cancellation).write()
        }
    }

    private func pass(_ shares: [RenderPass.Share]) -> RenderPass {
        // Every film has one encoder in each part of the recording that is rendered in parallel. Parts with encoders that
        // take turns would wait for each other.
        let takesTurns = shares.contains { $0.film.plan.video.encodesAlone }
        return RenderPass(
            shares: shares, jobs: takesTurns ? 1 : max(1, jobs / shares.count), cancellation: cancellation)
    }

    /// Assembles the films, one after the other; none has its final name yet.
    private func assemble(
        _ shares: [RenderPass.Share], kept: [Int64], progress: (RenderProgress) -> Void
    ) throws -> [(file: Muxer, result: RenderResult)] {
        let frameCount = shares.reduce(0) { $0 + $1.frameCount }
        var before: Int64 = 0
        return try zip(shares, kept).map { share, kept in
            defer { before += share.frameCount }
            return try share.film.assemble(share.checkpoint, framesKept: kept, verifies: verifies) {
                progress(.writing(before + $0, of: frameCount, bytes: $1))
            }
        }
    }

    /// Locks the names of all films.
    private func claimed(
        _ films: [FilmWork], _ share: (FilmWork, CheckpointClaim) -> RenderPass.Share
    ) throws(MediaError) -> [RenderPass.Share] {
        var shares: [RenderPass.Share] = []
        for film in films {
            do throws(MediaError) { shares.append(share(film, try film.claim(startsAfresh: startsAfresh))) } catch {
                for share in shares { share.claim.removeIfEmpty() }
                throw error
            }
        }
        return shares
    }

    /// On failure, leaves only parts worth resuming from, and reports how many frames they have.
    private func keeping<Value>(_ shares: [RenderPass.Share], _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            defer { for share in shares { share.claim.removeIfEmpty() } }
            guard case RenderError.cancelled = error else {
                guard let error = error as? MediaError else { throw error }
                // Bad data stays bad: there is nothing to resume.
                if error.kind == .badData { for share in shares { share.claim.removeAll() } }
                throw shares.reduce(error) { $0.naming($1.film.output, insteadOfFilesIn: $1.checkpoint.folder) }
            }
            let finished = shares.map(\.keptFrames)
            // Sound alone is not worth keeping a folder that the user was not told about.
            for (share, frames) in zip(shares, finished) where frames == 0 { share.claim.removeAudio() }
            throw RenderError.interrupted(
                framesKept: finished.reduce(0, +), frameCount: shares.reduce(0) { $0 + $1.frameCount })
        }
    }
}
