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
            var parts = composition.parts(ofSegment: index).map { part in
                Event(
                    frames: part.frames, take: part.take, start: composition.clipStart(of: part, inSegment: index),
                    scene: segment.scene, segment: index)
            }
            parts[0].transition = transitions[index]
            return parts
        }
    }
}
