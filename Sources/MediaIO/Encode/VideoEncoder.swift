import CFFmpeg
import MediaTime
import Pictures
import Synchronization

/// Encodes pictures to packets, with the encoder of the codec's row. Not thread-safe.
package final class VideoEncoder {
    let codec: CodecOwner
    let settings: VideoEncoderSettings
    private let frame: FrameOwner
    private let padding: EdgePadding?
    private let converter: PictureConverter?
    private let device: DeviceFrames?
    private var hasBegun = false
    private var hasEnded = false

    /// - Throws: `MediaError.noEncoder` when FFmpeg was built without it, `.encoderRefused` for impossible settings.
    package init(_ settings: VideoEncoderSettings) throws(MediaError) {
        FFmpegLog.install()
        self.settings = settings
        let encoderName = settings.encoderName
        padding = settings.coded.map { EdgePadding(format: settings.canvas.format, window: $0) }
        guard let encoder = avcodec_find_encoder_by_name(encoderName) else {
            throw .noEncoder(codec: encoderName)
        }
        do {
            converter = try PictureConverter(settings)
            device = settings.kind == .vaapi ? try DeviceFrames(settings) : nil
            frame = try FrameOwner()
            codec = try CodecOwner(encoder)
            try Self.configure(codec.pointer, settings)
            try device?.give(to: codec.pointer)
            var options: OpaquePointer?
            defer { av_dict_free(&options) }
            for (key, value) in settings.encoderOptions { av_dict_set(&options, key, value, 0) }
            try check("avcodec_open2", avcodec_open2(codec.pointer, encoder, &options))
        } catch {
            // A device may refuse everything.
            throw settings.kind == .software
                ? .opening(settings.codec.row.title, error) : .encoderRefused(codec: encoderName, failure: error)
        }
    }

    private static func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ settings: VideoEncoderSettings
    ) throws(FFmpegFailure) {
        let canvas = settings.canvas
        let size = settings.codedSize
        context.pointee.width = Int32(size.width)
        context.pointee.height = Int32(size.height)
        context.pointee.pix_fmt = settings.samples
        context.pointee.time_base = AVRational(settings.frameRate.timeBase)
        context.pointee.framerate = AVRational(
            num: Int32(settings.frameRate.numerator), den: Int32(settings.frameRate.denominator))
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.color_primaries = AVColorPrimaries(UInt32(canvas.color.primaries))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(canvas.color.transfer))
        context.pointee.colorspace = AVColorSpace(UInt32(canvas.color.matrix))
        context.pointee.color_range = canvas.color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
        context.pointee.thread_count = Int32(max(settings.threads, settings.codec.row.leastThreads))
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        if case .bitRate(let bits) = settings.quality { context.pointee.bit_rate = bits }
        if let limit = settings.rateLimit {
            context.pointee.rc_max_rate = limit
            // Two seconds, as in streaming players.
            context.pointee.rc_buffer_size = Int32(clamping: 2 * limit)
            // The decoder's buffer is not full where a part follows another.
            context.pointee.rc_initial_buffer_occupancy = Int32(clamping: limit / 2)
        }
        context.pointee.codec_tag = codecTag(settings.codec.row.tag(settings.preset))
    }

    deinit {
        guard settings.codec.row.needsEnd, !hasEnded else { return }
        if !hasBegun {
            let blank = PicturePool(format: settings.canvas.format, size: settings.canvas.size).picture()
            try? encode(blank, frame: 0) { _ in }
        }
        try? finish { _ in }
    }

    /// Encodes a picture, frame `index` of the output. Packets come in decoding order, some of them later; their
    /// presentation timestamps are such indexes.
    package func encode(_ picture: Picture, frame index: Int64, to sink: (Packet) throws -> Void) throws {
        precondition(picture.size == settings.canvas.size && picture.format == settings.canvas.format)
        hasBegun = true
        try encoding(settings.codec.row.title) {
            try borrow(padding?.padded(picture) ?? picture)
            defer { av_frame_unref(frame.pointer) }
            var frame = try converter?.converted(frame) ?? frame
            if let device { frame = try device.uploaded(frame) }
            frame.pointer.pointee.pts = index
            compose_frame_set_duration(frame.pointer, 1)
            compose_frame_reset_picture_type(frame.pointer)
            try withExtendedLifetime(frame) { try codec.encode(frame.pointer, to: sink) }
        }
    }

    /// Outputs what is left in the encoder. After this, nothing more can be encoded.
    package func finish(to sink: (Packet) throws -> Void) throws {
        hasEnded = true
        try encoding(settings.codec.row.title) { try codec.encode(nil, to: sink) }
    }

    /// Points the frame at the picture's memory. The encoder may keep a reference: the picture lives until the
    /// last one is dropped.
    private func borrow(_ picture: Picture) throws(FFmpegFailure) {
        let pointer = frame.pointer
        pointer.pointee.width = Int32(picture.size.width)
        pointer.pointee.height = Int32(picture.size.height)
        pointer.pointee.format = picture.format.ffmpeg.rawValue
        pointer.pointee.color_range = codec.pointer.pointee.color_range
        pointer.pointee.colorspace = codec.pointer.pointee.colorspace
        pointer.pointee.color_primaries = codec.pointer.pointee.color_primaries
        pointer.pointee.color_trc = codec.pointer.pointee.color_trc
        let planes = picture.rawPlanes
        pointer.pointee.data.0 = planes.0
        pointer.pointee.data.1 = planes.1
        pointer.pointee.data.2 = planes.2
        pointer.pointee.linesize.0 = Int32(picture.luma.strideInBytes)
        pointer.pointee.linesize.1 = Int32(picture.cb.strideInBytes)
        pointer.pointee.linesize.2 = Int32(picture.cr.strideInBytes)
        let retained = Unmanaged.passRetained(picture)
        // One buffer over the luma plane represents the memory of all three.
        let buffer = av_buffer_create(
            planes.0, picture.luma.strideInBytes * picture.luma.height,
            { opaque, _ in Unmanaged<Picture>.fromOpaque(opaque!).release() }, retained.toOpaque(),
            Int32(AV_BUFFER_FLAG_READONLY))
        guard buffer != nil else {
            retained.release()
            throw FFmpegFailure(call: "av_buffer_create", code: compose_error_from_errno(ENOMEM))
        }
        pointer.pointee.buf.0 = buffer
    }
}

