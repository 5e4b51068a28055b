import MediaIO
import MediaTime
import Timeline
import Transitions

// The shots, at a frame rate.
extension RequestPlanner {
    /// - Parameter indexes: of takes that may be copied: cuts move to their key frames as far as the request allows.
    func draft(at rate: FrameRate, snappingTo indexes: [Result<GOPIndex, CopyBlocker>] = []) throws -> Draft {
        if let cut { return Draft(cuts: [], decisions: [:], composition: cut, adjustments: []) }
        let timing = try FilmTiming(request, session, rate)
        let draft = try draft(timing, from: .zero, snappingTo: indexes)
        guard case .every = request.policy, let head = draft.adjustments.trimmedHead else { return draft }
        // An interval counts from the first frame of the film.
        return try self.draft(timing, from: rate.time(ofFrame: head), snappingTo: indexes)
    }

    private func draft(
        _ timing: FilmTiming, from start: MediaTime, snappingTo indexes: [Result<GOPIndex, CopyBlocker>]
    ) throws -> Draft {
        let decided = directorCuts(timing)
        var cuts = try cutPoints(decided, timing, from: start)
        var moved: [Adjustment] = []
        for view in Set(cuts.map(\.view)) { try stage.check(view) }
        for specification in Set(cuts.map(\.transition.specification)) {
            try specification.check(in: request.catalogue)
        }
        if request.snapping > .zero, !indexes.isEmpty {
            (cuts, moved) = KeyFrameSnapping(
                session: session, stage: stage, excerpt: timing.excerpt, indexes: indexes, most: request.snapping,
                shortest: request.shortestShot ?? .zero
            ).snapped(cuts)
        }
        var planner = TransitionPlanner(
            session: session, frameRate: timing.rate, stage: stage,
            fallbacks: [primary] + session.angles.filter { $0 != primary },
            fallbackTransition: request.transition, excerpt: timing.excerpt, shortestShot: timing.shortestShot,
            longestLoss: timing.longestLoss)
        for adjustment in moved {
            guard case .cutMoved(let frames) = adjustment.change else { continue }
            planner.moves[timing.rate.frame(at: adjustment.time, .nearest)] = frames
        }
        (planner.heldHandles, planner.holdsPictures) = (request.heldHandles, request.holdsPictures)
        planner.leadsThroughBlack = request.leadsThroughBlack
        let (composition, adjustments) = try planner.plan(cuts)
        return Draft(
            cuts: cuts, decisions: decided?.decisions(in: composition) ?? [:], composition: composition,
            adjustments: (composition.made(moved, head: adjustments.trimmedHead ?? 0) + adjustments)
                .sorted { $0.time < $1.time })
    }

    /// At the highest rate of the cameras shown, so that no camera loses frames.
    func draftAtHighestRate() throws -> Draft {
        for rate in higherRates() {
            let draft = try draft(at: rate)
            // A camera that is never shown does not raise the film's rate.
            if higherRates(shownBy: draft.composition).first == rate { return draft }
        }
        return try draft(at: primaryRate)
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
    /// - Parameter head: frames trimmed at the film's beginning.
    fileprivate func made(_ moved: [Adjustment], head: Int64) -> [Adjustment] {
        let cuts = Set(segments.map(\.frames.lowerBound))
        return moved.compactMap { adjustment in
            let frame = frameRate.frame(at: adjustment.time, .nearest) - head
            return cuts.contains(frame)
                ? Adjustment(time: frameRate.time(ofFrame: frame), change: adjustment.change) : nil
        }
    }
}

extension [Adjustment] {
    /// The number of frames that were trimmed at the beginning.
    fileprivate var trimmedHead: Int64? {
        for adjustment in self {
            if case .filmTrimmed(let frames, _, atEnd: false) = adjustment.change { return frames }
        }
        return nil
    }
}
