import MediaIO
import MediaTime
import Pictures
import Placing

extension Source {
    /// Why this source's packets cannot go unchanged into a track that carries the primary's pictures; `nil` if they
    /// can.
    ///
    /// The details of the parameter sets are left to the join; this checks what the container knows.
    func blocker(to primary: Source, canvas: Canvas, codec: VideoCodec, frameRate: FrameRate) -> CopyBlocker? {
        guard video.codec == codec.rawValue else { return .codec(video.codec, primary: codec.rawValue) }
        guard video.pixelAspect.width == video.pixelAspect.height else { return .pixelsNotSquare }
        guard video.storedSize == primary.video.storedSize else {
            return .size("\(video.storedSize)", primary: "\(primary.video.storedSize)")
        }
        guard orientation == primary.orientation else {
            return .orientation(orientation, primary: primary.orientation)
        }
        guard video.keeps(frameRate) else { return .frameRate(video.frameRate, film: frameRate) }
        guard !video.isInterlaced else { return .interlaced }
        guard copyableFormat == canvas.format else { return .pixelFormat(video.pixelFormat) }
        guard video.color.resolved(for: video.storedSize) == canvas.color else {
            return .color(video.color, film: canvas.color)
        }
        return nil
    }

    /// The canvas on which this source's packets can be copied: its own colors, depth and upright size.
    var ownCanvas: Canvas? {
        guard let format = copyableFormat, video.storedSize.width % 2 == 0, video.storedSize.height % 2 == 0 else {
            return nil
        }
        return Canvas(
            size: orientation.apply(to: video.storedSize), format: format,
            color: video.color.resolved(for: video.storedSize))
    }

    private var copyableFormat: PixelFormat? {
        switch video.pixelFormat {
        case "yuv420p", "yuvj420p": .yuv420p8
        case "yuv420p10le": .yuv420p10
        default: nil
        }
    }
}

extension VideoInfo {
    /// Whether frames that keep their own times are shown at about this rate; a variable rate may vary around it.
    func keeps(_ film: FrameRate) -> Bool {
        let own = (hasVariableFrameRate ? filmRate : frameRate).framesPerSecond
        // The same tolerance as for snapping rates: 29.97 counts as 30.
        return abs(own / film.framesPerSecond - 1) <= 0.0025
    }
}
