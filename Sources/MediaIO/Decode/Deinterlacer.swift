import CFFmpeg
import MediaTime

/// Turns interlaced frames into whole pictures with FFmpeg's `bwdif`, which uses the frames before and after.
///
/// From the first interlaced frame on all frames pass through it, progressive ones untouched, so that their order
/// stays. A stream that changes its size or format in the middle gets a new filter. Not thread-safe.
final class Deinterlacer {
    static let filterName = "bwdif"

    private let timeBase: AVRational
    private var graph: FilterGraph?
    /// Size and format that the filter was made for.
    private var kind: [Int32]?
    private var isDraining = false
    /// A frame of another kind, waiting until the filter has output all of the old kind.
    private var waiting: DecodedFrame?

    private static func kind(_ frame: DecodedFrame) -> [Int32] {
        [frame.pointer.pointee.width, frame.pointer.pointee.height, frame.pointer.pointee.format]
    }

    /// - Parameter timeBase: of the frames' stream.
    init(timeBase: AVRational) { self.timeBase = timeBase }

    func isNeeded(for frame: DecodedFrame) -> Bool {
        graph != nil || compose_frame_is_interlaced(frame.pointer) != 0
    }

    func push(_ frame: DecodedFrame) throws(FFmpegFailure) {
        if let kind, kind != Self.kind(frame) {
            waiting = frame
            _ = try finish()
            return
        }
        if graph == nil {
            graph = try FilterGraph(
                "\(Self.filterName)=mode=send_frame:deint=interlaced", like: frame.owner, timeBase: timeBase)
            kind = Self.kind(frame)
        }
        frame.pointer.pointee.pts = frame.start.ticks(in: TimeBase(timeBase), .nearest)
        try graph!.push(frame.owner)
    }

    /// The next picture that is ready.
    func next() throws(FFmpegFailure) -> DecodedFrame? {
        guard let graph else { return nil }
        if let owner = try graph.pull() {
            let start = MediaTime(owner.pointer.pointee.pts, in: TimeBase(graph.outputTimeBase))
            return DecodedFrame(owner: owner, start: start)
        }
        guard let frame = waiting else { return nil }
        reset()
        if compose_frame_is_interlaced(frame.pointer) == 0 { return frame }
        try push(frame)
        return try next()
    }

    /// No more frames come; `false` if this was called before and everything was output.
    func finish() throws(FFmpegFailure) -> Bool {
        guard let graph, !isDraining else { return false }
        isDraining = true
        try graph.push(nil)
        return true
    }

    func reset() {
        graph = nil
        kind = nil
        isDraining = false
        waiting = nil
    }
}
