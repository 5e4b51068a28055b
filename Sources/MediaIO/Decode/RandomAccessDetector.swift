import CFFmpeg

/// Detects where a decoder can start, from the packets themselves.
///
/// The key-frame flags of containers are wrong in real files: phones mark every fiftieth sample, and without a list
/// of sync samples (`stss`) all samples count as sync samples (ISO/IEC 14496-12 §8.6.2).
struct RandomAccessDetector: ~Copyable {
    private let context: CodecOwner
    private let parser: UnsafeMutablePointer<AVCodecParserContext>?
    private let codec: AVCodecID
    private let isIntraOnly: Bool

    init(_ stream: UnsafePointer<AVStream>, _ decoder: UnsafePointer<AVCodec>) throws(FFmpegFailure) {
        context = try CodecOwner(decoder, of: stream.pointee.codecpar)
        codec = decoder.pointee.id
        let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
        isIntraOnly = properties & Int32(AV_CODEC_PROP_INTRA_ONLY) != 0
        parser = isIntraOnly ? nil : compose_parser(codec)
        parser?.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    }

    deinit { if let parser { av_parser_close(parser) } }

    /// Whether a decoder can start at a packet; `nil` if packets of this codec do not show it.
    ///
    /// Pictures shown before it that refer to earlier ones are left to the decoder: all decoders skip them.
    func isPoint(_ packet: UnsafePointer<AVPacket>) -> Bool? {
        if isIntraOnly { return true }
        if codec == AV_CODEC_ID_H263 {
            return Self.isIntraH263(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
        }
        guard let parser else { return nil }
        // FFmpeg's parsers set one or the other, or leave both unchanged.
        parser.pointee.key_frame = -1
        parser.pointee.pict_type = Int32(AV_PICTURE_TYPE_NONE.rawValue)
        var (data, size): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
        av_parser_parse2(
            parser, context.pointer, &data, &size, packet.pointee.data, packet.pointee.size, compose_no_timestamp,
            compose_no_timestamp, -1)
        switch parser.pointee.key_frame {
        case 0: return false
        case 1: return true
        default:
            let type = AVPictureType(UInt32(bitPattern: parser.pointee.pict_type))
            return type == AV_PICTURE_TYPE_NONE ? nil : type == AV_PICTURE_TYPE_I
        }
    }

    /// H.263 §5.1: start code (22 bits), temporal reference (8), PTYPE (13 bits; its last five differ with
    /// PLUSPTYPE). FFmpeg's parser does not read it.
    private static func isIntraH263(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 8, bytes[0] == 0, bytes[1] == 0, bytes[2] & 0xFC == 0x80 else { return false }
        let bits = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let field = { (from: Int, count: Int) in (bits << UInt64(from)) >> UInt64(64 - count) }
        // PTYPE begins at bit 30: its bits 6 to 8 are the source format, where 7 announces PLUSPTYPE, and 9 the type.
        guard field(35, 3) == 7 else { return field(38, 1) == 0 }
        // PLUSPTYPE (§5.1.4): UFEP, OPPTYPE if that is 1, and MPPTYPE, which begins with the type.
        return field(38 + 3 + (field(38, 3) == 1 ? 18 : 0), 3) == 0
    }
}
