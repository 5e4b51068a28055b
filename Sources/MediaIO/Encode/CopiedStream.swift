import CFFmpeg
import MediaTime
import Pictures

/// One stream of a recording, whose packets go into another file unchanged. Not thread-safe.
package final class CopiedStream {
    let demuxer: Demuxer
    let index: Int
    /// Of the packets' time stamps.
    package let timeBase: TimeBase

    package struct Packet {
        /// On the clock of the file, in ticks of the stream.
        package var presentation: Int64
        /// In ticks; 0 if the container does not state it.
        package var duration: Int64
        package var bytes: [UInt8]
    }

    /// The offset that the file adds to the stream's time stamps, in ticks.
    private let offset: Int64

    /// - Parameter clock: what probing found about the file's time stamps.
    package init(path: String, stream: Int, clock: FileClock) throws(MediaError) {
        demuxer = try Demuxer(path: path, clock: clock)
        guard stream < demuxer.streamCount else { throw .changed(path: path) }
        index = stream
        timeBase = demuxer.timeBase(of: stream)
        offset = demuxer.clockOffset.ticks(in: timeBase, .nearest)
        demuxer.select(stream)
    }

    /// Moves to a packet at or before `time` on the clock of the file, as near as the container can find one.
    package func seek(before time: MediaTime) { _ = demuxer.seek(to: time, stream: index) }

    /// The next packet that has a time; `nil` at the end.
    package func next() throws(MediaError) -> Packet? {
        while try demuxer.read() {
            let packet = demuxer.packet.pointee
            let time = packet.pts == compose_no_timestamp ? packet.dts : packet.pts
            guard time != compose_no_timestamp, packet.size > 0 else { continue }
            return Packet(
                presentation: time + offset, duration: max(0, packet.duration),
                bytes: Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size))))
        }
        return nil
    }

    /// The side data of a stream, in addition to its codec's parameters; orientation first.
    private static let sideData = [
        AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
        AV_PKT_DATA_DOVI_CONF,
    ]

    /// Describes `track` like this stream.
    ///
    /// - Parameter orientation: replaces this stream's orientation.
    func describe(
        _ track: UnsafeMutablePointer<AVStream>, turned orientation: Orientation?
    ) throws(FFmpegFailure) {
        let own = demuxer.stream(index)
        let parameters = track.pointee.codecpar!
        try check("avcodec_parameters_copy", avcodec_parameters_copy(parameters, own.pointee.codecpar))
        // The tag that Apple's players recognize HEVC by; for other codecs the muxer's own.
        parameters.pointee.codec_tag = parameters.pointee.codec_id == AV_CODEC_ID_HEVC ? codecTag("hvc1") : 0
        track.pointee.time_base = own.pointee.time_base
        track.pointee.avg_frame_rate = own.pointee.avg_frame_rate
        track.pointee.sample_aspect_ratio = own.pointee.sample_aspect_ratio
        // Of several tracks, the one that a player would choose.
        track.pointee.disposition = own.pointee.disposition & AV_DISPOSITION_DEFAULT
        if let language = av_dict_get(own.pointee.metadata, "language", nil, 0) {
            av_dict_set(&track.pointee.metadata, "language", language.pointee.value, 0)
        }
        for kind in Self.sideData where kind != AV_PKT_DATA_DISPLAYMATRIX || orientation == nil {
            var size = 0
            guard let data = compose_stream_side_data(own, kind, &size), size > 0 else { continue }
            try allocated("av_stream_new_side_data", compose_stream_new_side_data(track, kind, size))
                .update(from: data, count: size)
        }
        guard let orientation, orientation != .upright else { return }
        try setDisplayMatrix(
            orientation, of: track,
            PictureSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height)))
    }
}
