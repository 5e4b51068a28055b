import MediaTime
import Planning
import Timeline

/// One track of a timeline, with nested content flattened: its items and their times.
struct Lane {
    /// A part of a file.
    struct Use {
        /// The clip's title, for messages.
        var title: String
        var name: String
        var url: String
        /// The first time shown, on the clock of the clip's media reference.
        var start: MediaTime
        /// The available range on the same clock; `nil` if unknown.
        var available: FootageRange?
        var metadata: OpenTimelineIO.ClipMetadata?
        /// See `TimelineNode.sound`.
        var sound: ClipChannels?
        /// It is on a picture track, and heard for lack of a sound track: its file may have no sound.
        var isPicture = false
        /// Of its sound, as a factor.
        var gain = 1.0
    }

    /// A part of the timeline.
    struct Item {
        var range: FootageRange
        /// `nil` for a gap, which shows the tracks below.
        var use: Use?
        /// Distinguishes it from its neighbors, even from an identical one.
        var number: Int

        /// The part within a range; `nil` if it is empty.
        func clipped(to other: FootageRange) -> Item? {
            let common = range.intersection(other)
            guard !common.isEmpty else { return nil }
            var item = self
            item.range = common
            if var use { use.start = use.start + (common.start - range.start); item.use = use }
            return item
        }
    }

    /// A transition at a cut.
    struct Fade {
        var title: String
        var cut: MediaTime
        var range: FootageRange
        /// The transition's name in compose.
        var text: String
    }

    /// A place that a user marked.
    struct Mark {
        var marker: OpenTimelineIO.Marker
        var range: FootageRange
    }

    /// Contiguous, from time zero.
    var items: [Item] = []
    var fades: [Fade] = []
    var marks: [Mark] = []
    var end: MediaTime { items.last?.range.end ?? .zero }

    /// The contents of a range, moved so that the range begins at `start`.
    ///
    /// - Throws: `PlanError` if a transition is only partly inside.
    func part(_ range: FootageRange, at start: MediaTime) throws(PlanError) -> Lane {
        let shift = start - range.start
        var part = Lane()
        for item in items {
            guard var own = item.clipped(to: range) else { continue }
            own.range = own.range.shifted(by: shift)
            part.items.append(own)
        }
        for fade in fades where !fade.range.intersection(range).isEmpty {
            guard fade.range.intersection(range) == fade.range, range.start < fade.cut, fade.cut < range.end else {
                throw PlanError("\(fade.title) is cut off by the source_range of its parent; move it or remove it")
            }
            part.fades.append(
                Fade(
                    title: fade.title, cut: fade.cut + shift, range: fade.range.shifted(by: shift), text: fade.text))
        }
        for mark in marks where range.contains(mark.range.start) {
            part.marks.append(Mark(marker: mark.marker, range: mark.range.shifted(by: shift)))
        }
        return part
    }
}

extension Lane {
    /// With a frame of black at an end where the film fades in or out, as part of the transition.
    func withBlackEnds(_ frame: MediaTime) -> Lane {
        var lane = self
        for index in fades.indices {
            let isStart = fades[index].cut == .zero
            guard isStart || fades[index].cut == end, let own = isStart ? lane.items.first : lane.items.last,
                own.use != nil, own.range.duration > frame
            else { continue }
            let cut = isStart ? frame : end - frame
            let parts = [FootageRange(start: own.range.start, end: cut), FootageRange(start: cut, end: own.range.end)]
            var split = parts.compactMap { own.clipped(to: $0) }
            split[isStart ? 0 : 1].use = nil
            lane.items.replaceSubrange(
                isStart ? 0..<1 : lane.items.count - 1..<lane.items.count, with: split)
            lane.fades[index].cut = cut
        }
        return lane
    }
}

extension [Lane] {
    /// Flattens stacked lanes, the last one on top: where it has a gap, the one below is seen.
    ///
    /// - Throws: `PlanError` for a transition that is partly covered.
    func flattened() throws(PlanError) -> Lane {
        guard count > 1 else { return first ?? Lane() }
        var result = Lane()
        result.marks = flatMap(\.marks)
        let edges = Set(flatMap { $0.items.flatMap { [$0.range.start, $0.range.end] } }).sorted()
        for (start, end) in zip(edges, edges.dropFirst()) {
            guard let item = top(in: FootageRange(start: start, end: end)) else { continue }
            if let last = result.items.last, last.number == item.number, last.range.end == start {
                result.items[result.items.count - 1].range.end = end
            } else {
                result.items.append(item)
            }
        }
        for lane in self { try lane.addFades(to: &result) }
        result.fades.sort { $0.cut < $1.cut }
        return result
    }

    /// What is seen between two edges: the topmost clip, otherwise the lowest gap.
    private func top(in range: FootageRange) -> Lane.Item? {
        let there = compactMap { lane in
            let index = lane.items.partitioningIndex { $0.range.end > range.start }
            return index < lane.items.count ? lane.items[index].clipped(to: range) : nil
        }
        return there.last { $0.use != nil } ?? there.first ?? nil
    }
}

extension Lane {
    /// Adds its transitions, as far as they are visible.
    fileprivate func addFades(to result: inout Lane) throws(PlanError) {
        for fade in fades {
            let own = Set(items.filter { !$0.range.intersection(fade.range).isEmpty && $0.use != nil }.map(\.number))
            let seen = result.items.filter { !$0.range.intersection(fade.range).isEmpty }
            // It is covered completely.
            guard seen.contains(where: { own.contains($0.number) }) else { continue }
            let edges = seen.map(\.range.start).filter { fade.range.start < $0 && $0 < fade.range.end }
            guard edges.allSatisfy({ $0 == fade.cut }) else {
                throw PlanError("\(fade.title) is partly covered by a clip of another track; move it or remove it")
            }
            result.fades.append(fade)
        }
    }
}
