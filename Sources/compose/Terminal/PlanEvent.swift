import MediaTime
import Placing
import Planning
import Timeline

/// A plan for programs: all of it, or the part reported when a render begins.
struct PlanEvent: Encodable {
    struct Take: Encodable { var camera, path, orientation: String; var start, end: Double; var width, height: Int }
    struct Sound: Encodable {
        var name, path, role, codec: String; var start, end: Double; var sampleRate, channels: Int
    }
    struct Segment: Encodable { var firstFrame, endFrame: Int64; var scene: String? }
    struct Span: Encodable {
        var kind: String
        var firstFrame, endFrame: Int64
        var camera: String?
        var reasons: [String]?
    }
    struct Stabilized: Encodable { var camera, strength: String }
    /// Left out, in seconds of the recording.
    struct Pause: Encodable { var start, end: Double }
    struct Looks: Encodable { var camera: String; var looks: [String] }
    struct Cut: Encodable {
        var camera, path, output: String; var start, duration: Double; var pictureCount, hiddenPictureCount: Int
    }
    /// A cut of `--switch auto`: `reason` is speaks, quiet, together, variety, listens, bar, beat, happens, unusable or
    /// opening; `speaker` is the speaker's camera, `from` the start of the speech; `camera` is the one avoided for its
    /// `fault`; `shift` how much later the cut is than decided, if it was moved.
    struct Decision: Encodable {
        var time: Double; var view, reason: String; var score: Double; var shift: Double?
        var speaker: String?; var from: Double?
        var camera, fault: String?
    }
    /// A part for one machine of a farm, if the film is divided into `chunkCount`.
    struct Chunk: Encodable {
        struct File: Encodable { var path: String; var start, end: Double }
        var number: Int; var firstFrame, endFrame: Int64; var sound: Bool; var files: [File]
    }
    struct Window: Encodable { var firstFrame, endFrame: Int64; var transition: String }

    var event: String
    var schema = ProgressSchema.version
    var version = Compose.version
    var output: String?
    var takes: [Take]
    /// Sound-only files.
    var sounds: [Sound]
    var width, height: Int
    var frameRate: String
    var frameCount, pictureCount: Int64
    var duration: Double
    var codec, preset: String
    var switches: Int
    var copiedFrames, encodedFrames: Int64
    var copiedShare: Double
    var copiesAudio: Bool
    var encoder: String
    var audioCodec: String?
    /// The target loudness, in LUFS.
    var targetLoudness: Double?
    /// Approximate size of the file.
    var estimatedBytes: Int64
    var chapters: Bool
    var poster: Double?
    /// Films made in the same pass.
    var also: [PlanEvent]?
    /// Recordings cut to the film.
    var cuts: [Cut]?
    // Only for a whole plan.
    var segments: [Segment]?
    var transitions: [Window]?
    var decisions: [Decision]?
    var spans: [Span]?
    var pauses: [Pause]?
    var looks: [Looks]?
    var stabilization: [Stabilized]?
    var chapterTitles: [String]?
    var decodedFrames: Int64?
    var chunkCount: Int?
    var chunks: [Chunk]?
    var notes, adjustments: [Message]?
}

struct CutEvent: Encodable {
    var segments: [PlanEvent.Segment]
    var transitions: [PlanEvent.Window]
    var adjustments: [Message]
}

struct SpansEvent: Encodable {
    var spans: [PlanEvent.Span]
    var copiedShare: Double
    var estimatedBytes: Int64
}

extension PlanReport {
    /// The line that `compose plan --json` and a dry run print.
    var whole: PlanEvent {
        var event = event("plan")
        event.segments = segments
        event.transitions = transitions
        if !decisions.isEmpty {
            event.decisions = decisions.map { .init($0.decision, at: $0.time, view: $0.view) }
        }
        event.spans = spans
        event.pauses = planned.pauses.map {
            .init(start: $0.start.approximateSeconds, end: $0.end.approximateSeconds)
        }
        event.stabilization = stabilization.map { .init(camera: $0.camera, strength: $0.strength) }
        event.looks = looks.map { .init(camera: $0.camera, looks: $0.looks) }
        event.chapterTitles = planned.plan.chapterTitles
        event.decodedFrames = planned.plan.decodedFrameCount
        let needs = planned.plan.needs(ofChunks: planned.plan.usualChunkCount)
        event.chunkCount = needs.count
        event.chunks = needs.map { chunk in
            .init(
                number: chunk.number, firstFrame: chunk.frames.lowerBound, endFrame: chunk.frames.upperBound,
                sound: chunk.hasSound,
                files: chunk.files.map {
                    .init(
                        path: $0.path, start: $0.range.start.approximateSeconds,
                        end: $0.range.end.approximateSeconds)
                })
        }
        event.notes = notes
        event.adjustments = adjustments.map(adjustmentText.told)
        return event
    }

