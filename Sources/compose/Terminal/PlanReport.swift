import MediaIO
import MediaTime
import Pictures
import Export
import Frames
import Planning
import Timeline
import Transitions

/// A plan in words for people and in JSON for programs.
struct PlanReport: Sendable {
    let planned: PlannedRender
    let output: String?

    init(_ planned: PlannedRender, output: String?) {
        self.planned = planned
        self.output = output
    }

    private var plan: RenderPlan { planned.plan }
    private var composition: Composition { plan.composition }

    /// More lines than this are for programs; people get the rest counted.
    private static let listed = 40

    var text: String {
        var lines = sources + [film]
        lines += (planned.notes + encoded).map { "note: \($0)" }
        lines += cuts
        lines += limited(planned.adjustments.map { "adjusted: \($0)" }, "adjustments")
        return lines.joined(separator: "\n")
    }

    private var sources: [String] {
        zip(composition.session.takes, plan.sources).map { take, source in
            "\(take.angle): \(take.path), \(source.uprightSize) at \(source.video.frameRate) fps, "
                + "\(take.range.start.clockDescription) to \(take.range.end.clockDescription)"
                + (source.orientation == .upright ? "" : ", \(source.orientation)")
        }
    }

    var film: String {
        let video = plan.video
        let sound =
            switch plan.output.audio.choice {
            case .none: "no sound"
            case .angle(let angle): "sound of \(angle)"
            case .follow: "sound follows the picture"
            }
        let copied = plan.audioCopy == nil ? "" : " (copied)"
        return "film: \(plan.output.canvas.size) at \(video.frameRate) fps, \(composition.duration.clockDescription), "
            + "\(plan.pictureCount) frames, \(counted(composition.switchCount, "switch", "switches")), \(video.codec.rawValue) \(video.preset) \(quality), \(sound)\(copied)"
            + (output.map { " → \($0)" } ?? "") + "; \(copyShare)"
    }

    /// Why something is encoded that could have been copied, had it been recorded or asked for otherwise.
    private var encoded: [String] {
        planned.refusals.map { "nothing is copied: \($0)" }
            + blockers.map { "\($0.path) cannot be copied: \($0.reason)" }
    }

    private var blockers: [(path: String, reason: String)] {
        planned.blockers.sorted { $0.key < $1.key }.map { (composition.session.takes[$0.key].path, $0.value) }
    }

    var copiedFrames: Int64 { plan.copiedFrameCount }

    private var copyShare: String {
        guard plan.join != nil else { return "all frames are encoded" }
        return
            "\(fixed(Double(copiedFrames) / Double(composition.frameCount) * 100, 1)) % of the frames are copied bit for bit"
    }

    /// Each span, with its reasons.
    var explanation: String {
        let rate = composition.frameRate
        let range = { (frames: Range<Int64>) in
            "\(rate.time(ofFrame: frames.lowerBound).clockDescription)…\(rate.time(ofFrame: frames.upperBound).clockDescription) \(frames.count) frames"
        }
        var lines = ["spans: \(copyShare)"]
        lines += limited(
            plan.spans.map { span in
                switch span {
                case .copy(let copy): "  copy    \(range(copy.frames)) of \(composition.session.takes[copy.take].angle)"
                case .encode(let encode):
                    "  encode  \(range(encode.frames)): "
                        + encode.parts.map { "\($0.reason) (\($0.frames.count))" }.joined(separator: ", ")
                }
            }, "spans")
        return lines.joined(separator: "\n")
    }

    private var quality: String {
        switch plan.video.quality {
        case .constantRateFactor(let crf): "crf \(fixed(crf, crf == crf.rounded() ? 0 : 1))"
        case .bitRate(let bits): "\(bits / 1000) kb/s"
        }
    }

