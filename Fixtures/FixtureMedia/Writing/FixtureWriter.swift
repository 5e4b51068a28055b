import MediaIO
import CFFmpeg
import MediaTime
import Pictures

/// Encodes and writes a recording. Single-threaded everywhere, so the same description gives the same bytes.
final class FixtureWriter {
    private let recording: FixtureRecording
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let picture: PictureTrack
    private let sounds: [BeepTrack]
    private let companions: [CompanionTrack]

    init(_ recording: FixtureRecording, path: String) throws {
        self.recording = recording
        av_log_set_level(AV_LOG_FATAL)
        var context: UnsafeMutablePointer<AVFormatContext>?
        try check(
            "avformat_alloc_output_context2",
            avformat_alloc_output_context2(&context, nil, recording.container.muxer, "file:" + path))
        self.context = try made("avformat_alloc_output_context2", context)
        picture = try PictureTrack(recording, self.context)
        sounds = try ([recording.sound].compactMap { $0 } + recording.moreAudio).map { [context = self.context] in
            try BeepTrack($0, recording, context)
        }
        companions = try recording.companions.map { [context = self.context] in try CompanionTrack($0, context) }
        for tag in recording.metadata { av_dict_set(&self.context.pointee.metadata, tag.first, tag.second, 0) }
        self.context.pointee.flags |= AVFMT_FLAG_BITEXACT
        try check("avio_open", avio_open(&self.context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE))
    }

    deinit {
        avio_closep(&context.pointee.pb)
        avformat_free_context(context)
    }

    func run() throws {
        let options = Options(recording.muxerOptions)
        // Boxes of Dolby Vision are none of ISO's.
        if recording.video.dolbyVision != nil { context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL }
        try check("avformat_write_header", avformat_write_header(context, &options.pointer))
        let write = { [context] (packet: PacketBuffer) throws -> Void in
            try check("av_interleaved_write_frame", av_interleaved_write_frame(context, packet.pointer))
        }
        for companion in companions { try companion.write(write) }
        for frame in 0..<recording.timing.count {
            try picture.encode(frame, write)
            let end = recording.timing.time(frame)
            for sound in sounds { try sound.encode(until: end, write) }
        }
        try picture.finish(write)
        for sound in sounds { try sound.finish(write) }
        try check("av_write_trailer", av_write_trailer(context))
    }
}

/// The video stream of a recording.
private final class PictureTrack {
    private let recording: FixtureRecording
    private let codec: Codec
    private let frame: Frame
    private let painter: Painter
    private let stream: UnsafeMutablePointer<AVStream>
    private let durations: [Int64: Int64]
    private let phone: PhoneScene?

    init(_ recording: FixtureRecording, _ container: UnsafeMutablePointer<AVFormatContext>) throws {
        self.recording = recording
        let video = recording.video
        guard let encoder = avcodec_find_encoder_by_name(video.encoder) else {
            throw FixtureError("the installed FFmpeg has no encoder \(video.encoder)")
        }
        codec = try Codec(encoder)
        stream = try made("avformat_new_stream", avformat_new_stream(container, nil))
        try Self.configure(codec.pointer, recording, container)
        let options = Options(Self.options(video))
        try check("avcodec_open2 \(video.encoder)", avcodec_open2(codec.pointer, encoder, &options.pointer))
        try check(
            "avcodec_parameters_from_context",
            avcodec_parameters_from_context(stream.pointee.codecpar, codec.pointer))
        if let width = recording.containerWidth { stream.pointee.codecpar.pointee.width = Int32(width) }
        stream.pointee.time_base = codec.pointer.pointee.time_base
        stream.pointee.sample_aspect_ratio = codec.pointer.pointee.sample_aspect_ratio
        if case .constant(let rate, _, _) = recording.timing {
            stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
        }
        if video.encoder == "libx265", recording.container.isISO {
            stream.pointee.codecpar.pointee.codec_tag = codecTag("hvc1")
        }
        try recording.setDisplayMatrix(stream)
        try recording.setDolbyVision(stream)

        frame = try Frame()
        frame.pointer.pointee.width = Int32(recording.size.width)
        frame.pointer.pointee.height = Int32(recording.size.height)
        frame.pointer.pointee.format = codec.pointer.pointee.pix_fmt.rawValue
        frame.pointer.pointee.color_range = codec.pointer.pointee.color_range
        frame.pointer.pointee.colorspace = codec.pointer.pointee.colorspace
        try check("av_frame_get_buffer", av_frame_get_buffer(frame.pointer, 0))
        if let text = recording.video.userData {
            // Behind an identifier of 16 bytes.
            let bytes = [UInt8](repeating: 0xC0, count: 16) + Array(text.utf8)
            let data = try made(
                "av_frame_new_side_data",
                av_frame_new_side_data(frame.pointer, AV_FRAME_DATA_SEI_UNREGISTERED, bytes.count))
            data.pointee.data.update(from: bytes, count: bytes.count)
        }
        painter = try Painter(
            frame.pointer, orientation: recording.orientation, color: recording.color.description)
        phone = recording.scene == .testCard ? nil : PhoneScene(recording)
        let timing = recording.timing
        durations = Dictionary(uniqueKeysWithValues: (0..<timing.count).map { (timing.tick($0), timing.duration($0)) })
    }

