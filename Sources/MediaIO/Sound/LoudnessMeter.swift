import Audio
import CFFmpeg
import Platform

/// Measures sound with libavfilter's `ebur128`: ITU-R BS.1770-4, true peaks at four times the rate. Not thread-safe.
final class LoudnessMeter {
    private let graph: FilterGraph
    /// The last two reports. The very last one includes the silence, which belongs to no gating block (ITU-R BS.1770-4,
    /// annex 1: "incomplete gating blocks at the end of the measurement interval are not used").
    private var last, previous: FrameOwner?

    /// - Parameters:
    ///   - frame: has the rate, channels and format of everything that will come.
    ///   - skipped: samples at the beginning that are not heard.
    init(like frame: FrameOwner, skipping skipped: Int32 = 0) throws(FFmpegFailure) {
        // It reports every tenth of a second, and would write to the log; the samples after the last report are
        // reported with the silence that follows: their peak counts.
        let heard = skipped > 0 ? "atrim=start_sample=\(skipped)," : ""
        graph = try FilterGraph(
            heard + "apad=pad_dur=0.1,ebur128=peak=true:metadata=1:framelog=verbose", likeSound: frame)
    }

    /// - Parameter frame: stays the caller's.
    func add(_ frame: FrameOwner) throws {
        try graph.push(frame)
        try drain()
    }

    /// Of everything that was added.
    func finish() throws -> Loudness {
        try graph.push(nil)
        try drain()
        let integrated = previous.flatMap { number("I", of: $0) } ?? -70
        let peak = last.flatMap { number("true_peak", of: $0) } ?? 0
        return Loudness(
            integrated: integrated > -70 ? integrated : nil, range: previous.flatMap { number("LRA", of: $0) } ?? 0,
            truePeak: peak > 0 ? 20 * log10(peak) : nil)
    }

    /// Only frames that end a tenth of a second contain values.
    private func drain() throws {
        try graph.drain { if number("I", of: $0) != nil { (previous, last) = (last, $0) } }
    }

    private func number(_ key: String, of frame: FrameOwner) -> Double? {
        av_dict_get(frame.pointer.pointee.metadata, "lavfi.r128.\(key)", nil, 0)
            .flatMap { Double(String(cString: $0.pointee.value)) }
    }
}
