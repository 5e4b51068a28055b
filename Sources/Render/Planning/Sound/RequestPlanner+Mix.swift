import MediaIO
import Timeline

extension RequestPlanner {
    /// What is done to the sounds of a film whose sound is this choice.
    ///
    /// - Parameter sources: what is heard, by number.
    /// - Throws: `TimelineError` for a name that nobody has, `MediaError`.
    func mixSettings(
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
            settings.cleanings[index].filters.noiseFloor = try cleaning.filters.noiseFloor(
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
