import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

extension CompositionRequest {
    /// Decides everything that was left open. Where something may be copied, its packets are
    /// read and rewritten once for trial; nothing is decoded.
    ///
    /// - Throws: `TimelineError`, `TransitionError`, `RequestError`, `MediaError`, `SmartError`.
    public func plan(_ recording: Recording) throws -> PlannedRender {
        let planner = try RequestPlanner(self, recording)
        guard smart != .off else { return try planner.encoded() }
        do {
            return try planner.copied()
        } catch let error as SmartError {
            guard smart != .require else { throw error }
            var planned = try planner.encoded()
            planned.refusals = error.reasons
            return planned
        }
    }
}

extension CompositionRequest {
    /// A plan whose pictures and sound are those of `plan(_:)`, for looking at them: where it makes no difference to
    /// them what is copied, nobody reads all packets to find out.
    ///
    /// - Throws: as `plan(_:)`.
    public func planForViewing(_ recording: Recording) throws -> PlannedRender {
        let planner = try RequestPlanner(self, recording)
        return planner.looksAlikeEncoded ? try planner.encoded() : try plan(recording)
    }
}

/// The decisions on the way from a request to a plan.
struct RequestPlanner {
    let request: CompositionRequest
    let recording: Recording
    let primary: Angle
    let primaryTake: Int
    let turn: [Angle]
    /// The rate asked for, or else the primary camera's.
    let primaryRate: FrameRate
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
        primaryRate = request.frameRate ?? recording.sources[primaryTake].video.filmRate
        guard (1...480).contains(primaryRate.framesPerSecond) else { throw RequestError.frameRate(primaryRate) }
        try request.transition.specification.check(in: request.catalogue)
    }

    /// A plan that encodes every frame.
    func encoded() throws -> PlannedRender {
        var notes = recording.notes
        let canvas = try canvas(&notes)
        let codec = request.codec ?? (canvas.format == .yuv420p8 ? .h264 : .hevc)
        let rate = highestRate
        if rate != primaryRate {
            notes.append(.higherRate(rate, primary: primary, primaryRate: primaryRate))
        }
        let timing = try FilmTiming(self, rate)
        return try planned(canvas, codec: codec, stretches: .encode, timing, try cuts(timing), &notes) { full in
            (full, [:])
        }
    }

    /// Whether a film that copies what it can shows the same frames as one that encodes all.
    var looksAlikeEncoded: Bool {
        if request.smart == .off { return true }
        var notes: [Diagnostic] = []
        return request.snapping == .zero && highestRate == primaryRate && source.ownCanvas == (try? canvas(&notes))
    }

    /// The highest rate of the cameras, so that nothing of any is thrown away; what the user asks for instead.
    private var highestRate: FrameRate {
        guard request.frameRate == nil else { return primaryRate }
        return recording.sources.map(\.video.filmRate).filter { $0.framesPerSecond <= 480 }.reduce(primaryRate) {
            $1.framesPerSecond > $0.framesPerSecond ? $1 : $0
        }
    }

    /// A plan that copies what it can.
    ///
    /// - Throws: `SmartError` when nothing can be copied, or too little to be worth it.
    func copied() throws -> PlannedRender {
        guard let codec = VideoCodec(rawValue: source.video.codec), let canvas = source.ownCanvas else {
            throw SmartError([
                .primary(path: source.path, codec: source.video.codec, pixelFormat: source.video.pixelFormat)
            ])
        }
        let conflicts = conflicts(codec, canvas)
        guard conflicts.isEmpty else { throw SmartError(conflicts) }
        var indexes = try SmartPlanner.indexes(
            recording.sources, primary: primaryTake, canvas: canvas, codec: codec, frameRate: primaryRate)
        if request.frameRate != nil {
            for (take, source) in recording.sources.enumerated() where source.video.hasVariableFrameRate {
                indexes[take] = .failure(.variableRate)
            }
        }
        var notes = recording.notes
        noteToneMapping(&notes)
        if highestRate != primaryRate {
            notes.append(.lowerRate(primaryRate, primary: primary, highest: highestRate))
        }
        let timing = try FilmTiming(self, primaryRate)
        var cuts = try cuts(timing)
        if request.snapping > .zero {
            cuts = KeyFrameSnapping(
                session: session, excerpt: timing.excerpt, indexes: indexes, most: request.snapping
            ).snapped(cuts)
        }
        let stretches: Stretches = request.smart == .all ? .copyAll : .copy
        return try planned(canvas, codec: codec, stretches: stretches, timing, cuts, &notes) { full in
            let outcome = try SmartPlanner(full: full).plan(indexes)
            guard request.smart == .require || request.smart == .all || outcome.encodedShare <= SmartPlanner.mostEncoded
            else {
                throw SmartError([.tooLittle(encodedShare: outcome.encodedShare)])
            }
            return (outcome.plan, outcome.blockers)
        }
    }

    /// What the user asked for that copying cannot give.
    private func conflicts(_ codec: VideoCodec, _ canvas: Canvas) -> [CopyRefusal] {
        var conflicts: [CopyRefusal] = []
        if let wished = request.codec, wished != codec {
            conflicts.append(.codec(wished, path: source.path, has: codec))
        }
        if let size = request.size, size != canvas.size {
            conflicts.append(.size(size, path: source.path, has: canvas.size))
        }
        if let rate = request.frameRate, source.video.hasVariableFrameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: nil))
        } else if let rate = request.frameRate, rate != source.video.frameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: source.video.frameRate))
        }
        if canvas.color.isHighDynamicRange, let reason = toneMappingReason {
            conflicts.append(.toneMapped(path: source.path, reason))
        }
        if case .bitRate? = request.quality { conflicts.append(.bitRate) }
        return conflicts
    }

    private func cuts(_ timing: FilmTiming) throws -> [CutPoint] {
        let cuts = try request.policy.cutPoints(
            angles: turn, duration: timing.cutEnd, transition: request.transition, filmTime: timing.filmTime(of:))
        for specification in Set(cuts.map(\.transition.specification)) {
            try specification.check(in: request.catalogue)
        }
        return cuts
    }

    private func planned(
        _ canvas: Canvas, codec: VideoCodec, stretches: Stretches, _ timing: FilmTiming, _ cuts: [CutPoint],
        _ notes: inout [Diagnostic], _ decideSpans: (RenderPlan) throws -> (RenderPlan, blockers: [Int: CopyBlocker])
    ) throws -> PlannedRender {
        try check(canvas.size)
        for source in recording.sources { try source.video.checkFilters(for: canvas, path: source.path) }
        let planner = TransitionPlanner(
            session: session, frameRate: timing.rate,
            fallbacks: [primary] + session.angles.filter { $0 != primary }, fallbackTransition: request.transition,
            excerpt: timing.excerpt, shortestShot: timing.shortestShot)
        let (composition, adjustments) = try planner.plan(cuts)
        noteHoles(of: composition, &notes)
        noteSingleShot(cuts, &notes)
        let full = RenderPlan(
            composition: composition, sources: recording.sources,
            output: OutputSettings(
                canvas: canvas, frameRate: timing.rate, codec: codec,
                quality: request.quality ?? codec.carefulQuality, preset: request.preset ?? "medium",
                threads: VideoEncoderSettings.threads(for: canvas.size), fit: request.fit,
                audio: AudioSettings(choice: try audioChoice(&notes), mayCopy: request.smart != .off),
                stretches: stretches, primary: primary,
                metadata: request.keepsMetadata ? source.info.portableMetadata : nil),
            catalogue: request.catalogue)
        noteAudioChanges(of: full, &notes)
        var (plan, blockers) = try decideSpans(full)
        try plan.copyAudio()
        plan.logDecisions()
        // Also of transitions that did not fit: their images are inputs all the same.
        let wished = Set([request.transition.specification] + cuts.map(\.transition.specification))
        plan.otherInputs = wished.flatMap { $0.files(in: request.catalogue) }.sorted()
        return PlannedRender(plan: plan, adjustments: adjustments, notes: notes, blockers: blockers)
    }

    private func noteAudioChanges(of plan: RenderPlan, _ notes: inout [Diagnostic]) {
        guard case .angle = plan.output.audio.choice else { return }
        // The last frame may last a little longer than the footage: nobody hears that end.
        let end = plan.composition.duration - .milliseconds(100)
        for change in plan.mixPlanner.changes() where change.time < end {
            notes.append(.audioChanges(at: change.time, from: change.from, to: change.to))
        }
    }

    private func noteSingleShot(_ cuts: [CutPoint], _ notes: inout [Diagnostic]) {
        if case .at = request.policy, session.angles.count == 1 {
            notes.append(.onlyCamera(session.angles[0]))
        }
        if case .every(let interval) = request.policy, cuts.count < 2, session.angles.count > 1 {
            notes.append(.neverSwitches(interval: interval))
        }
    }

    private func noteHoles(of composition: Composition, _ notes: inout [Diagnostic]) {
        let holes = composition.segments.filter { $0.scene == nil }.map(\.frames)
        guard let first = holes.first else { return }
        let time = composition.frameRate.time(ofFrame:)
        let all = holes.reduce(0) { $0 + Int64($1.count) }
        notes.append(
            .black(
                TimeRange(start: time(first.lowerBound), end: time(first.upperBound)), others: holes.count - 1,
                total: time(all)))
    }

    private static func known(_ angle: Angle, _ session: Session) throws(TimelineError) -> Angle {
        guard session.angles.contains(angle) else {
            throw .unknownAngle(name: angle.name, known: session.angles.map(\.name))
        }
        return angle
    }

    private func canvas(_ notes: inout [Diagnostic]) throws -> Canvas {
        let upright = source.uprightSize
        let size = request.size ?? PictureSize(width: upright.width / 2 * 2, height: upright.height / 2 * 2)
        guard let hdr = keptDynamicRange else {
            noteToneMapping(&notes)
            return Canvas(size: size, format: .yuv420p8, color: standardColor)
        }
        return Canvas(size: size, format: .yuv420p10, color: hdr)
    }

    /// The colors of standard television that all cameras share, which then are not converted; else BT.709.
    private var standardColor: ColorDescription {
        // Of its curve each camera has another name.
        guard colors.allSatisfy(\.isStandardTelevision), Set(colors.map { [$0.primaries, $0.matrix] }).count == 1
        else { return .bt709 }
        var shared = colors[primaryTake]
        shared.isFullRange = false
        return shared
    }

    private var colors: [ColorDescription] {
        recording.sources.map { $0.video.color.resolved(for: $0.video.storedSize) }
    }

    /// High dynamic range, when it stays: every camera has the same kind, the codec can carry it, nobody asks for less.
    private var keptDynamicRange: ColorDescription? {
        toneMappingReason == nil ? colors.first { $0.isHighDynamicRange }.map { $0.transfer == 16 ? .pq : .hlg } : nil
    }

    /// Why high dynamic range is lost; `nil` where it is kept or there is none.
    private var toneMappingReason: Diagnostic.ToneMapping? {
        let bright = colors.filter(\.isHighDynamicRange)
        guard let first = bright.first else { return nil }
        if request.dynamicRange == .sdr { return .asked }
        if bright.count < colors.count { return .otherCamera }
        if !bright.allSatisfy({ $0.transfer == first.transfer }) { return .kindsDiffer }
        return request.codec == .h264 ? .codec : nil
    }

    private func noteToneMapping(_ notes: inout [Diagnostic]) {
        guard let reason = toneMappingReason else { return }
        notes.append(.toneMapped(reason))
    }

    private func check(_ size: PictureSize) throws(RequestError) {
        guard size.width % 2 == 0, size.height % 2 == 0, (16...16384).contains(size.width),
            (16...16384).contains(size.height)
        else { throw .size(size) }
    }

    private func audioChoice(_ notes: inout [Diagnostic]) throws -> AudioSettings.Choice {
        let (session, sources) = (session, recording.sources)
        let hasAudio = { (angle: Angle) in
            session.takes.indices.contains { session.takes[$0].angle == angle && sources[$0].audioStream != nil }
        }
        switch request.sound {
        case .none: return .none
        case .follow: return .follow
        case .primary:
            guard !hasAudio(primary) else { return .angle(primary) }
            let other = session.angles.first(where: hasAudio)
            notes.append(.primarySilent(primary, used: other))
            return other.map(AudioSettings.Choice.angle) ?? .none
        case .angle(let angle):
            let angle = try Self.known(angle, session)
            guard hasAudio(angle) else {
                throw MediaError.noAudio(path: session.takes.first { $0.angle == angle }!.path)
            }
            return .angle(angle)
        }
    }
}

