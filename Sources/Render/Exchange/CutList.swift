import MediaTime
import Planning
import Timeline

/// A film as editing programs see it: a sequence of parts of files.
struct CutList {
    /// A part of a file, or black.
    struct Event {
        /// In the film.
        var frames: Range<Int64>
        /// The index of the largest camera's take; `nil` for black.
        var take: Int?
        /// The first time shown, on the file's clock.
        var start: MediaTime
        var scene: Scene?
        /// The index of its segment.
        var segment: Int
        /// The transition into this event.
        var transition: Composition.Transition?
    }

    let composition: Composition
    let events: [Event]

    init(_ composition: Composition) {
        self.composition = composition
        let transitions = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0) })
        events = composition.segments.enumerated().flatMap { index, segment in
            var parts = Self.parts(of: segment, index, composition)
            parts[0].transition = transitions[index]
            return parts
        }
    }

    /// A segment, split where one recording of its camera follows another.
    private static func parts(of segment: Composition.Segment, _ index: Int, _ composition: Composition) -> [Event] {
        let (session, rate) = (composition.session, composition.frameRate)
        guard let scene = segment.scene, let angle = scene.mainAngle else {
            return [Event(frames: segment.frames, take: nil, start: .zero, scene: segment.scene, segment: index)]
        }
        var parts: [Event] = []
        var frame = segment.frames.lowerBound
        while frame < segment.frames.upperBound {
            let time = composition.sessionTime(ofFrame: frame, inSegment: index)
            guard let take = session.nearestTake(of: angle, at: time) else {
                parts.append(
                    Event(
                        frames: frame..<segment.frames.upperBound, take: nil, start: .zero, scene: scene, segment: index
                    ))
                break
            }
            let over = rate.frame(
                at: composition.filmTime(at: session.takes[take].range.end, inSegment: index), .nearest)
            // After its end, the last picture is frozen.
            let end = over > frame ? min(segment.frames.upperBound, over) : segment.frames.upperBound
            parts.append(
                Event(
                    frames: frame..<end, take: take, start: session.takes[take].fileTime(at: time), scene: scene,
                    segment: index))
            frame = end
        }
        return parts
    }
}

extension CutList {
    /// What a format cannot express that has no views and, unless it keeps them, no kinds of transitions.
    func notes(keepsKinds: Bool, isDissolve: (Composition.Transition) -> Bool = { $0.specification.name == "dissolve" })
        -> [ExchangeNote]
    {
        let views = composition.segments.count { ($0.scene?.angles.count ?? 0) > 1 }
        let kinds = keepsKinds ? 0 : composition.transitions.count { !isDissolve($0) }
        return (views > 0 ? [.views(views)] : []) + (kinds > 0 ? [.transitions(kinds)] : [])
    }
}
