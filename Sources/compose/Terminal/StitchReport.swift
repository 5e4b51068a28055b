import MediaTime
import Placing
import Planning
import Timeline
import Parameters

/// What is known about the seams of a stitch, and how they were treated: lines for people, one line of JSON for
/// programs.
struct StitchReport {
    let stitch: Stitch
    let gaps: GapTreatment
    private let composition: Composition

    init(_ stitch: Stitch, _ planned: PlannedRender, gaps: GapTreatment) {
        self.stitch = stitch
        self.gaps = gaps
        composition = planned.plan.composition
    }

    var text: String {
        var lines = ["clips in the \(order):"]
        for (index, clip) in stitch.clips.enumerated() {
            lines.append(
                "  \(clip.input.angle?.name ?? ""): \(clip.input.path), \(fixed(clip.range.duration.approximateSeconds, 3)) s"
            )
            if index < stitch.seams.count { lines.append("    \(text(ofSeam: index))") }
        }
        return (lines + notes.map { "note: \($0.message)" }).joined(separator: "\n")
    }

    /// What nobody would expect, without the lines of clips and seams.
    var messages: [Message] {
        var messages = notes
        if stitch.reading == nil, !stitch.knowsOrder {
            messages.append(Message(.guessed, "the clips are in the \(order)", kind: "order"))
        }
        let twice = stitch.seams.indices.filter { stitch.seams[$0].stampedOverlap != nil }
        if let first = twice.first {
            let more = twice.count > 1 ? " (also at \(counted(twice.count - 1, "more seam", "more seams")))" : ""
            let clips = stitch.clips[first...first + 1].map(\.input.path)
            messages.append(
                Message(.other, "\(list(clips, "and")): \(text(ofSeam: first))\(more)", kind: "overlap"))
        }
        return messages
    }

    private var notes: [Message] {
        var notes: [Message] = []
        let add = { (text: String, importance: Importance) in
            notes.append(Message(importance, text, kind: "stitch"))
        }
        for (camera, error) in stitch.clockErrors.sorted(by: { $0.key.name < $1.key.name }) {
            add(
                "according to the sound, the clock of \(camera) is \(fixed(abs(error), 1)) s \(error < 0 ? "behind" : "ahead"); its timestamps are corrected",
                .minor)
        }
        if stitch.reading != nil, !stitch.undated.isEmpty {
            add(
                "\(list(stitch.undated, "and")) \(stitch.undated.count == 1 ? "has" : "have") no recording time; placed in the order given (files of a folder by name)",
                .guessed)
        }
        let unplaced = stitch.continuous == nil ? [] : stitch.clips.filter { $0.place == nil }.map(\.input.path)
        if !unplaced.isEmpty {
            add(
                "\(list(unplaced, "and")) \(unplaced.count == 1 ? "does" : "do") not match the continuous sound; under \(unplaced.count == 1 ? "it, its own sound is heard, if it has any" : "them, their own sound is heard, if they have any")",
                .sound)
        }
        let silent = stitch.clips.filter { !$0.hasSound }.map(\.input.path)
        if stitch.continuous == nil, !silent.isEmpty, silent.count < stitch.clips.count {
            add(
                "\(list(silent, "and")) \(silent.count == 1 ? "has" : "have") no sound; the film is silent there",
                .sound)
        }
        if stitch.clockError > 0 {
            add(
                "timestamps contradict the sound by up to \(fixed(stitch.clockError, 1)) s; clips that sound does not place may be off by as much",
                .guessed)
        }
        return notes
    }

    /// "order of their creation times (of the end, according to their names)".
    private var order: String {
        guard let reading = stitch.reading else {
            return stitch.knowsOrder
                ? "order of their sound"
                : "order given (files of a folder by name), because they have no recording times"
        }
        let why: String? =
            switch reading.why {
            case .device: "as their device writes them"
            case .sound: "according to the sound"
            case .names: "according to their names"
            case .gaps: "because otherwise clips would overlap"
            case .assumed: nil
            }
        guard reading.source == .creationTime else { return "order of the times in their names" }
        return "order of their creation times (of the \(reading.moment.rawValue)\(why.map { ", " + $0 } ?? ""))"
    }

    private func text(ofSeam index: Int) -> String {
        let seam = stitch.seams[index]
        let length = fixed(seam.gap.magnitude.approximateSeconds, 3)
        let what: String
        switch seam.knownFrom {
        case .continuous(let confidence):
            what = "\(kind(seam)) of \(length) s, from the continuous sound (confidence \(fixed(confidence, 2)))"
        case .overlap(let confidence):
            what = "\(kind(seam)) of \(length) s, from their sound (confidence \(fixed(confidence, 2)))"
        case .sound: what = "\(kind(seam)) of \(length) s, from sound that both share with other clips"
        case .stamps where seam.stampedOverlap != nil:
            what =
                "overlap of about \(fixed(seam.stampedOverlap!.approximateSeconds, 1)) s according to the timestamps, but not found in their sound, so they are placed end to end and that much may be shown twice"
        case .stamps where seam.gap == .zero: what = "gap of less than 1 s, from timestamps"
        case .stamps where seam.gap >= .seconds(120): what = "gap of about \(roughly(seam.gap)), from timestamps"
        case .stamps: what = "gap of about \(fixed(seam.gap.approximateSeconds, 1)) s, from timestamps (to a second)"
        case .nothing: what = "gap unknown: no recording times"
        }
        return [what, treatment(seam), transition(index)].compactMap { $0 }.joined(separator: "; ")
    }

