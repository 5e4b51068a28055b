import CFFmpeg
import Pictures

// One owner for each C object, which is freed with its owner, and never twice.

/// An `AVFrame`: decoded picture or sound, reference-counted inside FFmpeg. A class, because pictures made from it
/// share it.
final class FrameOwner: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>
    init() throws(FFmpegFailure) { pointer = try allocated("av_frame_alloc", av_frame_alloc()) }
    /// A picture without memory: only describes others.
    convenience init(form size: PictureSize, _ format: AVPixelFormat) throws(FFmpegFailure) {
        try self.init()
        pointer.pointee.width = Int32(size.width)
        pointer.pointee.height = Int32(size.height)
        pointer.pointee.format = format.rawValue
    }
    /// A picture with memory of its own.
    convenience init(size: PictureSize, _ format: AVPixelFormat) throws(FFmpegFailure) {
        try self.init(form: size, format)
        try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
    }
    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }
}

/// An `AVPacket`: compressed bytes with time stamps.
struct PacketOwner: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>
    init() throws(FFmpegFailure) { pointer = try allocated("av_packet_alloc", av_packet_alloc()) }
    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}

/// An `AVCodecContext`: a decoder or an encoder.
struct CodecOwner: ~Copyable {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    /// - Parameter parameters: of the packets that are to be decoded.
    init(
        _ codec: UnsafePointer<AVCodec>, of parameters: UnsafePointer<AVCodecParameters>? = nil
    ) throws(FFmpegFailure) {
        let context = try allocated("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        if let parameters, case let result = avcodec_parameters_to_context(context, parameters), result < 0 {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw FFmpegFailure(call: "avcodec_parameters_to_context", code: result)
        }
        pointer = context
    }
    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&pointer)
    }
}

/// An `AVFormatContext` opened for reading.
struct DemuxerOwner: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFormatContext>
    private let file: FileIO

    /// The demuxers that may open an input, by their names in FFmpeg: containers and streams that cameras and editors
    /// write. Excluded are playlists and manifests, which would open other files, and formats that accept any text as
    /// a picture (`tty`).
    static let formats = [
        "mov", "mp4", "matroska", "webm", "avi", "mpegts", "mpeg", "mpegvideo", "mxf", "mxg", "flv", "live_flv",
        "asf", "asf_o", "wtv", "ogg", "rm", "nut", "gxf", "lxf", "dv", "ivf", "obu", "av1", "h261", "h263", "h264",
        "hevc", "vvc", "evc", "m4v", "mjpeg", "mpjpeg", "cavsvideo", "dirac", "dnxhd", "vc1", "yuv4mpegpipe", "gif",
        "apng",
        "image2", "png_pipe", "jpeg_pipe", "webp_pipe", "bmp_pipe", "tiff_pipe", "pgm_pipe", "ppm_pipe",
        "wav", "w64", "aiff", "caf", "au", "aac", "ac3", "eac3", "dts", "mp3", "flac", "tta", "ape", "wv", "truehd",
        "amr", "loas", "voc", "tak",
    ]

    /// Reads an opened file, and nothing else: no other protocol, so no playlist can open anything.
    ///
    /// - Parameters:
    ///   - path: the file's path; its extension matters only if its bytes leave the format open.
    ///   - ignoresEditLists: times are those of the media, as if the file had no edit lists (MP4 and MOV).
    ///   - formats: the demuxers that may open it; a single one does without a look at the bytes.
    init(
        _ file: FileIO, path: String, ignoresEditLists: Bool = false, formats: [String] = Self.formats
    ) throws(FFmpegFailure) {
        FFmpegLog.install()
        var context: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        guard context != nil else {
            throw FFmpegFailure(call: "avformat_alloc_context", code: compose_error_from_errno(ENOMEM))
        }
        context!.pointee.pb = file.context
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        av_dict_set(&options, "format_whitelist", formats.joined(separator: ","), 0)
        if ignoresEditLists { av_dict_set(&options, "ignore_editlist", "1", 0) }
        // "file:" keeps a name such as "a:b.mov" from being parsed as a protocol.
        let format = formats.count == 1 ? av_find_input_format(formats[0]) : nil
        let result = avformat_open_input(&context, "file:" + path, format, &options)
        // On failure FFmpeg has freed the context itself.
        guard result >= 0, let context else { throw FFmpegFailure(call: "avformat_open_input", code: result) }
        pointer = context
        self.file = file
    }
    deinit {
        var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
        avformat_close_input(&pointer)
    }
}
