import Parameters
import MediaTime

/// The finished decision: what every output frame shows. Pure values; nothing here can fail or block.
///
/// ```
/// frames     0         150       300        450
/// segments   |── back ──|── front ──|── back ──|
/// transitions          ▒▒          ▒▒            straddle the cuts, take no time
/// ```
public struct Composition: Sendable {
    /// A stretch that shows one scene, between two cuts.
    public struct Segment: Hashable, Sendable, Codable {
        /// Output frames; never empty.
        public var frames: Range<Int64>
        /// `nil` if no camera has footage.
        public var scene: Scene?
        /// The index of the requested cut point that it begins with; `nil` if footage, or the film, begins or ends there.
        /// Not part of the film, and not encoded.
        package var cut: Int?
        /// Where cameras point whose pictures are cropped; `nil` for the middle.
        public package(set) var aims: [Aim]?

        private enum CodingKeys: CodingKey { case frames, scene, aims }

        /// - Parameter frames: output frames; not empty.
        package init(frames: Range<Int64>, scene: Scene?, cut: Int? = nil) {
            self.frames = frames
            self.scene = scene
            self.cut = cut
        }
    }

    /// A stretch in which the scene before a cut becomes the scene after it.
    public struct Transition: Hashable, Sendable, Codable {
        /// The segment after the cut; the one before it is `incoming - 1`.
        public var incoming: Int
        /// Output frames of the transition; never empty. Contains or touches the cut.
        public var frames: Range<Int64>
        /// The kind of transition, by name and parameters.
        public var specification: Specification
        /// `frames` must not be empty, and must contain or touch the cut before segment `incoming`.
        package init(incoming: Int, frames: Range<Int64>, specification: Specification) {
            self.incoming = incoming
            self.frames = frames
            self.specification = specification
        }
    }

    /// The takes that the scenes show.
    package let session: Session
    /// Constant, for the whole film.
    public let frameRate: FrameRate
    /// From the film's clock, whose zero is the first frame, to the session clock. Each jump skips a part of the
    /// session, and has a cut.
    package let clock: TimeMap
    /// Contiguous, from frame 0 to the end.
    public let segments: [Segment]
    /// In time order; windows never meet.
    public let transitions: [Transition]

    /// - Precondition: the invariants of `checkInvariants()`.
    package init(
        session: Session, frameRate: FrameRate, clock: TimeMap, segments: [Segment], transitions: [Transition]
    ) {
        self.session = session
        self.frameRate = frameRate
        self.clock = clock
        self.segments = segments
        self.transitions = transitions
        #if DEBUG
            checkInvariants()
        #endif
    }

    /// Output frames of the whole film.
    public var frameCount: Int64 { segments.last?.frames.upperBound ?? 0 }
    /// Of the film: `frameCount` frames at `frameRate`.
    public var duration: MediaTime { frameRate.time(ofFrame: frameCount) }
    /// Changes of the scene. If a part is skipped and the same scene continues, there is a cut but no switch.
    public var switchCount: Int { zip(segments, segments.dropFirst()).count { $0.scene != $1.scene } }
    /// The number of parts skipped between the film's first and last frame.
    package var skippedPartCount: Int { clock.pieces.count - 1 }

    /// The instant of an output frame on the session clock.
    package func sessionTime(ofFrame frame: Int64) -> MediaTime { clock.target(at: frameRate.time(ofFrame: frame)) }

    /// The session time that a segment shows at an output frame. Beyond its jumps the segment continues unchanged, so
    /// that a transition across a jump mixes the footage after the first part with the footage before the second.
    package func sessionTime(ofFrame frame: Int64, inSegment segment: Int) -> MediaTime {
        piece(ofSegment: segment).target(at: frameRate.time(ofFrame: frame))
    }

    /// A session time as shown by a segment, on the film's clock.
    package func filmTime(at sessionTime: MediaTime, inSegment segment: Int) -> MediaTime {
        piece(ofSegment: segment).source(at: sessionTime)
    }

    /// A time of a take's file as shown by a segment, on the film's clock.
    package func filmTime(at fileTime: MediaTime, ofTake take: Int, inSegment segment: Int) -> MediaTime {
        filmTime(at: session.takes[take].sessionTime(at: fileTime), inSegment: segment)
    }

    private func piece(ofSegment segment: Int) -> TimeMap.Piece {
        clock.pieces[clock.piece(at: frameRate.time(ofFrame: segments[segment].frames.lowerBound))]
    }
}

extension Composition {
    /// What one output frame shows.
    package enum Frame: Hashable, Sendable {
        /// No camera has footage here.
        case empty
        /// One scene, outside all transitions.
        case scene(Instant)
        /// Step `step` of `steps` (1-based, so progress `step / (steps + 1)` is strictly inside 0…1). One of the two may
        /// be black.
        case transition(index: Int, outgoing: Instant?, incoming: Instant?, step: Int64, steps: Int64)

        /// The visible scenes: none, one, or the two being mixed.
        package var instants: [Instant] {
            switch self {
            case .empty: []
            case .scene(let instant): [instant]
            case .transition(_, let outgoing, let incoming, _, _): [outgoing, incoming].compactMap { $0 }
            }
        }
    }

