import CFFmpeg

/// A file with the tracks of several files: two pictures, or a sound for each person.
package enum TrackFile {
    /// Copies all tracks, side by side; the ending of the name decides the container.
    ///
    /// - Parameter titles: of the tracks, in order; none where it ends.
    package static func write(_ paths: [String], titles: [String] = [], to path: String) throws {
        av_log_set_level(AV_LOG_FATAL)
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check("avformat_alloc_output_context2", avformat_alloc_output_context2(&made, nil, nil, "file:" + path))
        let output = made!
        defer {
            avio_closep(&output.pointee.pb)
            avformat_free_context(output)
        }
        output.pointee.flags |= AVFMT_FLAG_BITEXACT
        let inputs = try paths.map { try Input($0, output) }
        for (index, title) in titles.enumerated() {
            av_dict_set(&output.pointee.streams[index]!.pointee.metadata, "title", title, 0)
            // MOV has no titles of tracks, but names of their handlers.
            av_dict_set(&output.pointee.streams[index]!.pointee.metadata, "handler_name", title, 0)
        }
        try check("avio_open", avio_open(&output.pointee.pb, "file:" + path, AVIO_FLAG_WRITE))
        try check("avformat_write_header", avformat_write_header(output, nil))
        for input in inputs { try input.read() }
        while let next = inputs.filter({ $0.time != nil }).min(by: { $0.time! < $1.time! }) {
            try next.write(output)
            try next.read()
        }
        try check("av_write_trailer", av_write_trailer(output))
    }

    private final class Input {
        private var context: UnsafeMutablePointer<AVFormatContext>?
        private let packet = try! PacketBuffer()
        private let first: Int32
        /// Of the packet that comes next, in seconds; `nil` at the end.
        private(set) var time: Double?

        init(_ path: String, _ output: UnsafeMutablePointer<AVFormatContext>) throws {
            first = Int32(output.pointee.nb_streams)
            try check("avformat_open_input", avformat_open_input(&context, "file:" + path, nil, nil))
            try check("avformat_find_stream_info", avformat_find_stream_info(context, nil))
            for index in 0..<Int(context!.pointee.nb_streams) {
                let own = context!.pointee.streams[index]!
                let stream = try made("avformat_new_stream", avformat_new_stream(output, nil))
                try check(
                    "avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, own.pointee.codecpar))
                stream.pointee.codecpar.pointee.codec_tag = 0
                stream.pointee.time_base = own.pointee.time_base
                stream.pointee.avg_frame_rate = own.pointee.avg_frame_rate
                stream.pointee.disposition = first == 0 ? AV_DISPOSITION_DEFAULT : 0
            }
        }
        deinit { avformat_close_input(&context) }

        func read() throws {
            guard av_read_frame(context, packet.pointer) >= 0 else { return time = nil }
            let base = context!.pointee.streams[Int(packet.pointer.pointee.stream_index)]!.pointee.time_base
            time = Double(packet.pointer.pointee.dts) * av_q2d(base)
        }

        func write(_ output: UnsafeMutablePointer<AVFormatContext>) throws {
            let own = context!.pointee.streams[Int(packet.pointer.pointee.stream_index)]!
            packet.pointer.pointee.stream_index += first
            let stream = output.pointee.streams[Int(packet.pointer.pointee.stream_index)]!
            av_packet_rescale_ts(packet.pointer, own.pointee.time_base, stream.pointee.time_base)
            packet.pointer.pointee.pos = -1
            try check("av_interleaved_write_frame", av_interleaved_write_frame(output, packet.pointer))
        }
    }
}
