import Audio
import CFFmpeg
import MediaTime
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
    ///   - needsPeak: whether true peaks are measured.
    init(like frame: FrameOwner, skipping skipped: Int32 = 0, needsPeak: Bool = true) throws(FFmpegFailure) {
        // It reports every tenth of a second, and would write to the log; the samples after the last report are
        // reported with the silence that follows: their peak counts.
        let heard = skipped > 0 ? "atrim=start_sample=\(skipped)," : ""
        graph = try FilterGraph(
            heard + "apad=pad_dur=0.1,ebur128=peak=\(needsPeak ? "true" : "none"):metadata=1:framelog=verbose",
            likeSound: frame)
    }

    /// - Parameter frame: stays the caller's.
    func add(_ frame: FrameOwner) throws {
        try graph.push(frame)
        try drain()
    }

    /// The loudness of everything that was added.
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

extension Loudness {
    /// Measures a whole sound track, in its own rate and channels.
    ///
    /// - Throws: `MediaError` for system failures, and what `check` throws; damage is silence.
    package init(of track: AudioInfo, in info: MediaInfo, check: () throws -> Void = {}) throws {
        let format = AudioFormat(sampleRate: Int32(track.sampleRate), channelCount: track.channels)
        let reader = try AudioReader(
            path: info.path, stream: track.streamIndex, clock: info.clock, format: format)
        let meter = try LoudnessMeter(like: FrameOwner(form: format))
        // A second, or less of many channels.
        let length = min(track.sampleRate, (1 << 22) / track.channels)
        var position = track.start.ticks(in: .perSecond(format.sampleRate), .down)
        while true {
            try check()
            var block = try reader.read(from: position, count: length)
            let count = min(Int64(block.frameCount), reader.count(from: position))
            guard count > 0 else { break }
            block.channels = block.channels.map { Array($0.prefix(Int(count))) }
            try meter.add(FrameOwner(block, sampleRate: format.sampleRate, at: position))
            position += count
        }
        self = try meter.finish()
    }

    /// Measures sound that comes in blocks of the working format.
    ///
    /// - Parameters:
    ///   - next: returns the next samples; `nil` at the end.
    ///   - needsPeak: whether true peaks are measured, which takes as long as everything else.
    package init(
        ofBlocks next: () throws -> AudioBuffer?, as format: AudioFormat, needsPeak: Bool = true
    ) throws {
        let shaper = try SoundShaper(.init(), to: format, AV_SAMPLE_FMT_FLTP, frameSize: Int(format.sampleRate))
        let meter = try LoudnessMeter(like: FrameOwner(form: format), needsPeak: needsPeak)
        while let block = try next() { try shaper.shape(block, meter.add) }
        try shaper.finish(meter.add)
        self = try meter.finish()
    }
}
