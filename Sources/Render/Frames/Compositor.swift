import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// Draws output frames, each from the camera or the two cameras it shows. Lives in one thread.
///
/// Cameras are opened when they are first shown and decode only what is shown. A frame of one camera that
/// needs nothing done passes through by reference.
final class Compositor {
    private let plan: RenderPlan
    private let decoderThreads: Int
    /// What transitions are drawn on: upright.
    private let pool: PicturePool
    /// What is encoded, where that is not upright.
    private let codedPool: PicturePool
    private let matteLoader: (String) throws -> MatteImage
    private var readers: [Int: CameraReader] = [:]
    private var transitions: [TransitionSpecification: any TransitionRenderer] = [:]
    private var emptyPicture: Picture?
    /// Damage of the readers that are closed.
    private var pastDamage: [Int: Damage] = [:]

    init(_ plan: RenderPlan, decoderThreads: Int, matteLoader: @escaping (String) throws -> MatteImage) {
        self.plan = plan
        self.decoderThreads = decoderThreads
        self.matteLoader = matteLoader
        pool = PicturePool(format: plan.video.canvas.format, size: plan.displayCanvas.size)
        codedPool = PicturePool(format: plan.video.canvas.format, size: plan.video.canvas.size)
    }

    /// The picture of an output frame, as it is coded. Asking in order is fast.
    func picture(ofFrame index: Int64) throws -> Picture {
        let time = plan.composition.sessionTime(ofFrame: index)
        switch plan.composition.frame(at: index) {
        case .empty: return coded(empty(pool))
        // A camera that stands as the output does need not be turned upright and back.
        case .view(let view): return try picture(of: view, at: time, turnedBy: plan.carriedOrientation.inverse)
        case .transition(let transition, let outgoing, let incoming, let step, let steps):
            let renderer = try renderer(for: plan.composition.transitions[transition].specification)
            let upright = pool.picture()
            renderer.render(
                from: try picture(of: outgoing, at: time), to: try picture(of: incoming, at: time),
                progress: TransitionProgress(step: step, steps: steps), into: upright)
            return coded(upright)
        }
    }

    private func coded(_ upright: Picture) -> Picture {
        let turn = plan.carriedOrientation.inverse
        guard turn != .upright else { return upright }
        let picture = codedPool.picture()
        picture.reorient(upright, turn)
        return picture
    }

    /// What was wrong with each take's data so far.
    var damage: [Int: Damage] {
        readers.reduce(into: pastDamage) { damage, entry in
            damage[entry.key, default: Damage()].merge(entry.value.damage)
        }
        .filter { !$0.value.isEmpty }
    }

    private func picture(
        of view: View, at time: MediaTime, turnedBy turn: Orientation = .upright
    ) throws -> Picture {
        switch view {
        case .single(let angle): try picture(of: angle, at: time, turnedBy: turn)
        }
    }

    private func picture(of angle: Angle, at time: MediaTime, turnedBy turn: Orientation) throws -> Picture {
        let tolerance = plan.video.frameRate.frameDuration
        guard let take = plan.composition.session.nearestTake(of: angle, at: time, within: tolerance) else {
            return empty(turn == .upright ? pool : codedPool)
        }
        return try reader(take).picture(
            at: plan.composition.session.takes[take].fileTime(at: time), turnedBy: turn)
    }

    private func reader(_ take: Int) throws -> CameraReader {
        if let reader = readers[take] { return reader }
        closeReaders(unusedFor: take)
        let source = plan.sources[take]
        let reader = try CameraReader(
            path: source.path, info: source.video, orientation: source.orientation, canvas: plan.displayCanvas,
            fit: plan.fit, outputRate: plan.video.frameRate, threads: decoderThreads)
        RenderLog.logger.trace("opens \(source.path) to decode it with \(decoderThreads) threads")
        readers[take] = reader
        return reader
    }

    /// A camera shows one take at a time: another take of the same angle is over, or will be opened again.
    private func closeReaders(unusedFor take: Int) {
        let takes = plan.composition.session.takes
        for other in readers.keys where takes[other].angle == takes[take].angle {
            pastDamage[other, default: Damage()].merge(readers[other]!.damage)
            readers[other] = nil
        }
    }

    private func renderer(for specification: TransitionSpecification) throws -> any TransitionRenderer {
        if let renderer = transitions[specification] { return renderer }
        let renderer = try TransitionCatalogue.standard.renderer(
            for: specification, size: pool.size, format: pool.format, matteLoader: matteLoader)
        transitions[specification] = renderer
        return renderer
    }

    private func empty(_ pool: PicturePool) -> Picture {
        if let emptyPicture, emptyPicture.size == pool.size { return emptyPicture }
        let picture = pool.picture()
        picture.fill()
        emptyPicture = picture
        return picture
    }
}
