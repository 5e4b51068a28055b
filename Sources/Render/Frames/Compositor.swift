import Audio
import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Planning
import Timeline
import Transitions

/// Draws output frames: a scene, or two scenes and a transition between them. Not thread-safe.
///
/// Cameras are opened when first shown, and only the pictures shown are decoded. A frame of one camera that needs no
/// processing is passed on by reference.
package final class Compositor {
    private var plan: RenderPlan
    private let decoderThreads: Int
    private let keptPictures: Int
    private let footage: SharedFootage
    private let steadying: Steadying
    /// For the upright pictures that scenes and transitions are drawn on.
    private let pool: PicturePool
    /// Turns an upright picture into the orientation of the output.
    private let turn: Orientation
    private let turnedPool: PicturePool
    private var readers: [Int: CameraReader] = [:]
    /// For the incoming side of a transition, where both sides show a camera at different times: a part of the
    /// recording is left out between them. One reader would go back and forth.
    private var readersAhead: [Int: CameraReader] = [:]
    /// The time and the cameras that these are for, in the frame that is drawn.
    private var ahead: (time: MediaTime, angles: Set<Angle>)?
    /// Which of two decoders of a file `readers` has; the other one is for `readersAhead`.
    private var decoders: [Int: SharedFootage.Side] = [:]
    private var transitions: [Specification: TransitionRenderer] = [:]
    private var layerEasings: [Specification: Easing?] = [:]
    private let scenes: SceneRenderer
    private var emptyPicture: Picture?
    /// Created for the first picture; the inner value is `nil` for a film without text.
    private var textRenderer: TextRenderer??
    private var graphics: GraphicsRenderer?
    /// Damage from readers that are already closed.
    private var pastDamage: [SourceID: Damage] = [:]

    /// - Parameters:
    ///   - size: of the upright pictures; `nil` for the film's own size.
    ///   - footage: decoders shared with other compositors of the same thread.
    ///   - steadying: of stabilized takes.
    ///   - turn: turns an upright picture into the orientation of the output.
    ///   - keptPictures: how many pictures of each camera are kept, to show them again without decoding.
    package init(
        _ plan: RenderPlan, decoderThreads: Int, size: PictureSize? = nil, footage: SharedFootage = SharedFootage(),
        steadying: Steadying = Steadying(), turnedBy turn: Orientation = .upright, keptPictures: Int = 0
    ) {
        self.steadying = steadying
        self.plan = plan
        self.keptPictures = keptPictures
        self.decoderThreads = decoderThreads
        self.footage = footage
        self.turn = turn
        let size = size ?? plan.output.canvas.size
        pool = PicturePool(format: plan.output.canvas.format, size: size)
        graphics = GraphicsRenderer(plan, size: size)
        scenes = SceneRenderer(format: plan.output.canvas.format, color: plan.output.canvas.color)
        turnedPool = PicturePool(format: plan.output.canvas.format, size: turn.apply(to: size))
    }

    /// Goes on with another cut of the same recordings; they stay open.
    ///
    /// - Precondition: the plans have the same takes, in the same order, and the same output settings.
    func show(_ plan: RenderPlan) {
        self.plan = plan
        textRenderer = nil
        graphics = GraphicsRenderer(plan, size: pool.size)
    }

    /// The picture of an output frame. Sequential access is fast.
    package func picture(ofFrame index: Int64) throws -> Picture {
        let frame = plan.composition.frame(at: index)
        prepareReaders(for: frame)
        let graphics = graphics?.isNeeded(forFrame: index) == true ? graphics : nil
        let texts = try texts()
        guard texts != nil || graphics != nil else { return try picture(of: frame) }
        let picture = try upright(frame)
        try texts?.drawTimecode(ofFrame: index, on: picture)
        return turned(try graphics?.drawn(picture, frame: index) ?? picture)
    }

    private func texts() throws -> TextRenderer? {
        if let textRenderer { return textRenderer }
        let renderer = try TextRenderer(plan, size: pool.size)
        textRenderer = .some(renderer)
        return renderer
    }

    private func picture(of frame: Composition.Frame) throws -> Picture {
        switch frame {
        case .empty: return turned(empty())
        case .scene(let instant):
            // A camera with the film's orientation need not be turned upright and back.
            if let angle = instant.scene.untouchedAngle { return try picture(of: angle, at: instant.time, turn) }
            return turned(try picture(of: instant))
        case .transition: return turned(try upright(frame))
        }
    }

    /// The upright picture of a frame, in its own memory if the film has text, which is drawn into it.
    private func upright(_ frame: Composition.Frame) throws -> Picture {
        switch frame {
        case .empty:
            let picture = pool.picture()
            picture.copy(from: empty())
            return picture
        case .scene(let instant): return try picture(of: instant)
        case .transition(let transition, let outgoing, let incoming, let step, let steps):
            let specification = plan.composition.transitions[transition].specification
            let progress = TransitionProgress(step: step, steps: steps)
            let easing = try layerEasing(of: specification)
            if let easing, let outgoing, let incoming {
                return try morph(outgoing, incoming, easing(progress.value))
            }
            let upright = pool.picture()
            let pictures = (
                try outgoing.map { try picture(of: $0) } ?? empty(), try incoming.map { try picture(of: $0) } ?? empty()
            )
            if let easing {
                // No movement when leading from or to black.
                upright.copy(from: pictures.0)
                upright.mix(in: pictures.1, opacity: easing(progress.value))
            } else {
                try renderer(for: specification).render(
                    from: pictures.0, to: pictures.1, progress: progress, into: upright)
            }
            return upright
        }
    }

    private func morph(
        _ outgoing: Composition.Instant, _ incoming: Composition.Instant, _ progress: Double
    ) throws -> Picture {
        // Where a part of the recording is skipped, one camera has two times.
        let past = { (angle: Angle) in outgoing.scene.angles.contains(angle) ? outgoing.time : incoming.time }
        let next = { (angle: Angle) in incoming.scene.angles.contains(angle) ? incoming.time : outgoing.time }
        let scenes = settled(outgoing.scene, past).morphed(into: settled(incoming.scene, next), progress: progress)
        let renderer = try texts()
        let texts = (
            try renderer?.texts(of: outgoing.scene, time: past), try renderer?.texts(of: incoming.scene, time: next)
        )
        let picture = try drawn(scenes.outgoing, texts.0?.ofCells, isMoving: true, time: past)
        if outgoing.time != incoming.time || scenes.incoming.layers != scenes.outgoing.layers
            || scenes.incoming.emptyCells != scenes.outgoing.emptyCells
            || scenes.incoming.background != scenes.outgoing.background
        {
            let other = try drawn(scenes.incoming, texts.1?.ofCells, isMoving: true, time: next)
            picture.mix(in: other, opacity: progress)
        }
        if let before = texts.0, let after = texts.1 { before.draw(becoming: after, progress: progress, on: picture) }
        return picture
    }

    private func settled(_ scene: Scene, _ time: (Angle) -> MediaTime) -> Scene {
        scene.settled(on: pool.size, fit: plan.output.fit) { angle in
            plan.composition.session.nearestTake(of: angle, at: time(angle)).map { plan.sources[$0].uprightSize }
        }
    }

    private func turned(_ upright: Picture) -> Picture {
        guard turn != .upright else { return upright }
        let picture = turnedPool.picture()
        picture.reorient(upright, turn)
        return picture
    }

    /// The damage in each take's data so far.
    package var damage: [SourceID: Damage] {
        [readers, readersAhead].joined().reduce(into: pastDamage) { damage, entry in
            damage[.take(entry.key), default: Damage()].merge(entry.value.damage)
        }
        .filter { !$0.value.isEmpty }
    }

    /// The upright picture of a scene.
    private func picture(of instant: Composition.Instant) throws -> Picture {
        if let angle = instant.scene.untouchedAngle, try texts() == nil {
            return try picture(of: angle, at: instant.time, .upright)
        }
        let texts = try texts()?.texts(of: instant.scene) { _ in instant.time }
        return try drawn(instant.scene, texts, isMoving: false) { _ in instant.time }
    }

    /// A scene, each camera at its own session time.
    private func drawn(
        _ scene: Scene, _ texts: TextRenderer.Texts?, isMoving: Bool, time: (Angle) -> MediaTime
    ) throws -> Picture {
        let canvas = pool.picture()
        let session = plan.composition.session
        try scenes.draw(scene, on: canvas, isMoving: isMoving, texts: texts) { layer, size in
            let time = time(layer.angle)
            guard let take = session.nearestTake(of: layer.angle, at: time) else { return nil }
            return try reader(take, at: time).picture(
                at: session.takes[take].fileTime(at: time), size: size, framing: layer.framing)
        }
        return canvas
    }

    private func picture(of angle: Angle, at time: MediaTime, _ turn: Orientation) throws -> Picture {
        guard let take = plan.composition.session.nearestTake(of: angle, at: time) else { return turned(empty()) }
        return try reader(take, at: time).picture(
            at: plan.composition.session.takes[take].fileTime(at: time), size: pool.size, turnedBy: turn)
    }

    /// After a transition, its incoming side is the only one.
    private func prepareReaders(for frame: Composition.Frame) {
        if case .transition(_, let outgoing?, let incoming?, _, _) = frame, outgoing.time != incoming.time {
            ahead = (incoming.time, Set(outgoing.scene.angles).intersection(incoming.scene.angles))
            return
        }
        ahead = nil
        for (take, reader) in readersAhead {
            closeReaders(unusedFor: take)
            close(take)
            readers[take] = reader
            decoders[take] = decoders[take, default: .one].other
        }
        readersAhead = [:]
    }

    private func reader(_ take: Int, at time: MediaTime) throws -> CameraReader {
        let angle = plan.composition.session.takes[take].angle
        if let ahead, ahead.time == time, ahead.angles.contains(angle) {
            let reader = try readersAhead[take] ?? opened(take, decoders[take, default: .one].other)
            readersAhead[take] = reader
            return reader
        }
        if let reader = readers[take] { return reader }
        closeReaders(unusedFor: take)
        let reader = try opened(take, decoders[take, default: .one])
        readers[take] = reader
        return reader
    }

    private func opened(_ take: Int, _ side: SharedFootage.Side) throws -> CameraReader {
        let source = plan.sources[take]
        return CameraReader(
            try footage.reader(of: source, side, for: plan, threads: decoderThreads), info: source.video,
            orientation: source.orientation, canvas: plan.output.canvas, fit: plan.output.fit,
            grade: try plan.output.grade(of: plan.composition.session.takes[take].angle),
            steadiedBy: steadying.take(take, of: plan), outputRate: plan.output.frameRate, keeping: keptPictures)
    }

    /// A camera shows one take at a time: other takes of the same angle are over, or will be reopened.
    private func closeReaders(unusedFor take: Int) {
        let takes = plan.composition.session.takes
        for other in readers.keys where other != take && takes[other].angle == takes[take].angle { close(other) }
    }

    private func close(_ take: Int) {
        guard let reader = readers.removeValue(forKey: take) else { return }
        pastDamage[.take(take), default: Damage()].merge(reader.damage)
    }

    /// Needed for every frame, parsed once.
    private func layerEasing(of specification: Specification) throws -> Easing? {
        if let easing = layerEasings[specification] { return easing }
        let easing = try plan.catalogue.layerEasing(of: specification)
        layerEasings[specification] = .some(easing)
        return easing
    }

    private func renderer(for specification: Specification) throws -> TransitionRenderer {
        if let renderer = transitions[specification] { return renderer }
        let renderer = try plan.catalogue.renderer(
            for: specification, size: pool.size, format: pool.format, color: plan.output.canvas.color,
            matteLoader: MatteFile.load)
        transitions[specification] = renderer
        return renderer
    }

    private func empty() -> Picture {
        if let emptyPicture { return emptyPicture }
        let picture = pool.picture()
        picture.fill(luma: plan.output.canvas.color.isFullRange ? 0 : nil)
        emptyPicture = picture
        return picture
    }
}

/// The decoders of recordings that several compositors of one thread share: each file is opened once for each side of
/// its transitions, and kept open as long as one of them shows it.
package final class SharedFootage {
    enum Side: Hashable {
        case one, two
        var other: Side { self == .one ? .two : .one }
    }
    private struct Key: Hashable {
        var path: String
        var side: Side
    }
    private struct Entry { weak var reader: FrameReader? }
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameter plan: the plan of the first caller.
    func reader(of source: Source, _ side: Side, for plan: RenderPlan, threads: Int) throws(MediaError) -> FrameReader {
        let key = Key(path: source.path, side: side)
        if let reader = entries[key]?.reader { return reader }
        RenderLog.logger.trace(
            "opening \(source.path) to decode it with \(threads) thread\(threads == 1 ? "" : "s")")
        let reader = try FrameReader(
            path: source.path, info: source.video, outputRate: plan.output.frameRate, threads: threads)
        entries[key] = Entry(reader: reader)
        return reader
    }
}
