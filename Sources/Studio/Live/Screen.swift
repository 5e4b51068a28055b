import Audio
import MediaIO
import MediaTime
import Pictures
import Planning
import Render
import Timeline

/// The open files of a viewer: pictures as JPEG, at the size that pages show. Not thread-safe.
final class Screen {
    private var pictures: FrameSource?
    /// Films that are only looked at do not disturb the sound of the one that is played.
    private var sounds: FrameSource?
    private var encoder: ImageEncoder?
    private var sharp: FrameSource?
    private var sharpEncoder: ImageEncoder?
    private var canvas: Canvas?
    private var shape: Canvas?
    private var keyFrames: [String: KeyFrameReader] = [:]
    /// Where each camera's decoder is, on the clock of its file.
    private var decoded: [Int: MediaTime] = [:]

    /// Of the longer side, in samples.
    private let longSide: Int
    private static let sharpSide = 1280
    /// Of JPEG.
    private static let quantizer: Int32 = 4
    /// Pictures that are kept of all cameras together: five seconds of two.
    private static let kept = 300

    init(longSide: Int = 640) { self.longSide = longSide }

    func picture(ofFrame frame: Int64, of plan: RenderPlan) throws -> [UInt8] {
        let size = canvas(of: plan).size
        if let pictures {
            pictures.show(plan)
        } else {
            pictures = FrameSource(
                plan, threads: plan.needsThreads ? 2 : 1,
                keptPictures: Self.kept / max(2, plan.composition.session.angles.count))
        }
        let time = plan.composition.frameRate.time(ofFrame: frame)
        let picture = try pictures!.picture(at: time, size: size)
        for (take, time) in plan.shown(atFrame: frame) { decoded[take] = time }
        return try jpeg(picture, of: plan)
    }

    /// A frame as large as screens show it, with decoders of its own: only for whoever does not move.
    func sharpPicture(ofFrame frame: Int64, of plan: RenderPlan) throws -> [UInt8] {
        _ = canvas(of: plan)
        let size = plan.output.canvas.size.fitting(longSide: Self.sharpSide)
        if let sharp { sharp.show(plan) } else { sharp = FrameSource(plan, threads: 2) }
        let picture = try sharp!.picture(at: plan.composition.frameRate.time(ofFrame: frame), size: size)
        let encoder =
            try sharpEncoder
            ?? ImageEncoder(
                .jpg, size: size, picture.format, color: plan.output.canvas.color, quantizer: 3, path: "the preview")
        sharpEncoder = encoder
        return try encoder.bytes(of: picture)
    }

    /// The key frame at or before a frame that shows one camera whole, if the frame itself takes longer.
    func keyFrame(before frame: Int64, of plan: RenderPlan) throws -> [UInt8]? {
        guard case .scene(let instant) = plan.composition.frame(at: frame), instant.scene.layers.count == 1,
            instant.scene.layers[0].framing == Framing(), let (take, time) = plan.shown(atFrame: frame).first,
            plan.isUndrawn(frame, of: take)
        else { return nil }
        // What was just passed is kept, and what comes next is decoded quickly.
        if let decoded = decoded[take], decoded - .seconds(4) < time, time < decoded + .milliseconds(300) {
            return nil
        }
        let (source, angle) = (plan.sources[take], plan.composition.session.takes[take].angle)
        let reader =
            try keyFrames[source.pictureKey]
            ?? KeyFrameReader(
                path: source.path, info: source.video, orientation: source.orientation, canvas: canvas(of: plan),
                fit: plan.output.fit, grade: try plan.output.finish.grade(of: angle))
        keyFrames[source.pictureKey] = reader
        return try jpeg(try reader.picture(before: time).picture, of: plan)
    }

    /// Tells once that a recording is not the one that was planned with. What is open goes on to be shown.
    ///
    /// - Throws: `MediaError.changed`.
    func check(_ plan: RenderPlan) throws(MediaError) {
        guard !hasTold else { return }
        do { try plan.checkInputs() } catch {
            hasTold = true
            throw error
        }
    }
    private var hasTold = false

    func sound(from sample: Int64, _ count: Int64, of plan: RenderPlan) throws -> AudioBuffer {
        if let sounds { sounds.show(plan) } else { sounds = FrameSource(plan) }
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        return try sounds!.audio(
            in: TimeRange(start: MediaTime(sample, in: clock), end: MediaTime(sample + count, in: clock)))
    }

    /// What was opened for films of another shape is of no use any more.
    private func canvas(of plan: RenderPlan) -> Canvas {
        if let canvas, shape == plan.output.canvas { return canvas }
        (pictures, sharp, encoder, sharpEncoder, keyFrames, decoded) = (nil, nil, nil, nil, [:], [:])
        shape = plan.output.canvas
        var canvas = plan.output.canvas
        canvas.size = canvas.size.fitting(longSide: longSide)
        self.canvas = canvas
        return canvas
    }

    private func jpeg(_ picture: Picture, of plan: RenderPlan) throws -> [UInt8] {
        let encoder =
            try encoder
            ?? ImageEncoder(
                .jpg, size: picture.size, picture.format, color: plan.output.canvas.color, quantizer: Self.quantizer,
                path: "the preview")
        self.encoder = encoder
        return try encoder.bytes(of: picture)
    }
}

extension RenderPlan {
    /// The takes that a frame shows, and when, on the clocks of their files.
    fileprivate func shown(atFrame frame: Int64) -> [(take: Int, time: MediaTime)] {
        composition.frame(at: frame).instants.flatMap { instant in
            instant.scene.angles.compactMap { angle in
                composition.session.nearestTake(of: angle, at: instant.time).map {
                    ($0, composition.session.takes[$0].fileTime(at: instant.time))
                }
            }
        }
    }

    /// Whether a frame is a picture of its take as it is, but for its colors.
    fileprivate func isUndrawn(_ frame: Int64, of take: Int) -> Bool {
        guard !drawnOver.contains(where: { $0.frames.contains(frame) }) else { return false }
        switch alterations[take] {
        case nil, .look: return true
        default: return false
        }
    }

    /// More than one thread decodes in time: a picture of 4K takes longer than it is shown.
    fileprivate var needsThreads: Bool { sources.contains { $0.video.storedSize.area > 2560 * 1440 } }
}
