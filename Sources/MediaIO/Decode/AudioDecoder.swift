import CFFmpeg
import MediaTime

/// Decodes one sound stream. Not thread-safe.
final class AudioDecoder {
    private(set) var demuxer: Demuxer
    private let clock: FileClock
    private let streamIndex: Int
    private var codec: CodecOwner
    private let frame: FrameOwner
    private var splitter: PacketSplitter?
    /// A packet was read but not yet decoded.
    private var holdsPacket = false
    private var isDraining = false
    private var isFinished = false
    private(set) var damage = Damage()

    /// - Parameters:
    ///   - index: of the stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    init(path: String, stream index: Int, clock: FileClock) throws(MediaError) {
        self.clock = clock
        demuxer = try Demuxer(path: path, clock: clock)
        streamIndex = index
        guard index < demuxer.streamCount else { throw .noAudio(path: path) }
        demuxer.select(index)
        let decoder = try demuxer.decoder(of: index)
        do {
            frame = try FrameOwner()
            codec = try Self.codec(decoder, of: demuxer.stream(index).pointee)
            splitter = PacketSplitter(demuxer.stream(index).pointee.codecpar.pointee.codec_id)
        } catch {
            throw .decoding(path, error)
        }
    }

    private static func codec(
        _ decoder: UnsafePointer<AVCodec>, of stream: AVStream
    ) throws(FFmpegFailure) -> CodecOwner {
        let codec = try CodecOwner(decoder, of: stream.codecpar)
        codec.pointer.pointee.pkt_timebase = stream.time_base
        codec.pointer.pointee.thread_count = 1
        try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
        return codec
    }

    /// Whether there is a decoder, and it accepts the stream's header.
    static func canOpen(_ parameters: UnsafePointer<AVCodecParameters>) -> Bool {
        guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id),
            let codec = try? CodecOwner(decoder, of: parameters)
        else { return false }
        return avcodec_open2(codec.pointer, decoder, nil) >= 0
    }

    /// The next frame of sound, valid until the next call; `nil` at the end, and from then on.
    ///
    /// Damaged packets are skipped and counted; only system failures are thrown.
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
                // If a decoder fails while draining, nothing is left in it.
                if isDraining { isFinished = true } else { try feed() }
            }
        }
        return nil
    }

    /// Whether its time stamps are as fine as its samples, or nearly: Matroska's are not.
    var hasFineStamps: Bool {
        let base = demuxer.timeBase(of: streamIndex)
        return base.denominator >= 8000 * base.numerator
    }

    /// When a frame sounds, on the clock of the file.
    func time(of frame: FrameOwner) -> MediaTime? {
        demuxer.time(frame.pointer.pointee.stamp, stream: streamIndex)
    }

    private func feed() throws {
        while !isDraining {
            if splitter?.next(in: demuxer.packet) != true {
                guard try readPacket() else {
                    isDraining = true
                    if demuxer.readFailure != nil { damage.isTruncated = true }
                    avcodec_send_packet(codec.pointer, nil)
                    return
                }
                splitter?.cut(demuxer.packet)
            }
            let result = avcodec_send_packet(codec.pointer, demuxer.packet)
            if result >= 0 { return }
            try tolerate(result, "avcodec_send_packet")
        }
        // Draining, and the decoder wants more: it ends on its own.
    }

    private func readPacket() throws(MediaError) -> Bool {
        if holdsPacket {
            holdsPacket = false
            return true
        }
        return try demuxer.read()
    }

    /// Continues with the first packet that sounds at `time` or after; those before are not decoded.
    func skip(to time: MediaTime) throws(MediaError) {
        guard !isDraining else { return }
        avcodec_flush_buffers(codec.pointer)
        splitter?.forget()
        // At the end there is nothing to hold: `feed` reaches it again.
        while try readPacket() {
            // A packet without a time stamp is not skipped, because its time is unknown.
            guard let start = demuxer.time(demuxer.packet.pointee.pts, stream: streamIndex), start < time else {
                holdsPacket = true
                return
            }
        }
    }

    /// Continues with the first packet that sounds at `time` or after, wherever that is: those between are not read, if
    /// the container can seek.
    func seek(to time: MediaTime) throws(MediaError) {
        (holdsPacket, isDraining, isFinished) = (false, false, false)
        // Flushing leaves AAC's noise generator where it is: the same place would sound a little different.
        let decoder = try demuxer.decoder(of: streamIndex)
        do { codec = try Self.codec(decoder, of: demuxer.stream(streamIndex).pointee) } catch {
            throw .decoding(demuxer.path, error)
        }
        if !demuxer.seek(to: time, stream: streamIndex) {
            demuxer = try Demuxer(path: demuxer.path, clock: clock)
            demuxer.select(streamIndex)
        }
        try skip(to: time)
    }

    private func tolerate(_ result: Int32, _ call: StaticString) throws(FFmpegFailure) {
        let failure = FFmpegFailure(call: "\(call)", code: result)
        guard !failure.isOfTheMachine else { throw failure }
        damage.noteAudio(at: demuxer.time(demuxer.packet.pointee.pts, stream: streamIndex))
    }
}

/// Cuts packets that hold several frames where the decoder takes one: AMR in 3GP and MOV, five frames a packet.
///
/// The length of an AMR frame follows from its first byte (3GPP TS 26.101 and 26.201, frame type in bits 3…6).
struct PacketSplitter {
    private let lengths: [Int32]
    /// Bytes of the packet after the frame that it shows.
    private var rest: Int32 = 0

    /// `nil` for codecs that need no cutting.
    init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_AMR_NB: lengths = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
        case AV_CODEC_ID_AMR_WB: lengths = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
        default: return nil
        }
    }

    /// Makes a packet show its first frame only.
    mutating func cut(_ packet: UnsafeMutablePointer<AVPacket>) {
        let whole = packet.pointee.size
        if whole > 0 { packet.pointee.size = min(whole, lengths[Int(packet.pointee.data[0] >> 3 & 15)]) }
        rest = whole - packet.pointee.size
    }

    /// The rest of the packet is not needed.
    mutating func forget() { rest = 0 }

    /// Makes it show its next frame, which has no time stamp; `false` when there is none.
    mutating func next(in packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard rest > 0 else { return false }
        packet.pointee.data += Int(packet.pointee.size)
        packet.pointee.size = rest
        (packet.pointee.pts, packet.pointee.dts) = (compose_no_timestamp, compose_no_timestamp)
        cut(packet)
        return true
    }
}
