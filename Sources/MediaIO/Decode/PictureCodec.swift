import CFFmpeg

/// One opened decoder of a video stream. Lives in one thread.
final class PictureCodec {
    /// How pictures are decoded, and what becomes of damaged ones.
    enum Phase {
        /// Several at once, as long as nothing is wrong. What is made up for damage depends on which thread is how far:
        /// error concealment and motion compensation read pictures that others are still repairing.
        case ahead
        /// One after the other, looking for the first damaged packet: a complaint is about the last that was sent.
        case locating
        /// One after the other, from before the damaged packet to the next seek. What stays undecoded shows the picture
        /// before instead of what its memory last held.
        case concealing
    }

    private let owner: CodecOwner
    private let loggedErrors = LoggedErrors()
    private let memory: PictureMemory?

    /// - Parameter stream: whose packets will be decoded.
    init(
        _ decoder: UnsafePointer<AVCodec>, stream: UnsafePointer<AVStream>, _ phase: Phase, threads: Int
    ) throws(FFmpegFailure) {
        owner = try CodecOwner(decoder, of: stream.pointee.codecpar)
        let context = owner.pointer
        context.pointee.opaque = loggedErrors.opaque
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.thread_count = phase == .ahead ? Int32(threads) : 1
        // H.264 forgets the last frames of a file after seeking to an open GOP near its end, unless it gives out
        // everything (FFmpeg's `send_next_delayed_frame` does not look whether a frame is recovered). What is not
        // recovered is left out by the reader.
        context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
        // Else FFmpeg crops the left edge only by as much as keeps rows aligned, and cuts the rest from the right.
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        // Frame threads only: slice threads make some decoders conceal damage differently.
        context.pointee.thread_type = FF_THREAD_FRAME
        // HEVC may carry a checksum of every picture (H.265 §D.2.19); a wrong one is logged, and so counted.
        context.pointee.err_recognition |= AV_EF_CRCCHECK
        context.pointee.max_pixels = Int64(Demuxer.largestDimension) * Int64(Demuxer.largestDimension)
        // These decoders take an end that comes too early for an end; so does H.264's where fields keep it from
        // concealing.
        let parameters = stream.pointee.codecpar.pointee
        let endsSilently =
            [AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9].contains(parameters.codec_id)
            || parameters.isInterlaced
        if phase == .concealing {
            memory = .attach(to: context, filling: .picture)
        } else if endsSilently {
            memory = .attach(to: context, filling: .marks)
        } else {
            memory = nil
        }
        try check("avcodec_open2", avcodec_open2(context, decoder, nil))
    }

    deinit { memory?.drop() }

    /// Hands a packet over; `nil` for the end of the stream. The corresponding C function is `avcodec_send_packet`.
    func send(_ packet: UnsafePointer<AVPacket>?) -> Int32 { avcodec_send_packet(owner.pointer, packet) }

    /// The corresponding C function is `avcodec_receive_frame`.
    func receive(into frame: FrameOwner) -> Int32 {
        let result = avcodec_receive_frame(owner.pointer, frame.pointer)
        if result >= 0, let memory, !memory.isComplete(through: frame) { isIncomplete = true }
        return result
    }

    /// Forgets everything, for packets from another place.
    func flush() {
        avcodec_flush_buffers(owner.pointer)
        _ = loggedErrors.take()
        memory?.forget()
        isIncomplete = false
    }

    /// What was logged about the packets sent so far, and before the last frame was received at the latest.
    func takeLoggedErrors() -> Bool { loggedErrors.take() > 0 }

    /// Parts of the last frame, or of one that was decoded before it, were not decoded, and nothing was logged.
    private(set) var isIncomplete = false
}
