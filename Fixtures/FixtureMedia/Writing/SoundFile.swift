import CFFmpeg

/// A file with sound and no picture; the ending of its name decides the container: WAV, M4A, MP3, FLAC, OGG.
package enum SoundFile {
    /// Writes samples from the file's time zero on.
    ///
    /// - Parameters:
    ///   - channels: all of one length. Full scale is ±1.
    ///   - encoder: FFmpeg's: "pcm_s16le", "pcm_f32le", "aac", "libmp3lame", "flac", "libvorbis", "libopus".
    package static func write(_ channels: [[Float]], rate: Int32, encoder: String = "pcm_f32le", to path: String) throws
    {
        av_log_set_level(AV_LOG_FATAL)
        let name = path
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check(
            "avformat_alloc_output_context2", avformat_alloc_output_context2(&made, nil, nil, "file:" + name))
        let context = made!
        defer {
            avio_closep(&context.pointee.pb)
            avformat_free_context(context)
        }
        context.pointee.flags |= AVFMT_FLAG_BITEXACT
        let track = try SoundTrack(encoder, rate: rate, channels: channels.count, context)
        try check("avio_open", avio_open(&context.pointee.pb, "file:" + name, AVIO_FLAG_WRITE))
        try check("avformat_write_header", avformat_write_header(context, nil))
        try track.encode(channels) { packet in
            try check("av_interleaved_write_frame", av_interleaved_write_frame(context, packet.pointer))
        }
        try check("av_write_trailer", av_write_trailer(context))
    }
}

private final class SoundTrack {
    private let codec: Codec
    private let stream: UnsafeMutablePointer<AVStream>
    private let rate: Int32

    init(
        _ name: String, rate: Int32, channels: Int, _ container: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        guard let encoder = avcodec_find_encoder_by_name(name) else {
            throw FixtureError("the installed FFmpeg has no encoder \(name)")
        }
        self.rate = rate
        codec = try Codec(encoder)
        let context = codec.pointer
        context.pointee.sample_rate = rate
        context.pointee.sample_fmt =
            ["pcm_s16le", "flac", "libopus"].contains(name)
            ? AV_SAMPLE_FMT_S16 : name == "pcm_f32le" ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
        context.pointee.time_base = AVRational(num: 1, den: rate)
        av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
        context.pointee.bit_rate = Int64(96_000 * channels)
        context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
        if container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        try check("avcodec_open2 \(name)", avcodec_open2(context, encoder, nil))
        stream = try made("avformat_new_stream", avformat_new_stream(container, nil))
        try check(
            "avcodec_parameters_from_context", avcodec_parameters_from_context(stream.pointee.codecpar, context))
        stream.pointee.time_base = context.pointee.time_base
    }

    func encode(_ channels: [[Float]], _ write: (PacketBuffer) throws -> Void) throws {
        let stamped = { (packet: PacketBuffer) in
            packet.pointer.pointee.stream_index = self.stream.pointee.index
            av_packet_rescale_ts(packet.pointer, self.codec.pointer.pointee.time_base, self.stream.pointee.time_base)
            try write(packet)
        }
        let size = codec.pointer.pointee.frame_size > 0 ? Int(codec.pointer.pointee.frame_size) : 1024
        for start in stride(from: 0, to: channels[0].count, by: size) {
            let frame = try self.frame(channels, start..<min(channels[0].count, start + size))
            try codec.encode(frame.pointer, stamped)
        }
        try codec.encode(nil, stamped)
    }

    private func frame(_ channels: [[Float]], _ range: Range<Int>) throws -> Frame {
        let frame = try Frame()
        let (pointer, format) = (frame.pointer, codec.pointer.pointee.sample_fmt)
        pointer.pointee.nb_samples = Int32(range.count)
        pointer.pointee.format = format.rawValue
        pointer.pointee.sample_rate = rate
        pointer.pointee.pts = Int64(range.lowerBound)
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(channels.count))
        try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
        for (channel, samples) in channels.enumerated() {
            let plane = UnsafeMutableRawPointer(
                pointer.pointee.extended_data[format == AV_SAMPLE_FMT_FLTP ? channel : 0]!)
            for (n, sample) in samples[range].enumerated() {
                switch format {
                case AV_SAMPLE_FMT_S16:
                    plane.assumingMemoryBound(to: Int16.self)[n * channels.count + channel] =
                        Int16((max(-1, min(1, sample)) * 32767).rounded())
                case AV_SAMPLE_FMT_FLT:
                    plane.assumingMemoryBound(to: Float.self)[n * channels.count + channel] = sample
                default: plane.assumingMemoryBound(to: Float.self)[n] = sample
                }
            }
        }
        return frame
    }
}
