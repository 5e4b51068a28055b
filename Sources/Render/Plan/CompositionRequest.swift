import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// What a user asks for; whatever is `nil` is decided from the footage.
public struct CompositionRequest: Sendable {
    public var policy: SwitchPolicy = .never
    public var transition = TransitionRequest(TransitionSpecification(name: "dissolve"), duration: .milliseconds(500))
    public var startWith: Angle?
    /// The camera that decides the canvas, the frame rate, the sound and what is shown when in doubt.
    public var primary: Angle?
    public var size: PictureSize?
    public var frameRate: FrameRate?
    public var codec: VideoCodec?
    /// nil: visually lossless for the codec.
    public var quality: Quality?
    public var preset: String?
    public var fit: Fit = .auto
    public var sound: SoundRequest = .primary
    public var keepsMetadata = true

    public enum SoundRequest: Hashable, Sendable {
        case none
        case primary
        case follow
        case angle(Angle)
    }

    public init() {}
}

/// A plan and what had to be decided or adjusted on the way to it.
public struct PlannedRender: Sendable {
    public var plan: RenderPlan
    public var primary: Angle
    public var adjustments: [Adjustment]
    public var notes: [String]
}

extension CompositionRequest {
    /// Decides everything that was left open. Pure: reads no file.
    ///
    /// - Throws: `TimelineError`, `TransitionError`, `RequestError`.
    public func plan(_ recording: Recording) throws -> PlannedRender {
        let session = recording.session
        var notes = recording.notes
        let primary =
            try primary.map { try known($0, session) } ?? (session.angles.contains("back") ? "back" : session.angles[0])
        let opening = try startWith.map { try known($0, session) } ?? primary
        let source = recording.sources[session.takes.firstIndex { $0.angle == primary }!]
        let canvas = try canvas(source, recording, &notes)
        let frameRate = frameRate ?? source.video.frameRate
        guard frameRate.framesPerSecond >= 1, frameRate.framesPerSecond <= 480 else {
            throw RequestError.frameRate(frameRate)
        }
        try check(canvas.size)

        let turn = [opening] + session.angles.filter { $0 != opening }
        try TransitionCatalogue.standard.validate(transition.specification)
        let cuts = try policy.cutPoints(angles: turn, duration: session.union.duration, transition: transition)
        for cut in cuts { try TransitionCatalogue.standard.validate(cut.transition.specification) }
        let planner = TransitionPlanner(
            session: session, frameRate: frameRate, fallbacks: [primary] + session.angles.filter { $0 != primary },
            fallbackTransition: transition)
        let (composition, adjustments) = try planner.plan(cuts)

        let codec = codec ?? (canvas.format == .yuv420p8 ? .h264 : .hevc)
        let video = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: frameRate, quality: quality ?? codec.carefulQuality,
            preset: preset ?? "medium")
        let plan = RenderPlan(
            composition: composition, sources: recording.sources, video: video, fit: fit,
            sound: SoundPlan(choice: try soundChoice(primary, session, recording.sources, &notes)),
            metadata: keepsMetadata ? source.info.portableMetadata : [:])
        return PlannedRender(plan: plan, primary: primary, adjustments: adjustments, notes: notes)
    }

    private func known(_ angle: Angle, _ session: Session) throws(TimelineError) -> Angle {
        guard session.angles.contains(angle) else {
            throw .unknownAngle(name: angle.name, known: session.angles.map(\.name))
        }
        return angle
    }

    private func canvas(_ source: Source, _ recording: Recording, _ notes: inout [String]) throws -> Canvas {
        let upright = source.uprightSize
        let size = size ?? PictureSize(width: upright.width / 2 * 2, height: upright.height / 2 * 2)
        let colours = recording.sources.map { $0.video.colour.resolved(for: $0.video.storedSize) }
        let bright = colours.filter(\.isHighDynamicRange)
        // High dynamic range stays when every camera has the same kind, and the codec can carry it.
        if let first = bright.first, bright.count == colours.count, codec != .h264,
            bright.allSatisfy({ $0.transfer == first.transfer })
        {
            return Canvas(size: size, format: .yuv420p10, colour: first.transfer == 16 ? .pq : .hlg)
        }
        if !bright.isEmpty {
            let why =
                bright.count < colours.count
                ? "the other camera is not" : codec == .h264 ? "H.264 is asked for" : "the kinds differ"
            notes.append("high dynamic range is tone-mapped to standard (BT.709), because \(why)")
        }
        return Canvas(size: size, format: .yuv420p8, colour: .bt709)
    }

    private func check(_ size: PictureSize) throws(RequestError) {
        guard size.width % 2 == 0, size.height % 2 == 0, (16...16384).contains(size.width),
            (16...16384).contains(size.height)
        else { throw .size(size) }
    }

    private func soundChoice(
        _ primary: Angle, _ session: Session, _ sources: [Source], _ notes: inout [String]
    ) throws -> SoundPlan.Choice {
        let hasSound = { (angle: Angle) in
            session.takes.indices.contains { session.takes[$0].angle == angle && sources[$0].soundStream != nil }
        }
        switch sound {
        case .none: return .none
        case .follow: return .follow
        case .primary:
            if !hasSound(primary) {
                let other = session.angles.first(where: hasSound)
                notes.append(
                    "the \(primary) camera has no sound; "
                        + (other.map { "the \($0) camera's is used" } ?? "the output has none"))
            }
            return .angle(primary)
        case .angle(let angle):
            let angle = try known(angle, session)
            guard hasSound(angle) else {
                throw MediaError.noAudio(path: session.takes.first { $0.angle == angle }!.path)
            }
            return .angle(angle)
        }
    }
}

/// A wish that cannot be granted, whatever the footage is.
public enum RequestError: Error, Equatable, Sendable {
    case size(PictureSize)
    case frameRate(FrameRate)
}

extension RequestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .size(let size):
            "a picture of \(size) cannot be encoded; width and height must be even and between 16 and 16384."
        case .frameRate(let rate): "\(rate) frames per second is out of range; use 1 to 480."
        }
    }
}

extension VideoCodec {
    /// Where a careful viewer no longer sees a difference on phone footage.
    var carefulQuality: Quality {
        switch self {
        case .h264: .constantRateFactor(18)
        case .hevc: .constantRateFactor(20)
        }
    }
}
