import MediaIO
import Pictures
import Timeline

extension RenderPlan {
    /// The same film, small and quickly encoded, to be looked at before it is rendered.
    package var preview: RenderPlan {
        var output = output
        let size = output.canvas.size
        output.canvas = Canvas(
            size: size.scaled(by: min(1, Self.previewSide / Double(min(size.width, size.height)))), format: .yuv420p8,
            color: output.canvas.color.isHighDynamicRange ? .bt709 : output.canvas.color)
        output.codec = .h264
        output.kind = .software
        output.quality = .constantRateFactor(28)
        output.rateLimit = nil
        output.preset = "ultrafast"
        output.threads = VideoEncoderSettings.threads(for: output.canvas.size)
        output.stretches = .encode
        output.audio.codec = .aac
        output.audio.mayCopy = false
        output.poster = nil
        return encoded(composition, output)
    }

    /// Of the shorter side, in samples.
    private static let previewSide = 360.0
}
