import MediaTime
import Planning
import Timeline

// Reasons of automatic cuts: each is kept only where its cut still is.
extension PictureReader {
    /// Why a cut is there, with its times in the film as it is now; `nil` if nobody said, or it was moved.
    ///
    /// - Parameters:
    ///   - index: the shot that begins at the cut.
    ///   - isRetimed: whether clips are at other times than planned.
    func decision(at index: Int, of shots: [Shot], isRetimed: Bool) -> DirectorDecision? {
        guard let plan, var decision = shots[index].use?.metadata?.decision, let number = shots[index].number,
            plan.cuts.cameras.indices.contains(number)
        else { return nil }
        let rate = plan.output.frameRate
        let cut = rate.time(ofFrame: plan.cuts.frames[number])
        guard shows(shots[index], from: cut), index == 0 ? number == 0 : ends(shots[index - 1], at: cut, before: number)
        else { return nil }
        let count = plan.cuts.frames[number + 1] - plan.cuts.frames[number]
        if decision.reason.isOfShot, !isNear(length(from: index, of: shots), rate.time(ofFrame: count)) { return nil }
        if isRetimed, case .speaks(let angle, let start?) = decision.reason {
            decision.reason = .speaks(angle, from: now(start, in: shots, near: index))
        }
        return decision
    }

    /// Whether a shot begins with what the plan shows at a time, as it shows it.
    private func shows(_ shot: Shot, from time: MediaTime) -> Bool {
        guard let take = shot.take, shot.use?.metadata?.scene == shot.scene,
            let planned = plannedTime(at: time, of: take, shot.scene)
        else { return false }
        return isNear(planned.take.fileTime(at: planned.time), shot.fileTime)
    }

    /// Whether a shot ends with what the plan shows before a cut.
    private func ends(_ shot: Shot, at cut: MediaTime, before number: Int) -> Bool {
        guard number > 0, shot.use != nil else { return number > 0 && plan?.cuts.cameras[number - 1] == nil }
        return shot.number == number - 1 && shows(shot, from: cut - rate.time(ofFrame: Int64(shot.frames.count)))
    }

    /// The length of consecutive clips of one planned shot.
    private func length(from index: Int, of shots: [Shot]) -> MediaTime {
        let end = shots[index...].prefix { $0.number == shots[index].number }.last!.frames.upperBound
        return rate.time(ofFrame: end) - rate.time(ofFrame: shots[index].frames.lowerBound)
    }

    /// A time of the planned film in the film as it is now: in a shot, otherwise in the nearest before it, otherwise in
    /// the first after it; `nil` if none shows it.
    private func now(_ time: MediaTime, in shots: [Shot], near index: Int) -> MediaTime? {
        guard let moment = plan?.clock.target(at: time) else { return nil }
        let backward = shots.indices.lazy.map { shots[$0 <= index ? index - $0 : $0] }
        return backward.compactMap { shot -> MediaTime? in
            let start = rate.time(ofFrame: shot.frames.lowerBound)
            guard let shown = shot.time, shown <= moment,
                moment < shown + rate.time(ofFrame: shot.frames.upperBound) - start
            else { return nil }
            return start + moment - shown
        }.first
    }

    /// No edit is shorter than a frame; less is the rounding to a timeline's own rate.
    private func isNear(_ one: MediaTime, _ other: MediaTime) -> Bool {
        (one - other).magnitude * 2 < rate.frameDuration
    }
}

extension DirectorDecision.Reason {
    /// Whether its score is about the whole shot.
    fileprivate var isOfShot: Bool {
        switch self {
        case .quiet, .variety, .bar, .beat, .opening: false
        default: true
        }
    }
}
