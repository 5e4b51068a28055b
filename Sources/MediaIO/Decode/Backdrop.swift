import CFFmpeg
import Pictures

/// Fills the part of the canvas outside a picture with the same picture, enlarged and blurred.
final class Backdrop {
    /// The part of the picture that fills the canvas, before it is blurred: small, so that blurring costs next to
    /// nothing.
    private let small: FrameOwner
    private let smallSize: PictureSize
    private let format: PixelFormat
    private let window: PictureRect
    private let shrink: Scaler
    private let blur: FilterGraph
    private let content: PictureRect
    private let bars: [Bar]

    private struct Bar {
        /// On the canvas, and in the small picture.
        var place, part: PictureRect
        var scaler: Scaler
        /// Not the canvas: swscale writes whole vectors, past the end of a row, where the picture is.
        var scaled: Picture
    }

    /// Samples of the canvas for one of the small picture, if it is wide enough.
    private static let reduction = 8
    /// On one thread, FFmpeg 5.1's `gblur` leaves garbage in planes of up to 16 columns, as the chroma of 32.
    private static let leastWidth = 34

    /// - Parameter content: where the picture is on the canvas.
    init(canvas: Canvas, content: PictureRect) throws(FFmpegFailure) {
        self.content = content
        format = canvas.format
        let whole = canvas.size
        let even = { (length: Int) in max(2, length / 2 * 2) }
        // The window of the content that has the aspect of the canvas.
        let isWide = content.width * whole.height > whole.width * content.height
        let size =
            isWide
            ? PictureSize(width: even(content.height * whole.width / whole.height), height: content.height)
            : PictureSize(width: content.width, height: even(content.width * whole.height / whole.width))
        window = PictureRect(
            x: (content.width - size.width) / 4 * 2, y: (content.height - size.height) / 4 * 2, width: size.width,
            height: size.height)
        let isNarrow = whole.width < Self.leastWidth * Self.reduction
        let (one, many) = isNarrow ? (Self.leastWidth, whole.width) : (1, Self.reduction)
        smallSize = PictureSize(width: even(whole.width * one / many), height: even(whole.height * one / many))
        small = try FrameOwner(size: smallSize, format.ffmpeg)
        shrink = try Scaler(from: size, format.ffmpeg, to: smallSize, format.ffmpeg)
        let sigma = max(1, min(smallSize.width, smallSize.height) / 24)
        blur = try FilterGraph("gblur=sigma=\(sigma)", like: small)
        let (format, smallSize) = (format, smallSize)
        bars = try whole.bars(around: content).map { (place) throws(FFmpegFailure) in
            let part = UnitRectangle(
                x: Double(place.x) / Double(whole.width), y: Double(place.y) / Double(whole.height),
                width: Double(place.width) / Double(whole.width), height: Double(place.height) / Double(whole.height)
            ).samples(of: smallSize)
            return Bar(
                place: place, part: part,
                scaler: try Scaler(from: part.size, format.ffmpeg, to: place.size, format.ffmpeg),
                scaled: PicturePool(format: format, size: place.size).picture())
        }
    }

    /// Fills the bars of a picture that already has its content.
    func fill(_ picture: Picture) throws(FFmpegFailure) {
        try check("av_frame_make_writable", av_frame_make_writable(small.pointer))
        try shrink.scale(
            picture.cropped(to: content).cropped(to: window), into: Picture(wrapping: small, format: format))
        let blurred = Picture(wrapping: try blur.converted(small), format: format)
        for bar in bars {
            try bar.scaler.scale(blurred.cropped(to: bar.part), into: bar.scaled)
            picture.cropped(to: bar.place).copy(from: bar.scaled)
        }
    }
}
