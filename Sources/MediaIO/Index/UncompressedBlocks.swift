import CFFmpeg
import MediaTime

/// Looks for uncompressed macroblocks of H.264 (I_PCM), which only a decoder can find in CAVLC streams.
public enum UncompressedBlocks {
    /// Decodes ranges of packets, each beginning where a decoder can start.
    ///
    /// - Returns: whether a macroblock has the quantizer 0, which uncompressed ones count as (H.264 §7.4.5), and which
    ///   others have at the highest quality only.
    /// - Throws: `MediaError.changed` when the file no longer is what was indexed.
    public static func mayBe(
        in ranges: [Range<Int>], path: String, video: VideoInfo, index: GOPIndex
    ) throws -> Bool {
        guard let decoder = avcodec_find_decoder(AV_CODEC_ID_H264) else {
            throw MediaError.noDecoder(path: path, codec: video.codec)
        }
        let reader = try CodedPacketReader(path: path, video: video, index: index)
        let codec = try CodecOwner(decoder)
        codec.pointer.pointee.extradata = try extradata(index.configuration)
        codec.pointer.pointee.extradata_size = Int32(index.configuration.count)
        codec.pointer.pointee.export_side_data |= AV_CODEC_EXPORT_DATA_VIDEO_ENC_PARAMS
        // As many as there are cores.
        codec.pointer.pointee.thread_count = 0
        try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
        let frame = try FrameOwner()
        var isFound = false
        func send(_ packet: UnsafePointer<AVPacket>?) throws {
            // Damage is not the question here.
            _ = avcodec_send_packet(codec.pointer, packet)
            while avcodec_receive_frame(codec.pointer, frame.pointer) >= 0 {
                isFound = isFound || hasZeroQuantizer(frame.pointer)
            }
        }
        for range in ranges where !isFound {
            try reader.read(range) { _, bytes in
                if !isFound { try send(Packet(bytes).pointer) }
            }
            try send(nil)
            avcodec_flush_buffers(codec.pointer)
        }
        return isFound
    }

    /// Also of a frame that does not say.
    private static func hasZeroQuantizer(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_VIDEO_ENC_PARAMS) else { return true }
        let parameters = UnsafeMutableRawPointer(data.pointee.data).assumingMemoryBound(to: AVVideoEncParams.self)
        return (0..<parameters.pointee.nb_blocks).contains { block in
            parameters.pointee.qp + av_video_enc_params_block(parameters, block).pointee.delta_qp <= 0
        }
    }
}