    /// A scene at a session time.
    package struct Instant: Hashable, Sendable {
        /// What the canvas shows.
        public var scene: Scene
        /// On the session clock.
        package var time: MediaTime
        package init(_ scene: Scene, at time: MediaTime) {
            self.scene = scene
            self.time = time
        }
    }

    /// What output frame `index` shows: a complete description of the picture, in O(log n), with no I/O.
    ///
    /// - Precondition: `0 <= index < frameCount`.
    package func frame(at index: Int64) -> Frame {
        precondition((0..<frameCount).contains(index), "frame \(index) of \(frameCount)")
        let next = transitions.partitioningIndex { $0.frames.upperBound > index }
        if next < transitions.count, transitions[next].frames.contains(index) {
            let transition = transitions[next]
            let outgoing = instant(index, inSegment: transition.incoming - 1)
            let incoming = instant(index, inSegment: transition.incoming)
            if outgoing != nil || incoming != nil {
                return .transition(
                    index: next, outgoing: outgoing, incoming: incoming, step: index - transition.frames.lowerBound + 1,
                    steps: Int64(transition.frames.count))
            }
        }
        return instant(index, inSegment: segment(at: index)).map(Frame.scene) ?? .empty
    }

    private func instant(_ frame: Int64, inSegment segment: Int) -> Instant? {
        segments[segment].scene.map { scene in
            var scene = scene.moves ? scene.moved(progress(ofFrame: frame, inSegment: segment)) : scene
            if let aims = segments[segment].aims {
                scene = scene.aimed(aims, atFrame: frame - segments[segment].frames.lowerBound)
            }
            return Instant(scene, at: sessionTime(ofFrame: frame, inSegment: segment))
        }
    }

    /// How much of a shot has passed, with the transitions at its ends. Parts may be skipped within it.
    private func progress(ofFrame frame: Int64, inSegment segment: Int) -> Double {
        let scene = segments[segment].scene
        let start = segments[..<segment].lastIndex { $0.scene != scene }.map { $0 + 1 } ?? 0
        let end = segments[segment...].firstIndex { $0.scene != scene } ?? segments.count
        let first = transition(into: start)?.frames.lowerBound ?? segments[start].frames.lowerBound
        let last = (transition(into: end)?.frames.upperBound ?? segments[end - 1].frames.upperBound) - 1
        return last > first ? Double(frame - first) / Double(last - first) : 0
    }

    package func transition(into segment: Int) -> Transition? {
        let index = transitions.partitioningIndex { $0.incoming >= segment }
        return index < transitions.count && transitions[index].incoming == segment ? transitions[index] : nil
    }

    /// The index of the segment that contains an output frame.
    package func segment(at index: Int64) -> Int {
        segments.partitioningIndex { $0.frames.upperBound > index }
    }

    /// The same, with cameras that point somewhere else.
    ///
    /// - Parameter aims: of each segment.
    package func aimed(_ aims: [[Aim]?]) -> Composition {
        let aimed = zip(segments, aims).map { segment, aims in
            var segment = segment
            segment.aims = aims
            return segment
        }
        return Composition(
            session: session, frameRate: frameRate, clock: clock, segments: aimed, transitions: transitions)
    }

    /// Traps if the composition is inconsistent: a bug in the code that built it.
    package func checkInvariants() {
        let contradiction = Self.contradiction(segments, transitions, clock, frameRate)
        precondition(contradiction == nil, contradiction ?? "")
    }

    /// The inconsistency in these segments and transitions; `nil` if they form a valid composition.
    package static func contradiction(
        _ segments: [Segment], _ transitions: [Transition], _ clock: TimeMap, _ frameRate: FrameRate
    ) -> String? {
        guard let first = segments.first, first.frames.lowerBound == 0 else { return "segments start at frame 0" }
        guard segments.allSatisfy({ !$0.frames.isEmpty }) else { return "no segment is empty" }
        guard zip(segments, segments.dropFirst()).allSatisfy({ $0.frames.upperBound == $1.frames.lowerBound }) else {
            return "segments are contiguous"
        }
        let frames = 0..<segments.last!.frames.upperBound
        for transition in transitions {
            guard segments.indices.contains(transition.incoming), transition.incoming > 0, !transition.frames.isEmpty
            else { return "a transition leads from one segment to the next" }
            let cut = segments[transition.incoming].frames.lowerBound
            guard transition.frames.lowerBound <= cut, cut <= transition.frames.upperBound else {
                return "a transition touches its cut"
            }
            guard frames.lowerBound <= transition.frames.lowerBound, transition.frames.upperBound <= frames.upperBound
            else { return "transitions lie inside the film" }
        }
        guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0.frames.upperBound < $1.frames.lowerBound })
        else { return "transitions never meet" }
        let cuts = Set(segments.map { frameRate.time(ofFrame: $0.frames.lowerBound) })
        guard clock.pieces.dropFirst().allSatisfy({ cuts.contains($0.source) }) else {
            return "there must be a cut wherever something is left out"
        }
        return nil
    }
}
