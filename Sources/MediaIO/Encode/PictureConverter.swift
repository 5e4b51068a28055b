import CFFmpeg
import Pictures

/// Brings pictures of the canvas to the samples of an encoder that takes others: ProRes has a chroma row for every luma
/// row, of which the canvas has half as many. swscale places the new ones between those it has, bicubic.
final class PictureConverter {
    private let scaler: Scaler
    private let size: PictureSize
    private let format: AVPixelFormat

    /// - Returns: `nil` where the encoder takes the canvas as it is.
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
