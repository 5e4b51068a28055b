import MediaTime
import Pictures

/// One recorded file as upright pictures of the canvas, by time. Lives in one thread.
public final class CameraReader {
    private let reader: FrameReader
    private let path: String
    private let makeFitter: (Orientation) -> PictureFitter
    /// One for each way the pictures have been asked for.
    private var fitters: [Orientation: PictureFitter] = [:]
    private var last: (start: MediaTime, turn: Orientation, picture: Picture)?

    /// - Parameters:
    ///   - info: what probing found.
    ///   - orientation: what makes the stored picture upright: the file's own, or what the user says instead.
    ///   - outputRate: the rate at which pictures will be asked for.
    ///   - threads: decoder threads; the pictures do not depend on it.
    public init(
        path: String, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit, outputRate: FrameRate,
        threads: Int
    ) throws(MediaError) {
        self.path = path
        reader = try FrameReader(path: path, info: info, outputRate: outputRate, threads: threads)
        makeFitter = { turn in
            var turned = canvas
            turned.size = turn.apply(to: canvas.size)
            return PictureFitter(source: info, orientation: orientation.then(turn), canvas: turned, fit: fit)
        }
    }

    /// The picture shown at `time` on the clock of the file: that of the nearest frame, see `FrameReader`.
    ///
    /// Asking for growing times is fast; going back seeks.
    ///
    /// - Parameter turn: what is done with the upright picture. A turn that undoes the camera's own leaves the
    ///   stored picture, which then passes through untouched.
    public func picture(at time: MediaTime, turnedBy turn: Orientation = .upright) throws(MediaError) -> Picture {
        let frame = try reader.frame(at: time)
        if let last, last.start == frame.start, last.turn == turn { return last.picture }
        let fitter = fitters[turn] ?? makeFitter(turn)
        fitters[turn] = fitter
        do {
            let picture = try fitter.picture(from: frame)
            last = (frame.start, turn, picture)
            return picture
        } catch {
            throw .decoding(path, error)
        }
    }

    /// What was wrong with the data so far.
    public var damage: Damage { reader.decoder.damage }
}
