import MediaTime
import Timeline

/// What somebody changed on the timeline of a plan, by comparing its clips with the shots that were planned.
struct TimelineEdits {
    /// A clip or a gap of the timeline as it is now.
    struct Shot {
        var frames: Range<Int64>
        /// The planned segment that it is of; `nil` for a gap and for a clip of others.
        var segment: Int?
        var name: String
        var isBlack: Bool
        /// Whether it shows the times of its file that were planned.
        var isKept: Bool
    }

    let cuts: PlannedCuts
    let plannedRate: FrameRate
    let rate: FrameRate
    let shots: [Shot]

    /// Of the clips.
    var ofClips: [TimelineNote] { [removed, blackened, retimed, reordered].flatMap(\.self) }

    private func note(_ edit: TimelineNote.Edit, _ found: [(name: String, frame: Int64)]) -> [TimelineNote] {
        guard let first = found.first else { return [] }
        return [.edited(edit, count: found.count, first: first.name, at: rate.time(ofFrame: first.frame))]
    }

    /// Planned shots that nothing shows any more, and whether a gap stands in their place or nothing at all.
    private var missing: [(segment: Int, before: Shot?, isGap: Bool)] {
        let there = Set(shots.compactMap(\.segment))
        var missing: [(Int, Shot?, Bool)] = []
        for segment in cuts.cameras.indices where cuts.cameras[segment] != nil && !there.contains(segment) {
            let next = shots.firstIndex { ($0.segment ?? -1) > segment } ?? shots.count
            // What stands there now, back to the last planned shot.
            let between = shots[..<next].reversed().prefix { $0.segment == nil }
            guard between.allSatisfy(\.isBlack) else { continue }
            let planned = cuts.cameras.indices.contains(segment - 1) && cuts.cameras[segment - 1] == nil
            missing.append((segment, next < shots.count ? shots[next] : nil, !between.isEmpty && !planned))
        }
        return missing
    }

    private func named(_ segment: Int, _ next: Shot?) -> (name: String, frame: Int64) {
        (cuts.cameras[segment]?.name ?? "", next?.frames.lowerBound ?? shots.last?.frames.upperBound ?? 0)
    }

    private var removed: [TimelineNote] {
        note(.clipsRemoved, missing.filter { !$0.isGap }.map { named($0.segment, $0.before) })
    }

    private var blackened: [TimelineNote] {
        note(
            .clipsBlack,
            missing.filter(\.isGap).map { missing in
                let gap = shots.last { $0.isBlack && $0.frames.upperBound == missing.before?.frames.lowerBound }
                return (cuts.cameras[missing.segment]?.name ?? "", gap?.frames.lowerBound ?? 0)
            })
    }

    /// Clips that were slipped or trimmed; a planned shot counts once.
    private var retimed: [TimelineNote] {
        let bySegment = Dictionary(grouping: shots.filter { $0.segment != nil }, by: { $0.segment! })
        let changed = bySegment.filter { segment, own in
            let planned = plannedRate.time(ofFrame: cuts.frames[segment + 1] - cuts.frames[segment])
            let now = rate.time(ofFrame: own.last!.frames.upperBound - own[0].frames.lowerBound)
            return own.contains { !$0.isKept } || (planned - now).magnitude > rate.frameDuration / 2
        }
        return note(
            .clipsRetimed, changed.sorted { $0.key < $1.key }.map { ($1[0].name, $1[0].frames.lowerBound) })
    }

    private var reordered: [TimelineNote] {
        let planned = shots.filter { $0.segment != nil }
        return note(
            .clipsReordered,
            zip(planned, planned.dropFirst()).filter { $0.segment! > $1.segment! }.map {
                ($1.name, $1.frames.lowerBound)
            })
    }

    /// - Parameter now: the cut and the frames of each transition of the timeline.
    func ofTransitions(_ now: [(cut: Int64, frames: Range<Int64>)]) -> [TimelineNote] {
        let starts = Dictionary(shots.map { ($0.frames.lowerBound, $0) }) { one, _ in one }
        var planned = Dictionary(cuts.transitions.map { (Int($0[0]), $0) }) { one, _ in one }
        var added: [(String, Int64)] = []
        var changed: [(String, Int64)] = []
        for transition in now {
            // A transition to black is known by where it lies alone.
            let segment = starts[transition.cut]?.segment ?? segment(at: transition.cut)
            guard let segment, let before = planned.removeValue(forKey: segment) else {
                added.append(("", transition.cut))
                continue
            }
            let cut = cuts.frames[segment]
            let lengths = zip(
                [cut - before[1], before[2] + 1 - cut],
                [transition.cut - transition.frames.lowerBound, transition.frames.upperBound - transition.cut])
            let isSame = lengths.allSatisfy {
                (plannedRate.time(ofFrame: $0) - rate.time(ofFrame: $1)).magnitude <= rate.frameDuration / 2
            }
            if !isSame { changed.append(("", transition.cut)) }
        }
        let gone = planned.values.sorted { $0[0] < $1[0] }.map { ("", cutNow($0[0])) }
        return note(.transitionsRemoved, gone) + note(.transitionsAdded, added) + note(.transitionsChanged, changed)
    }

    private func segment(at frame: Int64) -> Int? {
        cuts.frames.dropLast().firstIndex {
            (plannedRate.time(ofFrame: $0) - rate.time(ofFrame: frame)).magnitude <= rate.frameDuration / 2
        }
    }

    /// Where a planned shot begins now, or the next one that is still there.
    private func cutNow(_ segment: Int64) -> Int64 {
        shots.first { Int64($0.segment ?? -1) >= segment }?.frames.lowerBound ?? shots.last?.frames.upperBound ?? 0
    }
}