    private var cuts: [String] {
        let transitions = Dictionary(composition.transitions.map { ($0.incoming, $0) }) { a, _ in a }
        return limited(
            composition.segments.enumerated().map { index, segment in
                let time = composition.frameRate.time(ofFrame: segment.frames.lowerBound).clockDescription
                let scene = segment.scene.map { "\($0)" } ?? "black"
                guard let transition = transitions[index] else { return "  \(time)  \(scene)" }
                let rate = composition.frameRate
                return
                    "  \(time)  \(scene)  \(transition.specification) \(rate.time(ofFrame: transition.frames.lowerBound).clockDescription)"
                    + "…\(rate.time(ofFrame: transition.frames.upperBound).clockDescription)"
            }, "segments")
    }

    private func limited(_ lines: [String], _ what: String) -> [String] {
        guard lines.count > Self.listed else { return lines }
        return lines.prefix(Self.listed - 1) + [
            "  … and \(lines.count - Self.listed + 1) more \(what) (--json lists all)"
        ]
    }
}

extension PlanReport {
    private struct Document: Encodable {
        struct Take: Encodable { var angle, path, orientation: String; var start, end: Double; var width, height: Int }
        struct Segment: Encodable { var firstFrame, endFrame: Int64; var scene: String? }
        struct Span: Encodable {
            var kind: String
            var firstFrame, endFrame: Int64
            var camera: String?
            var reasons: [String]?
        }
        struct Blocker: Encodable { var path, reason: String }
        struct Window: Encodable { var firstFrame, endFrame: Int64; var transition: String }
        var takes: [Take]
        var width, height: Int
        var frameRate: String
        var frameCount, pictureCount: Int64
        var codec, preset: String
        var segments: [Segment]
        var transitions: [Window]
        var spans: [Span]
        var copiedFrames, encodedFrames, decodedFrames: Int64
        var copiesAudio: Bool
        var adjustments, notes, refusals: [String]
        /// Why takes cannot be copied.
        var blockers: [Blocker]
    }

    private var spans: [Document.Span] {
        plan.spans.map { span in
            switch span {
            case .copy(let copy):
                .init(
                    kind: "copy", firstFrame: copy.frames.lowerBound, endFrame: copy.frames.upperBound,
                    camera: composition.session.takes[copy.take].angle.name)
            case .encode(let encode):
                .init(
                    kind: "encode", firstFrame: encode.frames.lowerBound, endFrame: encode.frames.upperBound,
                    reasons: encode.parts.map { "\($0.reason)" })
            }
        }
    }

    var json: String {
        jsonLine(
            Document(
                takes: zip(composition.session.takes, plan.sources).map { take, source in
                    .init(
                        angle: take.angle.name, path: take.path, orientation: "\(source.orientation)",
                        start: take.range.start.approximateSeconds, end: take.range.end.approximateSeconds,
                        width: source.uprightSize.width, height: source.uprightSize.height)
                },
                width: plan.output.canvas.size.width, height: plan.output.canvas.size.height,
                frameRate: "\(plan.video.frameRate.numerator)/\(plan.video.frameRate.denominator)",
                frameCount: composition.frameCount, pictureCount: plan.pictureCount, codec: plan.video.codec.rawValue,
                preset: plan.video.preset,
                segments: composition.segments.map {
                    .init(
                        firstFrame: $0.frames.lowerBound, endFrame: $0.frames.upperBound,
                        scene: $0.scene.map { "\($0)" })
                },
                transitions: composition.transitions.map {
                    .init(
                        firstFrame: $0.frames.lowerBound, endFrame: $0.frames.upperBound,
                        transition: "\($0.specification)")
                },
                spans: spans, copiedFrames: copiedFrames, encodedFrames: composition.frameCount - copiedFrames,
                decodedFrames: plan.decodedFrameCount, copiesAudio: plan.audioCopy != nil,
                adjustments: planned.adjustments.map { "\($0)" }, notes: planned.notes, refusals: planned.refusals,
                blockers: blockers.map { .init(path: $0.path, reason: $0.reason) }))
    }
}
