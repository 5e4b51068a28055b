import MediaTime
import Timeline

/// Turns wished cuts into a composition: whole frames, footage that exists, windows that never meet.
///
/// ```
/// outgoing ━━━━━━━━━━━━━━━━━━━━━━┿━━━━━━━╸ handle
/// incoming         handle ╺━━━━━━┿━━━━━━━━━━━━━━━━━
/// window                      ░░░┿░░░               never longer than both handles
/// ```
///
/// A transition never changes the length of the programme. Everything is decided in order of time and in
/// O(cuts · log takes).
public struct TransitionPlanner: Sendable {
    public var session: Session
    public var frameRate: FrameRate
    /// Cameras to fall back to, the first that has footage wins: the primary first.
    public var fallbacks: [Angle]
    /// The transition at cuts that the footage itself makes.
    public var fallbackTransition: TransitionRequest

    public init(session: Session, frameRate: FrameRate, fallbacks: [Angle], fallbackTransition: TransitionRequest) {
        self.session = session
        self.frameRate = frameRate
        self.fallbacks = fallbacks
        self.fallbackTransition = fallbackTransition
    }

    /// Four hundred days at 30 fps: more than that is a broken offset, and would only fill the memory.
    static let mostFrames: Int64 = 1 << 30

    /// - Parameter cutPoints: in any order; what is shown before the first of them is the first fallback.
    public func plan(_ cutPoints: [CutPoint]) throws(TimelineError) -> (
        composition: Composition, adjustments: [Adjustment]
    ) {
        let frameCount = session.frameCount(at: frameRate)
        guard frameCount <= Self.mostFrames else { throw .programmeTooLong(frames: frameCount, most: Self.mostFrames) }
        var report: [Adjustment] = []
        let wishes = wholeFrames(cutPoints, frameCount: frameCount, &report)
        let availability = Availability(session, frameRate, frameCount)
        let segments = segments(wishes, availability, frameCount, &report)
        let windows = windows(segments, availability, &report)
        report.sort { $0.time < $1.time }
        let composition = Composition(
            session: session, frameRate: frameRate, start: session.union.start, segments: segments.map(\.segment),
            transitions: windows)
        return (composition, report)
    }

    private func time(_ frame: Int64) -> MediaTime { frameRate.time(ofFrame: frame) }
}

// 1. Cut points on whole frames.
extension TransitionPlanner {
    private struct Wish {
        var frame: Int64
        var view: View
        var transition: TransitionRequest
    }

    private func wholeFrames(_ cutPoints: [CutPoint], frameCount: Int64, _ report: inout [Adjustment]) -> [Wish] {
        var wishes: [Wish] = []
        if let first = fallbacks.first { wishes.append(Wish(frame: 0, view: .single(first), transition: .hardCut)) }
        for cut in cutPoints.sorted(by: { $0.time < $1.time }) {
            let frame = max(0, frameRate.frame(at: cut.time, .nearest))
            guard frame < frameCount else {
                report.append(Adjustment(time: cut.time, change: .cutBeyondEnd))
                continue
            }
            if let last = wishes.last, last.frame == frame {
                if frame > 0 { report.append(Adjustment(time: cut.time, change: .cutsMerged)) }
                wishes.removeLast()
            }
            wishes.append(Wish(frame: frame, view: cut.view, transition: cut.transition))
        }
        return wishes
    }
}

// 2. Segments that have footage.
extension TransitionPlanner {
    private struct Placed {
        var segment: Composition.Segment
        /// How to come here from the segment before.
        var transition: TransitionRequest
    }

    private func segments(
        _ wishes: [Wish], _ availability: Availability, _ frameCount: Int64, _ report: inout [Adjustment]
    ) -> [Placed] {
        // Between two of these frames nothing changes: neither the wish nor which cameras have footage.
        let edges = Set(wishes.map(\.frame) + availability.edges + [0]).filter { $0 < frameCount }.sorted()
        var placed: [Placed] = []
        var next = 0
        for (index, frame) in edges.enumerated() {
            while next + 1 < wishes.count, wishes[next + 1].frame <= frame { next += 1 }
            let wish = wishes[next]
            let isWished = wish.frame == frame
            let shown =
                availability.has(wish.view, at: frame)
                ? wish.view : fallbacks.first { availability.has(.single($0), at: frame) }.map(View.single)
            if isWished, shown != wish.view {
                report.append(Adjustment(time: time(frame), change: .viewReplaced(wanted: wish.view, shown: shown)))
            }
            let end = index + 1 < edges.count ? edges[index + 1] : frameCount
            if let last = placed.last, last.segment.view == shown {
                if isWished, next > 0, wishes[next - 1].view == wish.view {
                    report.append(Adjustment(time: time(frame), change: .cutChangesNothing(view: wish.view)))
                }
                placed[placed.count - 1].segment.frames = last.segment.frames.lowerBound..<end
                continue
            }
            if !isWished, let last = placed.last {
                report.append(Adjustment(time: time(frame), change: .cutAdded(from: last.segment.view, to: shown)))
            }
            placed.append(
                Placed(
                    segment: Composition.Segment(frames: frame..<end, view: shown),
                    transition: isWished ? wish.transition : fallbackTransition))
        }
        return placed
    }
}