    private static func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ recording: FixtureRecording,
        _ container: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        let video = recording.video
        context.pointee.width = Int32(recording.size.width)
        context.pointee.height = Int32(recording.size.height)
        context.pointee.pix_fmt = av_get_pix_fmt(video.pixelFormat)
        guard context.pointee.pix_fmt != AV_PIX_FMT_NONE else {
            throw FixtureError("there is no pixel format \(video.pixelFormat)")
        }
        context.pointee.time_base = AVRational(num: 1, den: recording.timing.timescale)
        if case .constant(let rate, _, _) = recording.timing {
            context.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
            // MPEG-4 counts in frames and writes the rate into its header.
            context.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
        }
        context.pointee.sample_aspect_ratio = AVRational(
            num: Int32(recording.pixelAspect.first), den: Int32(recording.pixelAspect.second))
        context.pointee.gop_size = Int32(video.gop)
        context.pointee.max_b_frames = Int32(video.bFrames)
        context.pointee.thread_count = recording.scene == .phone ? 4 : 1
        if recording.color.isTagged {
            let color = recording.color.description
            context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
            context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
            context.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
            context.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        }
        if container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
        if video.isInterlaced {
            context.pointee.flags |= Int32(AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME)
        }
        // For encoders without a constant rate factor of their own.
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE
        context.pointee.global_quality = FF_QP2LAMBDA * 2
        context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    }

    private static func options(_ video: FixtureRecording.Video) -> [Pair<String, String>] {
        var options: [Pair<String, String>] = []
        switch video.encoder {
        case "libx264":
            // Scene cuts would put key frames where no test expects them.
            options = [
                Pair("preset", "veryfast"), Pair("crf", "16"), Pair("sc_threshold", "0"),
                Pair("x264-params", "open-gop=\(video.isOpenGOP ? 1 : 0)"),
            ]
        case "libx265":
            options = [
                Pair("preset", "ultrafast"), Pair("crf", "14"),
                Pair(
                    "x265-params",
                    "log-level=none:pools=1:frame-threads=1:scenecut=0:open-gop=\(video.isOpenGOP ? 1 : 0):bframes=\(video.bFrames)"
                ),
            ]
        case "libvpx", "libvpx-vp9":
            options = [
                Pair("deadline", "realtime"), Pair("cpu-used", "8"), Pair("crf", "8"), Pair("b", "4000000"),
                Pair("auto-alt-ref", "0"), Pair("lag-in-frames", "0"),
            ]
        case "libsvtav1": options = [Pair("preset", "12"), Pair("crf", "20")]
        default: break
        }
        return options + (video.userData == nil ? [] : [Pair("udu_sei", "1")]) + video.options
    }

    func encode(_ number: Int, _ write: (PacketBuffer) throws -> Void) throws {
        try check("av_frame_make_writable", av_frame_make_writable(frame.pointer))
        let mishap = recording.mishap.flatMap { mishap in
            (mishap.start..<mishap.end).contains(recording.timing.time(number).approximateSeconds) ? mishap.kind : nil
        }
        // A barcode that changes would hide that the camera moves.
        if mishap != .frozen { draw(mishap == .shaky ? number / 10 * 10 : number) }
        if let mishap { painter.spoil(mishap, number) }
        let tick = recording.timing.tick(number)
        frame.pointer.pointee.pts = ticksOfCodec(tick)
        frame.pointer.pointee.quality = codec.pointer.pointee.global_quality
        compose_frame_reset_picture_type(frame.pointer)
        try codec.encode(frame.pointer) { try self.write($0, write) }
    }

    private func draw(_ number: Int) {
        let barcode = Barcode(camera: recording.camera, frame: number)
        if let phone {
            phone.draw(number, at: recording.timing.time(number), onto: frame.pointer)
            if recording.scene == .phone { painter.barcode(barcode, .discreet) }
        } else {
            painter.testCard(barcode, block: number, isInterlaced: recording.video.isInterlaced)
        }
    }

    func finish(_ write: (PacketBuffer) throws -> Void) throws {
        try codec.encode(nil) { try self.write($0, write) }
    }

    private var ticksPerCodecTick: Int64 { Int64(codec.pointer.pointee.time_base.num) }
    private func ticksOfCodec(_ tick: Int64) -> Int64 { tick / ticksPerCodecTick }

    private func write(_ packet: PacketBuffer, _ write: (PacketBuffer) throws -> Void) throws {
        let duration = durations[packet.pointer.pointee.pts * ticksPerCodecTick] ?? 0
        packet.pointer.pointee.duration = duration / ticksPerCodecTick
        packet.pointer.pointee.stream_index = stream.pointee.index
        av_packet_rescale_ts(packet.pointer, codec.pointer.pointee.time_base, stream.pointee.time_base)
        try write(packet)
    }
}

