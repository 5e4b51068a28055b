import MediaTime
import Timeline

/// What was changed on the timeline of a plan, found by comparing its clips with the planned shots.
struct TimelineEdits {
    /// A clip or a gap of the timeline as it is now.
    struct Shot {
        var frames: Range<Int64>
        /// The planned segment that it belongs to; `nil` for a gap and for clips of other programs.
        var segment: Int?
        var name: String
        var isBlack: Bool
        /// Whether it shows the planned times of its file.
        var isKept: Bool
    }

    let cuts: PlannedCuts
    let plannedRate: FrameRate
    let rate: FrameRate
    let shots: [Shot]

    /// Edits of clips.
    var ofClips: [TimelineNote] {
        note(.clipsRemoved, places.removed) + note(.clipsBlack, places.black) + note(.blackAdded, places.added)
            + note(.clipsRetimed, retimed) + note(.clipsAdded, again) + note(.clipsReordered, reordered)
    }

    private typealias Found = (name: String, frame: Int64)

    private func note(_ edit: TimelineNote.Edit, _ found: [Found]) -> [TimelineNote] {
        guard let first = found.first else { return [] }
        return [.edited(edit, count: found.count, first: first.name, at: rate.time(ofFrame: first.frame))]
    }

    /// Planned shots that are no longer shown, with and without a gap in their place, and gaps that replace no shot.
    private var places: (removed: [Found], black: [Found], added: [Found]) {
        let there = Set(shots.compactMap(\.segment))
        var places: (removed: [Found], black: [Found], added: [Found]) = ([], [], [])
        // From one planned shot to the next that still exists: what was planned between them, and what is there now.
        var (last, frame, between) = (-1, Int64(0), [Shot]())
        for shot in shots + [nil] {
            guard shot == nil || shot?.segment != nil else {
                between.append(shot!)
                continue
            }
            let next = shot?.segment ?? cuts.cameras.count
            let planned = last + 1 < next ? Array(last + 1..<next) : []
            let missing = planned.filter { cuts.cameras[$0] != nil && !there.contains($0) }
            let gaps = between.filter(\.isBlack)
            if missing.isEmpty {
                let wasBlack = planned.contains { cuts.cameras[$0] == nil }
                places.added += wasBlack ? [] : gaps.map { ("", $0.frames.lowerBound) }
            } else if between.isEmpty {
                places.removed += missing.map { (cuts.cameras[$0]!.name, frame) }
            } else if let gap = gaps.first {
                places.black += missing.map { (cuts.cameras[$0]!.name, gap.frames.lowerBound) }
            }
            (last, frame, between) = (next, shot?.frames.upperBound ?? frame, [])
        }
        return places
    }

    /// Clips that are shown again.
    private var again: [Found] {
        var seen: Set<Int> = []
        return shots.filter { shot in
            guard let segment = shot.segment else { return false }
            return !seen.insert(segment).inserted && !shot.isKept
        }.map { ($0.name, $0.frames.lowerBound) }
    }

    /// Clips that were slipped or trimmed; each planned shot counts once.
    private var retimed: [Found] {
        let bySegment = Dictionary(grouping: shots.filter { $0.segment != nil }, by: { $0.segment! })
        let changed = bySegment.compactMapValues { own -> Shot? in
            let segment = own[0].segment!
            let end = own.last { $0.isKept }?.frames.upperBound ?? own[0].frames.upperBound
            let planned = plannedRate.time(ofFrame: cuts.frames[segment + 1] - cuts.frames[segment])
            let now = rate.time(ofFrame: end - own[0].frames.lowerBound)
            return !own[0].isKept || (planned - now).magnitude > rate.frameDuration / 2 ? own[0] : nil
        }
        return changed.values.sorted { $0.frames.lowerBound < $1.frames.lowerBound }.map {
            ($0.name, $0.frames.lowerBound)
        }
    }

    private var reordered: [Found] {
        let planned = shots.filter { $0.segment != nil }
        return zip(planned, planned.dropFirst()).filter { $0.segment! > $1.segment! }.map {
            ($1.name, $1.frames.lowerBound)
        }
    }

    /// - Parameter now: the cut and the frames of each transition of the timeline.
    func ofTransitions(_ now: [(cut: Int64, frames: Range<Int64>)]) -> [TimelineNote] {
        let starts = Dictionary(shots.map { ($0.frames.lowerBound, $0) }) { one, _ in one }
        var planned = Dictionary(cuts.transitions.map { (Int($0[0]), $0) }) { one, _ in one }
        var (added, changed): ([Found], [Found]) = ([], [])
        for transition in now {
            // A transition to black can be identified only by its position.
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

    /// Where a planned shot would begin now: after the shots before it.
    private func cutNow(_ segment: Int64) -> Int64 {
        shots.last { $0.segment.map { $0 < segment } ?? false }?.frames.upperBound ?? 0
    }
}
