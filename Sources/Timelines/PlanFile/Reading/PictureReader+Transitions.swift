import MediaTime
import Parameters
import Placing
import Planning
import Timeline

// Transitions and segments.
extension PictureReader {
    struct Window {
        var title: String
        var cut: Int64
        var frames: Range<Int64>
        var specification: Specification
    }

    func windows(_ fades: [Lane.Fade]) throws(PlanError) -> [Window] {
        var windows: [Window] = []
        for fade in fades {
            guard let specification = Specification(parsing: fade.text) else {
                throw PlanError("'\(fade.text)' is not a transition")
            }
            let frames = rate.frame(at: fade.range.start, .nearest)..<rate.frame(at: fade.range.end, .nearest)
            guard !frames.isEmpty else { throw PlanError("\(fade.title) is shorter than a frame; remove it") }
            if let last = windows.last, last.frames.upperBound >= frames.lowerBound {
                throw PlanError(
                    "\(last.title) and \(fade.title) meet; leave at least one unmixed frame between them: shorten one")
            }
            windows.append(
                Window(
                    title: fade.title, cut: rate.frame(at: fade.cut, .nearest), frames: frames,
                    specification: specification))
        }
        return windows
    }

    /// Transitions for which one of the clips has too little footage.
    func held(_ shots: [Shot], _ windows: [Window]) -> [TimelineNote] {
        let shotsByStart = Dictionary(shots.indices.map { (shots[$0].frames.lowerBound, $0) }) { one, _ in one }
        return windows.flatMap { window -> [TimelineNote] in
            guard let index = shotsByStart[window.cut], index > 0 else { return [] }
            let time = { (shot: Shot, frame: Int64) in
                shot.fileTime + rate.time(ofFrame: frame) - rate.time(ofFrame: shot.frames.lowerBound)
            }
            // Half a frame of footage may be shown for a whole frame.
            let slack = rate.frameDuration
            let (last, next) = (shots[index - 1], shots[index])
            let isOver = last.take.map { time(last, window.frames.upperBound) > $0.footage.end + slack } ?? false
            let isEarly = next.take.map { time(next, window.frames.lowerBound) < $0.footage.start - slack } ?? false
            return [isOver ? last.take : nil, isEarly ? next.take : nil].compactMap { take in
                take.map { .held(path: $0.path, at: rate.time(ofFrame: window.cut)) }
            }
        }
    }

    /// Where the cameras of a clip point, from its first frame: an editor may have trimmed it.
    private func aims(of shot: Shot) -> [Aim]? {
        guard let aims = shot.use?.metadata?.aims, aims.allSatisfy(\.isValid), let plan, let number = shot.number,
            let take = shot.take, plan.cuts.cameras.indices.contains(number)
        else { return nil }
        let start = plan.clock.target(at: plan.output.frameRate.time(ofFrame: plan.cuts.frames[number]))
        let trimmed = rate.frame(at: shot.fileTime - take.fileTime(at: start), .nearest)
        guard trimmed.magnitude < Self.mostFrames else { return nil }
        return aims.map { aim in
            Aim(aim.angle, aim.keys.map { Aim.Key(frame: $0.frame - trimmed, focus: $0.focus) })
        }
    }

    /// Consecutive clips that continue each other are one segment.
    func join(_ shots: [Shot], _ fades: [Int64: Window], _ result: inout Seen) throws(PlanError) {
        var last: Shot?
        // Where a part of the recording is skipped.
        let jumps = Set(result.clock.pieces.map(\.source).dropFirst())
        for (index, shot) in shots.enumerated() {
            let cut = shot.frames.lowerBound
            let fade = fades[cut]
            if let last, fade == nil, let previous = result.segments.last, shot.use != nil, last.use != nil,
                previous.scene == shot.scene, last.number == shot.number,
                !jumps.contains(rate.time(ofFrame: cut))
            {
                result.segments[result.segments.count - 1].frames = previous.frames.lowerBound..<shot.frames.upperBound
            } else {
                if let fade {
                    result.transitions.append(
                        .init(
                            incoming: result.segments.count, frames: fade.frames, specification: fade.specification))
                }
                result.decisions[result.segments.count] = decision(
                    at: index, of: shots, isRetimed: result.isRetimed)
                var segment = Composition.Segment(frames: shot.frames, scene: shot.scene)
                segment.aims = aims(of: shot)
                result.segments.append(segment)
            }
            last = shot
        }
        guard !result.segments.isEmpty else {
            throw PlanError("no clip shows anything; there is no film to plan")
        }
        let cuts = Set(result.segments.map(\.frames.lowerBound))
        if let lost = fades.values.filter({ !cuts.contains($0.cut) }).min(by: { $0.cut < $1.cut }) {
            throw PlanError("\(lost.title) is not at a cut; remove it")
        }
    }
}
