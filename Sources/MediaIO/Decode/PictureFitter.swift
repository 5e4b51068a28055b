import CFFmpeg
import MediaTime
import Pictures

/// Converts decoded frames of one source to upright pictures on the canvas: color, scale, crop or bars, orientation,
/// looks.
///
/// The conversion is worked out once, and again only when a recording changes in the middle. Frames that need no
/// conversion pass through by reference.
final class PictureFitter {
    private let makeRoute: (FrameKind) throws(FFmpegFailure) -> Route
    private let pool: PicturePool
    private var route: Route?

    /// - Parameters:
    ///   - framing: the part of the stored picture that is shown.
    ///   - grade: the changes to the colors of the canvas.
    init(
        source: VideoInfo, orientation: Orientation, framing: Framing = Framing(), grade: Grade = Grade(),
        canvas: Canvas, fit: Fit
    ) {
        makeRoute = { (kind) throws(FFmpegFailure) in
            try Route(kind, source, orientation, framing, grade, canvas, framing.fit ?? fit)
        }
        pool = PicturePool(format: canvas.format, size: canvas.size)
    }

    /// The frame as a picture of the canvas. Every sample is written.
    func picture(from frame: DecodedFrame) throws(FFmpegFailure) -> Picture {
        let kind = FrameKind(frame.pointer)
        if route?.kind != kind { route = try makeRoute(kind) }
        return try route!.run(frame.owner, into: pool)
    }
}

/// Everything about a frame that decides its conversion.
private struct FrameKind: Hashable {
    var size: PictureSize
    var format: Int32
    var color: ColorDescription
    /// The brightest light of an HDR video in cd/m², if the stream declares it.
    var peak: Int?

    init(_ frame: UnsafePointer<AVFrame>) {
        peak = lightPeak(frame)
        let frame = frame.pointee
        size = PictureSize(width: Int(frame.width), height: Int(frame.height))
        format = frame.format
        color = ColorDescription(frame.color_primaries, frame.color_trc, frame.colorspace, frame.color_range)
    }
}

/// The stages that frames of one kind pass through: R′G′B′ to Y′CbCr, crop, scale, color, looks, turn. Each is used
/// only where it is needed.
///
/// Colors are converted after scaling: the canvas is even, as the filters require, and the cost of tone mapping is
/// per sample.
private struct Route {
    let kind: FrameKind
    private let fromRGB: FilterGraph?
    private let placement: Placement
    private let scaler: Scaler?
    private let color: FilterGraph?
    /// The other way to change colors; never together with `color`.
    private let table: ColorTable?
    /// Scaled, still with the source's colors; memory that is reused for every frame.
    private let work: (frame: FrameOwner, format: PixelFormat)?
    private let orientation: Orientation
    private let canvas: Canvas
    /// Scaled but not yet turned.
    private let scaled: PicturePool?
    /// Fills the bars; `nil` if they are black.
    private let backdrop: Backdrop?

    init(
        _ kind: FrameKind, _ source: VideoInfo, _ orientation: Orientation, _ framing: Framing, _ grade: Grade,
        _ canvas: Canvas, _ fit: Fit
    ) throws(FFmpegFailure) {
        self.kind = kind
        self.orientation = orientation
        self.canvas = canvas
        // A stream that changes its size in the middle keeps the pixel aspect of its beginning.
        var info = source
        info.storedSize = kind.size
        placement = Placement(
            stored: kind.size, square: info.squareSize, framing: framing, orientation: orientation, canvas: canvas.size,
            fit: fit)
        let content = orientation.swapsAxes ? placement.content.size.transposed : placement.content.size

        var format = AVPixelFormat(kind.format).plain
        let depth = format.bitDepth
        let tagged = source.color.overridden(by: kind.color, format: format)
        let conversion = ColorConversion(
            from: tagged.resolved(for: source.storedSize).withoutGuessedPrimaries(tagged, canvas: canvas.color),
            depth: depth, peak: kind.peak, to: canvas.color, format: canvas.format, looks: grade.filters)
        if let (text, result) = conversion.fromRGB {
            fromRGB = try FilterGraph(text, like: FrameOwner(form: kind.size, format))
            format = result
        } else {
            fromRGB = nil
        }
        // The color change takes the source's depth, unless the picture already has the canvas's.
        let target: PixelFormat =
            conversion.change == .none || fromRGB != nil ? canvas.format : depth > 8 ? .yuv420p10 : .yuv420p8
        if case .filters(let text) = conversion.change {
            color = try FilterGraph(text, like: FrameOwner(form: content, target.ffmpeg))
        } else {
            color = nil
        }
        table = try conversion.table(from: target, to: canvas.format, isFullRange: canvas.color.isFullRange)
        let needsScaler = placement.crop.size != content || format != target.ffmpeg
        scaler = needsScaler ? try Scaler(from: placement.crop.size, format, to: content, target.ffmpeg) : nil
        let isConverted = color != nil || table != nil
        work = needsScaler && isConverted ? (try FrameOwner(size: content, target.ffmpeg), target) : nil
        backdrop =
            fit == .blur && placement.content.size != canvas.size
            ? try Backdrop(canvas: canvas, content: placement.content) : nil
        let isWritten = table != nil || needsScaler && color == nil
        scaled = isWritten && orientation != .upright ? PicturePool(format: canvas.format, size: content) : nil
    }

