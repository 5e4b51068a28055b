import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Platform
import Render
import Timeline
import Transitions
import Parameters

/// A plan as text for people and as JSON for programs.
struct PlanReport: Sendable {
    let planned: PlannedRender
    let output: String?
    let purpose: Purpose
    /// Films made in the same pass.
    var further: [PlannedFilm] = []
    /// The recordings cut to the film.
    var deliverySet: DeliverySet?
    /// What was found before it was planned.
    var findings: [Message] = []

    /// What the plan is used for.
    enum Purpose: Sendable {
        case film
        /// A part of it, without copied packets; not a film.
        case chunk(Chunk)
        /// One rotated recording: neither switches nor copied pictures were requested.
        case reorientation
        /// A small film to look at, in which nothing is copied.
        case preview
    }

    init(_ planned: PlannedRender, output: String?, purpose: Purpose = .film) {
        self.planned = planned
        self.output = output
        self.purpose = purpose
    }

    private var plan: RenderPlan { planned.plan }
    private var composition: Composition { plan.composition }
    /// The differences between plan and request.
    var adjustments: [Adjustment] { planned.adjustments }
    var adjustmentText: AdjustmentText { AdjustmentText(rate: composition.frameRate) }

    /// More lines than this are for programs; people get a count of the rest.
    private static let listed = 40

    var text: String {
        var lines = sources + sounds + [film] + furtherFiles
        lines += notes.byImportance.map { "note: \($0.message)" }
        lines += cuts
        lines += limited(adjustmentText.lines(adjustments).map { "adjusted: \($0)" }, "adjustments")
        return lines.joined(separator: "\n")
    }

    private var sources: [String] {
        // Options count from the start of the recording.
        let clock = composition.session.recordingClock
        // Nobody counts in clips that were recorded days apart.
        let countsLengths = composition.session.union.duration > .seconds(86_400)
        // A recording shown repeatedly out of order has several positions on the recording's clock.
        var told: Set<[String]> = []
        return zip(composition.session.takes, plan.sources)
            .filter { told.insert([$0.0.path, $0.0.angle.name]).inserted }.map {
                take, source in
                let place =
                    countsLengths
                    ? "\(take.range.duration.clockDescription) long"
                    : "\(clock.source(at: take.range.start).clockDescription) to \(clock.source(at: take.range.end).clockDescription)"
                return "\(take.angle): \(take.path), \(source.uprightSize) at \(source.video.rateText), \(place)"
                    + (source.orientation == .upright ? "" : ", \(source.orientation)")
            }
    }

    private var sounds: [String] {
        let clock = composition.session.recordingClock
        return plan.sounds.map { sound in
            let numbers = Set([sound.selection.channels?.left, sound.selection.channels?.right].compactMap(\.self))
                .sorted()
            let channels =
                numbers.isEmpty
                ? "" : ", channel\(numbers.count > 1 ? "s" : "") \(list(numbers.map { "\($0 + 1)" }, "and")) of it"
            let form = sound.audio.map { "\($0.codec) \($0.sampleRate) Hz \($0.layout)\(channels)" } ?? "sound"
            let place =
                switch sound.role {
                case .recording:
                    "\(clock.source(at: sound.range.start).clockDescription) to \(clock.source(at: sound.range.end).clockDescription), no picture"
                case .music(let music):
                    "\(fixed(music.gain ?? 0, 1)) dB\(music.loops ? ", looped" : "")"
                case .voiceOver(let voice): "\(fixed(voice.gain, 1)) dB, from \(voice.time.clockDescription)"
                }
            return "\(sound.angle): \(sound.path), \(form), \(place)"
        }
    }

    var film: String {
        let video = plan.video
        let copied = plan.audioCopy == nil ? soundCodec + level : " (copied)"
        return "film: \(plan.output.canvas.size) at \(video.frameRate) fps, \(composition.duration.clockDescription), "
            + "\(frames), \(switches), \(encoding), \(heard)\(copied)\(written), roughly \(byteCountText(plan.estimatedBytes))"
            + (output.map { " → \($0)" } ?? "") + "; \(copyShare)"
    }

    /// "sound from back".
    var heard: String {
        switch plan.output.audio.choice {
        case .none: plan.mix == nil ? "no sound" : "added sound only"
        case .angle(let angle): "sound from \(plan.onlyHeardAngle ?? angle)"
        case .follow: "sound follows the picture"
        case .mix: mixed
        case .speakers: "sound from each speaker's own microphone"
        case .tracks: plan.mix == nil ? "no sound" : "sound as cut on its tracks"
        }
    }

    /// "all sounds mixed", "sounds of back and front mixed, back lowered under speech".
    private var mixed: String {
        let mix = plan.output.audio.mix
        let silent = Set(mix.levels.filter(\.isMuted).map(\.angle))
        let heard = Set(plan.recordedTracks.compactMap { plan.audioSource($0.source)?.angle }).subtracting(silent)
        let names = silent.isEmpty ? "all sounds" : "sounds of \(list(heard.map(\.name).sorted(), "and"))"
        let ducked = mix.ducked.map { ", \(list($0.map(\.name), "and")) lowered under speech" } ?? ""
        return "\(names) mixed\(ducked)"
    }

