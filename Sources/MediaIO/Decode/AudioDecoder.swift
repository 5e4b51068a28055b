import CFFmpeg
import MediaTime

/// Decodes one sound stream. Lives in one thread.
final class AudioDecoder {
    let demuxer: Demuxer
    private let streamIndex: Int
    private let codec: CodecOwner
    private let packet: PacketOwner
    private let frame: FrameOwner
    private var splitter: PacketSplitter?
    private var isDraining = false
    private var isFinished = false
    private(set) var damage = Damage()

    /// - Parameters:
    ///   - index: of the stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    init(path: String, stream index: Int, clock: FileClock) throws(MediaError) {
        demuxer = try Demuxer(path: path, clock: clock)
        streamIndex = index
        guard index < demuxer.streamCount else { throw .noAudio(path: path) }
        demuxer.select(index)
        let stream = demuxer.stream(index).pointee
        guard let decoder = avcodec_find_decoder(stream.codecpar.pointee.codec_id) else {
            throw .noDecoder(path: path, codec: codecName(stream.codecpar))
        }
        do {
            packet = try PacketOwner()
            frame = try FrameOwner()
            codec = try CodecOwner(decoder)
            try check("avcodec_parameters_to_context", avcodec_parameters_to_context(codec.pointer, stream.codecpar))
            codec.pointer.pointee.pkt_timebase = stream.time_base
            codec.pointer.pointee.thread_count = 1
            try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
            splitter = PacketSplitter(stream.codecpar.pointee.codec_id)
        } catch {
            throw .decoding(path, error)
        }
    }

    /// There is a decoder, and it takes the stream's header.
    static func canOpen(_ parameters: UnsafePointer<AVCodecParameters>) -> Bool {
        guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id), let codec = try? CodecOwner(decoder)
        else { return false }
        return avcodec_parameters_to_context(codec.pointer, parameters) >= 0
            && avcodec_open2(codec.pointer, decoder, nil) >= 0
    }

    /// The next frame of sound, valid until the next call; `nil` at the end, and for ever after.
    ///
    /// Damaged packets are skipped and counted; only failures of the machine are thrown.
    func next() throws(MediaError) -> FrameOwner? {
        do { return try decoded() } catch { throw .decoding(demuxer.path, error) }
    }

    private func decoded() throws -> FrameOwner? {
        while !isFinished {
            av_frame_unref(frame.pointer)
            let result = avcodec_receive_frame(codec.pointer, frame.pointer)
            if result >= 0 { return frame }
            if result == compose_error_eof {
                isFinished = true
            } else if result == compose_error_again {
                try feed()
            } else {
                try tolerate(result, "avcodec_receive_frame")
                // A decoder that fails while giving out the rest has no rest.
                if isDraining { isFinished = true } else { try feed() }
            }
        }
        return nil
    }

    /// When a frame sounds, on the clock of the file.
    func time(of frame: FrameOwner) -> MediaTime? {
        demuxer.time(frame.pointer.pointee.best_effort_timestamp, stream: streamIndex)
    }

    private func feed() throws {
        while !isDraining {
            if let splitter, try splitter.next(into: packet.pointer) {
                // One of several frames of the packet before.
            } else {
                guard try demuxer.read(into: packet.pointer) else {
                    isDraining = true
                    if demuxer.readFailure != nil { damage.isTruncated = true }
                    avcodec_send_packet(codec.pointer, nil)
                    return
                }
                guard Int(packet.pointer.pointee.stream_index) == streamIndex else { continue }
                if let splitter {
                    splitter.take(packet.pointer)
                    continue
                }
            }
            let result = avcodec_send_packet(codec.pointer, packet.pointer)
            if result >= 0 { return }
            try tolerate(result, "avcodec_send_packet")
        }
        // Draining and asked for more: the decoder ends by itself.
    }

    private func tolerate(_ result: Int32, _ call: StaticString) throws(FFmpegFailure) {
        let failure = FFmpegFailure(call: "\(call)", code: result)
        guard !failure.isOfTheMachine else { throw failure }
        damage.noteAudio(at: demuxer.time(packet.pointer.pointee.pts, stream: streamIndex))
    }
}

/// Cuts packets that hold several frames where the decoder takes one: AMR in 3GP and MOV, five frames a packet.
///
/// The length of an AMR frame follows from its first byte (3GPP TS 26.101 and 26.201, frame type in bits 3…6).
final class PacketSplitter {
    private let lengths: [Int]
    private var rest: [UInt8] = []
    /// Of the next frame; only the first of a packet has one.
    private var presentation = compose_no_timestamp

    /// `nil` for codecs that need no cutting.
    init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_AMR_NB: lengths = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
        case AV_CODEC_ID_AMR_WB: lengths = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
        default: return nil
        }
    }

    func take(_ packet: UnsafeMutablePointer<AVPacket>) {
        rest = Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
        presentation = packet.pointee.pts
    }

    /// Puts the next frame into `packet`; `false` when a new packet is needed.
    func next(into packet: UnsafeMutablePointer<AVPacket>) throws(FFmpegFailure) -> Bool {
        guard let first = rest.first else { return false }
        let length = min(lengths[Int(first >> 3 & 15)], rest.count)
        av_packet_unref(packet)
        try check("av_new_packet", av_new_packet(packet, Int32(length)))
        rest.withUnsafeBytes {
            packet.pointee.data.update(from: $0.baseAddress!.assumingMemoryBound(to: UInt8.self), count: length)
        }
        packet.pointee.pts = presentation
        packet.pointee.dts = presentation
        presentation = compose_no_timestamp
        rest.removeFirst(length)
        return true
    }
}
