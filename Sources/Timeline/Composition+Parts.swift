import MediaTime

extension Composition {
    /// The frames of a segment, split where one recording of its main camera ends and where another takes over. In a gap
    /// the picture of the nearer recording is held, in a part of its own.
    ///
    /// - Returns: the frames and the index of a take; `nil` for black.
    package func parts(ofSegment index: Int) -> [(frames: Range<Int64>, take: Int?)] {
        let frames = segments[index].frames
        guard let angle = segments[index].scene?.mainAngle else { return [(frames, nil)] }
        let frame = { (time: MediaTime, rounding: Rounding) in
            frameRate.frame(at: filmTime(at: time, inSegment: index), rounding)
        }
        var parts: [(frames: Range<Int64>, take: Int?)] = []
        var first = frames.lowerBound
        while first < frames.upperBound {
            let time = sessionTime(ofFrame: first, inSegment: index)
            guard let take = session.nearestTake(of: angle, at: time) else {
                parts.append((first..<frames.upperBound, nil))
                break
            }
            let over = session.takes[take].range.end
            var end = frame(over, .nearest)
            if end <= first {
                let later = session.takes(of: angle, in: TimeRange(start: time, end: .distantFuture))
                let next = later.map { session.takes[$0].range.start }.min()
                end = next.map { frame(over + ($0 - over) / 2, .down) + 1 } ?? frames.upperBound
            }
            let part = first..<min(frames.upperBound, max(first + 1, end))
            parts.append((part, take))
            first = part.upperBound
        }
        return parts
    }
}
