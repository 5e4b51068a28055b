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
