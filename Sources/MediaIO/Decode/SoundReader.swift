import CFFmpeg
import MediaTime
import Sound

/// The sound of one file at the working rate, by sample position on the clock of the file. Lives in one thread.
///
/// Position 0 is time zero of the file, so a track that starts late or before zero keeps its relation to the
/// picture. Positions without sound are silence.
public final class SoundReader {
    private let demuxer: Demuxer
    private let streamIndex: Int
    private let codec: CodecOwner
    private let packet: PacketOwner
    private let frame: FrameOwner
    private var resampler: Resampler?
    private var isDraining = false
    private var isFinished = false
    /// Decoded, resampled, not yet asked for; the first sample is at `position`.
    private var pending = AudioBuffer(frameCount: 0)
    private var position: Int64 = 0
    /// Where the next resampled sample goes; `nil` before the first.
    private var writePosition: Int64?
    public private(set) var damage = Damage()

    /// Stamps may be off by this much from where the samples counted so far end: rounding to the time base of
    /// the container (1 ms in Matroska). More is a hole or a jump and moves the sound.
    private static let jitter: Int64 = 48 * 4

    /// - Parameter stream: the index of the sound stream in the file.
    public init(path: String, stream index: Int) throws(MediaError) {
        demuxer = try Demuxer(path: path)
        streamIndex = index
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
        } catch {
            throw .decodingFailed(path: path, failure: error)
        }
    }

    /// `count` samples from `start`. Asking for growing positions is what it is made for; earlier ones are silence.
    public func read(from start: Int64, count: Int) throws(MediaError) -> AudioBuffer {
        while !isFinished, position + Int64(pending.frameCount) < start + Int64(count) {
            do { try decodeMore(keepingFrom: start) } catch {
                throw .decodingFailed(path: demuxer.path, failure: error)
            }
        }
        var result = AudioBuffer(frameCount: count)
        result.add(pending, at: Int(clamping: position - start))
        forget(before: start + Int64(count))
        return result
    }

    private func forget(before limit: Int64) {
        let gone = Int(clamping: min(Int64(pending.frameCount), max(0, limit - position)))
        guard gone > 0 else { return }
        for c in pending.channels.indices { pending.channels[c].removeFirst(gone) }
        position += Int64(gone)
    }

    private func decodeMore(keepingFrom start: Int64) throws(FFmpegFailure) {
        let result = avcodec_receive_frame(codec.pointer, frame.pointer)
        if result >= 0 {
            try append(frame)
            av_frame_unref(frame.pointer)
            forget(before: start)
        } else if result == compose_error_eof {
            if let resampler { append(try resampler.convert(nil)) }
            isFinished = true
        } else if result == compose_error_again {
            feed()
        } else {
            damage.note(at: nil)
        }
    }

    private func feed() {
        while !isDraining {
            guard demuxer.read(into: packet.pointer) else {
                isDraining = true
                avcodec_send_packet(codec.pointer, nil)
                return
            }
            guard Int(packet.pointer.pointee.stream_index) == streamIndex else { continue }
            if avcodec_send_packet(codec.pointer, packet.pointer) >= 0 { return }
            damage.note(at: demuxer.time(packet.pointer.pointee.pts, stream: streamIndex))
        }
        // Draining and asked for more: the decoder ends by itself.
    }

    private func append(_ frame: FrameOwner) throws(FFmpegFailure) {
        let kind = Resampler.Kind(frame.pointer)
        guard kind.rate > 0, kind.channels > 0 else { return }
        if resampler?.kind != kind {
            if let resampler { append(try resampler.convert(nil)) }
            resampler = try Resampler(kind, like: frame.pointer)
        }
        if let time = demuxer.time(frame.pointer.pointee.best_effort_timestamp, stream: streamIndex) {
            let wanted = time.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
            let expected = writePosition.map { $0 + resampler!.delay }
            if let expected, abs(wanted - expected) > Self.jitter {
                append(try resampler!.convert(nil))
                resampler = try Resampler(kind, like: frame.pointer)
                writePosition = wanted
            } else if expected == nil {
                writePosition = wanted
            }
        } else if writePosition == nil {
            writePosition = 0
        }
        append(try resampler!.convert(frame))
    }

    /// Puts resampled sound where it belongs; a hole before it is silence, an overlap replaces nothing.
    private func append(_ buffer: AudioBuffer) {
        guard buffer.frameCount > 0, let start = writePosition else { return }
        writePosition = start + Int64(buffer.frameCount)
        if pending.frameCount == 0 { position = max(position, start) }
        let end = position + Int64(pending.frameCount)
        // A jump beyond any recording is a broken stamp, not a pause to be filled with silence.
        guard start - end < 48_000 * 3600 else { return }
        let hole = Int(max(0, start - end))
        let overlap = Int(clamping: min(Int64(buffer.frameCount), max(0, end - start)))
        for c in pending.channels.indices {
            pending.channels[c] += repeatElement(0, count: hole)
            pending.channels[c] += buffer.channels[c][overlap...]
        }
    }
}
