import MediaTime

extension Composition {
    /// The same cuts and transitions at another frame rate, each on the nearest frame. What has no frame left is gone,
    /// and cameras whose pictures are cropped point at the middle.
    package func counted(at rate: FrameRate) -> Composition {
        guard rate != frameRate else { return self }
        let frame = { (own: Int64) in rate.frame(at: frameRate.time(ofFrame: own), .nearest) }
        let count = max(1, frame(frameCount))
        var counted: [Segment] = []
        /// The numbers of the segments that are left.
        var numbers: [Int: Int] = [:]
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            let frames = frame(segment.frames.lowerBound)..<(isLast ? count : frame(segment.frames.upperBound))
            guard !frames.isEmpty else { continue }
            numbers[index] = counted.count
            counted.append(Segment(frames: frames, scene: segment.scene, cut: segment.cut))
        }
        let transitions = transitions.reduce(into: [Transition]()) { kept, transition in
            guard let incoming = numbers[transition.incoming], numbers[transition.incoming - 1] != nil else { return }
            // Between two transitions there is at least one frame.
            let first = max(frame(transition.frames.lowerBound), kept.last.map { $0.frames.upperBound + 1 } ?? 0)
            let end = min(frame(transition.frames.upperBound), count)
            let cut = counted[incoming].frames.lowerBound
            guard first < end, first <= cut, cut <= end else { return }
            kept.append(Transition(incoming: incoming, frames: first..<end, specification: transition.specification))
        }
        let pieces = clock.pieces.enumerated().map { index, piece in
            guard index > 0 else { return piece }
            var moved = piece
            moved.source = rate.time(ofFrame: frame(frameRate.frame(at: piece.source, .nearest)))
            moved.target = piece.target(at: moved.source)
            return moved
        }.filter { $0.source < rate.time(ofFrame: count) }
        let shown = pieces.indices.filter { $0 + 1 == pieces.count || pieces[$0].source < pieces[$0 + 1].source }
        return Composition(
            session: session, frameRate: rate, clock: TimeMap(pieces: shown.map { pieces[$0] })!, segments: counted,
            transitions: transitions)
    }
}
