import Audio
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

/// The cuts of a film as a table (RFC 4180): time, view and transition.
///
/// Times count from the beginning of the recording, as in a list of switches.
struct CutTable {
    let text: String
    /// Shots that a list of switches cannot express.
    let skipped: Int

    init(_ cuts: CutList) {
        let composition = cuts.composition
        let transitions = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0) })
        var rows = [["time", "view", "transition"]]
        var skipped = 0
        var last = MediaTime.distantPast
        for (index, segment) in composition.segments.enumerated() {
            let time = composition.session.recordingClock.source(
                at: composition.sessionTime(ofFrame: segment.frames.lowerBound, inSegment: index))
            guard let scene = segment.scene, let view = Self.view(scene), time > last else {
                skipped += 1
                continue
            }
            last = time
            let transition = transitions[index].map { "\($0.specification)" } ?? "none"
            rows.append([Self.text(max(.zero, time)), view, index == 0 ? "" : transition])
        }
        let lines = rows.map { $0.map(Self.field).joined(separator: ",") }
        text = lines.joined(separator: "\r\n") + "\r\n"
        self.skipped = skipped
    }

    /// The name that users type for it; `nil` if there is none.
    private static func view(_ scene: Scene) -> String? {
        scene.name ?? (scene.layers.count == 1 ? scene.layers[0].angle.name : nil)
    }

    /// Seconds to the nanosecond, so that reading them back gives the same frame.
    private static func text(_ time: MediaTime) -> String {
        let nanoseconds = rescale(time.flicks, 1_000_000_000, over: MediaTime.flicksPerSecond, .nearest)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return "\(seconds).\(String(1_000_000_000 + rest).dropFirst())s"
    }

    private static func field(_ text: String) -> String {
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

/// A part of a file that is played.
struct HeardClip: Hashable {
    /// In the film.
    var frames: Range<Int64>
    var input: SourceID
    /// The first time played, on the file's clock.
    var start: MediaTime
}

extension RenderPlan {
    /// Whether the sound of a file has the time stamps of its pictures: it lost no samples.
    func isInStep(_ input: SourceID) -> Bool { input.take.map { sources[$0].soundJumps == nil } ?? true }

    /// All sound of the recording, by track.
    var heardTracks: [[HeardClip]] {
        let rate = composition.frameRate
        return soundTracks.map { track in
            track.clips.compactMap { clip in
                let start = rate.frame(at: clip.range.start, .nearest)
                let end = min(rate.frame(at: clip.range.end, .nearest), composition.frameCount)
                return start < end ? HeardClip(frames: start..<end, input: clip.input, start: clip.start) : nil
            }
        }.filter { !$0.isEmpty }
    }

    /// The only sound track, if all of it is cameras' sound; otherwise empty.
    var heardTakes: [HeardClip] {
        let tracks = heardTracks
        guard tracks.count == 1, tracks[0].allSatisfy({ $0.input.take != nil }) else { return [] }
        return tracks[0]
    }
}
