import Placing
import Planning
import MediaIO
import MediaTime
import Synchronization

/// Renders the missing parts of one film, or of several films of the same recording, in one pass.
struct RenderPass {
    let works: [Film.Work]
    /// Parts of the recording rendered in parallel.
    let jobs: Int
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
                try Workers.run(lanes(missing)) { lane in
                    try stoppingOthers {
                        try UnitRenderer(
                            decoderThreads: decoderThreads, cancellation: cancellation
                        ).render(lane) {
                            let count = done.add(1, ordering: .relaxed).newValue
                            progress(
                                RenderProgress(
                                    framesDone: count, frameCount: frameCount, framesGiven: given, framesWritten: 0,
                                    bytesWritten: 0))
                        }
                    }
                }
            }
        }
        try RenderError.throwFirst([pictures] + sounds.map { work in Result { try work.result() } })
        return zip(works, missing).map { $0.units.frameCount - $1.frameCount }
    }

    /// Divides the missing units into as many time ranges as are rendered in parallel. The film with the most to do is
    /// split into equal pieces and the others at the same times, so that pictures shown at the same time are decoded by
    /// the same thread. Of films whose encoders take turns, each but the first is decoded for itself.
    private func lanes(_ missing: [[EncodeUnit]]) -> [[Film.Work]] {
        let start = { (film: Int, unit: EncodeUnit) in
            works[film].plan.composition.frameRate.time(ofFrame: unit.frames.lowerBound)
        }
        let longest = missing.indices.max { missing[$0].frameCount < missing[$1].frameCount } ?? 0
        let borders = missing[longest].split(into: jobs).dropFirst().map { start(longest, $0[0]) }
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
                    if first == nil { try missing[0].render() }
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
    /// At most `count` contiguous pieces of about equal length, none empty.
    fileprivate func split(into count: Int) -> [[Element]] {
        let pieces = Swift.max(1, Swift.min(count, self.count))
        return (0..<pieces).map { Array(self[self.count * $0 / pieces..<self.count * ($0 + 1) / pieces]) }.filter {
            !$0.isEmpty
        }
    }
}
