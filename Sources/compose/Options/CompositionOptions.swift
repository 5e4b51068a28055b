import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Export
import Frames
import Planning
import Timeline
import Transitions

/// How the film is cut and written: the same for rendering and for planning.
struct CompositionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch cameras every 5s, 500ms, 1:30. (default: 5s)", valueName: "time"),
        transform: time(.milliseconds(1) ... .seconds(1 << 20), "write a time above zero, such as 5s, 500ms or 1:30."))
    var switchEvery: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch at these times: 3s,7.5s:circle,12s:front. A word after a time is a camera or a transition.",
            valueName: "list"))
    var switchAt: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The shortest shot that automatic cuts may leave. (default: the larger of 1s and twice the transition)",
            valueName: "time"), transform: time(.zero ... .seconds(3600), "write a time, such as 1s or 500ms."))
    var minShot: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Begin the film this far into the recording: 1:30.", valueName: "time"),
        transform: time(.zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30."))
    var from: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End the film this far into the recording.", valueName: "time"),
        transform: time(.zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30."))
    var to: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use this much of the recording, instead of --to.", valueName: "time"),
        transform: time(.milliseconds(1) ... .seconds(1 << 24), "write a time above zero, such as 20s."))
    var duration: MediaTime?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Leave out this part of the recording: 1:00-1:20. The film closes up, with a transition at the cut. Repeatable.",
            valueName: "from-to"),
        transform: reading("write two times of the recording, the earlier first, such as 1:00-1:20.") {
            TimeRange(parsing: $0)
        })
    var skip: [TimeRange] = []

    @Option(
        help: ArgumentHelp(
            "union: from the first picture of any camera to the last. intersection: only where every camera has pictures."
        ))
    var span: Excerpt.Span = .union

    @Option(
        help: ArgumentHelp("The camera the film begins with. (default: the primary)", valueName: "camera"),
        completion: .cameras)
    var startWith: String?

    @Option(
        help: ArgumentHelp(
            "The transition: a name of 'compose transitions', with parameters: wipe:angle=30,softness=0.1. 'none' for hard cuts.",
            valueName: "name"), completion: .transitions)
    var transition: String = "dissolve"

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long a transition takes. (default: 0.5s)", valueName: "time"),
        transform: time(.zero ... .seconds(60), "write a time from 0s (hard cuts) to 60s, such as 500ms."))
    var transitionDuration: MediaTime?

    @Option(
        help: ArgumentHelp(
            "Where the transition lies: center on its cut, start at it, or end at it.", valueName: "place"))
    var transitionAlign: TransitionRequest.Alignment = .center

    @Option(
        help: ArgumentHelp(
            "The camera that decides picture size, frame rate and sound. (default: back)", valueName: "camera"),
        completion: .cameras)
    var primary: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Picture size, even numbers: 1080x1920, or 720p, 1080p, 4k. (default: the primary's, upright)",
            valueName: "WxH"), completion: .sizes)
    var size: String?

    @Option(help: ArgumentHelp("How a camera of another shape goes onto the picture: auto, fill (crop) or fit (bars)."))
    var fit: Fit = .auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames per second: 30, 29.97, 24. (default: the primary's)", valueName: "rate"),
        transform: frameRate)
    var fps: FrameRate?

    @Option(help: "The video codec: h264 or hevc. (default: h264; hevc for high dynamic range)")
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "The encoder's own preset, as in ffmpeg: veryfast … veryslow. (default: medium)", valueName: "name"),
        completion: .presets, transform: encoderPreset)
    var preset: String = "medium"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Constant rate factor, lower is better: 0 … 51. (default: 18; 20 for hevc)", valueName: "number"),
        transform: constantRateFactor)
    var crf: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Average bit rate instead: 8M, 2500k.", valueName: "bits"),
        transform: bitRate)
    var bitrate: Int64?

    @Option(
        help: ArgumentHelp(
            "Whose sound: a camera, follow (the one shown) or none. (default: the primary's)", valueName: "camera"),
        completion: .sounds)
    var audio: String?

    @Option(
        help: ArgumentHelp(
            "Copy untouched stretches bit for bit and encode only the rest: auto (when the result is one stream that every player follows), all (also when the streams keep their own parameter sets: plays in FFmpeg, GStreamer, Chromium and Firefox, not in QuickTime or Safari), off, or require (fail with the reasons if nothing can be copied).",
            valueName: "mode"))
    var smart: SmartMode = .auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Let cuts move by up to this much, to where more can be copied.", valueName: "time"),
        transform: time(.zero ... .seconds(3600), "write a time, such as 0.4s."))
    var snapToKeyframes: MediaTime?

    @Option(
        help: ArgumentHelp(
            "High dynamic range: auto keeps it where both cameras have the same kind, sdr tone-maps to BT.709.",
            valueName: "range"))
    var dynamicRange: CompositionRequest.DynamicRange = .auto

    @Flag(help: "Leave out when, where and with which device it was recorded.")
    var noMetadata = false

    func request(_ recording: Recording) throws -> CompositionRequest {
        var request = CompositionRequest()
        guard let specification = TransitionSpecification(parsing: transition) else {
            throw UsageError(
                "--transition '\(transition)': write a name with optional parameters, such as wipe:angle=30,softness=0.1."
            )
        }
        try TransitionCatalogue.standard.validate(specification)
        let duration = transitionDuration ?? .milliseconds(500)
        request.transition = TransitionRequest(
            duration == .zero ? .none : specification, duration: duration, alignment: transitionAlign)
        request.policy = try policy(recording.session.angles)
        request.shortestShot = minShot
        request.span = span
        request.range = try range()
        request.skipped = skip
        request.startWith = startWith.map { Angle($0) }
        request.primary = primary.map { Angle($0) }
        request.size = try size.map { try pictureSize($0, recording, request.primary) }
        request.frameRate = fps
        request.codec = codec
        request.quality = try quality()
        request.preset = preset
        request.fit = fit
        request.sound = try sound(recording.session.angles)
        request.dynamicRange = dynamicRange
        request.keepsMetadata = !noMetadata
        request.smart = smart
        request.snapping = snapToKeyframes ?? .zero
        return request
    }

    private func policy(_ angles: [Angle]) throws -> SwitchPolicy {
        if let switchAt {
            guard switchEvery == nil else {
                throw UsageError("--switch-every and --switch-at exclude each other; give one.")
            }
            let times: [SwitchTime]
            do throws(TimelineError) { times = try SwitchTime.list(parsing: switchAt, angles: angles) } catch {
                throw UsageError("--switch-at: \(error)")
            }
            try checkTransitions(of: times, angles)
            return .at(times)
        }
        return .every(switchEvery ?? .seconds(5))
    }

    /// A word after a time that is no camera was read as a transition: it may have been meant as either.
    private func checkTransitions(of times: [SwitchTime], _ angles: [Angle]) throws(UsageError) {
        for time in times {
            guard let transition = time.transition else { continue }
            do throws(TransitionError) { try TransitionCatalogue.standard.validate(transition) } catch {
                guard case .unknownTransition(let name, let nearest) = error else { continue }
                throw UsageError(
                    "--switch-at \(time.time):\(name): '\(name)' is neither a camera (\(list(angles))) nor a transition"
                        + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
                        + " 'compose transitions' lists the transitions.")
            }
        }
    }

    private func sound(_ angles: [Angle]) throws(UsageError) -> CompositionRequest.AudioRequest {
        guard let audio else { return .primary }
        if let angle = angles.first(where: { $0.name == audio }) { return .angle(angle) }
        switch audio {
        case "none": return .none
        case "follow": return .follow
        case "off", "no", "mute", "silent", "0":
            throw UsageError("--audio \(audio): a film without sound is --audio none.")
        default:
            throw UsageError(
                "--audio \(audio): there is no camera named '\(audio)'; use \(list(angles)), follow (the one shown) or none."
            )
        }
    }

    private func list(_ angles: [Angle]) -> String { angles.map(\.name).joined(separator: ", ") }

    /// What is kept of the recording, by its own clock.
    private func range() throws -> TimeRange? {
        guard from != nil || to != nil || duration != nil else { return nil }
        guard to == nil || duration == nil else {
            throw UsageError("--to and --duration exclude each other; give one.")
        }
        let start = from ?? .zero
        let end = to ?? duration.map { start + $0 } ?? .distantFuture
        guard start < end else { throw UsageError("--to \(end) is not after --from \(start); give a later time.") }
        return TimeRange(start: start, end: end)
    }

    private func quality() throws -> Quality? {
        if let bitrate {
            guard crf == nil else { throw UsageError("--crf and --bitrate exclude each other; give one.") }
            return .bitRate(bitrate)
        }
        return crf.map(Quality.constantRateFactor)
    }

    private func pictureSize(_ text: String, _ recording: Recording, _ primary: Angle?) throws -> PictureSize {
        let named = [
            "720p": (720, 1280), "1080p": (1080, 1920), "1440p": (1440, 2560), "2160p": (2160, 3840),
            "4k": (2160, 3840),
        ]
        if let (short, long) = named[text.lowercased()] {
            // A name says how fine, the primary camera which way up.
            let angles = recording.session.angles
            let angle = primary ?? (angles.contains("back") ? "back" : angles[0])
            let index = recording.session.takes.firstIndex { $0.angle == angle } ?? 0
            let isPortrait = recording.sources[index].uprightSize.isPortrait
            return PictureSize(width: isPortrait ? short : long, height: isPortrait ? long : short)
        }
        let numbers = text.lowercased().split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0, height > 0 else {
            throw UsageError(
                "--size \(text.isEmpty ? "''" : text): write width x height in even numbers, such as 1080x1920, or 720p, 1080p, 4k."
            )
        }
        return PictureSize(width: width, height: height)
    }
}

extension TimeRange {
    /// Two times with a dash: "1:00-1:20", "5s-7.5s".
    init?(parsing text: String) {
        let times = text.split(separator: "-").map { MediaTime(parsing: String($0)) }
        guard times.count == 2, let start = times[0], let end = times[1], start < end else { return nil }
        self.init(start: start, end: end)
    }
}

extension VideoCodec: ExpressibleByArgument {}
extension Excerpt.Span: ExpressibleByArgument {}
extension Fit: ExpressibleByArgument {}
extension CompositionRequest.DynamicRange: ExpressibleByArgument {}
extension SmartMode: ExpressibleByArgument {}
extension TransitionRequest.Alignment: ExpressibleByArgument {}
