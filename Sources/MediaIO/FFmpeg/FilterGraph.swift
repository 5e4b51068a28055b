import CFFmpeg
import Platform

/// A chain of libavfilter filters with one input and one output, built once for one kind of frame.
final class FilterGraph {
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// Filters of pictures.
    ///
    /// - Parameters:
    ///   - description: filters in libavfilter's syntax.
    ///   - frame: has the size, format and color of everything that will be pushed.
    convenience init(
        _ description: String, like frame: FrameOwner, timeBase: AVRational = AVRational(num: 1, den: 1)
    ) throws(FFmpegFailure) {
        try self.init(description, source: "buffer", sink: "buffersink") { source throws(FFmpegFailure) in
            try check("av_buffersrc_parameters_set", compose_buffer_source_set(source, frame.pointer, timeBase))
            try check("avfilter_init_str", avfilter_init_str(source, nil))
        }
    }

    /// Filters of sound.
    ///
    /// - Parameters:
    ///   - description: filters in libavfilter's syntax.
    ///   - frame: has the rate, channels and format of everything that will be pushed; its times are in samples.
    ///   - frameSize: samples of every output frame except the last; `nil` for any size.
    convenience init(_ description: String, likeSound frame: FrameOwner, frameSize: Int? = nil) throws(FFmpegFailure) {
        try self.init(description, source: "abuffer", sink: "abuffersink") { source throws(FFmpegFailure) in
            try check("avfilter_init_str", compose_audio_source_init(source, frame.pointer))
        }
        if let frameSize { av_buffersink_set_frame_size(sink, UInt32(frameSize)) }
    }

    /// - Parameter open: describes the input to the source.
    private init(
        _ description: String, source sourceName: String, sink sinkName: String,
        open: (UnsafeMutablePointer<AVFilterContext>) throws(FFmpegFailure) -> Void
    ) throws(FFmpegFailure) {
        var pointer: UnsafeMutablePointer<AVFilterGraph>? = try allocated(
            "avfilter_graph_alloc", avfilter_graph_alloc())
        var inputs: UnsafeMutablePointer<AVFilterInOut>?
        var outputs: UnsafeMutablePointer<AVFilterInOut>?
        defer {
            avfilter_inout_free(&inputs)
            avfilter_inout_free(&outputs)
        }
        do {
            let graph = pointer!
            // One thread: the pipeline around it already runs in parallel.
            graph.pointee.nb_threads = 1
            source = try allocated(
                "avfilter_graph_alloc_filter",
                avfilter_graph_alloc_filter(graph, avfilter_get_by_name(sourceName), "in"))
            try open(source)
            try check(
                "avfilter_graph_parse2",
                "\(description),\(sinkName)@out".withFileName {
                    avfilter_graph_parse2(graph, $0, &inputs, &outputs)
                })
            let first = try allocated("avfilter_graph_parse2", inputs)
            try check(
                "avfilter_link", avfilter_link(source, 0, first.pointee.filter_ctx, UInt32(first.pointee.pad_idx)))
            sink = try allocated("avfilter_graph_get_filter", avfilter_graph_get_filter(graph, "\(sinkName)@out"))
            try check("avfilter_graph_config", avfilter_graph_config(graph, nil))
            self.graph = graph
        } catch {
            avfilter_graph_free(&pointer)
            throw error
        }
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&graph)
    }

    var outputTimeBase: AVRational { av_buffersink_get_time_base(sink) }

    /// Feeds a frame, which stays the caller's; `nil` means that no more will come.
    func push(_ frame: FrameOwner?) throws(FFmpegFailure) {
        let result = withExtendedLifetime(frame) {
            av_buffersrc_add_frame_flags(source, frame?.pointer, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
        }
        try check("av_buffersrc_add_frame", result)
    }

    /// The next frame that is ready; `nil` when more input is needed or all is done.
    func pull() throws(FFmpegFailure) -> FrameOwner? {
        let owner = try FrameOwner()
        let result = av_buffersink_get_frame(sink, owner.pointer)
        if result == compose_error_again || result == compose_error_eof { return nil }
        try check("av_buffersink_get_frame", result)
        return owner
    }

    /// Every frame that is ready.
    func drain(_ body: (FrameOwner) throws -> Void) throws {
        while let frame = try pull() { try body(frame) }
    }

    /// The filtered frame; for filters that output one frame for each input immediately.
    func converted(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        try push(frame)
        return try allocated("av_buffersink_get_frame", try pull())
    }
}

/// A file name for libavfilter, which unquotes it twice: as part of a graph and as part of options. It would drop
/// blanks at the ends.
func filterQuoted(_ path: String) -> String {
    let escape = { (text: String, special: String) in
        text.unicodeScalars.map { special.unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
    return escape(escape(path, "\\': "), "\\'[],; ")
}
