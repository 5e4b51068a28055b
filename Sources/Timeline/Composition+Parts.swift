import MediaTime

extension Composition {
    /// Frames of a segment that show one recording.
    package struct Part: Hashable, Sendable {
        /// In the film.
        package var frames: Range<Int64>
        /// The index of the take; `nil` for black.
        package var take: Int?
        /// Whether the first or last picture of the take is held, because it has no footage here.
        package var isHeld = false
    }

    /// The frames of a segment, split where one recording of its main camera ends and where another takes over. In a gap
    /// the picture of the nearer recording is held, in a part of its own.
    package func parts(ofSegment index: Int) -> [Part] {
        let frames = segments[index].frames
        guard let angle = segments[index].scene?.mainAngle else { return [Part(frames: frames)] }
        let frame = { (time: MediaTime, rounding: Rounding) in
            frameRate.frame(at: filmTime(at: time, inSegment: index), rounding)
        }
        var parts: [Part] = []
        var first = frames.lowerBound
        while first < frames.upperBound {
            let time = sessionTime(ofFrame: first, inSegment: index)
            guard let take = session.nearestTake(of: angle, at: time) else {
                parts.append(Part(frames: first..<frames.upperBound))
                break
            }
            let footage = session.takes[take].range
            let (begin, over) = (frame(footage.start, .nearest), frame(footage.end, .nearest))
            var end = begin > first ? begin : over
            if over <= first {
                let later = session.takes(of: angle, in: TimeRange(start: time, end: .distantFuture))
                let next = later.map { session.takes[$0].range.start }.min()
                end =
                    next.map { frame(footage.end + ($0 - footage.end) / 2, .down) + 1 } ?? frames.upperBound
            }
            let part = first..<min(frames.upperBound, max(first + 1, end))
            parts.append(Part(frames: part, take: take, isHeld: begin > first || over <= first))
            first = part.upperBound
        }
        return parts
    }

    /// Where a part's clip begins in the file. Editors cannot hold a picture by going beyond the file: they get the
    /// frames next to it instead, if there are enough.
    ///
    /// - Returns: on the file's clock; zero for black.
    package func clipStart(of part: Part, inSegment index: Int) -> MediaTime {
        guard let take = part.take.map({ session.takes[$0] }) else { return .zero }
        let start = take.fileTime(at: sessionTime(ofFrame: part.frames.lowerBound, inSegment: index))
        guard part.isHeld else { return start }
        let last = take.footage.end - frameRate.time(ofFrame: Int64(part.frames.count))
        return max(take.footage.start, min(start, last))
    }
}
