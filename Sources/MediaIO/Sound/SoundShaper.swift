import Audio
import CFFmpeg

/// The last step before an encoder: gain, a limiter for true peaks, rate, channels and form of the samples, by
/// libavfilter. Lives in one thread.
final class SoundShaper {
    private let graph: FilterGraph
    private var position: Int64 = 0

    /// - Parameters:
    ///   - format: what comes out; what goes in is `AudioFormat.mixing`.
    ///   - samples: the form of the samples that come out.
    ///   - frameSize: samples of every frame that comes out but the last.
    ///   - count: samples that come out at least, silence in the end; filters may keep some.
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
        if setting.gain != 0 { filters.append("volume=volume=\(setting.gain)dB:precision=float") }
        if let limit = setting.limit {
            // Peaks between samples are samples at four times the rate. It looks 5 ms ahead, which `latency` takes back.
            filters.append("aresample=\(4 * AudioBuffer.sampleRate)")
            filters.append("alimiter=limit=\(limit)dB:level=false:latency=true")
        }
        filters.append("aresample=\(format.sampleRate)")
        if let count { filters.append("apad=whole_len=\(count)") }
        filters.append("aformat=sample_fmts=\(String(cString: av_get_sample_fmt_name(samples)))")
        return filters
    }

    /// Takes the samples that follow those before, and gives out the frames that are ready.
    func shape(_ buffer: AudioBuffer, _ body: (FrameOwner) throws -> Void) throws {
        guard buffer.frameCount > 0 else { return }
        try graph.push(FrameOwner(buffer, sampleRate: AudioBuffer.sampleRate, at: position))
        position += Int64(buffer.frameCount)
        try graph.drain(body)
    }

    /// Gives out what is left.
    func finish(_ body: (FrameOwner) throws -> Void) throws {
        try graph.push(nil)
        try graph.drain(body)
    }
}
