import CFFmpeg
import Pictures

/// One still picture as 16-bit gray: for mattes.
public struct GrayImage: Sendable {
    public let size: PictureSize
    /// Row by row, 0 black … 65535 white.
    public let samples: [UInt16]

    /// Reads the first picture of any file FFmpeg can decode: PNG, JPEG, a video frame.
    public init(path: String) throws(MediaError) {
        let demuxer = try Demuxer(path: path)
        guard
            let index = demuxer.videoIndex
                ?? (0..<demuxer.streamCount).first(where: {
                    demuxer.stream($0).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                })
        else { throw .noVideo(path: path, hasAudio: !demuxer.audioIndices.isEmpty) }
        do {
            let parameters = demuxer.stream(index).pointee.codecpar!
            guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
                throw MediaError.noDecoder(path: path, codec: codecName(parameters))
            }
            let codec = try CodecOwner(decoder)
            try check("avcodec_parameters_to_context", avcodec_parameters_to_context(codec.pointer, parameters))
            codec.pointer.pointee.max_pixels = Int64(Demuxer.largestDimension) * Int64(Demuxer.largestDimension)
            try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
            let packet = try PacketOwner()
            let frame = try FrameOwner()
            while try demuxer.read(into: packet.pointer) {
                guard Int(packet.pointer.pointee.stream_index) == index else { continue }
                avcodec_send_packet(codec.pointer, packet.pointer)
                if avcodec_receive_frame(codec.pointer, frame.pointer) >= 0 { break }
            }
            if frame.pointer.pointee.width == 0 {
                avcodec_send_packet(codec.pointer, nil)
                try check("avcodec_receive_frame", avcodec_receive_frame(codec.pointer, frame.pointer))
            }
            let graph = try FilterGraph("format=gray16", like: frame.pointer, timeBase: AVRational(num: 1, den: 1))
            try graph.push(frame.pointer)
            let gray = try allocated("av_buffersink_get_frame", try graph.pull())
            let picture = gray.pointer.pointee
            let (width, height) = (Int(picture.width), Int(picture.height))
            size = PictureSize(width: width, height: height)
            samples = (0..<height).flatMap { y in
                let row = UnsafeRawPointer(picture.data.0! + y * Int(picture.linesize.0)).assumingMemoryBound(
                    to: UInt16.self)
                return Array(UnsafeBufferPointer(start: row, count: width)).map { UInt16(littleEndian: $0) }
            }
        } catch {
            throw .decoding(path, error)
        }
    }
}
