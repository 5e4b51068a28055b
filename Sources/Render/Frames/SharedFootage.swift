import MediaIO
import Placing
import Planning

/// The decoders of recordings that several compositors of one thread share: each file is opened once, and kept open as
/// long as one of them shows it.
package final class SharedFootage {
    private struct Entry { weak var reader: FrameReader? }
    private var entries: [String: Entry] = [:]

    package init() {}

    /// - Parameter plan: the plan of the first caller.
    func reader(of source: Source, for plan: RenderPlan, threads: Int) throws(MediaError) -> FrameReader {
        if let reader = entries[source.path]?.reader { return reader }
        RenderLog.logger.trace(
            "opening \(source.path) to decode it with \(threads) thread\(threads == 1 ? "" : "s")")
        let reader = try FrameReader(
            path: source.path, info: source.video, outputRate: plan.output.frameRate, threads: threads)
        entries[source.path] = Entry(reader: reader)
        return reader
    }
}
