import MediaIO
import MediaTime
import Timeline

/// Moves cuts so that the transition ends where the incoming clip can be entered: nothing is then encoded while
/// waiting for a key frame.
struct KeyFrameSnapping {
    let session: Session
    let frameRate: FrameRate
    let indexes: [Result<GOPIndex, SpanPlanner.Obstacle>]
    /// A cut moves by at most this much.
    let most: MediaTime

    func snapped(_ cuts: [CutPoint]) -> [CutPoint] {
        cuts.map(snapped)
    }

    private func snapped(_ cut: CutPoint) -> CutPoint {
        // The opening view has nothing before it to make longer or shorter.
        guard cut.time > .zero, case .single(let angle) = cut.view else { return cut }
        var moved = cut
        // Planned windows lie on whole frames: measure from where the window will really end.
        let length: Int64 =
            cut.transition.specification.isHardCut || cut.transition.duration <= .zero
            ? Int64(0) : max(1, frameRate.frame(at: cut.transition.duration, .nearest))
        let after: Int64 =
            switch cut.transition.alignment {
            case .centre: length - length / 2
            case .start: length
            case .end: 0
            }
        let end = frameRate.frame(at: cut.time, .nearest) + after
        guard let key = nearestKeyFrame(of: angle, to: end) else { return cut }
        let shift = frameRate.time(ofFrame: key) - frameRate.time(ofFrame: end)
        guard shift.magnitude <= most, cut.time + shift > .zero else { return cut }
        moved.time = frameRate.time(ofFrame: key - after)
        return moved
    }

    /// The output frame nearest to `frame` on which a random-access picture of the camera is shown.
    private func nearestKeyFrame(of angle: Angle, to frame: Int64) -> Int64? {
        let time = session.union.start + frameRate.time(ofFrame: frame)
        guard let take = session.take(of: angle, at: time), let index = try? indexes[take].get() else { return nil }
        let wanted = session.takes[take].fileTime(at: time)
        let position = index.randomAccessPosition(at: wanted)
        let candidates = [position - 1, position].filter(index.randomAccess.indices.contains).map {
            index.time(of: index.randomAccess[$0])
        }
        return candidates.min { ($0 - wanted).magnitude < ($1 - wanted).magnitude }.map {
            frameRate.frame(at: $0 + session.takes[take].start - session.union.start, .nearest)
        }
    }
}
