import CFFmpeg

/// One opened decoder of a video stream. Not thread-safe.
final class PictureCodec {
    /// How pictures are decoded, and how damaged ones are handled.
    enum Phase {
        /// In parallel where there are threads, as long as nothing is wrong. The repair of damage depends on the
        /// progress of each thread: error concealment and motion compensation read pictures that others are still
        /// repairing.
        case ahead
        /// One after the other, looking for the first damaged packet: an error is about the last that was sent.
        case locating
        /// One after the other, from before the damaged packet to the next seek. Blocks that are not decoded show the
        /// picture before, not the previous contents of their memory.
        case concealing
    }

    private let owner: CodecOwner
    private let loggedErrors = LoggedErrors()
    private let memory: DecodedMemory?

    /// - Parameter stream: whose packets will be decoded.
    init(
        _ decoder: UnsafePointer<AVCodec>, stream: UnsafePointer<AVStream>, _ phase: Phase, threads: Int
    ) throws(FFmpegFailure) {
        owner = try CodecOwner(decoder, of: stream.pointee.codecpar)
        let context = owner.pointer
        context.pointee.opaque = loggedErrors.opaque
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.thread_count = phase == .ahead ? Int32(threads) : 1
        // H.264 drops the last frames of a file after seeking to an open GOP near its end, unless it outputs
        // everything (FFmpeg's `send_next_delayed_frame` does not check whether a frame is recovered). The reader
        // skips frames that are not recovered.
        context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
        // Otherwise FFmpeg crops the left edge only by as much as keeps rows aligned, and cuts the rest from the
        // right.
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        // Frame threads only: slice threads make some decoders conceal damage differently.
        context.pointee.thread_type = FF_THREAD_FRAME
        // HEVC may carry a checksum of every picture (H.265 §D.2.19); a mismatch is logged, and so counted.
        context.pointee.err_recognition |= AV_EF_CRCCHECK
        context.pointee.max_pixels = Int64(Demuxer.largestDimension) * Int64(Demuxer.largestDimension)
        // These decoders accept a premature end as the end; so does H.264's where fields keep it from concealing.
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
            DecodedMemory.share(context)
        }
        try check("avcodec_open2", avcodec_open2(context, decoder, nil))
    }

    deinit { memory?.drop() }

    /// Packets that no others refer to are dropped undecoded.
    var skipsUnreferenced: Bool {
        get { owner.pointer.pointee.skip_frame == AVDISCARD_NONREF }
        set { owner.pointer.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    /// Sends a packet; `nil` for the end of the stream. The corresponding C function is `avcodec_send_packet`.
    func send(_ packet: UnsafePointer<AVPacket>?) -> Int32 { avcodec_send_packet(owner.pointer, packet) }

    /// The corresponding C function is `avcodec_receive_frame`.
    func receive(into frame: FrameOwner) -> Int32 {
        let result = avcodec_receive_frame(owner.pointer, frame.pointer)
        if result >= 0, let memory, !memory.isComplete(through: frame) { isIncomplete = true }
        return result
    }

    /// Discards everything, for packets from another place.
    func flush() {
        avcodec_flush_buffers(owner.pointer)
        // FFmpeg 7.1 and newer keep an HEVC picture that was ready but not yet received.
        if let stale = try? FrameOwner() {
            while avcodec_receive_frame(owner.pointer, stale.pointer) >= 0 { av_frame_unref(stale.pointer) }
        }
        _ = loggedErrors.take()
        memory?.forget()
        isIncomplete = false
    }

    /// Whether errors were logged about the packets sent so far, at the latest before the last frame was received.
    func takeLoggedErrors() -> Bool { loggedErrors.take() > 0 }

    /// Parts of the last frame, or of one decoded before it, were not decoded, and nothing was logged.
    private(set) var isIncomplete = false
}
