/// Samples that were read before, as a stream.
final class KeptSound: SoundStream {
    private let samples: [Float]
    private var position = 0

    init(_ samples: [Float]) { self.samples = samples }

    func next() -> [Float] {
        let end = min(samples.count, position + AnalysisSound.rate)
        defer { position = end }
        return Array(samples[position..<end])
    }

    func skip(to position: Int) { self.position = max(self.position, min(samples.count, position)) }
}

/// Passes a stream on and keeps its samples, up to a limit.
final class KeepingStream: SoundStream {
    private let stream: any SoundStream
    /// All samples so far; `nil` if there were too many.
    private(set) var kept: [Float]? = []
    /// Ten minutes, 38 MB: decoding a short recording twice costs more than keeping it.
    private static let most = 600 * AnalysisSound.rate

    init(_ stream: any SoundStream) { self.stream = stream }

    func next() throws -> [Float] {
        let samples = try stream.next()
        if let count = kept?.count {
            if count + samples.count > Self.most { kept = nil } else { kept! += samples }
        }
        return samples
    }

    /// Skipped samples cannot be kept.
    func skip(to position: Int) throws {
        kept = nil
        try stream.skip(to: position)
    }
}
