import MediaIO
import MediaTime
import Timeline
import Transitions

// The shots, at a frame rate.
extension RequestPlanner {
    /// - Parameter indexes: of takes that may be copied: cuts move to their key frames as far as the request allows.
    func draft(at rate: FrameRate, snappingTo indexes: [Result<GOPIndex, CopyBlocker>] = []) throws -> Draft {
        if let given { return Draft(cuts: [], decisions: [:], composition: given.composition, adjustments: []) }
        var timing = try FilmTiming(request, session, rate, skipping: pauses ?? [])
        let draft = try draft(timing, snappingTo: indexes)
        guard case .every = request.policy, let trimmed = draft.adjustments.first(where: { $0.change.headFrames > 0 })
        else { return draft }
        // An interval counts from the first frame of the film.
        timing.excerpt = timing.excerpt.trimmed(start: trimmed.change.headFrames, end: 0)
        let counted = try self.draft(timing, snappingTo: indexes)
        guard counted.adjustments.allSatisfy({ $0.change.headFrames == 0 }) else { return draft }
        return Draft(
            cuts: counted.cuts, decisions: counted.decisions, composition: counted.composition,
            adjustments: [trimmed] + counted.adjustments, pauses: counted.pauses, avoided: counted.avoided)
    }

    private func draft(
        _ timing: FilmTiming, snappingTo indexes: [Result<GOPIndex, CopyBlocker>]
    ) throws -> Draft {
        let decided = directorCuts(timing)
        var cuts = try cutPoints(decided?.cuts, timing)
        var moves: [Int: Int64] = [:]
        for view in Set(cuts.map(\.view)) { try stage.check(view) }
        for specification in Set(cuts.map(\.transition.specification)) {
            try specification.check(in: request.catalogue)
        }
        if request.snapping > .zero, !indexes.isEmpty {
            (cuts, moves) = KeyFrameSnapping(
                session: session, stage: stage, excerpt: timing.excerpt, indexes: indexes, most: request.snapping,
                shortest: request.shortestShot ?? .zero
            ).snapped(cuts)
        }
        var planner = TransitionPlanner(
            session: session, frameRate: timing.rate, stage: stage,
            fallbacks: [primary] + session.angles.filter { $0 != primary },
            fallbackTransition: request.transition, excerpt: timing.excerpt, shortestShot: timing.shortestShot,
            longestLoss: timing.longestLoss)
        for (index, frames) in moves { planner.moves[timing.rate.frame(at: cuts[index].time, .nearest)] = frames }
        (planner.heldHandles, planner.holdsPictures) = (request.heldHandles, request.holdsPictures)
        planner.leadsThroughBlack = request.leadsThroughBlack
        if let rule = request.pauses {
            for frame in timing.joins { planner.joins[frame] = rule.join }
        }
        let (composition, adjustments) = try planner.plan(cuts)
        return Draft(
            cuts: cuts, decisions: decided?.cuts.decisions(in: composition, timing.excerpt.clock) ?? [:],
            composition: composition,
            adjustments: (composition.moved(moves) + adjustments).sorted { $0.time < $1.time },
            pauses: timing.pauseRanges, avoided: decided?.avoided ?? [])
    }

    /// At the highest rate of the cameras shown, so that no camera loses frames.
    func draftAtHighestRate() throws -> Draft {
        for rate in higherRates() {
            let draft = try draft(at: request.filmRate(rate))
            // A camera that is never shown does not raise the film's rate.
            if higherRates(shownBy: draft.composition).first == rate { return draft }
        }
        return try draft(at: request.filmRate(primaryRate))
    }

    /// The cameras' rates above the primary's, highest first; none if the user requested a rate.
    ///
    /// - Parameter composition: only cameras it shows count; `nil` for all.
    func higherRates(shownBy composition: Composition? = nil) -> [FrameRate] {
        guard request.frameRate == nil else { return [] }
        let shown = composition.map { Set($0.segments.compactMap(\.scene).flatMap(\.angles)) }
        let rates = zip(session.takes, recording.sources).filter { take, source in
            // What varies around 30 fps loses nothing at 29.97.
            (shown?.contains(take.angle) ?? true)
                && !(source.video.hasVariableFrameRate && source.video.keeps(primaryRate))
        }.map(\.1.video.filmRate)
        return Set(rates).filter {
            $0.framesPerSecond <= 480 && $0.framesPerSecond > primaryRate.framesPerSecond
        }.sorted { $0.framesPerSecond > $1.framesPerSecond }
    }
}

extension Composition {
    /// Of cuts that were moved, those that the film has.
    ///
    /// - Parameter moves: frames, by the indices of cut points.
    fileprivate func moved(_ moves: [Int: Int64]) -> [Adjustment] {
        zip(segments, segments.dropFirst()).compactMap { before, after in
            guard let frames = after.cut.flatMap({ moves[$0] }), before.scene != after.scene else { return nil }
            return Adjustment(
                time: frameRate.time(ofFrame: after.frames.lowerBound), change: .cutMoved(byFrames: frames))
        }
    }
}

extension Adjustment.Change {
    /// The number of frames that were trimmed at the beginning.
    fileprivate var headFrames: Int64 {
        if case .filmTrimmed(let frames, _, atEnd: false) = self { frames } else { 0 }
    }
}
