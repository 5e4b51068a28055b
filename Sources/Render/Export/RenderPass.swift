import Placing
import Planning
import MediaIO
import MediaTime
import Platform
import Synchronization

/// Renders the missing parts of one film, or of several films of the same recording, in one pass.
struct RenderPass {
    let works: [Film.Work]
    /// Parts of the recording rendered in parallel.
    let jobs: Int
    let steadying: Steadying
    let cancellation: Cancellation

    /// - Returns: for each film, how many frames were already finished.
    func render(progress: @Sendable (RenderProgress) -> Void) throws -> [Int64] {
        let missing = works.map(\.missingUnits)
        let decoderThreads = max(1, Machine.decoderThreads / jobs)
        for (work, units) in zip(works, missing) {
            if units.count < work.units.count {
                let finished = "\(work.units.count - units.count) of \(work.units.count) parts are finished"
                RenderLog.logger.debug("continuing: \(finished) in \(work.checkpoint.folder)")
            }
            work.plan.logEncoding(units.count, jobs: jobs, decoderThreads: decoderThreads)
            let encoded = work.units.frameCount
            try AtomicFile.checkSpace(
                for: work.film.output,
                needed: work.plan.leastBytes(
                    encoding: units.frameCount, of: encoded, withCopies: work.frameCount > encoded))
        }
        let frameCount = works.reduce(0) { $0 + $1.frameCount }
        let given = frameCount - missing.reduce(0) { $0 + $1.frameCount }
        let done = Atomic<Int64>(given)
        let sounds = soundWorks()
        let pictures = Result {
            try withoutActuallyEscaping(progress) { progress in
                let (lanes, taken) = (lanes(missing), Counter())
                let renderer = UnitRenderer(
                    steadying: steadying, decoderThreads: decoderThreads, cancellation: cancellation)
                try Workers.run(Array(0..<min(jobs, lanes.count))) { _ in
                    while let lane = taken.next(of: lanes.count) {
                        try stoppingOthers {
                            try renderer.render(lanes[lane]) {
                                let count = done.add(1, ordering: .relaxed).newValue
                                progress(
                                    RenderProgress(
                                        framesDone: count, frameCount: frameCount, framesGiven: given,
                                        framesWritten: 0, bytesWritten: 0))
                            }
                        }
                    }
                }
            }
        }
        try RenderError.throwFirst([pictures] + sounds.map { work in Result { try work.result() } })
        return zip(works, missing).map { $0.units.frameCount - $1.frameCount }
    }

    /// Divides the missing units into time ranges, so that pictures shown at the same time are decoded by the same
    /// thread: the film with the most to do into long ranges first and short ones last, so that all threads end
    /// together, and the others at the same times. Of films whose encoders take turns, each but the first is decoded for itself.
    private func lanes(_ missing: [[EncodeUnit]]) -> [[Film.Work]] {
        let start = { (film: Int, unit: EncodeUnit) in
            works[film].plan.composition.frameRate.time(ofFrame: unit.frames.lowerBound)
        }
        let longest = missing.indices.max { missing[$0].frameCount < missing[$1].frameCount } ?? 0
        let borders = missing[longest].shares(of: jobs).dropFirst().map { start(longest, $0.first!) }
        return (0...borders.count).flatMap { lane in
            let jobs = missing.indices.map { film in
                var work = works[film]
                work.units = missing[film].filter { unit in borders.count { $0 <= start(film, unit) } == lane }
                return work
            }
            let alone = jobs.filter { $0.plan.video.encodesAlone }
            let together = jobs.filter { !$0.plan.video.encodesAlone } + alone.prefix(1)
            return [together] + alone.dropFirst().map { [$0] }
        }
    }

    /// Sound is encoded in parallel with the pictures, in its own thread. Sound that several films work is mixed and
    /// encoded once.
    private func soundWorks() -> [Work<Void>] {
        var groups: [[AudioUnit]] = []
        var finished: Set<String> = []
        for work in works where work.hasSound && work.plan.encodesAudio {
            let sound = AudioUnit(
                plan: work.plan, checkpoint: work.checkpoint, cancellation: cancellation)
            var check = PartCheck(work.plan, digest: work.checkpoint.digest, continues: true)
            if check.isAudioFinished(in: work.checkpoint) { finished.insert(work.checkpoint.folder) }
            if let group = groups.firstIndex(where: { $0[0].sounds(like: sound) }) {
                groups[group].append(sound)
            } else {
                groups.append([sound])
            }
        }
        return groups.compactMap { group -> Work<Void>? in
            let missing = group.filter { !finished.contains($0.checkpoint.folder) }
            guard !missing.isEmpty else { return nil }
            let first = group.first { finished.contains($0.checkpoint.folder) }
            return Work {
                try stoppingOthers {
                    if first == nil { try Trace.span("encode sound") { try missing[0].render() } }
                    for other in first == nil ? missing.dropFirst() : missing[...] {
                        try other.take(from: first ?? missing[0])
                    }
                }
            }
        }
    }

    /// A failure stops everything else: nobody should wait through hours of pictures to learn that the sound failed.
    private func stoppingOthers(_ body: () throws -> Void) throws {
        do { try body() } catch {
            cancellation.cancel()
            throw error
        }
    }
}

extension Array {
    /// Contiguous pieces that `count` workers take in order: each half of an equal share of the rest ("guided
    /// self-scheduling", Polychronopoulos and Kuck, 1987). One piece for one worker.
    fileprivate func shares(of count: Int) -> [ArraySlice<Element>] {
        guard count > 1 else { return isEmpty ? [] : [self[...]] }
        var pieces: [ArraySlice<Element>] = []
        var rest = self[...]
        while !rest.isEmpty {
            pieces.append(rest.prefix((rest.count + 2 * count - 1) / (2 * count)))
            rest = rest.dropFirst(pieces.last!.count)
        }
        return pieces
    }
}
