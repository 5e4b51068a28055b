import CFFmpeg
import MediaTime
import Pictures

/// A whole small file, decoded: what a player would show and sound. Reads with FFmpeg directly, apart from the code
/// under test.
package struct Movie: Sendable {
    /// A decoded picture, upright by the file's display matrix.
    package struct Frame: Sendable {
        /// When it is shown, on the clock of the file.
        package var time: MediaTime
        package var isKeyFrame: Bool
        /// Luma and two chroma planes.
        package var planes: [SamplePlane]
        package var luma: SamplePlane { planes[0] }
        package var size: PictureSize { PictureSize(width: luma.width, height: luma.height) }
    }

    /// A packet of the picture as the container has it, in ticks of its track.
    package struct Packet: Hashable, Sendable {
        package var presentation: Int64
        package var decode: Int64
        package var duration: Int64
        package var isKeyFrame: Bool
    }

    package struct Track: Sendable {
        package var timeBase: TimeBase
        /// As the container states it.
        package var duration: MediaTime
        package var codec: String
        package var profile: Int
        package var pixelFormat: String
        package var tag: String
        package var size: PictureSize
        package var color: ColorDescription
        package var hasDisplayMatrix: Bool
        package var sampleRate: Int
        package var channels: Int
    }

    package var video: Track?
    package var frames: [Frame] = []
    /// Of the picture, in the order of the file.
    package var packets: [Packet] = []
    package var audio: Track?
    /// `sound[channel][n]`, the first sample at `audioStart`.
    package var sound: [[Float]] = []
    package var audioStart = MediaTime.zero
    package var metadata: [String: String] = [:]
    /// Packets and frames that could not be decoded.
    package var errorCount = 0

    /// Decodes everything.
    package init(_ path: String) throws {
        av_log_set_level(AV_LOG_FATAL)
        var opened: UnsafeMutablePointer<AVFormatContext>?
        try check("avformat_open_input \(path)", avformat_open_input(&opened, "file:" + path, nil, nil))
        defer { avformat_close_input(&opened) }
        let context = try made("avformat_open_input", opened)
        try check("avformat_find_stream_info", avformat_find_stream_info(context, nil))
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
            // FFmpeg 8 and later join a box and a key of the same meaning.
            let values = String(cString: next.pointee.value).split(separator: ";", omittingEmptySubsequences: false)
            let isDoubled = values.count > 1 && values.allSatisfy { $0 == values[0] }
            metadata[String(cString: next.pointee.key)] = isDoubled ? String(values[0]) : values.joined(separator: ";")
            entry = next
        }
        let videoIndex = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        let audioIndex = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        let decoders = try [videoIndex, audioIndex].filter { $0 >= 0 }.map { index in
            (index, try StreamDecoder(compose_stream(context, index)))
        }
        video = decoders.first { $0.0 == videoIndex }.map { $0.1.track }
        audio = decoders.first { $0.0 == audioIndex }.map { $0.1.track }

        let packet = try PacketBuffer()
        while av_read_frame(context, packet.pointer) >= 0 {
            defer { av_packet_unref(packet.pointer) }
            if packet.pointer.pointee.stream_index == videoIndex { packets.append(Packet(packet.pointer.pointee)) }
            for (index, decoder) in decoders where index == packet.pointer.pointee.stream_index {
                errorCount += try decoder.decode(packet.pointer) { try self.take($0, decoder, index == videoIndex) }
            }
        }
        for (index, decoder) in decoders {
            errorCount += try decoder.decode(nil) { try self.take($0, decoder, index == videoIndex) }
        }
    }

    private mutating func take(
        _ frame: UnsafeMutablePointer<AVFrame>, _ decoder: StreamDecoder, _ isVideo: Bool
    ) throws {
        if compose_frame_is_damaged(frame) != 0 { errorCount += 1 }
        let time = MediaTime(frame.pointee.best_effort_timestamp, in: decoder.timeBase)
        if isVideo {
            frames.append(
                Frame(
                    time: time, isKeyFrame: compose_frame_is_key(frame) != 0, planes: try decoder.planes(frame)))
        } else {
            if sound.isEmpty { audioStart = time }
            let samples = try decoder.samples(frame)
            if sound.isEmpty { sound = samples } else { for c in sound.indices { sound[c] += samples[c] } }
        }
    }

    /// Where a beep of the sound begins on the clock of the file, in seconds.
    package func beeps(channel: Int = 0) -> [(seconds: Double, camera: Camera)] {
        guard let audio, channel < sound.count else { return [] }
        return Beeps.find(sound[channel], rate: audio.sampleRate).map {
            (audioStart.approximateSeconds + Double($0.position) / Double(audio.sampleRate), $0.camera)
        }
    }

    /// The color of a rectangle: the mean of its middle.
    package static func color(_ rect: PictureRect, of frame: Frame) -> ColorCode {
        let x = (rect.x..<rect.x + rect.width).middle
        let y = (rect.y..<rect.y + rect.height).middle
        let means = frame.planes.map { plane in
            let (sx, sy) = (
                Double(plane.width) / Double(frame.luma.width), Double(plane.height) / Double(frame.luma.height)
            )
            return plane.mean(
                PictureRect(
                    x: Int(Double(x.lowerBound) * sx), y: Int(Double(y.lowerBound) * sy),
                    width: max(1, Int(Double(x.count) * sx)), height: max(1, Int(Double(y.count) * sy))))
        }
        return ColorCode(luma: means[0], cb: means[1], cr: means[2])
    }
}