extension FixtureRecording {
    /// The nine words that `tkhd` will hold; `nil` for none.
    var displayMatrixWords: [Int32]? {
        switch displayMatrix {
        case .absent: return nil
        case .words(let words): return words
        case .ofOrientation:
            guard orientation != .upright else { return nil }
            // x′ = a·x + c·y + tx, y′ = b·x + d·y + ty (ISO/IEC 14496-12 §6.2.2): first the turn …
            let turned: (Int, Int, Int, Int) =
                switch orientation.quarterTurns {
                case 0: (1, 0, 0, 1)
                case 1: (0, 1, -1, 0)
                case 2: (-1, 0, 0, -1)
                default: (0, -1, 1, 0)
                }
            // … of a picture whose x was mirrored before.
            let sign = orientation.mirrored ? -1 : 1
            let (a, b, c, d) = (turned.0 * sign, turned.1 * sign, turned.2, turned.3)
            let (w, h) = (size.width, size.height)
            let tx = (a < 0 ? w : 0) + (c < 0 ? h : 0)
            let ty = (b < 0 ? w : 0) + (d < 0 ? h : 0)
            return [a, b, 0, c, d, 0, tx, ty].map { Int32($0) << 16 } + [1 << 30]
        }
    }

    func setDolbyVision(_ stream: UnsafeMutablePointer<AVStream>) throws {
        guard let claim = video.dolbyVision else { return }
        let size = MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
        let data = try made(
            "av_stream_new_side_data", compose_stream_new_side_data(stream, AV_PKT_DATA_DOVI_CONF, size))
        var record = AVDOVIDecoderConfigurationRecord()
        (record.dv_version_major, record.dv_profile, record.dv_level) = (1, claim.first, 1)
        (record.rpu_present_flag, record.bl_present_flag) = (1, 1)
        record.dv_bl_signal_compatibility_id = claim.second
        UnsafeMutableRawPointer(data).storeBytes(of: record, as: AVDOVIDecoderConfigurationRecord.self)
    }

    func setDisplayMatrix(_ stream: UnsafeMutablePointer<AVStream>) throws {
        guard let words = displayMatrixWords else { return }
        let data = try made(
            "av_stream_new_side_data", compose_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36))
        data.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
            for index in 0..<9 { matrix[index] = words[index] }
        }
    }
}

/// A sound stream of a recording.
private final class BeepTrack {
    private let codec: Codec
    private let frame: Frame
    private let stream: UnsafeMutablePointer<AVStream>
    private let scene: Int64?
    private let loss: FixtureRecording.Sound.Loss?
    private let seat: Int?
    private let camera: Camera
    private let rate: Int32
    private let channels: Int
    private let isSilent: Bool
    private var position: Int64
    private let end: Int64

    init(
        _ sound: FixtureRecording.Sound, _ recording: FixtureRecording,
        _ container: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        guard let encoder = avcodec_find_encoder_by_name(sound.encoder) else {
            throw FixtureError("the installed FFmpeg has no encoder \(sound.encoder)")
        }
        (scene, loss) = (sound.scene, sound.loss)
        seat = sound.seat
        camera = sound.camera ?? recording.camera
        rate = sound.sampleRate
        channels = sound.channels
        isSilent = sound.isSilent
        position = sound.firstSample
        let pictureEnd = recording.timing.end.ticks(in: .perSecond(rate), .nearest)
        end = sound.sampleCount.map { sound.firstSample + $0 } ?? max(position, pictureEnd)
        codec = try Codec(encoder)
        let context = codec.pointer
        context.pointee.sample_rate = rate
        context.pointee.sample_fmt = Self.format(sound.encoder)
        context.pointee.time_base = AVRational(num: 1, den: rate)
        av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
        context.pointee.bit_rate = Int64(96_000 * channels)
        context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
        context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        if container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        try check("avcodec_open2 \(sound.encoder)", avcodec_open2(context, encoder, nil))
        stream = try made("avformat_new_stream", avformat_new_stream(container, nil))
        try check(
            "avcodec_parameters_from_context", avcodec_parameters_from_context(stream.pointee.codecpar, context))
        stream.pointee.time_base = context.pointee.time_base
        stream.pointee.disposition = sound.isDefault ? AV_DISPOSITION_DEFAULT : 0
        frame = try Frame()
    }