    private func kind(_ seam: Stitch.Seam) -> String { seam.gap < .zero ? "overlap" : "gap" }

    private func treatment(_ seam: Stitch.Seam) -> String? {
        guard seam.gap > .zero else { return nil }
        return switch gaps {
        case .close: "left out"
        case .black: "black"
        case .hold: "the last picture is held"
        }
    }

    /// "blur over 15 frames, with 8 of the last picture and 7 of the first one held".
    private func transition(_ index: Int) -> String? {
        guard let window = window(index) else { return "hard cut" }
        let name = "\(window.specification.name) over \(counted(window.frames.count, "frame", "frames"))"
        let held = heldFrames(index)
        return held.before + held.after == 0
            ? name : "\(name), with \(held.after) of the last picture and \(held.before) of the first one held"
    }

    /// The transition into the clip after a seam.
    private func window(_ index: Int) -> Composition.Transition? {
        guard let segment = segment(index) else { return nil }
        return composition.transitions.first { $0.incoming == segment }
    }

    /// The first segment of the clip after a seam.
    private func segment(_ index: Int) -> Int? {
        let clip = stitch.clips[index + 1]
        return composition.segments.indices.dropFirst().first { segment in
            guard let angle = clip.input.angle, composition.segments[segment].scene == .single(angle) else {
                return false
            }
            let frames = composition.segments[segment].frames
            let middle = composition.sessionTime(
                ofFrame: (frames.lowerBound + frames.upperBound) / 2, inSegment: segment)
            return clip.range.contains(middle)
        }
    }

    /// Frames of a window in which a side has no footage: the last picture is held after its end, the first before its
    /// start.
    private func heldFrames(_ index: Int) -> (before: Int, after: Int) {
        // Transitions to and from black need no held pictures.
        guard gaps != .black || stitch.seams[index].gap <= .zero, let window = window(index) else { return (0, 0) }
        let half = composition.frameRate.frameDuration / 2
        let time = { (frame: Int64, segment: Int) in composition.sessionTime(ofFrame: frame, inSegment: segment) + half
        }
        return (
            window.frames.count { time($0, window.incoming) < stitch.clips[index + 1].range.start },
            window.frames.count { time($0, window.incoming - 1) >= stitch.clips[index].range.end }
        )
    }
}

extension StitchReport {
    /// Documented in docs/progress.md.
    var json: String {
        jsonLine(
            Document(
                order: stitch.reading?.source.rawValue ?? (stitch.knowsOrder ? "sound" : "given"),
                stampsOf: stitch.reading?.moment.rawValue, stampsKnownFrom: stitch.reading?.why.rawValue,
                clockError: stitch.clockError > 0 ? stitch.clockError : nil,
                clockErrors: stitch.clockErrors.isEmpty
                    ? nil
                    : Dictionary(uniqueKeysWithValues: stitch.clockErrors.map { ($0.key.name, $0.value) }),
                undated: stitch.undated.isEmpty ? nil : stitch.undated,
                continuousAudio: stitch.continuous?.source.path, gaps: gaps.rawValue,
                clips: stitch.clips.map { clip in
                    .init(
                        path: clip.input.path, camera: clip.input.angle?.name ?? "",
                        start: clip.range.start.approximateSeconds, end: clip.range.end.approximateSeconds,
                        placedBySound: clip.place != nil, confidence: clip.place?.confidence)
                },
                seams: stitch.seams.indices.map(seam)))
    }

    private func seam(_ index: Int) -> Document.Seam {
        let seam = stitch.seams[index]
        let held = heldFrames(index)
        let (from, confidence, doubt): (String, Double?, Double?) =
            switch seam.knownFrom {
            // The time sound takes for a few meters.
            case .continuous(let confidence): ("continuousSound", confidence, 0.005)
            case .overlap(let confidence): ("overlap", confidence, 0.005)
            case .sound: ("sound", nil, 0.01)
            case .stamps: ("stamps", nil, StampReading.doubt)
            case .nothing: ("nothing", nil, nil)
            }
        return .init(
            gap: seam.knownFrom == .nothing ? nil : seam.gap.approximateSeconds, knownFrom: from,
            confidence: confidence,
            doubt: doubt, stampedOverlap: seam.stampedOverlap?.approximateSeconds,
            cut: segment(index).map { cut(ofSegment: $0) },
            transition: window(index).map { "\($0.specification)" }, transitionFrames: window(index)?.frames.count ?? 0,
            heldLast: held.after, heldFirst: held.before)
    }

    private func cut(ofSegment segment: Int) -> Double {
        composition.frameRate.time(ofFrame: composition.segments[segment].frames.lowerBound).approximateSeconds
    }

    private struct Document: Encodable {
        struct Clip: Encodable {
            var path, camera: String
            /// On the session's clock.
            var start, end: Double
            var placedBySound: Bool
            var confidence: Double?
        }
        struct Seam: Encodable {
            var gap: Double?
            var knownFrom: String
            var confidence, doubt: Double?
            /// According to time stamps alone; the clips are placed end to end.
            var stampedOverlap: Double?
            /// On the film's clock.
            var cut: Double?
            var transition: String?
            var transitionFrames, heldLast, heldFirst: Int
        }
        var event = "stitch"
        var order: String
        var stampsOf, stampsKnownFrom: String?
        var clockError: Double?
        /// Seconds by which a camera's clock is ahead.
        var clockErrors: [String: Double]?
        var undated: [String]?
        var continuousAudio: String?
        var gaps: String
        var clips: [Clip]
        var seams: [Seam]
    }
}
