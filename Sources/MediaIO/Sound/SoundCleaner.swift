import Audio
import CFFmpeg

/// Cleans sound piece by piece, and outputs it in its place: without the filters' delay. Not thread-safe.
final class SoundCleaner {
    private let graph: FilterGraph
    private let format: AudioFormat
    /// The delay of the filters in samples.
    private let latency: Int64
    /// Samples that were taken in, and that the filters output, delayed ones included.
    private var taken: Int64 = 0
    private var given: Int64 = 0

    init(_ cleaning: SoundCleaning, _ format: AudioFormat) throws {
        self.format = format
        graph = try Self.graph(cleaning.filters, format)
        // A high-pass has no delay except its phase, and adeclick compensates its own.
        latency = try cleaning.denoise == nil ? 0 : Self.latencyOfDenoiser(format)
    }

    /// Takes in more, and returns the sound that is ready.
    func clean(_ buffer: AudioBuffer) throws -> AudioBuffer {
        try push(buffer)
        return try ready(upTo: .max)
    }

    /// The remaining sound.
    func finish() throws -> AudioBuffer {
        let end = taken
        // Filters that work in windows hold back the last ones until more comes.
        try push(AudioBuffer(frameCount: Int(latency) + Int(format.sampleRate) / 2, channelCount: format.channelCount))
        var rest = try ready(upTo: end)
        try graph.push(nil)
        let last = try ready(upTo: end)
        for c in rest.channels.indices { rest.channels[c] += last.channels[c] }
        return rest
    }

    private func push(_ buffer: AudioBuffer) throws {
        guard buffer.frameCount > 0 else { return }
        try graph.push(FrameOwner(buffer, sampleRate: format.sampleRate, at: taken))
        taken += Int64(buffer.frameCount)
    }

    /// Everything that the filters output, without the delay and without anything after the end.
    private func ready(upTo end: Int64) throws -> AudioBuffer {
        var result = AudioBuffer(frameCount: 0, channelCount: format.channelCount)
        try graph.drain { frame in
            let count = Int64(frame.pointer.pointee.nb_samples)
            let places = (given - latency)..<(given - latency + count)
            given += count
            let wanted = places.clamped(to: 0..<max(0, end))
            guard !wanted.isEmpty else { return }
            let range = Int(wanted.lowerBound - places.lowerBound)..<Int(wanted.upperBound - places.lowerBound)
            for c in result.channels.indices {
                compose_frame_plane(frame.pointer, Int32(c)).withMemoryRebound(to: Float.self, capacity: Int(count)) {
                    result.channels[c] += UnsafeBufferPointer(
                        rebasing: UnsafeBufferPointer(start: $0, count: Int(count))[range])
                }
            }
        }
        return result
    }

    /// Some filters work in double precision and output that; samples are read as planar floats.
    private static func graph(_ filters: [String], _ format: AudioFormat) throws(FFmpegFailure) -> FilterGraph {
        try FilterGraph(
            (filters + ["aformat=sample_fmts=fltp"]).joined(separator: ","), likeSound: FrameOwner(form: format))
    }

    /// The delay of the installed FFmpeg's denoiser, which does not report it. (1200 samples in 5.1.)
    private static func latencyOfDenoiser(_ format: AudioFormat) throws -> Int64 {
        let graph = try Self.graph([SoundCleaning.denoiser(12)], format)
        // The position of a click in silence shows the delay: windows are some hundredths of a second.
        let place = Int(format.sampleRate) / 20
        var click = AudioBuffer(frameCount: 4 * place, channelCount: format.channelCount)
        for c in click.channels.indices { click.channels[c][place] = 1 }
        try graph.push(FrameOwner(click, sampleRate: format.sampleRate, at: 0))
        try graph.push(nil)
        var samples: [Float] = []
        try graph.drain { frame in
            let count = Int(frame.pointer.pointee.nb_samples)
            compose_frame_plane(frame.pointer, 0).withMemoryRebound(to: Float.self, capacity: count) {
                samples += UnsafeBufferPointer(start: $0, count: count)
            }
        }
        let peak = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? place
        return Int64(max(0, peak - place))
    }
}
