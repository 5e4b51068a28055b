import CFFmpeg
import Pictures

/// Writes pictures as PNG files, for sheets and for looking.
public enum PNGFile {
    /// - Parameter color: what the code values of `picture` mean.
    public static func write(_ picture: Picture, color: ColorDescription, to path: String, mayReplace: Bool)
        throws(MediaError)
    {
        let file = try AtomicFile(destination: path, inputs: [], mayReplace: mayReplace)
        do {
            let encoder = try allocated("avcodec_find_encoder", avcodec_find_encoder(AV_CODEC_ID_PNG))
            let source = try frame(picture, color)
            let graph = try FilterGraph(
                "scale=in_color_matrix=\(color.matrix == 1 ? "bt709" : "bt601"):in_range=\(color.isFullRange ? "pc" : "tv"):flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24",
                like: source.pointer, timeBase: AVRational(num: 1, den: 1))
            try graph.push(source.pointer)
            let rgb = try allocated("av_buffersink_get_frame", try graph.pull())
            let codec = try CodecOwner(encoder)
            codec.pointer.pointee.width = rgb.pointer.pointee.width
            codec.pointer.pointee.height = rgb.pointer.pointee.height
            codec.pointer.pointee.pix_fmt = AV_PIX_FMT_RGB24
            codec.pointer.pointee.time_base = AVRational(num: 1, den: 1)
            try check("avcodec_open2", avcodec_open2(codec.pointer, encoder, nil))
            try check("avcodec_send_frame", avcodec_send_frame(codec.pointer, rgb.pointer))
            try check("avcodec_send_frame", avcodec_send_frame(codec.pointer, nil))
            let packet = try PacketOwner()
            try check("avcodec_receive_packet", avcodec_receive_packet(codec.pointer, packet.pointer))
            let bytes = UnsafeRawBufferPointer(
                start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            try file.write(bytes)
            try file.commit()
        } catch let error as MediaError {
            throw error
        } catch let error as FFmpegFailure {
            throw .failed(path: path, error)
        } catch {
            throw .writeFailed(path: path, reason: "\(error)")
        }
    }

    private static func frame(_ picture: Picture, _ color: ColorDescription) throws(FFmpegFailure) -> FrameOwner {
        let owner = try FrameOwner()
        owner.pointer.pointee.width = Int32(picture.size.width)
        owner.pointer.pointee.height = Int32(picture.size.height)
        owner.pointer.pointee.format = picture.format.ffmpeg.rawValue
        owner.pointer.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        owner.pointer.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        try check("av_frame_get_buffer", av_frame_get_buffer(owner.pointer, 0))
        Picture(wrapping: owner, format: picture.format).copy(from: picture)
        return owner
    }
}