extension Movie.Packet {
    fileprivate init(_ packet: AVPacket) {
        self.init(
            presentation: packet.pts, decode: packet.dts, duration: packet.duration,
            isKeyFrame: packet.flags & AV_PKT_FLAG_KEY != 0)
    }
}

/// One stream's decoder.
private final class StreamDecoder {
    let codec: Codec
    let frame: Frame
    let timeBase: TimeBase
    let track: Movie.Track
    private let turn: (mirrored: Bool, quarterTurns: Int)

    init(_ stream: UnsafeMutablePointer<AVStream>) throws {
        let parameters = stream.pointee.codecpar!
        let decoder = try made("avcodec_find_decoder", avcodec_find_decoder(parameters.pointee.codec_id))
        codec = try Codec(decoder)
        frame = try Frame()
        try check("avcodec_parameters_to_context", avcodec_parameters_to_context(codec.pointer, parameters))
        codec.pointer.pointee.pkt_timebase = stream.pointee.time_base
        codec.pointer.pointee.thread_count = 1
        // Else the left edge is cropped only by as much as keeps rows aligned.
        codec.pointer.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
        timeBase = try made(
            "time base", TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den)))
        let matrix = Self.displayMatrix(stream)
        turn = try Self.turn(matrix)
        let p = parameters.pointee
        track = Movie.Track(
            timeBase: timeBase, duration: MediaTime(max(0, stream.pointee.duration), in: timeBase),
            codec: String(cString: avcodec_get_name(p.codec_id)), profile: Int(p.profile),
            pixelFormat: av_get_pix_fmt_name(AVPixelFormat(p.format)).map { String(cString: $0) } ?? "",
            tag: String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: p.codec_tag >> ($0 * 8)) }, as: UTF8.self),
            size: PictureSize(width: Int(p.width), height: Int(p.height)),
            color: ColorDescription(
                primaries: Int(p.color_primaries.rawValue), transfer: Int(p.color_trc.rawValue),
                matrix: Int(p.color_space.rawValue), isFullRange: p.color_range == AVCOL_RANGE_JPEG),
            hasDisplayMatrix: matrix != nil, sampleRate: Int(p.sample_rate), channels: Int(p.ch_layout.nb_channels))
    }

    private static func displayMatrix(_ stream: UnsafeMutablePointer<AVStream>) -> [Int]? {
        var size = 0
        guard let data = compose_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            return nil
        }
        return data.withMemoryRebound(to: Int32.self, capacity: 9) { m in (0..<9).map { Int(m[$0]) } }
    }

    /// Tries all eight: the one whose corners land where the matrix puts them.
    private static func turn(_ matrix: [Int]?) throws -> (mirrored: Bool, quarterTurns: Int) {
        guard let m = matrix else { return (false, 0) }
        for mirrored in [false, true] {
            for turns in 0..<4 {
                // Where the unit vectors right and down go: mirrored, then turned clockwise (right → down → left → up).
                let circle = [(1, 0), (0, 1), (-1, 0), (0, -1)]
                let right = circle[(turns + (mirrored ? 2 : 0)) % 4]
                let down = circle[(turns + 1) % 4]
                if (m[0].signum(), m[1].signum(), m[3].signum(), m[4].signum())
                    == (right.0, right.1, down.0, down.1)
                {
                    return (mirrored, turns)
                }
            }
        }
        throw FixtureError("a display matrix that is no symmetry")
    }

    /// Feeds a packet (`nil`: the end); returns how many errors there were.
    func decode(
        _ packet: UnsafeMutablePointer<AVPacket>?, _ sink: (UnsafeMutablePointer<AVFrame>) throws -> Void
    ) throws -> Int {
        var errors = avcodec_send_packet(codec.pointer, packet) < 0 ? 1 : 0
        while true {
            let result = avcodec_receive_frame(codec.pointer, frame.pointer)
            if result == compose_error_again || result == compose_error_eof { return errors }
            if result < 0 {
                errors += 1
                continue
            }
            defer { av_frame_unref(frame.pointer) }
            try sink(frame.pointer)
        }
    }

    func planes(_ frame: UnsafeMutablePointer<AVFrame>) throws -> [SamplePlane] {
        let description = try made(
            "av_pix_fmt_desc_get", av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))
        ).pointee
        let depth = Int(description.comp.0.depth)
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let up = { (length: Int, shift: UInt8) in (length + (1 << Int(shift)) - 1) >> Int(shift) }
        return (0..<3).map { index in
            let w = index == 0 ? width : up(width, description.log2_chroma_w)
            let h = index == 0 ? height : up(height, description.log2_chroma_h)
            return SamplePlane(
                width: w, height: h, depth: depth,
                samples: SamplePlane.widened(
                    compose_frame_plane(frame, Int32(index)), width: w, height: h,
                    stride: Int(compose_frame_stride(frame, Int32(index))), bytes: depth > 8 ? 2 : 1)
            ).turned(mirrored: turn.mirrored, quarterTurns: turn.quarterTurns)
        }
    }

    func samples(_ frame: UnsafeMutablePointer<AVFrame>) throws -> [[Float]] {
        let count = Int(frame.pointee.nb_samples)
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        let data = frame.pointee.extended_data!
        switch AVSampleFormat(frame.pointee.format) {
        case AV_SAMPLE_FMT_FLTP:
            return (0..<channels).map { c in
                data[c]!.withMemoryRebound(to: Float.self, capacity: count) {
                    Array(UnsafeBufferPointer(start: $0, count: count))
                }
            }
        case AV_SAMPLE_FMT_S16:
            return (0..<channels).map { c in
                data[0]!.withMemoryRebound(to: Int16.self, capacity: count * channels) { samples in
                    (0..<count).map { Float(samples[$0 * channels + c]) / 32768 }
                }
            }
        case AV_SAMPLE_FMT_S32:
            return (0..<channels).map { c in
                data[0]!.withMemoryRebound(to: Int32.self, capacity: count * channels) { samples in
                    (0..<count).map { Float(samples[$0 * channels + c]) / 2_147_483_648 }
                }
            }
        default: throw FixtureError("sound of format \(frame.pointee.format)")
        }
    }
}
