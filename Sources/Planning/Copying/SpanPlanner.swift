import MediaIO
import MediaTime
import Timeline

/// Decides what is copied and what is encoded. Pure: uses only the packets' indexes.
///
/// ```
/// outgoing  I p p p I p p p│p p ▒▒▒▒
/// incoming                 │    ▒▒▒▒ p p I p p p I p p
///           ──── copy ─────┼─── encode ──┼─── copy ───
/// ```
///
/// A copy starts at the first random-access packet shown at or after the end of a transition. It ends with the longest
/// closed run of packets in decode order that is shown before the next transition.
struct SpanPlanner {
    let composition: Composition
    /// Each take's index, or why it cannot be copied.
    let indexes: [Result<GOPIndex, CopyBlocker>]
    /// Frames that something is drawn over, in order, and why.
    let drawnOver: [EncodeSpan.Part]

    /// Shorter copies are not worth a splice: each begins a new coded video sequence.
    static let leastFrames = 8

    func spans() -> [Span] {
        var spans: [Span] = []
        var pending: [EncodeSpan.Part] = []
        var frame: Int64 = 0
        let encode = { (end: Int64, reason: EncodeReason) in
            guard end > frame else { return }
            if let last = pending.last, last.reason == reason {
                pending[pending.count - 1].frames = last.frames.lowerBound..<end
            } else {
                pending.append(.init(frames: frame..<end, reason: reason))
            }
            frame = end
        }
        for stretch in stretches().flatMap(parts) {
            encode(stretch.frames.lowerBound, .transition)
            switch copy(of: stretch) {
            case .failure(let blocker): encode(stretch.frames.upperBound, blocker.reason)
            case .success(let copy):
                encode(copy.frames.lowerBound, .waitingForKeyFrame)
                if let first = pending.first {
                    spans.append(.encode(EncodeSpan(frames: first.frames.lowerBound..<frame, parts: pending)))
                    pending = []
                }
                spans.append(.copy(copy))
                frame = copy.frames.upperBound
                encode(stretch.frames.upperBound, .reordering)
            }
        }
        encode(composition.frameCount, .transition)
        if let first = pending.first {
            spans.append(.encode(EncodeSpan(frames: first.frames.lowerBound..<frame, parts: pending)))
        }
        return spans
    }

    private struct Reason: Error { var reason: EncodeReason }

    /// Frames of one segment that show a single take and nothing else, or cannot be copied at all.
    private struct Stretch {
        var frames: Range<Int64>
        var segment: Int
        var shown: Result<Int, Reason>
    }

    private func stretches() -> [Stretch] {
        var windows = composition.transitions[...]
        return composition.segments.enumerated().flatMap { index, segment -> [Stretch] in
            var (start, end) = (segment.frames.lowerBound, segment.frames.upperBound)
            if let own = windows.first, own.incoming == index {
                start = max(start, own.frames.upperBound)
                windows = windows.dropFirst()
            }
            if let next = windows.first, next.incoming == index + 1 { end = min(end, next.frames.lowerBound) }
            guard start < end else { return [] }
            guard let scene = segment.scene, let angle = scene.untouchedAngle else {
                let reason = Reason(reason: segment.scene == nil ? .empty : .layers)
                return [Stretch(frames: start..<end, segment: index, shown: .failure(reason))]
            }
            return takes(in: start..<end, segment: index, of: angle)
        }
    }

    /// Splits off the frames that something is drawn over.
    private func parts(_ stretch: Stretch) -> [Stretch] {
        var parts: [Stretch] = []
        var frame = stretch.frames.lowerBound
        let add = { (end: Int64, shown: Result<Int, Reason>) in
            guard end > frame else { return }
            parts.append(Stretch(frames: frame..<end, segment: stretch.segment, shown: shown))
            frame = end
        }
        for part in drawnOver where part.frames.overlaps(stretch.frames) {
            add(part.frames.lowerBound, stretch.shown)
            add(min(part.frames.upperBound, stretch.frames.upperBound), .failure(Reason(reason: part.reason)))
        }
        add(stretch.frames.upperBound, stretch.shown)
        return parts
    }

    /// Splits frames that show one camera at the boundaries between its takes.
    private func takes(in frames: Range<Int64>, segment: Int, of angle: Angle) -> [Stretch] {
        var stretches: [Stretch] = []
        var frame = frames.lowerBound
        let (rate, session) = (composition.frameRate, composition.session)
        while frame < frames.upperBound {
            let time = composition.sessionTime(ofFrame: frame, inSegment: segment)
            let take = session.nearestTake(of: angle, at: time, within: rate.frameDuration)
            let end = take.map {
                rate.frame(at: composition.filmTime(at: session.takes[$0].range.end, inSegment: segment), .nearest)
            }
            let next = min(frames.upperBound, max(frame + 1, end ?? frame + 1))
            stretches.append(
                Stretch(
                    frames: frame..<next, segment: segment,
                    shown: take.map { .success($0) } ?? .failure(Reason(reason: .held))))
            frame = next
        }
        return stretches
    }

