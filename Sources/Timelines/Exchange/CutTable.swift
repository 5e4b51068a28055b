import MediaTime
import Timeline

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