    func run(_ frame: FrameOwner, into pool: PicturePool) throws(FFmpegFailure) -> Picture {
        var owner = frame
        if let fromRGB { owner = try fromRGB.converted(owner) }
        let crop = placement.crop
        if crop.size != kind.size { owner = try cropped(owner, to: crop) }
        if let work, let scaler {
            try check("av_frame_make_writable", av_frame_make_writable(work.frame.pointer))
            try scaler.scale(owner, into: Picture(wrapping: work.frame, format: work.format))
            owner = work.frame
        }
        if let color { owner = try color.converted(owner) }
        let scaler = work == nil ? scaler : nil
        let fillsCanvas = placement.content.size == canvas.size
        if scaler == nil, table == nil, orientation == .upright, fillsCanvas {
            return Picture(wrapping: owner, format: canvas.format)
        }

        let picture = pool.picture()
        let content = fillsCanvas ? picture : picture.cropped(to: placement.content)
        if scaler == nil, table == nil {
            content.reorient(Picture(wrapping: owner, format: canvas.format), orientation)
        } else {
            let written = scaled?.picture() ?? content
            if let table {
                table.apply(Picture(wrapping: owner, format: table.recipe.source), into: written)
            } else {
                try scaler?.scale(owner, into: written)
            }
            if scaled != nil { content.reorient(written, orientation) }
        }
        if let backdrop {
            try backdrop.fill(picture)
        } else if !fillsCanvas {
            // Last, because swscale writes whole vectors, past the end of a row.
            picture.fillBars(around: placement.content, isFullRange: canvas.color.isFullRange)
        }
        return picture
    }

    /// The same frame with its planes pointing at the part inside `rect`.
    private func cropped(_ frame: FrameOwner, to rect: PictureRect) throws(FFmpegFailure) -> FrameOwner {
        let part = try FrameOwner()
        try check("av_frame_ref", av_frame_ref(part.pointer, frame.pointer))
        part.pointer.pointee.crop_left = rect.x
        part.pointer.pointee.crop_top = rect.y
        part.pointer.pointee.crop_right = kind.size.width - rect.x - rect.width
        part.pointer.pointee.crop_bottom = kind.size.height - rect.y - rect.height
        try check("av_frame_apply_cropping", av_frame_apply_cropping(part.pointer, Int32(AV_FRAME_CROP_UNALIGNED)))
        return part
    }
}

extension ColorDescription {
    /// Values that the frame itself declares override the container.
    func overridden(by frame: ColorDescription, format: AVPixelFormat) -> ColorDescription {
        let choose = { (own: Int, other: Int) in other == Self.unspecifiedCode || other == 0 ? own : other }
        return ColorDescription(
            primaries: choose(primaries, frame.primaries), transfer: choose(transfer, frame.transfer),
            matrix: format.isRGB ? 0 : choose(matrix, frame.matrix),
            isFullRange: isFullRange || frame.isFullRange || format.isRGB)
    }
}

/// MaxCLL (CTA-861.3), else the mastering display's maximum (SMPTE ST 2086), in cd/m².
private func lightPeak(_ frame: UnsafePointer<AVFrame>) -> Int? {
    let content = sideData(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self)
    if let peak = content?.MaxCLL, peak > 0 { return Int(peak) }
    let display = sideData(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self)
    guard let display, display.has_luminance != 0 else { return nil }
    let peak = av_q2d(display.max_luminance)
    return (1...10_000).contains(peak) ? Int(peak) : nil
}