    private func copy(of stretch: Stretch) -> Result<CopySpan, Reason> {
        let take: Int
        switch stretch.shown {
        case .success(let shown): take = shown
        case .failure(let reason): return .failure(reason)
        }
        let index: GOPIndex
        switch indexes[take] {
        case .success(let found): index = found
        case .failure(let blocker): return .failure(Reason(reason: .clip(blocker)))
        }
        // A packet belongs to the nearest frame.
        let half = composition.frameRate.frameDuration / 2
        let earliest = fileTime(stretch.frames.lowerBound, stretch, take) - half
        let latest = fileTime(stretch.frames.upperBound, stretch, take) - half
        guard let entryPoint = index.firstRandomAccess(at: earliest), index.time(of: entryPoint) < latest else {
            return .failure(Reason(reason: .waitingForKeyFrame))
        }
        let packets = index.closedRun(from: entryPoint, before: latest)
        let shown = packets.filter { index.isKept($0, enteringAt: entryPoint) }.count
        guard shown >= Self.leastFrames else { return .failure(Reason(reason: .tooShort)) }
        let rate = composition.frameRate
        let first = rate.frame(at: filmTime(index.time(of: entryPoint), stretch, take), .nearest)
        // The last picture of a file lasts until the end of its footage: packets do not always carry a duration.
        let isLast = packets.upperBound == index.entries.count
        let over = isLast ? composition.session.takes[take].footage.end : index.end(of: packets)
        let end = max(
            rate.frame(at: filmTime(over, stretch, take), .nearest),
            rate.frame(at: filmTime(index.lastTime(in: packets), stretch, take), .nearest) + 1)
        let frames = max(first, stretch.frames.lowerBound)..<min(end, stretch.frames.upperBound)
        return .success(CopySpan(take: take, segment: stretch.segment, packets: packets, frames: frames))
    }

    private func fileTime(_ frame: Int64, _ stretch: Stretch, _ take: Int) -> MediaTime {
        composition.session.takes[take].fileTime(
            at: composition.sessionTime(ofFrame: frame, inSegment: stretch.segment))
    }

    private func filmTime(_ fileTime: MediaTime, _ stretch: Stretch, _ take: Int) -> MediaTime {
        composition.filmTime(at: fileTime, ofTake: take, inSegment: stretch.segment)
    }
}

extension GOPIndex {
    /// The first entry shown at or after `time` where a decoder can start.
    func firstRandomAccess(at time: MediaTime) -> Int? {
        let position = randomAccessPosition(at: time)
        return position < randomAccess.count ? randomAccess[position] : nil
    }

    /// The same as an index into `randomAccess`; its count if there is none.
    func randomAccessPosition(at time: MediaTime) -> Int {
        // Random-access pictures are shown in decode order.
        randomAccess.partitioningIndex { self.time(of: $0) >= time }
    }

    /// The longest run of packets from `start` that is shown before `limit`, with no later picture shown in between.
    /// Pictures hidden by an edit list end the run: if copied, they would be visible.
    func closedRun(from start: Int, before limit: MediaTime) -> Range<Int> {
        var highest = Int64.min
        var end = start
        for entry in start..<entries.count {
            guard entries[entry].isShown || !isKept(entry, enteringAt: start) else { break }
            highest = Swift.max(highest, entries[entry].presentation)
            guard MediaTime(highest, in: timeBase) + clockOffset < limit else { break }
            if highest < lowestFrom[entry + 1] { end = entry + 1 }
        }
        return start..<end
    }

    /// Whether a packet of a run is kept: pictures shown before the one where decoding starts cannot be decoded.
    func isKept(_ entry: Int, enteringAt start: Int) -> Bool {
        entries[entry].presentation >= entries[start].presentation
    }

    /// The presentation time of the last picture of a run.
    func lastTime(in run: Range<Int>) -> MediaTime {
        time(of: run.max { entries[$0].presentation < entries[$1].presentation }!)
    }

    /// When the last picture of a run, which is not the stream's last, is followed by the next one.
    func end(of run: Range<Int>) -> MediaTime { MediaTime(lowestFrom[run.upperBound], in: timeBase) + clockOffset }
}
