import Audio
import MediaTime
import Placing
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
                    scene: segment.aimedScene, segment: index)
            }
            parts[0].transition = transitions[index]
            return parts
        }
    }
}

/// The cuts of a film as a table (RFC 4180): time, view and transition.
///
/// Times count from the beginning of the recording, as in a list of switches.
struct CutTable: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "csv", ending: "csv", summary: "the cuts as a table, for other films",
        carries: [
            .transitions, .views, .edges, .backgrounds, .heldPictures, .pictures, .soundTracks, .channels, .drift,
        ],
        namesViews: true)
    private let table: String
    /// Shots that a list of switches cannot express.
    private let skipped: Int

    func text() -> String { table }
    var notes: [ExchangeNote] { skipped > 0 ? [.skipped(skipped)] : [] }

    init(_ film: ExchangedFilm) {
        let composition = film.composition
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
        table = lines.joined(separator: "\r\n") + "\r\n"
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
struct HeardClip {
    /// A gain that is reached at a frame of the film; between two it changes evenly.
    struct Level: Hashable {
        var frame: Int64
        var gain: Double
    }

    /// In the film.
    var frames: Range<Int64>
    var input: SourceID
    /// The first time played, on the file's clock.
    var start: MediaTime
    /// Without the fades at its ends; sorted, at least one.
    var levels: [Level]

    /// A hundredth of a decibel.
    private static let rounding = 0.0012

    /// The gain throughout; `nil` if it changes.
    var constantGain: Double? {
        levels.allSatisfy { abs($0.gain - levels[0].gain) < Self.rounding } ? levels[0].gain : nil
    }
    /// Whether it is heard as loud as its file has it.
    var isAtItsLevel: Bool { constantGain.map { abs($0 - 1) < Self.rounding } ?? false }
}

extension RenderPlan {
    /// Whether the sound of a file has the time stamps of its pictures: it lost no samples.
    func isInStep(_ input: SourceID) -> Bool { input.take.map { sources[$0].soundJumps == nil } ?? true }

    /// All sound of the recording, by track.
    var heardTracks: [[HeardClip]] {
        let rate = composition.frameRate
        let tracks = Dictionary(grouping: recordedTracks, by: \.source)
        return soundTracks.map { track in
            track.clips.compactMap { clip in
                let start = rate.frame(at: clip.range.start, .nearest)
                let end = min(rate.frame(at: clip.range.end, .nearest), composition.frameCount)
                guard start < end else { return nil }
                return HeardClip(
                    frames: start..<end, input: clip.input, start: clip.start,
                    levels: levels(start..<end, tracks[clip.input] ?? []))
            }
        }.filter { !$0.isEmpty }
    }

    /// The gains of a source in the film, as a clip of an editing program has them: what fades in and out is the clip.
    private func levels(_ frames: Range<Int64>, _ tracks: [Mix.Track]) -> [HeardClip.Level] {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let position = { composition.frameRate.time(ofFrame: $0).ticks(in: clock, .nearest) }
        let (first, last) = (position(frames.lowerBound), position(frames.upperBound) - 1)
        let heard = tracks.filter { $0.range.overlaps(first..<last + 1) }
        guard !heard.isEmpty else { return [.init(frame: frames.lowerBound, gain: 1)] }
        let changes = heard.flatMap { $0.courses.flatMap { $0.points.map(\.position) } }
        let places = Set(changes.filter { (first...last).contains($0) } + [first, last]).sorted()
        return places.map { place in
            let track = heard.first { $0.range.contains(place) } ?? heard[0]
            let plateau = track.gain.points.map(\.gain).max() ?? 1
            let gain = track.courses.reduce(plateau) { $0 * $1.gain(at: place) }
            let frame = composition.frameRate.frame(at: MediaTime(place, in: clock), .nearest)
            return .init(frame: min(max(frame, frames.lowerBound), frames.upperBound - 1), gain: Double(gain))
        }
    }
}

/// A factor in decibels, to the nearest hundredth: found by comparing factors, as `Decibels.of`.
func decibels(_ gain: Double) -> String {
    var (low, high) = (-20_000, 10_000)
    while high - low > 1 {
        let middle = (low + high) / 2
        if Decibels.factor((Double(middle) - 0.5) / 100) <= gain { low = middle } else { high = middle }
    }
    let text = "\(Double(low) / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
