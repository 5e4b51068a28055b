import CFFmpeg
import MediaTime

/// The subtitles of a file as a track that players show on request: in MP4 and MOV as timed text (3GPP TS 26.245), in
/// WebM as WebVTT, in Matroska as SubRip, or as SubStation Alpha if the file has styles.
package struct SubtitleTrack: Sendable {
    /// A subtitle; times in milliseconds of the film.
    package struct Cue: Sendable {
        package var start, duration: Int64
        package var bytes: [UInt8]
    }
    /// Sorted by start.
    package private(set) var cues: [Cue] = []
    let codec: AVCodecID
    private(set) var configuration: [UInt8] = []

    /// - Parameter duration: of the film; what comes after it is left out.
    /// - Throws: `MediaError.notSubtitles`.
    package init(path: String, in container: Container, duration: MediaTime) throws(MediaError) {
        let file = try SubtitleFile.opened(path)
        codec =
            container.row.isISO
            ? AV_CODEC_ID_MOV_TEXT
            : container == .webm ? AV_CODEC_ID_WEBVTT : file.isStyled ? AV_CODEC_ID_ASS : AV_CODEC_ID_SUBRIP
        do {
            let stream = file.stream
            let decoder = try CodecOwner(
                try allocated("avcodec_find_decoder", avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)),
                of: stream.pointee.codecpar)
            decoder.pointer.pointee.pkt_timebase = stream.pointee.time_base
            try check("avcodec_open2", avcodec_open2(decoder.pointer, nil, nil))
            let encoder = try CodecOwner(try allocated("avcodec_find_encoder", avcodec_find_encoder(codec)))
            let clock = AVRational(num: 1, den: 1000)
            encoder.pointer.pointee.time_base = clock
            // The encoder frees it.
            let size = Int(decoder.pointer.pointee.subtitle_header_size)
            if size > 0 {
                let header = try allocated("av_mallocz", av_mallocz(size + 1))
                header.copyMemory(from: decoder.pointer.pointee.subtitle_header, byteCount: size)
                encoder.pointer.pointee.subtitle_header = header.assumingMemoryBound(to: UInt8.self)
                encoder.pointer.pointee.subtitle_header_size = Int32(size)
            }
            try check("avcodec_open2", avcodec_open2(encoder.pointer, nil, nil))
            if let data = encoder.pointer.pointee.extradata {
                configuration = Array(
                    UnsafeBufferPointer(start: data, count: Int(encoder.pointer.pointee.extradata_size)))
            }
            let end = duration.ticks(in: .perSecond(1000), .nearest)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            try file.forEachPacket { (packet) throws(FFmpegFailure) in
                let start = av_rescale_q(packet.pointee.pts, stream.pointee.time_base, clock)
                let length = min(end - start, av_rescale_q(packet.pointee.duration, stream.pointee.time_base, clock))
                guard start >= 0, length > 0 else { return }
                var (subtitle, isDecoded) = (AVSubtitle(), Int32(0))
                try check(
                    "avcodec_decode_subtitle2",
                    avcodec_decode_subtitle2(decoder.pointer, &subtitle, &isDecoded, packet))
                defer { avsubtitle_free(&subtitle) }
                guard isDecoded != 0, subtitle.num_rects > 0 else { return }
                (subtitle.start_display_time, subtitle.end_display_time) = (0, UInt32(clamping: length))
                subtitle.pts = av_rescale_q(start, clock, AVRational(num: 1, den: AV_TIME_BASE))
                let count = try check(
                    "avcodec_encode_subtitle",
                    avcodec_encode_subtitle(encoder.pointer, &buffer, Int32(buffer.count), &subtitle))
                cues.append(Cue(start: start, duration: length, bytes: Array(buffer.prefix(Int(count)))))
            }
        } catch {
            throw .failed(path: path, error)
        }
        cues.sort { $0.start < $1.start }
    }
}
