import Audio
import CFFmpeg

/// The last step before an encoder: gain, a limiter for true peaks, rate, channels and sample format, with
/// libavfilter. Not thread-safe.
final class SoundShaper {
    private let graph: FilterGraph
    private var position: Int64 = 0

    /// - Parameters:
    ///   - format: of the output; the input is `AudioFormat.mixing`.
    ///   - samples: the sample format of the output.
    ///   - frameSize: samples of every output frame except the last.
    ///   - count: the least number of output samples, silence in the end; filters may keep some.
    init(
        _ setting: LevelSearch.Setting, to format: AudioFormat, _ samples: AVSampleFormat, frameSize: Int,
        count: Int64? = nil
    ) throws(FFmpegFailure) {
        graph = try FilterGraph(
            Self.filters(setting, format, samples, count).joined(separator: ","),
            likeSound: try FrameOwner(form: .mixing),
            frameSize: frameSize)
    }

    private static func filters(
        _ setting: LevelSearch.Setting, _ format: AudioFormat, _ samples: AVSampleFormat, _ count: Int64?
    ) -> [String] {
        var filters: [String] = []
        if format.channelCount == 1 { filters.append("pan=mono|c0=0.5*c0+0.5*c1") }
        if setting.fadesIn { filters.append("afade=type=in:duration=0.04") }
        if setting.gain != 0 { filters.append("volume=volume=\(setting.gain)dB:precision=float") }
        if let limit = setting.limit {
            // Peaks between samples are samples at four times the rate. The limiter looks 5 ms ahead, which `latency`
            // compensates.
            filters.append("aresample=\(4 * AudioBuffer.sampleRate)")
            filters.append("alimiter=limit=\(limit)dB:level=false:latency=true")
        }
        filters.append("aresample=\(format.sampleRate)")
        if let count { filters.append("apad=whole_len=\(count)") }
        filters.append("aformat=sample_fmts=\(String(cString: av_get_sample_fmt_name(samples)))")
        return filters
    }

    /// Takes the next samples, and outputs the frames that are ready.
    func shape(_ buffer: AudioBuffer, _ body: (FrameOwner) throws -> Void) throws {
        guard buffer.frameCount > 0 else { return }
        try graph.push(FrameOwner(buffer, sampleRate: AudioBuffer.sampleRate, at: position))
        position += Int64(buffer.frameCount)
        try graph.drain(body)
    }

    /// Outputs what is left.
    func finish(_ body: (FrameOwner) throws -> Void) throws {
        try graph.push(nil)
        try graph.drain(body)
    }
}