    /// " at -14 LUFS".
    private var level: String {
        guard plan.encodesAudio, let target = plan.output.audio.level else { return "" }
        return target.loudness.map { " at \(fixed($0, 1)) LUFS" }
            ?? " with its peak at \(fixed(LevelTarget.truePeak, 0)) dBTP"
    }

    /// "; label and clock in the picture; front looks warm; 2 titles; 5 chapters; poster from 0:03.000".
    private var written: String {
        var parts = plan.output.text.map { ["\(list($0.kinds, "and")) in the picture"] } ?? []
        parts += stabilization.map { "\($0.camera) stabilized (\($0.strength))" }
        parts += looks.map { "\($0.camera) looks \(list($0.looks, "and"))" }
        parts += plan.output.graphics.summary
        if plan.output.hasChapters { parts.append(counted(plan.chapterTitles.count, "chapter", "chapters")) }
        if let poster = plan.output.poster { parts.append("poster from \(poster.clockDescription)") }
        return parts.map { "; \($0)" }.joined()
    }

    /// Of the cameras that are stabilized.
    var stabilization: [(camera: String, strength: String)] {
        plan.output.finish.stabilizations.map { ($0.angle.name, "\($0.strength)") }
    }

    /// Of the cameras that have any, in the order they are applied.
    var looks: [(camera: String, looks: [String])] {
        plan.output.finish.cameraLooks.filter { !$0.looks.isEmpty }.map { ($0.angle.name, $0.looks.map { "\($0)" }) }
    }

    /// A camera whose frames are copied keeps its own frame times, which may not have a constant rate.
    private var frames: String {
        let count = counted(Int(plan.pictureCount), "frame", "frames")
        return plan.pictureCount == composition.frameCount ? count : "\(count) (copied ones keep their own times)"
    }

    var switches: String {
        let (pieces, clock) = (composition.clock.pieces, composition.session.recordingClock)
        let skipped = zip(pieces, pieces.dropFirst()).count { before, after in
            let gap = TimeRange(
                start: clock.source(at: before.target(at: after.source)), end: clock.source(at: after.target))
            return !planned.pauses.contains { !$0.intersection(gap).isEmpty }
        }
        return counted(composition.switchCount, "switch", "switches")
            + (skipped > 0 ? ", \(counted(skipped, "part", "parts")) skipped" : "")
            + (planned.pauses.isEmpty
                ? "" : ", \(counted(planned.pauses.count, "pause", "pauses")) left out (\(pauseLength))")
    }

    /// "23.4s".
    private var pauseLength: String { planned.pauses.reduce(MediaTime.zero) { $0 + $1.duration }.inWords }

    /// Notes for the user before a film is made: assumptions and decisions, and why something is encoded that could
    /// have been copied with a different recording or request.
    var notes: [Message] { planned.notes.map(\.told) + nothingCopied + takesNotCopied + furtherNotes }

    /// What people are told before the film is made.
    var messages: [Message] { findings + notes + adjustmentText.messages(adjustments) }

    /// Whether the command line asks for copying, or not to copy.
    var asksForCopies: Bool {
        CommandWords.current.contains { $0 == "--smart" || $0.hasPrefix("--smart=") }
    }

    private var nothingCopied: [Message] {
        switch purpose {
        case .reorientation, .preview: return []
        case .film, .chunk: break
        }
        // Of a changed plan, the reason has been told.
        guard copiedFrames == 0, !planned.notes.contains(where: \.isEncodedAfterEdit) else { return [] }
        let importance: Importance = asksForCopies ? .minor : .detail
        guard planned.refusals.isEmpty else {
            let isOneRecording = Set(planned.refusals.compactMap(\.path)).count <= 1
            let groups = isOneRecording ? [planned.refusals] : planned.refusals.map { [$0] }
            return groups.map { refusals in
                Message(
                    importance, "nothing is copied: \(refusals.map(\.description).joined(separator: "; "))",
                    kind: "nothingCopied", path: refusals.lazy.compactMap(\.path).first)
            }
        }
        let why =
            plan.output.audio.mayCopy
            ? "the plan encodes every frame"
            : "--smart off encodes every frame"
        return [Message(importance, "nothing is copied: \(why)", kind: "nothingCopied")]
    }

    private var takesNotCopied: [Message] {
        let shown = Set(composition.segments.flatMap { $0.scene?.angles ?? [] })
        return planned.blockers.sorted { $0.key < $1.key }.compactMap { index, blocker in
            let take = composition.session.takes[index]
            return !shown.contains(take.angle)
                ? nil
                : Message(
                    asksForCopies ? .minor : .detail, "\(take.path) cannot be copied: \(blocker)",
                    kind: "takeNotCopied", path: take.path, camera: take.angle)
        }
    }

