import Audio
import CFFmpeg
import MediaTime

/// Measures encoded sound as a player will play it: decodes the packets as they are written. Not thread-safe.
package final class WrittenSoundMeter {
    private let codec: CodecOwner
    private let frame: FrameOwner
    private var meter: LoudnessMeter?
    private let primingSamples: Int32
    private let packetSamples: Int64
    private var position: Int64 = 0
    /// The position after the last audible sample, including priming samples.
    private let end: Int64

    /// - Parameters:
    ///   - parameters: of the track that the packets are for.
    ///   - duration: of the audible part.
    /// - Throws: `MediaError` if there is no decoder.
    package init(_ parameters: AudioTrackParameters, duration: MediaTime) throws(MediaError) {
        let title = parameters.codec.title
        primingSamples = parameters.primingSamples
        packetSamples = Int64(parameters.frameSize)
        end = Int64(primingSamples) + duration.ticks(in: .perSecond(parameters.sampleRate), .nearest)
        guard let decoder = avcodec_find_decoder(parameters.codec.row.id) else { throw .noEncoder(codec: title) }
        do {
            frame = try FrameOwner()
            var own = avcodec_parameters_alloc()
            defer { avcodec_parameters_free(&own) }
            try parameters.apply(to: try allocated("avcodec_parameters_alloc", own))
            codec = try CodecOwner(decoder, of: own)
            codec.pointer.pointee.thread_count = 1
            // FFmpeg 9 leaves out the priming samples by itself.
            codec.pointer.pointee.flags2 |= Int32(AV_CODEC_FLAG2_SKIP_MANUAL)
            try check("avcodec_open2", avcodec_open2(codec.pointer, decoder, nil))
        } catch {
            throw .encoderRefused(codec: title, failure: error)
        }
    }

    /// Measures the next packet of the track.
    ///
    /// - Throws: `FFmpegFailure`.
    package func add(_ packet: StoredPacket) throws {
        let packet = try Packet(packet.bytes)
        try check("avcodec_send_packet", avcodec_send_packet(codec.pointer, packet.pointer))
        try receive()
    }

    /// Measures the next packet of a track that is copied.
    ///
    /// - Returns: whether it could be decoded; sound that is lost is not measured.
    /// - Throws: `FFmpegFailure` when the machine fails, or the sound cannot be measured: its channels change.
    package func add(copied packet: StoredPacket) throws -> Bool {
        let packet = try Packet(packet.bytes)
        var isLost = false
        let lose = { (failure: FFmpegFailure) throws in
            guard !failure.isOfTheMachine else { throw failure }
            isLost = true
        }
        let result = avcodec_send_packet(codec.pointer, packet.pointer)
        if result < 0 { try lose(FFmpegFailure(call: "avcodec_send_packet", code: result)) }
        try receive(losing: lose)
        if isLost { position += packetSamples }
        return !isLost
    }

    /// The loudness of everything that was added.
    package func finish() throws -> Loudness {
        avcodec_send_packet(codec.pointer, nil)
        try receive()
        return try meter?.finish() ?? Loudness(integrated: nil, range: 0, truePeak: nil)
    }

    /// - Parameter lose: called when a packet cannot be decoded.
    private func receive(losing lose: (FFmpegFailure) throws -> Void = { throw $0 }) throws {
        while true {
            let result = avcodec_receive_frame(codec.pointer, frame.pointer)
            if result == compose_error_again || result == compose_error_eof { return }
            guard result >= 0 else { return try lose(FFmpegFailure(call: "avcodec_receive_frame", code: result)) }
            if meter == nil { meter = try LoudnessMeter(like: frame, skipping: primingSamples) }
            let count = min(Int64(frame.pointer.pointee.nb_samples), end - position)
            if count > 0 {
                frame.pointer.pointee.pts = position
                frame.pointer.pointee.nb_samples = Int32(count)
                position += count
                try meter!.add(frame)
            }
            av_frame_unref(frame.pointer)
        }
    }
}
