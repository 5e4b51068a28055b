import MediaTime
import Pictures

/// One recorded file as upright pictures, by time. Not thread-safe.
package final class CameraReader {
    /// The form that a picture is requested in.
    private struct Form: Hashable {
        var size: PictureSize
        var framing: Framing
        var turn: Orientation
    }

    private let reader: FrameReader
    /// For the choice of the frame for a time, see `FrameReader`.
    private let tolerance: MediaTime
    private let size: PictureSize
    private let makeFitter: (Form) -> PictureFitter
    private var fitters: [Form: PictureFitter] = [:]
    private static let mostForms = 8
    private var last: (start: MediaTime, form: Form, picture: Picture)?

    /// - Parameters:
    ///   - orientation: what makes the stored picture upright: the file's own, or the user's override.
    ///   - canvas: what the pictures are converted to; its size unless another is requested.
    ///   - outputRate: the rate at which pictures will be requested.
    ///   - threads: decoder threads; the pictures do not depend on it.
    package convenience init(
        path: String, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit,
        grade: Grade = Grade(), outputRate: FrameRate, threads: Int
    ) throws(MediaError) {
        self.init(
            try FrameReader(path: path, info: info, outputRate: outputRate, threads: threads), info: info,
            orientation: orientation, canvas: canvas, fit: fit, grade: grade, outputRate: outputRate)
    }

    /// Shares its reader with others of the same thread; what is decoded for one is decoded for all.
    ///
    /// - Parameter reader: of the file that `info` is about.
    package init(
        _ reader: FrameReader, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit, grade: Grade,
        outputRate: FrameRate
    ) {
        self.reader = reader
        size = canvas.size
        tolerance = FrameReader.tolerance(of: info, outputRate: outputRate)
        makeFitter = { form in
            PictureFitter(
                source: info, orientation: orientation.then(form.turn), framing: form.framing.stored(orientation),
                grade: grade,
                canvas: Canvas(size: form.turn.apply(to: form.size), format: canvas.format, color: canvas.color),
                fit: fit)
        }
    }

    /// The picture shown at `time` on the clock of the file: that of the nearest frame, see `FrameReader`.
    ///
    /// Increasing times are fast; going back seeks. One time may be requested in several forms.
    ///
    /// - Parameters:
    ///   - size: of the picture, upright; the canvas's for `nil`.
    ///   - framing: which part of the upright picture is shown.
    ///   - turn: a turn of the upright picture. One that undoes the camera's own results in the stored picture, which
    ///     then passes through untouched.
    package func picture(
        at time: MediaTime, size: PictureSize? = nil, framing: Framing = Framing(),
        turnedBy turn: Orientation = .upright
    ) throws(MediaError) -> Picture {
        let form = Form(size: size ?? self.size, framing: framing, turn: turn)
        let frame = try reader.frame(at: time, within: tolerance)
        if let last, last.start == frame.start, last.form == form { return last.picture }
        // A layer that moves over the canvas has another form in every frame.
        if fitters.count >= Self.mostForms, fitters[form] == nil { fitters = [:] }
        let fitter = fitters[form] ?? makeFitter(form)
        fitters[form] = fitter
        do {
            let picture = try fitter.picture(from: frame)
            last = (frame.start, form, picture)
            return picture
        } catch {
            throw .decoding(reader.decoder.demuxer.path, error)
        }
    }

    package var damage: Damage { reader.decoder.damage }
}