    /// The part reported when a render begins.
    var start: PlanEvent { event("start") }

    /// The part that a studio's page gets once.
    var opened: PlanEvent { event("film") }

    /// What a studio's page gets with every cut.
    var cut: CutEvent {
        CutEvent(
            segments: segments, transitions: transitions, adjustments: adjustments.map(adjustmentText.told))
    }

    /// What a studio's page gets when it is known what will be copied.
    var copies: SpansEvent {
        SpansEvent(spans: spans, copiedShare: copiedShare, estimatedBytes: planned.plan.estimatedBytes)
    }

    private func event(_ name: String) -> PlanEvent {
        let (plan, composition) = (planned.plan, planned.plan.composition)
        return PlanEvent(
            event: name, output: output,
            takes: zip(composition.session.takes, plan.sources).map { take, source in
                .init(
                    camera: take.angle.name, path: take.path, orientation: "\(source.orientation)",
                    start: take.range.start.approximateSeconds, end: take.range.end.approximateSeconds,
                    width: source.uprightSize.width, height: source.uprightSize.height)
            },
            sounds: plan.sounds.map { sound in
                .init(
                    name: sound.angle.name, path: sound.path, role: sound.role.word, codec: sound.audio?.codec ?? "",
                    start: sound.range.start.approximateSeconds, end: sound.range.end.approximateSeconds,
                    sampleRate: sound.audio?.sampleRate ?? 0, channels: sound.audio?.channels ?? 0)
            },
            width: plan.output.canvas.size.width, height: plan.output.canvas.size.height,
            frameRate: "\(plan.video.frameRate.numerator)/\(plan.video.frameRate.denominator)",
            frameCount: composition.frameCount, pictureCount: plan.pictureCount,
            duration: composition.duration.approximateSeconds, codec: plan.video.codec.rawValue,
            preset: plan.video.preset, switches: composition.switchCount, copiedFrames: copiedFrames,
            encodedFrames: composition.frameCount - copiedFrames, copiedShare: copiedShare,
            copiesAudio: plan.audioCopy != nil,
            encoder: plan.video.kind.rawValue, audioCodec: plan.audioCodec?.rawValue,
            targetLoudness: plan.output.audio.level?.loudness,
            estimatedBytes: plan.estimatedBytes, chapters: plan.output.hasChapters,
            poster: plan.output.poster?.approximateSeconds,
            also: further.isEmpty ? nil : furtherReports.map(\.start), cuts: cutFiles)
    }

    private var segments: [PlanEvent.Segment] {
        planned.plan.composition.segments.map {
            .init(firstFrame: $0.frames.lowerBound, endFrame: $0.frames.upperBound, scene: $0.scene.map { "\($0)" })
        }
    }

    private var transitions: [PlanEvent.Window] {
        planned.plan.composition.transitions.map {
            .init(firstFrame: $0.frames.lowerBound, endFrame: $0.frames.upperBound, transition: "\($0.specification)")
        }
    }

    private var spans: [PlanEvent.Span] {
        planned.plan.spans.map { span in
            switch span {
            case .copy(let copy):
                .init(
                    kind: "copy", firstFrame: copy.frames.lowerBound, endFrame: copy.frames.upperBound,
                    camera: planned.plan.composition.session.takes[copy.take].angle.name)
            case .encode(let encode):
                .init(
                    kind: "encode", firstFrame: encode.frames.lowerBound, endFrame: encode.frames.upperBound,
                    reasons: encode.parts.map { "\($0.reason)" })
            }
        }
    }
}

extension SoundRole {
    fileprivate var word: String {
        switch self {
        case .recording: "recording"
        case .music: "music"
        case .voiceOver: "voiceOver"
        }
    }
}