// 3. Windows within the handles.
extension TransitionPlanner {
    private func windows(
        _ placed: [Placed], _ availability: Availability, _ report: inout [Adjustment]
    ) -> [Composition.Transition] {
        var windows: [Composition.Transition] = []
        for index in placed.indices.dropFirst() {
            let (outgoing, incoming) = (placed[index - 1].segment, placed[index].segment)
            let request = placed[index].transition
            guard !request.specification.isHardCut, request.duration > .zero else { continue }
            let cut = incoming.frames.lowerBound
            guard let from = outgoing.view, let to = incoming.view else {
                report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .handle)))
                continue
            }
            let length = max(1, frameRate.frame(at: request.duration, .nearest))
            let handles = availability.run(of: from, containing: cut - 1).clamped(
                to: availability.run(of: to, containing: cut))
            guard let window = fit(length, request.alignment, cut, handles, &report) else { continue }
            windows.append(
                Composition.Transition(incoming: index, frames: window, specification: request.specification))
        }
        return separate(windows, placed.map(\.segment), &report)
    }

    /// The window of `length` frames at `cut`, slid and then shortened into `handles`.
    private func fit(
        _ length: Int64, _ alignment: TransitionRequest.Alignment, _ cut: Int64, _ handles: Range<Int64>,
        _ report: inout [Adjustment]
    ) -> Range<Int64>? {
        let wished =
            switch alignment {
            case .center: cut - length / 2
            case .start: cut
            case .end: cut - length
            }
        // Slides as far as still touches the cut.
        var start = wished
        if start + length > handles.upperBound { start = max(cut - length, handles.upperBound - length) }
        if start < handles.lowerBound { start = min(cut, handles.lowerBound) }
        let window = (start..<start + length).clamped(to: handles)
        guard !window.isEmpty, window.lowerBound <= cut, cut <= window.upperBound else {
            report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .handle)))
            return nil
        }
        if start != wished {
            report.append(Adjustment(time: time(cut), change: .transitionMoved(byFrames: start - wished)))
        }
        if window.count < length {
            report.append(
                Adjustment(
                    time: time(cut),
                    change: .transitionShortened(fromFrames: length, toFrames: Int64(window.count), reason: .handle)))
        }
        return window
    }

    /// Shortens windows until one unmixed frame lies between any two, and at both ends of the programme.
    /// Two windows that compete for a segment give way in proportion to what they wanted of it.
    private func separate(
        _ windows: [Composition.Transition], _ segments: [Composition.Segment], _ report: inout [Adjustment]
    ) -> [Composition.Transition] {
        // What each cut's window takes of the segment before and of the segment after it.
        var before = [Int64](repeating: 0, count: segments.count + 1)
        var after = [Int64](repeating: 0, count: segments.count + 1)
        for window in windows {
            let cut = segments[window.incoming].frames.lowerBound
            before[window.incoming] = cut - window.frames.lowerBound
            after[window.incoming] = window.frames.upperBound - cut
        }
        for (index, segment) in segments.enumerated() {
            let room = Int64(segment.frames.count) - 1
            let (head, tail) = (after[index], before[index + 1])
            guard head + tail > room else { continue }
            after[index] = rescale(room, head, over: head + tail, .nearest)
            before[index + 1] = room - after[index]
        }
        return windows.compactMap { window in
            let cut = segments[window.incoming].frames.lowerBound
            let frames = (cut - before[window.incoming])..<(cut + after[window.incoming])
            if frames.isEmpty {
                report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .neighbor)))
                return nil
            }
            if frames.count < window.frames.count {
                report.append(
                    Adjustment(
                        time: time(cut),
                        change: .transitionShortened(
                            fromFrames: Int64(window.frames.count), toFrames: Int64(frames.count), reason: .neighbor)))
            }
            var window = window
            window.frames = frames
            return window
        }
    }
}
