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
    private let steadier: FrameSteadier?
    private let sampler = FrameSampler()
    /// The part of a frame of a size that a form shows at an instant of a movement.
    private let window: (Form, PictureSize) -> MovingWindow
    private let makeFitter: (Form) -> PictureFitter
    private var fitters: [Form: PictureFitter] = [:]
    private static let mostForms = 8
    private var last: (start: MediaTime, form: Form, picture: Picture)?
    /// Pictures that were shown or passed, the oldest first, to show again without decoding.
    private var kept: [(range: Range<MediaTime>, form: Form, picture: Picture)] = []
    private let mostKept: Int
    /// Stepping back begins with what lies before: two seconds are enough until the key frame before that is decoded.
    private static let worthKeeping = MediaTime.seconds(2)

    /// - Parameters:
    ///   - orientation: what makes the stored picture upright: the file's own, or the user's override.
    ///   - canvas: what the pictures are converted to; its size unless another is requested.
    ///   - outputRate: the rate at which pictures will be requested.
    ///   - threads: decoder threads; the pictures do not depend on it.
    package convenience init(
        path: String, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit,
        grade: Grade = Grade(), outputRate: FrameRate, threads: Int, keeping count: Int = 0
    ) throws(MediaError) {
        self.init(
            try FrameReader(path: path, info: info, outputRate: outputRate, threads: threads), info: info,
            orientation: orientation, canvas: canvas, fit: fit, grade: grade, outputRate: outputRate, keeping: count)
    }

    /// Shares its reader with others of the same thread; what is decoded for one is decoded for all.
    ///
    /// - Parameters:
    ///   - reader: of the file that `info` is about.
    ///   - take: how its frames are steadied; `nil` to leave them as they are.
    ///   - count: how many pictures are kept, to show them again.
    package init(
        _ reader: FrameReader, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit, grade: Grade,
        steadiedBy take: SteadyTake? = nil, outputRate: FrameRate, keeping count: Int = 0
    ) {
        self.reader = reader
        steadier = take.map(FrameSteadier.init)
        mostKept = count
        size = canvas.size
        tolerance = FrameReader.tolerance(of: info, outputRate: outputRate)
        window = { form, stored in
            var info = info
            info.storedSize = stored
            return MovingWindow(
                stored: stored, square: info.squareSize, framing: form.framing.stored(orientation),
                orientation: orientation.then(form.turn), canvas: form.turn.apply(to: form.size),
                fit: form.framing.fit ?? fit)
        }
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
        let limit = time + tolerance
        if mostKept > 0 {
            if let known = kept.last(where: {
                $0.form == form && $0.range.lowerBound < limit && limit <= $0.range.upperBound
            }) {
                return known.picture
            }
            reader.passed = { [unowned self] frame, end in
                guard limit - frame.start < Self.worthKeeping, let picture = try? fitted(frame, form) else { return }
                keep(picture, form, frame.start..<max(frame.start, end))
            }
        }
        defer { reader.passed = nil }
        let frame = try reader.frame(at: time, within: tolerance)
        if let last, last.start == frame.start, last.form == form { return last.picture }
        do {
            let picture = try fitted(frame, form)
            last = (frame.start, form, picture)
            if let end = reader.end { keep(picture, form, frame.start..<max(frame.start, end)) }
            return picture
        } catch {
            throw .decoding(reader.decoder.demuxer.path, error)
        }
    }

    /// Lets go of pictures: none before `time` will be requested soon.
    package func rest(until time: MediaTime) {
        reader.rest(until: time)
        last = nil
    }

    private func fitted(_ frame: DecodedFrame, _ form: Form) throws(FFmpegFailure) -> Picture {
        let frame = try steadier?.steadied(frame) ?? frame
        guard !form.framing.isMoving else { return try moving(frame, form) }
        return try picture(of: frame, form)
    }

    /// The part of the frame that is shown, drawn at fractions of a sample, and then scaled like a whole frame.
    private func moving(_ frame: DecodedFrame, _ form: Form) throws(FFmpegFailure) -> Picture {
        let own = frame.pointer.pointee
        let window = window(form, PictureSize(width: Int(own.width), height: Int(own.height)))
        let part = window.part
        let map = AffineSampler.Map(
            drawing: window.size, center: (part.x + part.width / 2, part.y + part.height / 2), degrees: 0,
            zoom: max(1, Double(window.size.width) / part.width))
        var whole = form
        whole.framing = Framing(fit: form.framing.fit)
        let drawn = try sampler.drawn(frame.owner, map, size: window.size)
        return try picture(of: DecodedFrame(owner: drawn, start: frame.start), whole)
    }

    private func picture(of frame: DecodedFrame, _ form: Form) throws(FFmpegFailure) -> Picture {
        // A layer that moves over the canvas has another form in every frame.
        if fitters.count >= Self.mostForms, fitters[form] == nil { fitters = [:] }
        let fitter = fitters[form] ?? makeFitter(form)
        fitters[form] = fitter
        return try fitter.picture(from: frame)
    }

    private func keep(_ picture: Picture, _ form: Form, _ range: Range<MediaTime>) {
        guard mostKept > 0, !kept.contains(where: { $0.form == form && $0.range == range }) else { return }
        if kept.count >= mostKept { kept.removeFirst(kept.count - mostKept + 1) }
        kept.append((range, form, picture))
    }

    package var damage: Damage { reader.decoder.damage }
}
