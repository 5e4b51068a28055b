import CFFmpeg

/// A chain of libavfilter video filters with one input and one output, built once for one kind of frame.
final class FilterGraph {
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// - Parameters:
    ///   - description: filters in libavfilter's syntax.
    ///   - frame: says size, format and color of everything that will be pushed.
    init(_ description: String, like frame: UnsafePointer<AVFrame>, timeBase: AVRational) throws(FFmpegFailure) {
        var pointer: UnsafeMutablePointer<AVFilterGraph>? = try allocated(
            "avfilter_graph_alloc", avfilter_graph_alloc())
        do {
            let graph = pointer!
            // One thread: the pipeline around it is parallel already.
            graph.pointee.nb_threads = 1
            let source = try allocated(
                "avfilter_graph_alloc_filter", avfilter_graph_alloc_filter(graph, avfilter_get_by_name("buffer"), "in"))
            try check("av_buffersrc_parameters_set", compose_buffer_source_set(source, frame, timeBase))
            try check("avfilter_init_str", avfilter_init_str(source, nil))
            var sink: UnsafeMutablePointer<AVFilterContext>?
            try check(
                "avfilter_graph_create_filter",
                avfilter_graph_create_filter(&sink, avfilter_get_by_name("buffersink"), "out", nil, nil, graph))
            try Self.link(graph, source, sink!, description)
            try check("avfilter_graph_config", avfilter_graph_config(graph, nil))
            self.graph = graph
            self.source = source
            self.sink = sink!
        } catch {
            avfilter_graph_free(&pointer)
            throw error
        }
    }

    private static func link(
        _ graph: UnsafeMutablePointer<AVFilterGraph>, _ source: UnsafeMutablePointer<AVFilterContext>,
        _ sink: UnsafeMutablePointer<AVFilterContext>, _ description: String
    ) throws(FFmpegFailure) {
        var outputs = avfilter_inout_alloc()
        var inputs = avfilter_inout_alloc()
        defer {
            avfilter_inout_free(&outputs)
            avfilter_inout_free(&inputs)
        }
        outputs?.pointee.name = av_strdup("in")
        outputs?.pointee.filter_ctx = source
        inputs?.pointee.name = av_strdup("out")
        inputs?.pointee.filter_ctx = sink
        try check("avfilter_graph_parse_ptr", avfilter_graph_parse_ptr(graph, description, &inputs, &outputs, nil))
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&graph)
    }

    var outputTimeBase: AVRational { av_buffersink_get_time_base(sink) }

    /// Feeds a frame, which stays the caller's; `nil` says that no more will come.
    func push(_ frame: UnsafeMutablePointer<AVFrame>?) throws(FFmpegFailure) {
        try check(
            "av_buffersrc_add_frame", av_buffersrc_add_frame_flags(source, frame, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)))
    }

    /// The next frame that is ready; `nil` when more input is needed or all is done.
    func pull() throws(FFmpegFailure) -> FrameOwner? {
        let owner = try FrameOwner()
        let result = av_buffersink_get_frame(sink, owner.pointer)
        if result == compose_error_again || result == compose_error_eof { return nil }
        try check("av_buffersink_get_frame", result)
        return owner
    }
}
