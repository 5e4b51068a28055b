import CFFmpeg
import MediaTime
import Pictures

/// Decodes one video stream in presentation order. Lives in one thread.
final class VideoDecoder {
    let demuxer: Demuxer
    let streamIndex: Int
    private let codec: CodecOwner
    private let packet: PacketOwner
    private let complaints = Complaints()
    /// The decoder marks no frames that it had to make up, it only logs.
    private let onlyComplains: Bool
    private let nominalDuration: MediaTime
    private let missesEnd: Bool
    private var lastStart: MediaTime?
    private var isDraining = false
    private var isFinished = false
    private let deinterlacer: Deinterlacer
    /// The decoder has what it refers to. After a seek, what comes before the first key frame has not: it is left out,
    /// and is no damage.
    private var isSettled = false
    private var hasSought = false
    /// Errors since the decoder last gave a frame; a decoder that only fails is at its end.
    private var failures = 0
    private static let mostFailuresAtEnd = 256
    /// What was wrong with the data so far.
    private(set) var damage = Damage()

    /// - Parameter threads: decoder threads; the pictures do not depend on it.
    init(path: String, info: VideoInfo, threads: Int) throws(MediaError) {
        demuxer = try Demuxer(path: path, clock: info.clock)
        streamIndex = info.streamIndex
        nominalDuration = info.frameRate.frameDuration
        missesEnd = info.missingEnd > .zero
        let stream = demuxer.stream(streamIndex)
        demuxer.select(streamIndex)
        onlyComplains = ["hevc", "mjpeg", "vp8", "vp9"].contains(info.codec)
        guard let decoder = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
            throw .noDecoder(path: path, codec: info.codec)
        }
        do {
            packet = try PacketOwner()
            codec = try CodecOwner(decoder)
            deinterlacer = Deinterlacer(timeBase: stream.pointee.time_base)
            let context = codec.pointer
            try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, stream.pointee.codecpar))
            context.pointee.opaque = complaints.opaque
            context.pointee.pkt_timebase = stream.pointee.time_base
            context.pointee.thread_count = Int32(threads)
            // H.264 forgets the last frames of a file after seeking to an open GOP near its end, unless it gives out
            // everything (FFmpeg's `send_next_delayed_frame` does not look whether a frame is recovered). What is not
            // recovered is left out here.
            context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
            // Frame threads only: slice threads make some decoders conceal damage differently.
            context.pointee.thread_type = FF_THREAD_FRAME
            // HEVC may carry a checksum of every picture (H.265 §D.2.19); a wrong one is logged, and so counted.
            context.pointee.err_recognition |= AV_EF_CRCCHECK
            context.pointee.max_pixels = Int64(Demuxer.largestDimension) * Int64(Demuxer.largestDimension)
            try check("avcodec_open2", avcodec_open2(context, decoder, nil))
        } catch {
            throw .decodingFailed(path: path, failure: error)
        }
    }

    /// The next frame that is shown, or `nil` at the end, and for ever after.
    ///
    /// Damaged packets are skipped and counted; only failures of the machine are thrown.
    func next() throws(MediaError) -> DecodedFrame? {
        do {
            while true {
                if let frame = try deinterlacer.next() { return frame }
                guard let frame = try decoded() else {
                    guard try deinterlacer.finish() else { return nil }
                    continue
                }
                guard deinterlacer.isNeeded(for: frame) else { return frame }
                try deinterlacer.push(frame)
            }
        } catch {
            throw .decodingFailed(path: demuxer.path, failure: error)
        }
    }

    /// A picture that was decoded turned out to be useless.
    func noteDamage(at time: MediaTime?) {
        if isSettled || !hasSought { damage.notePicture(at: time) }
    }

    /// Moves to the last key frame at or before `time`. Returns `false` when the container cannot seek.
    func seek(to time: MediaTime) -> Bool {
        guard demuxer.seek(to: time, stream: streamIndex) else { return false }
        avcodec_flush_buffers(codec.pointer)
        isDraining = false
        isFinished = false
        isSettled = false
        hasSought = true
        failures = 0
        deinterlacer.reset()
        lastStart = nil
        return true
    }

    private func decoded() throws(FFmpegFailure) -> DecodedFrame? {
        guard !isFinished else { return nil }
        let owner = try FrameOwner()
        while true {
            let result = avcodec_receive_frame(codec.pointer, owner.pointer)
            // Threads complain some frames after they were given the packet; the place is near.
            if onlyComplains, complaints.take() > 0, isSettled {
                damage.notePicture(at: demuxer.time(packet.pointer.pointee.pts, stream: streamIndex))
            }
            if result >= 0 {
                failures = 0
                if let frame = stamped(owner) { return frame }
                av_frame_unref(owner.pointer)
                continue
            }
            if result == compose_error_eof || failures > Self.mostFailuresAtEnd && isDraining {
                isFinished = true
                return nil
            }
            if result == compose_error_again { try feed() } else { try tolerate(result, "avcodec_receive_frame") }
        }
    }

    private func feed() throws(FFmpegFailure) {
        guard !isDraining else { return }
        while true {
            guard demuxer.read(into: packet.pointer) else {
                isDraining = true
                if demuxer.readFailure != nil || missesEnd { damage.isTruncated = true }
                avcodec_send_packet(codec.pointer, nil)
                return
            }
            guard Int(packet.pointer.pointee.stream_index) == streamIndex else { continue }
            if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || demuxer.takeComplaints() {
                damage.notePicture(at: demuxer.time(packet.pointer.pointee.pts, stream: streamIndex))
            }
            let result = avcodec_send_packet(codec.pointer, packet.pointer)
            if result >= 0 { return }
            try tolerate(result, "avcodec_send_packet")
        }
    }

    /// Bad data is counted, everything else is a failure.
    private func tolerate(_ result: Int32, _ call: StaticString) throws(FFmpegFailure) {
        guard result != compose_error_from_errno(ENOMEM) else { throw FFmpegFailure(call: "\(call)", code: result) }
        failures += 1
        guard isSettled || !hasSought else { return }
        damage.notePicture(at: demuxer.time(packet.pointer.pointee.pts, stream: streamIndex))
    }

    /// `nil` for a frame that is nothing to look at.
    private func stamped(_ owner: FrameOwner) -> DecodedFrame? {
        let stated = demuxer.time(owner.pointer.pointee.best_effort_timestamp, stream: streamIndex)
        // A frame without a stamp follows the one before.
        let start = stated ?? lastStart.map { $0 + nominalDuration } ?? .zero
        lastStart = start
        if compose_frame_is_key(owner.pointer) != 0 || compose_frame_is_corrupt(owner.pointer) == 0 { isSettled = true }
        if compose_frame_is_damaged(owner.pointer) != 0 { noteDamage(at: start) }
        guard isSettled else { return nil }
        return DecodedFrame(owner: owner, start: start)
    }
}
