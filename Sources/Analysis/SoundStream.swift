/// The sound that an analysis reads: one channel at `rate` samples per second, on the clock of its file. Full scale
/// is ±1.
package protocol SoundStream: AnyObject {
    /// The next samples, a block at a time, from position 0 on or from where `skip` went; empty at the end. Positions
    /// without sound are silent.
    func next() throws -> [Float]
    /// Continues at `position`, as cheaply as possible. Never backward.
    func skip(to position: Int) throws
}

/// The sampling of all streams.
package enum AnalysisSound {
    /// Samples per second: speech and claps have little above 8 kHz that two microphones agree on.
    package static let rate = 16_000

    /// Converts seconds to samples.
    static func position(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded()) }
}

/// Reads stretches of a stream with increasing start positions, which may overlap: recent samples are kept.
struct SoundTape {
    private let stream: any SoundStream
    /// The samples that are kept, and the position of the first.
    private var samples: [Float] = []
    private var start = 0
    private var isFinished = false
    /// Stretches that begin up to this much before the last one requested are still available: two seconds.
    private static let kept = 2 * AnalysisSound.rate

    init(_ stream: any SoundStream) { self.stream = stream }

    /// Silence before zero and after the end.
    mutating func read(from first: Int, count: Int) throws -> [Float] {
        forget(before: first - Self.kept)
        let end = start + samples.count
        // Half a second before the stretch is decoded, not skipped, so that filters can settle.
        if samples.isEmpty, first > end + AnalysisSound.rate, !isFinished {
            start = first - AnalysisSound.rate / 2
            try stream.skip(to: start)
        }
        while !isFinished, start + samples.count < first + count {
            let more = try stream.next()
            isFinished = more.isEmpty
            samples += more
        }
        var result = [Float](repeating: 0, count: count)
        let known = max(first, start)..<max(first, start, min(first + count, start + samples.count))
        if !known.isEmpty {
            result.replaceSubrange(
                (known.lowerBound - first)..<(known.upperBound - first),
                with: samples[(known.lowerBound - start)..<(known.upperBound - start)])
        }
        return result
    }

    private mutating func forget(before limit: Int) {
        let gone = min(samples.count, limit - start)
        guard gone > 0 else { return }
        samples.removeFirst(gone)
        start += gone
    }
}
