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
    /// For the upright pictures that scenes and transitions are drawn on.
    private let pool: PicturePool
    /// Turns an upright picture into the orientation of the output.
    private let turn: Orientation
    private let turnedPool: PicturePool
    private let readers: TakeReaders
    private var transitions: [Specification: TransitionRenderer] = [:]
    private var layerEasings: [Specification: Easing?] = [:]
    private let scenes: SceneRenderer
    private var emptyPicture: Picture?
    /// Created for the first picture; the inner value is `nil` for a film without text.
    private var textRenderer: TextRenderer??
    private var graphics: GraphicsRenderer?
    private let safeArea: SafeAreaOverlay?

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
        self.plan = plan
        readers = TakeReaders(
            plan, footage: footage, steadying: steadying, decoderThreads: decoderThreads, keptPictures: keptPictures)
        self.turn = turn
        let size = size ?? plan.output.canvas.size
        pool = PicturePool(format: plan.output.canvas.format, size: size)
        graphics = GraphicsRenderer(plan, size: size)
        safeArea = SafeAreaOverlay(plan, size: size)
        scenes = SceneRenderer(format: plan.output.canvas.format, color: plan.output.canvas.color)
        turnedPool = PicturePool(format: plan.output.canvas.format, size: turn.apply(to: size))
    }

    /// Goes on with another cut of the same recordings; they stay open.
    ///
    /// - Precondition: the plans have the same takes, in the same order, and the same output settings, but for what is
    ///   drawn over the pictures.
    func show(_ plan: RenderPlan) {
        textRenderer = nil
        if plan.output.graphics == self.plan.output.graphics {
            graphics?.show(plan)
        } else {
            graphics = GraphicsRenderer(plan, size: pool.size)
        }
        self.plan = plan
        readers.plan = plan
    }

    /// The picture of an output frame. Sequential access is fast.
    package func picture(ofFrame index: Int64) throws -> Picture {
        let frame = plan.composition.frame(at: index)
        readers.prepare(for: frame)
        let graphics = graphics?.isNeeded(forFrame: index) == true ? graphics : nil
        let texts = try texts()
        guard texts != nil || graphics != nil || safeArea != nil else { return try picture(of: frame) }
        var picture = try upright(frame)
        try texts?.drawTimecode(ofFrame: index, on: picture)
        if let graphics { picture = try graphics.drawn(picture, frame: index) }
        if let safeArea {
            // It may be the camera's own.
            let copy = pool.picture()
            copy.copy(from: picture)
            picture = copy
            safeArea.draw(on: picture)
        }
        return turned(picture)
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
    package var damage: [SourceID: Damage] { readers.damage }

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
            return try readers.reader(take, at: time).picture(
                at: session.takes[take].fileTime(at: time), size: size, framing: layer.framing)
        }
        return canvas
    }

    private func picture(of angle: Angle, at time: MediaTime, _ turn: Orientation) throws -> Picture {
        guard let take = plan.composition.session.nearestTake(of: angle, at: time) else { return turned(empty()) }
        return try readers.reader(take, at: time).picture(
            at: plan.composition.session.takes[take].fileTime(at: time), size: pool.size, turnedBy: turn)
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
