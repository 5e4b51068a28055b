import CFFmpeg

/// What `avformat_find_stream_info` found by decoding the beginning of a file, for whoever opens the file again: it
/// takes much longer than everything else about opening.
///
/// Only for MP4 and MOV, whose packets have all their times from the container.
final class StreamHeaders: @unchecked Sendable {
    private struct Stream {
        let parameters: UnsafeMutablePointer<AVCodecParameters>
        let id: Int32
        let start, duration: Int64
        let averageRate, baseRate: AVRational
    }
    // Nothing changes after `init`.
    private var streams: [Stream] = []
    private let start, duration: Int64
    private let method: AVDurationEstimationMethod

    /// - Throws: `FFmpegFailure` without memory.
    init(_ context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegFailure) {
        (start, duration) = (context.pointee.start_time, context.pointee.duration)
        method = context.pointee.duration_estimation_method
        for index in 0..<context.pointee.nb_streams {
            let stream = compose_stream(context, Int32(index))!
            let copy = try allocated("avcodec_parameters_alloc", avcodec_parameters_alloc())
            streams.append(
                Stream(
                    parameters: copy, id: stream.pointee.id, start: stream.pointee.start_time,
                    duration: stream.pointee.duration, averageRate: stream.pointee.avg_frame_rate,
                    baseRate: stream.pointee.r_frame_rate))
            try check("avcodec_parameters_copy", avcodec_parameters_copy(copy, stream.pointee.codecpar))
        }
    }

    deinit {
        for stream in streams {
            var pointer: UnsafeMutablePointer<AVCodecParameters>? = stream.parameters
            avcodec_parameters_free(&pointer)
        }
    }

    /// Completes what the container's own header says about a file that was just opened.
    ///
    /// - Returns: `false` if it is another file now.
    /// - Throws: `FFmpegFailure` without memory.
    func complete(_ context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegFailure) -> Bool {
        guard Int(context.pointee.nb_streams) == streams.count else { return false }
        for (index, known) in streams.enumerated() {
            let stream = compose_stream(context, Int32(index))!
            let (own, found) = (stream.pointee.codecpar.pointee, known.parameters.pointee)
            guard stream.pointee.id == known.id, own.codec_id == found.codec_id, own.codec_tag == found.codec_tag,
                own.extradata_size == 0
                    || own.extradata_size == found.extradata_size
                        && memcmp(own.extradata, found.extradata, Int(own.extradata_size)) == 0
            else { return false }
        }
        for (index, known) in streams.enumerated() {
            let stream = compose_stream(context, Int32(index))!
            try check(
                "avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, known.parameters))
            (stream.pointee.start_time, stream.pointee.duration) = (known.start, known.duration)
            stream.pointee.avg_frame_rate = known.averageRate
            stream.pointee.r_frame_rate = known.baseRate
        }
        (context.pointee.start_time, context.pointee.duration) = (start, duration)
        context.pointee.duration_estimation_method = method
        return true
    }
}
