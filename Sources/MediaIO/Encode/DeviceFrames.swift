import CFFmpeg
import Pictures

/// Pictures in the memory of a VAAPI device; its encoders take no others.
final class DeviceFrames {
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private var frames: UnsafeMutablePointer<AVBufferRef>?

    /// - Throws: if there is no such device, or it does not support such pictures.
    init(_ settings: VideoEncoderSettings) throws(FFmpegFailure) {
        try check(
            "av_hwdevice_ctx_create", av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0))
        let size = settings.codedSize
        frames = try allocated(
            "av_hwframe_ctx_init",
            compose_device_frames(
                device, AV_PIX_FMT_VAAPI, settings.samples, Int32(size.width), Int32(size.height)))
    }

    deinit {
        av_buffer_unref(&frames)
        av_buffer_unref(&device)
    }

    func give(to context: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegFailure) {
        context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
        context.pointee.hw_frames_ctx = try allocated("av_buffer_ref", av_buffer_ref(frames))
    }

    /// A copy of a frame in the device's memory.
    func uploaded(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let result = try FrameOwner()
        try check("av_hwframe_get_buffer", av_hwframe_get_buffer(frames, result.pointer, 0))
        try check("av_hwframe_transfer_data", av_hwframe_transfer_data(result.pointer, frame.pointer, 0))
        try check("av_frame_copy_props", av_frame_copy_props(result.pointer, frame.pointer))
        return result
    }
}
