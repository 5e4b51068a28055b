import CFFmpeg
import Audio

/// Sound to packets, stereo at the working rate. Lives in one thread.
public final class AudioEncoder {
    let codec: CodecOwner
    let kind: AudioCodec
    private let frame: FrameOwner
    private let converter: SampleConverter?
    private var position: Int64 = 0

    /// Samples per packet: what every call of `encode` but the last must give (1024 for AAC, 960 for Opus). PCM's packets
    /// may have any length; they get AAC's.
    public var frameSize: Int { codec.pointer.pointee.frame_size > 0 ? Int(codec.pointer.pointee.frame_size) : 1024 }

    /// - Parameter bitRate: bits per second; without effect on PCM.
    public init(_ kind: AudioCodec = .aac, bitRate: Int64) throws(MediaError) {
        FFmpegLog.install()
        self.kind = kind
        let row = kind.row
        guard let encoder = avcodec_find_encoder_by_name(row.encoder) else { throw .noEncoder(codec: row.title) }
        do {
            frame = try FrameOwner()
            converter = row.samples == AV_SAMPLE_FMT_FLTP ? nil : try SampleConverter(to: row.samples)
            codec = try CodecOwner(encoder)
            let context = codec.pointer
            context.pointee.sample_rate = AudioBuffer.sampleRate
            context.pointee.sample_fmt = row.samples
            if kind.hasBitRate { context.pointee.bit_rate = bitRate }
            context.pointee.time_base = AVRational(num: 1, den: AudioBuffer.sampleRate)
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            av_channel_layout_default(&context.pointee.ch_layout, Int32(AudioBuffer.channelCount))
            try check("avcodec_open2", avcodec_open2(context, encoder, nil))
        } catch {
            throw .encoderRefused(codec: row.title, failure: error)
        }
    }

    /// Encodes the samples that follow those before.
    public func encode(_ buffer: AudioBuffer, to sink: (Packet) throws -> Void) throws {
        let pointer = frame.pointer
        pointer.pointee.nb_samples = Int32(buffer.frameCount)
        pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        pointer.pointee.sample_rate = AudioBuffer.sampleRate
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(AudioBuffer.channelCount))
        try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
        for (c, samples) in buffer.channels.enumerated() {
            samples.withUnsafeBytes {
                compose_frame_plane(pointer, Int32(c)).update(
                    from: $0.baseAddress!.assumingMemoryBound(to: UInt8.self), count: $0.count)
            }
        }
        pointer.pointee.pts = position
        position += Int64(buffer.frameCount)
        defer { av_frame_unref(pointer) }
        let samples = try converter?.converted(frame) ?? frame
        try withExtendedLifetime(samples) { try codec.encode(samples.pointer, to: sink) }
    }

    /// Gives out what the encoder still holds.
    public func finish(to sink: (Packet) throws -> Void) throws {
        try codec.encode(nil, to: sink)
    }
}
