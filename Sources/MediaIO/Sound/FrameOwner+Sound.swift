import Audio
import CFFmpeg

extension FrameOwner {
    /// Sound without samples: only describes others.
    convenience init(form format: AudioFormat) throws(FFmpegFailure) {
        try self.init()
        pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        pointer.pointee.sample_rate = format.sampleRate
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(format.channelCount))
    }

    /// A copy of `buffer`, not empty.
    ///
    /// - Parameter position: of its first sample; becomes its time stamp.
    convenience init(_ buffer: AudioBuffer, sampleRate: Int32, at position: Int64) throws(FFmpegFailure) {
        try self.init(form: AudioFormat(sampleRate: sampleRate, channelCount: buffer.channels.count))
        pointer.pointee.nb_samples = Int32(buffer.frameCount)
        try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
        for (c, samples) in buffer.channels.enumerated() {
            samples.withUnsafeBytes {
                compose_frame_plane(pointer, Int32(c)).update(
                    from: $0.baseAddress!.assumingMemoryBound(to: UInt8.self), count: $0.count)
            }
        }
        pointer.pointee.pts = position
    }
}
