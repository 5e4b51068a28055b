import CFFmpeg
import Pictures

/// Converts pictures of the canvas for an encoder that takes another format: ProRes has a chroma row for every luma
/// row, the canvas half as many. swscale places the new rows between the existing ones, bicubic.
final class PictureConverter {
    private let scaler: Scaler
    private let size: PictureSize
    private let format: AVPixelFormat

    /// - Returns: `nil` if the encoder takes the canvas's format.
    init?(_ settings: VideoEncoderSettings) throws(FFmpegFailure) {
        let canvas = settings.canvas.format.ffmpeg
        format = settings.samples
        guard format != canvas else { return nil }
        size = settings.codedSize
        scaler = try Scaler(from: size, canvas, to: size, format)
    }

    /// A frame with memory of its own: the encoder may keep it.
    func converted(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let result = try FrameOwner(size: size, format)
        try scaler.scale(frame, into: result)
        try check("av_frame_copy_props", av_frame_copy_props(result.pointer, frame.pointer))
        return result
    }
}