/// When the film's frames are, and which of the recording's times they show.
private struct FilmTiming {
    let rate: FrameRate
    let excerpt: Excerpt
    let shortestShot: MediaTime

    init(_ planner: RequestPlanner, _ rate: FrameRate) throws(TimelineError) {
        let request = planner.request
        self.rate = rate
        excerpt = try Excerpt(
            planner.session, at: rate, span: request.span, keeping: request.range, skipping: request.skipped)
        shortestShot = request.leastShot
    }

    /// The film is whole frames, and a cut belongs to the nearest: from half a frame before the end there is none.
    var cutEnd: MediaTime { rate.time(ofFrame: excerpt.frameCount) - rate.frameDuration / 2 }

    /// A time counted from the beginning of the recording, on the film's clock; what lies in a part that is left out
    /// happens where it is left out.
    func filmTime(of time: MediaTime) -> MediaTime { excerpt.clock.source(at: excerpt.start + time) }
}

extension CompositionRequest {
    /// The shortest shot that a rule or the footage may make: the larger of one second and twice the transition, and no
    /// more than the interval that is asked for.
    var leastShot: MediaTime {
        if let shortestShot { return shortestShot }
        let transition = transition.specification.isHardCut ? .zero : transition.duration
        let usual = max(.seconds(1), transition * 2)
        if case .every(let interval) = policy { return min(usual, interval) }
        return usual
    }
}
