import CFFmpeg

/// An `SwrContext` that changes the form of samples and nothing else: interleaved floats, integers.
final class SampleConverter {
    private let context: OpaquePointer
    private let format: AVSampleFormat

    init(to format: AVSampleFormat) throws(FFmpegFailure) {
        self.format = format
        context = try allocated("swr_alloc", swr_alloc())
    }
    deinit {
        var context: OpaquePointer? = context
        swr_free(&context)
    }

    func converted(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let result = try FrameOwner()
        let (target, source) = (result.pointer, frame.pointer)
        target.pointee.format = format.rawValue
        target.pointee.sample_rate = source.pointee.sample_rate
        try check(
            "av_channel_layout_copy", av_channel_layout_copy(&target.pointee.ch_layout, &source.pointee.ch_layout))
        try check("swr_convert_frame", swr_convert_frame(context, target, source))
        target.pointee.pts = source.pointee.pts
        return result
    }
}
