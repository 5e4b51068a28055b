import MediaIO
import MediaTime
import Timeline
import Transitions

/// Moves cuts so that each transition ends where the incoming clip has a random-access point, so that nothing is
/// encoded while waiting for a key frame.
struct KeyFrameSnapping {
    let session: Session
    let stage: Stage
    let excerpt: Excerpt
    let indexes: [Result<GOPIndex, CopyBlocker>]
    /// A cut moves by at most this much.
    let most: MediaTime
    /// Moved cuts of a rule leave no shot shorter than this.
    let shortest: MediaTime

    private var frameRate: FrameRate { excerpt.rate }

    /// The cuts in order of time, each unchanged or moved closer to a key frame, with room for all transitions; and by how
    /// many frames cuts were moved, by their indices.
    func snapped(_ cuts: [CutPoint]) -> (cuts: [CutPoint], moves: [Int: Int64]) {
        let sorted = cuts.sorted { $0.time < $1.time }
        let windows = sorted.map { Window($0, frameRate) }
        let seams = Set(excerpt.parts.map(\.lowerBound))
        var result: [CutPoint] = []
        var moves: [Int: Int64] = [:]
        // The first frame after the previous transition.
        var free: Int64 = 1
        for (index, cut) in sorted.enumerated() {
            let own = windows[index]
            let following = index + 1 < windows.count ? windows[index + 1] : nil
            let next = min(following?.start ?? .max, excerpt.frameCount)
            var moved = cut
            if !seams.contains(own.cut), let angle = try? stage.scene(of: cut.view)?.untouchedAngle,
                let key = nearestKeyFrame(of: angle, to: own.end)
            {
                let shift = frameRate.time(ofFrame: key) - frameRate.time(ofFrame: own.end)
                let start = key - (own.end - own.start)
                let frame = key - (own.end - own.cut)
                let before = (
                    index > 0 ? windows[index - 1].cut : 0, result.last.map { Window($0, frameRate).cut } ?? 0
                )
                let after = min(following?.cut ?? .max, excerpt.frameCount)
                let leavesShots =
                    frame - before.1 >= leastShot(lasting: own.cut - before.0, isAutomatic: cut.isAutomatic)
                    && after - frame >= leastShot(lasting: after - own.cut, isAutomatic: cut.isAutomatic)
                if shift.magnitude <= most, start >= free, key <= next, leavesShots, hasFootage(of: angle, at: start) {
                    moved.time = frameRate.time(ofFrame: frame)
                    if frame != own.cut { moves[index] = frame - own.cut }
                }
            }
            free = max(free, Window(moved, frameRate).end)
            result.append(moved)
        }
        return (result, moves)
    }

    /// Whether a camera has footage where a transition to it would begin.
    private func hasFootage(of angle: Angle, at frame: Int64) -> Bool {
        session.take(of: angle, at: excerpt.clock.target(at: frameRate.time(ofFrame: frame))) != nil
    }

    /// What must be left of a shot of so many frames: half of it, and as much as a rule's shot must have.
    private func leastShot(lasting frames: Int64, isAutomatic: Bool) -> Int64 {
        max(1, frames / 2, isAutomatic ? frameRate.frame(at: shortest, .down) : 0)
    }

    /// The whole frames of a transition, as the planner will place them.
    private struct Window {
        let start, cut, end: Int64

        init(_ point: CutPoint, _ rate: FrameRate) {
            let transition = point.transition
            let length: Int64 =
                transition.specification.isHardCut || transition.duration <= .zero
                ? 0 : max(1, rate.frame(at: transition.duration, .nearest))
            let after: Int64 =
                switch transition.alignment {
                case .center: length - length / 2
                case .start: length
                case .end: 0
                }
            cut = rate.frame(at: point.time, .nearest)
            end = cut + after
            start = end - length
        }
    }

    /// The output frame nearest to `frame` that shows a random-access picture of the camera.
    private func nearestKeyFrame(of angle: Angle, to frame: Int64) -> Int64? {
        let clock = excerpt.clock
        let time = clock.target(at: frameRate.time(ofFrame: frame))
        guard let take = session.take(of: angle, at: time), let index = try? indexes[take].get() else { return nil }
        let wanted = session.takes[take].fileTime(at: time)
        let position = index.randomAccessPosition(at: wanted)
        let candidates = [position - 1, position].filter(index.randomAccess.indices.contains).map {
            index.time(of: index.randomAccess[$0])
        }
        let nearest = candidates.min { ($0 - wanted).magnitude < ($1 - wanted).magnitude }
        guard let nearest else { return nil }
        let shown = session.takes[take].sessionTime(at: nearest)
        let film = clock.source(at: shown)
        // In a skipped part, another picture is shown at the film's time.
        return clock.target(at: film) == shown ? frameRate.frame(at: film, .nearest) : nil
    }
}
