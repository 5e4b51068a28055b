import MediaTime
import Timeline

/// One track of a timeline with everything nested in it laid out flat: what is on it, from when to when.
struct Lane {
    /// A part of a file.
    struct Use {
        /// Of the clip, for messages.
        var title: String
        var name: String
        var url: String
        /// The time of the file that is shown first, on the clock of the clip's media reference.
        var start: MediaTime
        /// All that there is, on the same clock; `nil` where nobody says.
        var available: FootageRange?
        var metadata: OpenTimelineIO.ClipMetadata?
    }

    /// A stretch of the timeline.
    struct Item {
        var range: FootageRange
        /// `nil` for a gap, through which lower tracks are seen.
        var use: Use?
        /// Tells it from its neighbors, also from an equal one.
        var number: Int

        /// Only what of it lies within a range; `nil` for nothing.
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
        /// The transition as compose names it.
        var text: String
    }

    /// A place that somebody marked.
    struct Mark {
        var marker: OpenTimelineIO.Marker
        var range: FootageRange
    }

    /// Without holes, from time zero.
    var items: [Item] = []
    var fades: [Fade] = []
    var marks: [Mark] = []
    var end: MediaTime { items.last?.range.end ?? .zero }

    /// What lies in a part of it, moved so that the part begins at a time.
    ///
    /// - Throws: `PlanError` where a transition lies half inside.
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
                throw PlanError("\(fade.title) is cut off by the source_range of what holds it; move it or remove it")
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

extension [Lane] {
    /// The lanes above each other, the last one on top: where it has nothing, the one below is seen.
    ///
    /// - Throws: `PlanError` for a transition that is half covered.
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

    /// What is seen between two edges: the upper clip, or else the lowest gap.
    private func top(in range: FootageRange) -> Lane.Item? {
        let there = compactMap { lane in
            let index = lane.items.partitioningIndex { $0.range.end > range.start }
            return index < lane.items.count ? lane.items[index].clipped(to: range) : nil
        }
        return there.last { $0.use != nil } ?? there.first ?? nil
    }
}

extension Lane {
    /// Its transitions, as far as they are seen.
    fileprivate func addFades(to result: inout Lane) throws(PlanError) {
        for fade in fades {
            let own = Set(items.filter { !$0.range.intersection(fade.range).isEmpty && $0.use != nil }.map(\.number))
            let seen = result.items.filter { !$0.range.intersection(fade.range).isEmpty }
            // All of it is covered.
            guard seen.contains(where: { own.contains($0.number) }) else { continue }
            let edges = seen.map(\.range.start).filter { fade.range.start < $0 && $0 < fade.range.end }
            guard edges.allSatisfy({ $0 == fade.cut }) else {
                throw PlanError("\(fade.title) is partly covered by a clip of another track; move it or remove it")
            }
            result.fades.append(fade)
        }
    }
}