    var copiedFrames: Int64 { plan.copiedFrameCount }
    var copiedShare: Double { Double(copiedFrames) / Double(max(1, composition.frameCount)) }

    private var copyShare: String {
        guard plan.join != nil else { return "all frames are encoded" }
        return "\(fixed(copiedShare * 100, 1))% of the frames are copied bit for bit"
    }

    /// Each span, with its reasons.
    var explanation: String {
        let rate = composition.frameRate
        let range = { (frames: Range<Int64>) in
            "\(rate.time(ofFrame: frames.lowerBound).clockDescription)…\(rate.time(ofFrame: frames.upperBound).clockDescription) \(counted(frames.count, "frame", "frames"))"
        }
        var lines = limited(decisionLines, "cuts")
        if !lines.isEmpty { lines.insert("cuts: where they are in the film, and why", at: 0) }
        if !planned.pauses.isEmpty {
            lines.append("pauses: \(pauseLength) left out, by the clock of the recording")
            lines += limited(
                planned.pauses.map { "  \($0.start.clockDescription)…\($0.end.clockDescription)  \($0.duration)" },
                "pauses")
        }
        lines.append("spans: \(copyShare)")
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

    /// "h264 medium crf 18".
    private var encoding: String {
        let video = plan.video
        let quality: String? =
            switch video.quality {
            case .constantRateFactor(let crf): "crf \(fixed(crf, crf == crf.rounded() ? 0 : 1))"
            case .bitRate(let bits): "\(bits / 1000) kb/s"
            case .ofPreset: nil
            }
        let limit = video.rateLimit.map { "at most \($0 / 1000) kb/s" }
        // Only software encoders have presets.
        let how = video.kind == .software ? video.preset : "(\(video.kind.rawValue))"
        return [video.codec.rawValue, how, quality, limit].compactMap { $0 }.joined(separator: " ")
    }

    /// Unless it is AAC, which most films have.
    private var soundCodec: String {
        plan.audioCodec.map { $0 == .aac ? "" : " (\($0.rawValue))" } ?? ""
    }

    private var cuts: [String] {
        let transitions = Dictionary(composition.transitions.map { ($0.incoming, $0) }) { a, _ in a }
        let pieces = composition.clock.pieces
        let skipped = Dictionary(
            zip(pieces, pieces.dropFirst()).map { ($1.source, $1.target - $0.target(at: $1.source)) }
        ) { a, _ in a }
        let rate = composition.frameRate
        return limited(
            composition.segments.enumerated().map { index, segment in
                let time = rate.time(ofFrame: segment.frames.lowerBound)
                let scene = segment.scene.map { "\($0)" } ?? "black"
                let line =
                    "  \(time.clockDescription)  \(scene)" + (skipped[time].map { " (skips \($0.inWords))" } ?? "")
                guard let transition = transitions[index] else { return line }
                return
                    "\(line)  \(transition.specification) \(rate.time(ofFrame: transition.frames.lowerBound).clockDescription)"
                    + "…\(rate.time(ofFrame: transition.frames.upperBound).clockDescription)"
            }, "segments")
    }

    private func limited(_ lines: [String], _ what: String) -> [String] {
        // An agent turns pages.
        guard lines.count > Self.listed, !Confinement.isOn else { return lines }
        return lines.prefix(Self.listed - 1) + [
            "  … and \(lines.count - Self.listed + 1) more \(what) (--json lists all)"
        ]
    }
}

extension Graphics {
    /// "2 titles", "subtitles", "fade-in".
    fileprivate var summary: [String] {
        [
            titles.isEmpty ? nil : counted(titles.count, "title", "titles"),
            subtitles.map { _ in "subtitles in the picture" },
            captions.map { $0.isDrawn ? "captions" : "captions as a track" },
            subtitleTrack.map { _ in "subtitle track" },
            logo.map { _ in "logo" }, fadeIn.map { "fade-in of \($0.duration)" },
            fadeOut.map { "fade-out of \($0.duration)" },
        ].compactMap(\.self)
    }
}

extension Diagnostic {
    fileprivate var isEncodedAfterEdit: Bool { if case .timeline(.encoded) = self { true } else { false } }
}

extension MediaTime {
    /// "20s", "3:05.000"; days and more are rounded.
    fileprivate var inWords: String {
        self < .seconds(60) ? "\(self)" : self < .seconds(86_400) ? clockDescription : "about \(roughly(self))"
    }
}

extension VideoInfo {
    /// "29.97 fps", or for irregular frames "8.808 fps on average (irregular, so it counts as 30)".
    fileprivate var rateText: String {
        frameRate == filmRate
            ? "\(frameRate) fps" : "\(frameRate) fps on average (irregular, so it counts as \(filmRate))"
    }
}