extension AVRational {
    init(_ timeBase: TimeBase) { self.init(num: Int32(timeBase.numerator), den: Int32(timeBase.denominator)) }
}

extension VideoEncoderSettings {
    /// Checks that the encoder is available and accepts these settings.
    ///
    /// - Throws: `MediaError.noEncoder`, `.encoderRefused`.
    package func checkEncoder() throws(MediaError) { _ = try VideoEncoder(self) }
}

extension VideoEncoderSettings {
    /// Whether at most one encoder of this kind may exist in a process at a time.
    package var encodesAlone: Bool { kind == .software && codec.row.encodesAlone }
}

extension VideoEncoder {
    private static let turn = Mutex(())

    /// Runs `body`, which opens encoders with `settings` and closes them again. If one of them encodes alone, it first
    /// waits until no other thread uses such an encoder.
    ///
    /// Must not be called within `body`.
    package static func takingTurns<Value: Sendable>(
        _ settings: [VideoEncoderSettings], _ body: () throws -> Value
    ) rethrows -> Value {
        guard settings.contains(where: \.encodesAlone) else { return try body() }
        return try turn.withLock { _ in try body() }
    }
}

/// Converts pictures of the canvas for an encoder that takes another format: ProRes has a chroma row for every luma
/// row, the canvas half as many. swscale places the new rows between the existing ones, bicubic.
final class PictureConverter {
    private let scaler: Scaler
    private let size: PictureSize
    private let format: AVPixelFormat

    /// - Returns: `nil` if the encoder takes the canvas's format.
    init?(_ settings: VideoEncoderSettings) throws(FFmpegFailure) {
        let canvas = settings.canvas.format.ffmpeg
        format = settings.samples
        guard format != canvas else { return nil }
        size = settings.codedSize
        scaler = try Scaler(from: size, canvas, to: size, format)
    }

    /// A frame with memory of its own: the encoder may keep it.
    func converted(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let result = try FrameOwner(size: size, format)
        try scaler.scale(frame, into: result)
        try check("av_frame_copy_props", av_frame_copy_props(result.pointer, frame.pointer))
        return result
    }
}

/// Pictures in the memory of a VAAPI device; its encoders take no others.
final class DeviceFrames {
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private var frames: UnsafeMutablePointer<AVBufferRef>?

    /// - Throws: if there is no such device, or it does not support such pictures.
    init(_ settings: VideoEncoderSettings) throws(FFmpegFailure) {
        try check(
            "av_hwdevice_ctx_create", av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0))
        let size = settings.codedSize
        frames = try allocated(
            "av_hwframe_ctx_init",
            compose_device_frames(
                device, AV_PIX_FMT_VAAPI, settings.samples, Int32(size.width), Int32(size.height)))
    }

    deinit {
        av_buffer_unref(&frames)
        av_buffer_unref(&device)
    }

    func give(to context: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegFailure) {
        context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
        context.pointee.hw_frames_ctx = try allocated("av_buffer_ref", av_buffer_ref(frames))
    }

    /// A copy of a frame in the device's memory.
    func uploaded(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let result = try FrameOwner()
        try check("av_hwframe_get_buffer", av_hwframe_get_buffer(frames, result.pointer, 0))
        try check("av_hwframe_transfer_data", av_hwframe_transfer_data(result.pointer, frame.pointer, 0))
        try check("av_frame_copy_props", av_frame_copy_props(result.pointer, frame.pointer))
        return result
    }
}

/// Grows pictures to the coded size by repeating the columns and rows at their edges, as encoders do inside.
///
/// For streams that must have another stream's coded size, whose conformance window crops what is added.
final class EdgePadding {
    private let pool: PicturePool
    private let window: CodedWindow

    init(format: PixelFormat, window: CodedWindow) {
        pool = PicturePool(format: format, size: window.size)
        self.window = window
    }

    func padded(_ picture: Picture) -> Picture {
        guard picture.size != window.size else { return picture }
        let grown = pool.picture()
        for (plane, (from, to)) in zip(picture.planes, grown.planes).enumerated() {
            let (left, top) = plane == 0 ? (window.left, window.top) : (window.left / 2, window.top / 2)
            if picture.format.bytesPerSample == 1 {
                Self.pad(from, to, left, top, UInt8.self)
            } else {
                Self.pad(from, to, left, top, UInt16.self)
            }
        }
        return grown
    }

    private static func pad<Sample: FixedWidthInteger>(
        _ from: Plane, _ to: Plane, _ left: Int, _ top: Int, _: Sample.Type
    ) {
        let right = left + from.width
        for y in 0..<to.height {
            let source = from.row(min(max(y - top, 0), from.height - 1), as: Sample.self)
            let row = to.row(y, as: Sample.self)
            row.update(repeating: source[0], count: left)
            (row + left).update(from: source, count: from.width)
            (row + right).update(repeating: source[from.width - 1], count: to.width - right)
        }
    }
}
