import MediaTime
import Timeline

extension RequestPlanner {
    /// Listens to the recording, where cuts are to follow who speaks; one camera cannot be cut.
    ///
    /// - Throws: as `Director.init`.
    func heardDirector() throws -> Director? {
        guard let wished = request.director, session.angles.count > 1 else { return nil }
        return try Director(wished, recording, cameras: turn)
    }

    /// What the director decides; `nil` where a rule or a list does.
    func decisions(_ timing: FilmTiming) -> [DirectorDecision]? {
        director?.decisions(
            timing, opening: (turn[0], request.startWith != nil), shortest: request.shortestShot,
            least: request.usualLeastShot)
    }

    /// The decisions as cut points, or else those of the policy.
    func cutPoints(_ decisions: [DirectorDecision]?, _ timing: FilmTiming) throws -> [CutPoint] {
        guard let decisions else {
            return try request.policy.cutPoints(
                views: request.views.isEmpty ? turn.map(View.single) : request.views, duration: timing.cutEnd,
                transition: request.transition, filmTime: timing.filmTime(of:))
        }
        return decisions.enumerated().map { index, decision in
            CutPoint(
                time: decision.time, view: decision.view, transition: index == 0 ? .hardCut : request.transition,
                isAutomatic: index > 0)
        }.filter { $0.time < timing.cutEnd }
    }
}
