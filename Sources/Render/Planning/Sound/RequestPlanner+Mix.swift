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
        for (index, cleaning) in settings.cleanings.enumerated() where cleaning.filters.denoise != nil {
            let heard = sources.filter { $0.value.angle == cleaning.angle }.min { $0.key < $1.key }?.value
            guard let heard else { continue }
            settings.cleanings[index].filters.noiseProfile = try cleaning.filters.measuredNoiseProfile(
                of: heard.path, stream: heard.stream, clock: heard.info.clock)
        }
        guard choice == .mix else { return settings }
        let added = sources.filter { settings.factor(of: $0.value.angle) > 0 }
        if let reference = added.keys.contains(primaryTake) ? primaryTake : added.keys.min() {
            settings.alignments = try MixAligner(sources: added, reference: reference).alignments(&notes)
        }
        return settings
    }
}
