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
    public var smart: SmartMode = .auto
    /// Cuts may move by up to this much to where more can be copied.
    public var snapping: MediaTime = .zero

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
    /// Why takes, by their index, cannot be copied; empty when nothing was to be copied.
    public var obstacles: [Int: String] = [:]
}

extension CompositionRequest {
    /// Decides everything that was left open. Reads the packets' headers where something may be copied, decodes nothing.
    ///
    /// - Throws: `TimelineError`, `TransitionError`, `RequestError`, `MediaError`, `SmartError`.
    public func plan(_ recording: Recording) throws -> PlannedRender {
        let planning = try Planning(self, recording)
        if smart != .off {
            do {
                if let planned = try planning.smart(requiringIt: smart == .require) { return planned }
            } catch let error as SmartError {
                if smart == .require { throw error }
            }
        }
        return try planning.full()
    }
}

/// The decisions on the way from a request to a plan.
private struct Planning {
    let request: CompositionRequest
    let recording: Recording
    let primary: Angle
    let primaryTake: Int
    let turn: [Angle]
    let frameRate: FrameRate
    var session: Session { recording.session }
    var source: Source { recording.sources[primaryTake] }

    init(_ request: CompositionRequest, _ recording: Recording) throws {
        self.request = request
        self.recording = recording
        let session = recording.session
        primary =
            try request.primary.map { try Self.known($0, session) }
            ?? (session.angles.contains("back") ? "back" : session.angles[0])
        let opening = try request.startWith.map { try Self.known($0, session) } ?? primary
        let primary = primary
        primaryTake = session.takes.firstIndex { $0.angle == primary }!
        turn = [opening] + session.angles.filter { $0 != opening }
        frameRate = request.frameRate ?? recording.sources[primaryTake].video.frameRate
        guard frameRate.framesPerSecond >= 1, frameRate.framesPerSecond <= 480 else {
            throw RequestError.frameRate(frameRate)
        }
        try TransitionCatalogue.standard.validate(request.transition.specification)
    }

    /// A plan that encodes everything.
    func full() throws -> PlannedRender {
        var notes = recording.notes
        let canvas = try canvas(&notes)
        return try planned(
            canvas, codec: request.codec ?? (canvas.format == .yuv420p8 ? .h264 : .hevc), try cuts(), &notes)
    }

    /// A plan that copies what it can; `nil` when that is not worth it.
    func smart(requiringIt isRequired: Bool) throws -> PlannedRender? {
        guard let codec = VideoCodec(rawValue: source.video.codec), let canvas = source.ownCanvas else {
            throw SmartError.nothingToCopy(reasons: [
                "\(source.path): it is \(source.video.codec) \(source.video.pixelFormat), which is not copied"
            ])
        }
        let conflicts = conflicts(codec, canvas)
        guard conflicts.isEmpty else { throw SmartError.nothingToCopy(reasons: conflicts) }
        let indexes = try recording.sources.map { other -> Result<GOPIndex, SpanPlanner.Obstacle> in
            if let why = other.obstacle(to: source, canvas: canvas, codec: codec) { return .failure(.init(why)) }
            let index = try GOPIndex(reading: other.path, video: other.video)
            return index.obstacle.map { .failure(.init($0)) } ?? .success(index)
        }
        var notes = recording.notes
        var cuts = try cuts()
        if request.snapping > .zero {
            cuts = KeyFrameSnapping(session: session, frameRate: frameRate, indexes: indexes, most: request.snapping)
                .snapped(cuts)
        }
        var planned = try planned(canvas, codec: codec, cuts, &notes)
        let outcome = try SmartPlanner(full: planned.plan, primary: primaryTake).plan(indexes)
        guard isRequired || outcome.encodedShare <= SmartPlanner.mostEncoded else { return nil }
        planned.plan = outcome.plan
        planned.obstacles = outcome.obstacles
        return planned
    }

    /// What the user asked for that copying cannot give.
    private func conflicts(_ codec: VideoCodec, _ canvas: Canvas) -> [String] {
        var conflicts: [String] = []
        if let wished = request.codec, wished != codec {
            conflicts.append("--codec \(wished.rawValue), but \(source.path) is \(codec.rawValue)")
        }
        if let size = request.size, size != canvas.size {
            conflicts.append("--size \(size), but \(source.path) is \(canvas.size)")
        }
        if let rate = request.frameRate, rate != source.video.frameRate {
            conflicts.append("--fps \(rate), but \(source.path) has \(source.video.frameRate)")
        }
        return conflicts
    }

    private func cuts() throws -> [CutPoint] {
        let cuts = try request.policy.cutPoints(
            angles: turn, duration: session.union.duration, transition: request.transition)
        for cut in cuts { try TransitionCatalogue.standard.validate(cut.transition.specification) }
        return cuts
    }

    private func planned(
        _ canvas: Canvas, codec: VideoCodec, _ cuts: [CutPoint], _ notes: inout [String]
    ) throws -> PlannedRender {
        try check(canvas.size)
        let planner = TransitionPlanner(
            session: session, frameRate: frameRate, fallbacks: [primary] + session.angles.filter { $0 != primary },
            fallbackTransition: request.transition)
        let (composition, adjustments) = try planner.plan(cuts)
        let video = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: frameRate, quality: request.quality ?? codec.carefulQuality,
            preset: request.preset ?? "medium")
        let plan = RenderPlan(
            composition: composition, sources: recording.sources, video: video, fit: request.fit,
            sound: SoundPlan(choice: try soundChoice(&notes)),
            metadata: request.keepsMetadata ? source.info.portableMetadata : [:])
        return PlannedRender(plan: plan, primary: primary, adjustments: adjustments, notes: notes)
    }

    private static func known(_ angle: Angle, _ session: Session) throws(TimelineError) -> Angle {
        guard session.angles.contains(angle) else {
            throw .unknownAngle(name: angle.name, known: session.angles.map(\.name))
        }
        return angle
    }

    private func canvas(_ notes: inout [String]) throws -> Canvas {
        let upright = source.uprightSize
        let codec = request.codec
        let size = request.size ?? PictureSize(width: upright.width / 2 * 2, height: upright.height / 2 * 2)
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

    private func soundChoice(_ notes: inout [String]) throws -> SoundPlan.Choice {
        let (session, sources) = (session, recording.sources)
        let hasSound = { (angle: Angle) in
            session.takes.indices.contains { session.takes[$0].angle == angle && sources[$0].soundStream != nil }
        }
        switch request.sound {
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
            let angle = try Self.known(angle, session)
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
