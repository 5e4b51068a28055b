import MediaTime
import Timeline

extension RequestPlanner {
    /// Analyzes the sound and the pictures of the recording, if cuts follow them; one camera cannot be cut.
    ///
    /// - Throws: as `Director.init`.
    func heardDirector() throws -> Director? {
        guard let wished = request.director, session.angles.count > 1 else { return nil }
        let music = request.addedSounds.first { if case .music = $0.role { true } else { false } }
        return try Director(wished, recording, cameras: turn, music: music)
    }

    /// The director's cuts; `nil` if a rule or a list determines them.
    func directorCuts(_ timing: FilmTiming) -> [DirectorCut]? {
        director?.cuts(
            timing, opening: (turn[0], request.startWith != nil), shortest: request.shortestShot,
            least: request.usualLeastShot
        ).filter { $0.time < timing.cutEnd }
    }

    /// The decisions as cut points, otherwise those of the policy.
    ///
    /// - Parameter start: of the film: what comes before is trimmed.
    func cutPoints(_ decided: [DirectorCut]?, _ timing: FilmTiming, from start: MediaTime) throws -> [CutPoint] {
        guard let decided else {
            let (stage, clock) = (stage, timing.excerpt.clock)
            // Throughout the shortest shot, or it would be taken out again. A film begins with a whole frame, which may be
            // a little before the footage.
            let tolerance = timing.rate.frameDuration
            let canShow = { (view: View, time: MediaTime) in
                [time, min(time + timing.shortestShot, timing.cutEnd)].map(clock.target(at:)).allSatisfy { time in
                    let scene = try? stage.scene(of: view) {
                        session.nearestTake(of: $0, at: time, within: tolerance) != nil
                    }
                    return scene != nil
                }
            }
            return try request.policy.cutPoints(
                views: request.views.isEmpty ? turn.map(View.single) : request.views, from: start,
                duration: timing.cutEnd, transition: request.transition, filmTime: timing.filmTime(of:),
                canShow: canShow)
        }
        return decided.enumerated().map { index, cut in
            CutPoint(
                time: cut.time, view: cut.view, transition: index == 0 ? .hardCut : request.transition,
                isAutomatic: index > 0)
        }
    }
}