    private static func format(_ encoder: String) -> AVSampleFormat {
        switch encoder {
        case "pcm_s16le", "flac", "libopus", "pcm_s16be": AV_SAMPLE_FMT_S16
        case "pcm_s24le": AV_SAMPLE_FMT_S32
        case "pcm_f32le": AV_SAMPLE_FMT_FLT
        default: AV_SAMPLE_FMT_FLTP
        }
    }

    func encode(until time: MediaTime, _ write: (PacketBuffer) throws -> Void) throws {
        let limit = min(end, time.ticks(in: .perSecond(rate), .up))
        while position < limit { try encodeFrame(write) }
    }

    func finish(_ write: (PacketBuffer) throws -> Void) throws {
        while position < end { try encodeFrame(write) }
        try codec.encode(nil) { try self.write($0, write) }
    }

    private func encodeFrame(_ write: (PacketBuffer) throws -> Void) throws {
        let size = Int64(codec.pointer.pointee.frame_size)
        let count = Int(min(size > 0 ? size : 1024, end - position))
        let pointer = frame.pointer
        pointer.pointee.nb_samples = Int32(count)
        pointer.pointee.format = codec.pointer.pointee.sample_fmt.rawValue
        pointer.pointee.sample_rate = rate
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(channels))
        try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
        let samples =
            seat.map { Talk.samples(seat: $0, rate: Int(rate), from: position, count: count) }
            ?? scene.map { heard(of: $0, count) }
            ?? Beeps.samples(camera, rate: Int(rate), from: position, count: count)
        for channel in 0..<channels {
            // The right channel is half as loud as the left, and all others are silent: a swap would show.
            let gain: Float = isSilent ? 0 : channel == 0 ? 1 : channel == 1 ? 0.5 : 0
            store(samples, gain, channel)
        }
        pointer.pointee.pts = position
        position += Int64(count)
        defer { av_frame_unref(pointer) }
        try codec.encode(pointer) { try self.write($0, write) }
    }

    private func heard(of scene: Int64, _ count: Int) -> [Float] {
        let before = Int(max(0, min(Int64(count), (loss?.at ?? .max) - position)))
        let start = scene + position
        return Beeps.scene(rate: Int(rate), from: start, count: before)
            + Beeps.scene(rate: Int(rate), from: start + Int64(before) + (loss?.count ?? 0), count: count - before)
    }

    private func store(_ samples: [Float], _ gain: Float, _ channel: Int) {
        let isPlanar = codec.pointer.pointee.sample_fmt == AV_SAMPLE_FMT_FLTP
        let plane = UnsafeMutableRawPointer(
            frame.pointer.pointee.extended_data[isPlanar ? channel : 0]!)
        switch codec.pointer.pointee.sample_fmt {
        case AV_SAMPLE_FMT_S16:
            let target = plane.assumingMemoryBound(to: Int16.self)
            for (n, sample) in samples.enumerated() {
                target[n * channels + channel] = Int16((sample * gain * 32767).rounded())
            }
        case AV_SAMPLE_FMT_S32:
            let target = plane.assumingMemoryBound(to: Int32.self)
            for (n, sample) in samples.enumerated() {
                target[n * channels + channel] = Int32((Double(sample * gain) * 2_147_483_647).rounded())
            }
        case AV_SAMPLE_FMT_FLT:
            let target = plane.assumingMemoryBound(to: Float.self)
            for (n, sample) in samples.enumerated() { target[n * channels + channel] = sample * gain }
        default:
            let target = plane.assumingMemoryBound(to: Float.self)
            for (n, sample) in samples.enumerated() { target[n] = sample * gain }
        }
    }

    private func write(_ packet: PacketBuffer, _ write: (PacketBuffer) throws -> Void) throws {
        packet.pointer.pointee.stream_index = stream.pointee.index
        av_packet_rescale_ts(packet.pointer, codec.pointer.pointee.time_base, stream.pointee.time_base)
        try write(packet)
    }
}
