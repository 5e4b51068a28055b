import MediaTime

/// The frames of a timeline that are in a film, in order; the gaps between them are closed.
///
/// ```
/// timeline  ▒▒▒▒ 120 ━━━━━━━━━ 480 ▒▒▒▒ 600 ━━━━━ 720
/// film             0 ━━━━━━━━━ 360 ┿━━━━━ 480
/// ```
package struct KeptFrames: Hashable, Sendable {
    /// Of the timeline: in order, none empty, none touching.
    package let ranges: [Range<Int64>]
    /// For each range, the film's frames that show it.
    package let parts: [Range<Int64>]

    /// - Parameter ranges: in order; those that touch become one.
    /// - Returns: `nil` if nothing is kept.
    package init?(_ ranges: [Range<Int64>]) {
        let joined = ranges.filter { !$0.isEmpty }.reduce(into: [Range<Int64>]()) { joined, range in
            if let last = joined.last, last.upperBound == range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<range.upperBound
            } else {
                joined.append(range)
            }
        }
        guard !joined.isEmpty else { return nil }
        self.ranges = joined
        var first: Int64 = 0
        parts = joined.map { range in
            defer { first += Int64(range.count) }
            return first..<first + Int64(range.count)
        }
    }

    /// The first `count` frames of the timeline.
    package init(count: Int64) { (ranges, parts) = ([0..<count], [0..<count]) }

    /// Frames of the film.
    package var count: Int64 { parts.last!.upperBound }

    package func contains(_ frame: Int64) -> Bool { index(of: frame).map { ranges[$0].contains(frame) } ?? false }

    /// The film's frame that shows a frame of the timeline; if that is left out, the first one after it, or the last.
    package func film(_ frame: Int64) -> Int64 {
        guard let index = index(of: frame) else { return count - 1 }
        return parts[index].lowerBound + max(0, frame - ranges[index].lowerBound)
    }

    /// The frame of the timeline that a frame of the film shows.
    package func timeline(_ frame: Int64) -> Int64 {
        let index = min(parts.partitioningIndex { $0.upperBound > frame }, parts.count - 1)
        return ranges[index].lowerBound + frame - parts[index].lowerBound
    }

    /// The range that has a frame, or else the next one.
    private func index(of frame: Int64) -> Int? {
        let index = ranges.partitioningIndex { $0.upperBound > frame }
        return index < ranges.count ? index : nil
    }
}

// Times.
extension KeptFrames {
    /// A range of the timeline on the film's clock; empty if nothing of it is kept. What reaches beyond the end still does.
    package func film(_ range: TimeRange, at rate: FrameRate) -> TimeRange {
        let time = { (frame: Int64) in rate.time(ofFrame: frame) }
        let places = Array(zip(ranges, parts))
        guard let (first, begin) = places.first(where: { range.start < time($0.0.upperBound) }),
            let (kept, part) = places.last(where: { time($0.0.lowerBound) < range.end })
        else { return TimeRange(start: time(count), end: time(count)) }
        let start = time(begin.lowerBound) + max(.zero, range.start - time(first.lowerBound))
        let isBeyond = part.upperBound == count && range.end > time(kept.upperBound)
        let end = isBeyond ? range.end : min(range.end, time(kept.upperBound))
        return TimeRange(start: start, end: max(start, time(part.lowerBound) + end - time(kept.lowerBound)))
    }

    /// A range of the film on the timeline's clock, with the gaps that it reaches over.
    package func timeline(_ range: TimeRange, at rate: FrameRate) -> TimeRange {
        let time = { (frame: Int64) in rate.time(ofFrame: frame) }
        let first = min(parts.partitioningIndex { time($0.upperBound) > range.start }, parts.count - 1)
        let last = max(0, parts.partitioningIndex { time($0.lowerBound) >= range.end } - 1)
        let shift = { (index: Int) in time(ranges[index].lowerBound) - time(parts[index].lowerBound) }
        return TimeRange(start: range.start + shift(first), end: range.end + shift(max(first, last)))
    }

    /// The parts of a range of the timeline that are kept, on the timeline's clock and on the film's.
    package func pieces(of range: TimeRange, at rate: FrameRate) -> [(timeline: TimeRange, film: TimeRange)] {
        zip(ranges, parts).compactMap { kept, part in
            let (start, place) = (rate.time(ofFrame: kept.lowerBound), rate.time(ofFrame: part.lowerBound))
            let own = TimeRange(start: start, end: rate.time(ofFrame: kept.upperBound)).intersection(range)
            return own.isEmpty ? nil : (own, own.shifted(by: place - start))
        }
    }

    /// The parts of a range of the film, on the timeline's clock and on the film's.
    package func timelinePieces(
        of range: TimeRange, at rate: FrameRate
    ) -> [(timeline: TimeRange, film: TimeRange)] {
        zip(ranges, parts).compactMap { kept, part in
            let (start, place) = (rate.time(ofFrame: kept.lowerBound), rate.time(ofFrame: part.lowerBound))
            let own = TimeRange(start: place, end: rate.time(ofFrame: part.upperBound)).intersection(range)
            return own.isEmpty ? nil : (own.shifted(by: start - place), own)
        }
    }
}
