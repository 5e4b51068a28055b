/// The sound of a recording that was read once and can be read again: from memory if it is short.
package struct HeardSound: Sendable {
    let levels: BandLevels
    let open: @Sendable () throws -> any SoundStream

    /// Length in seconds.
    package var duration: Double { levels.duration }

    /// Reads all of it.
    ///
    /// - Parameter progress: receives the number of seconds read so far.
    /// - Throws: what opening, reading and making transforms throw.
    package init(
        _ transforms: FourierTransforms, progress: (Double) -> Void = { _ in },
        open: @escaping @Sendable () throws -> any SoundStream
    ) throws {
        let stream = KeepingStream(try open())
        levels = try LevelMeter.levels(of: stream, transforms, progress: progress)
        if let samples = stream.kept { self.open = { KeptSound(samples) } } else { self.open = open }
    }

    /// The same without the samples kept in memory of a short recording.
    ///
    /// - Parameter open: opens the recording again.
    package func forgetting(open: @escaping @Sendable () throws -> any SoundStream) -> HeardSound {
        HeardSound(levels: levels, open: open)
    }

    private init(levels: BandLevels, open: @escaping @Sendable () throws -> any SoundStream) {
        (self.levels, self.open) = (levels, open)
    }

    /// Whether every level of every band is equal, as in copies of one recording.
    func hasLevels(of other: HeardSound) -> Bool {
        levels.sampleCount == other.levels.sampleCount && levels.levels == other.levels.levels
    }

    /// Its envelope at a rate that the other sound has too.
    func envelope(hopsPerLevel: Int) -> Envelope {
        var levels = levels
        while levels.hopsPerLevel < hopsPerLevel { levels = levels.halved() }
        return Envelope(levels)
    }
}

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
