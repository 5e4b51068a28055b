import CFFmpeg
import Pictures

/// Writes pictures as PNG or JPEG files, for sheets, stills and viewing.
public enum ImageFile {
    /// PNG with 8-bit R′G′B′, or JPEG with full-range Y′CbCr 4:2:0 (JFIF).
    public enum Format: String, Sendable {
        /// `.png`; `.jpg` or `.jpeg`, with the finest quantizer that FFmpeg uses (2).
        case png, jpg

        /// By the extension of a file name.
        ///
        /// - Throws: `MediaError.unsupportedExtension`.
        public init(path: String) throws(MediaError) {
            switch path.split(separator: ".").last?.lowercased() {
            case "png": self = .png
            case "jpg", "jpeg": self = .jpg
            default: throw .unsupportedExtension(path: path, supported: [".png", ".jpg"])
            }
        }

        fileprivate var codec: AVCodecID { self == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG }
        fileprivate var pixels: AVPixelFormat { self == .png ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_YUV420P }
    }

    /// - Parameter color: what the code values of `picture` mean. High dynamic range is tone-mapped.
    public static func write(
        _ picture: Picture, color: ColorDescription, format: Format = .png, to path: String, mayReplace: Bool
    ) throws(MediaError) {
        let file = try AtomicFile(destination: path, inputs: [], mayReplace: mayReplace)
        let bytes = try encoded(picture, color, format, path: path)
        try file.write(bytes)
        try file.commit()
    }

    /// A picture as the bytes of a JPEG file.
    ///
    /// - Parameter path: the file that errors name.
    package static func jpeg(_ picture: Picture, color: ColorDescription, path: String) throws(MediaError) -> [UInt8] {
        try encoded(picture, color, .jpg, path: path)
    }

    private static func encoded(
        _ picture: Picture, _ color: ColorDescription, _ format: Format, path: String
    ) throws(MediaError) -> [UInt8] {
        try ImageEncoder(format, size: picture.size, picture.format, color: color, path: path).bytes(of: picture)
    }
}

/// Encodes pictures of one size and color as the bytes of image files, one after the other. Not thread-safe.
package final class ImageEncoder {
    private let codec: CodecOwner
    private let graph: FilterGraph
    private let size: PictureSize
    private let pixels: PixelFormat
    private let color: ColorDescription
    private let path: String
    private let packet: PacketOwner

    /// - Parameters:
    ///   - color: what the code values of the pictures mean. High dynamic range is tone-mapped.
    ///   - quantizer: of JPEG, 2 (best) to 31.
    ///   - path: the file that errors name.
    /// - Throws: `MediaError.failed`.
    package init(
        _ format: ImageFile.Format, size: PictureSize, _ pixels: PixelFormat, color: ColorDescription,
        quantizer: Int32 = 2, path: String
    ) throws(MediaError) {
        (self.size, self.pixels, self.color, self.path) = (size, pixels, color, path)
        do {
            let encoder = try allocated("avcodec_find_encoder", avcodec_find_encoder(format.codec))
            let like = try FrameOwner(size: size, pixels.ffmpeg)
            like.tag(color)
            graph = try FilterGraph(Self.filters(color, pixels, to: format), like: like)
            packet = try PacketOwner()
            codec = try CodecOwner(encoder)
            let context = codec.pointer
            context.pointee.width = Int32(size.width)
            context.pointee.height = Int32(size.height)
            context.pointee.pix_fmt = format.pixels
            context.pointee.color_range = AVCOL_RANGE_JPEG
            context.pointee.time_base = AVRational(num: 1, den: 1)
            // Pictures do not depend on each other; frames in flight would come out late.
            context.pointee.thread_count = 1
            // PNG: saves 0.13 s at 1080p, for a third more bytes.
            context.pointee.compression_level = 1
            // PNG: with the difference to the left sample, zlib is a third faster and the file smaller; JPEG has no
            // such option.
            _ = av_opt_set(context.pointee.priv_data, "pred", "sub", 0)
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = quantizer * FF_QP2LAMBDA
            try check("avcodec_open2", avcodec_open2(context, encoder, nil))
        } catch {
            throw .failed(path: path, error)
        }
    }

    /// - Precondition: the picture has the size and format of `init`.
    package func bytes(of picture: Picture) throws(MediaError) -> [UInt8] {
        precondition(picture.size == size && picture.format == pixels, "a picture of another kind")
        do {
            let source = try FrameOwner(size: picture.size, picture.format.ffmpeg)
            source.tag(color)
            Picture(wrapping: source, format: picture.format).copy(from: picture)
            let frame = try graph.converted(source)
            frame.pointer.pointee.quality = codec.pointer.pointee.global_quality
            try check("avcodec_send_frame", avcodec_send_frame(codec.pointer, frame.pointer))
            try check("avcodec_receive_packet", avcodec_receive_packet(codec.pointer, packet.pointer))
            defer { av_packet_unref(packet.pointer) }
            let data = packet.pointer.pointee
            return Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
        } catch {
            throw .failed(path: path, error)
        }
    }

    private static func filters(_ color: ColorDescription, _ pixels: PixelFormat, to format: ImageFile.Format) -> String
    {
        guard color.isHighDynamicRange,
            let toneMapping = ColorConversion(from: color, depth: pixels.bitDepth, to: .bt709, format: pixels)
                .filters(to: pixels)
        else { return filters(color, depth: pixels.bitDepth, to: format) }
        return "\(toneMapping),\(filters(.bt709, depth: pixels.bitDepth, to: format))"
    }

    /// The filters that convert standard dynamic range to the pixels of the file.
    private static func filters(_ color: ColorDescription, depth: Int, to format: ImageFile.Format) -> String {
        let matrix = [1: "bt709", 9: "bt2020"][color.matrix] ?? "bt601"
        switch format {
        case .png:
            let source = "scale=in_color_matrix=\(matrix):in_range=\(color.isFullRange ? "pc" : "tv")"
            return "\(source):flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24"
        case .jpg:
            // JFIF's matrix and range; primaries and curve do not change. `scale` would convert through R′G′B′, which
            // takes 20 ms at 1080p instead of 0.5.
            var (source, file) = (color, color)
            if matrix == "bt601" { source.matrix = 6 }
            (file.matrix, file.isFullRange) = (6, true)
            return ColorConversion(from: source, depth: depth, to: file, format: .yuv420p8).filters(to: .yuv420p8)
                ?? "null"
        }
    }
}

extension FrameOwner {
    fileprivate func tag(_ color: ColorDescription) {
        pointer.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        pointer.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        pointer.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        pointer.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
}
