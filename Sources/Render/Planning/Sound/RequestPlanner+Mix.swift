import MediaIO
import Timeline

extension RequestPlanner {
    /// The processing of the film's sounds, and its notes.
    ///
    /// - Throws: `TimelineError` for an unknown name, `MediaError`.
    func plannedMix() throws -> (MixSettings, [Diagnostic]) {
        var (unsaid, notes): ([Diagnostic], [Diagnostic]) = ([], [])
        let choice = try audioChoice(&unsaid)
        let settings = try mixSettings(choice, recording.audioSources, &notes)
        return (settings, notes)
    }

    /// - Parameter sources: the sources, by number.
    private func mixSettings(
        _ choice: AudioSettings.Choice, _ sources: [Int: AudioSource], _ notes: inout [Diagnostic]
    ) throws -> MixSettings {
        var settings = request.mix
        let known = session.angles + recording.soundNames
        for angle in settings.levels.map(\.angle) + settings.cleanings.map(\.angle) where !known.contains(angle) {
            throw TimelineError.unknownAngle(name: angle.name, known: known.map(\.name))
        }
        settings.cleanings.sort { $0.angle.name < $1.angle.name }
        settings.levels.sort { $0.angle.name < $1.angle.name }
        settings.noises = try noises(of: sources, settings)
        guard choice == .mix else { return settings }
        let added = sources.filter { settings.factor(of: $0.value.angle) > 0 }
        if let reference = added.keys.contains(primaryTake) ? primaryTake : added.keys.min() {
            settings.alignments = try MixAligner(sources: added, reference: reference).alignments(&notes)
        }
        return settings
    }

    /// Each file's own: a camera's next file may have been recorded elsewhere. Ten minutes of a camera are enough, and
    /// a minute of each of many files.
    private func noises(of sources: [Int: AudioSource], _ settings: MixSettings) throws -> [MixSettings.Noise] {
        let counts = Dictionary(grouping: sources.values, by: \.angle).mapValues(\.count)
        return try sources.sorted { $0.key < $1.key }.compactMap { number, source in
            let filters = settings.cleaning(ofInput: number, source.angle)
            guard filters.denoise != nil else { return nil }
            let profile = try filters.measuredNoiseProfile(
                of: source.path, stream: source.stream, clock: source.info.clock,
                seconds: max(60, 600 / counts[source.angle]!))
            return MixSettings.Noise(input: number, profile: profile)
        }
    }
}
