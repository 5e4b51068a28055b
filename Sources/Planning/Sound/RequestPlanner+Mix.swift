import Analysis
import MediaIO
import MediaTime
import Placing
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
        try measureNoises(of: sources, &settings)
        if request.channelCount == 1 { try measureChannels(of: sources, &settings, &notes) }
        guard choice == .mix else { return settings }
        let added = sources.filter { settings.factor(of: $0.value.angle) > 0 }
        if let reference = added.keys.contains(primaryTake) ? primaryTake : added.keys.min() {
            try MixAligner(sources: added, reference: reference).align(&settings, &notes)
        }
        return settings
    }

    /// If the film has one camera's sound because nobody chose, and another camera that is shown recorded something else.
    func otherMicrophones(_ plan: RenderPlan) throws -> [Diagnostic] {
        guard cut == nil, request.sound == .primary, case .angle(let heard) = plan.output.audio.choice,
            plan.onlyHeardAngle == heard, director?.speech == nil
        else { return [] }
        let shown = Set(plan.composition.segments.flatMap { $0.scene?.angles ?? [] })
        let ranges = { (angle: Angle) in
            plan.audioSources.values.filter { $0.angle == angle }.flatMap { $0.heardRanges(true) }.joined()
        }
        let own = ranges(heard)
        for other in session.angles
        where other != heard && shown.contains(other) && plan.output.audio.mix.factor(of: other) > 0
            && !recording.isUnmatched(other) && !recording.isUnmatched(heard)
        {
            let common = ranges(other).flatMap { range in own.map(range.intersection) }
            guard let first = common.first(where: { $0.duration >= .seconds(10) }) else { continue }
            let sounds = try [heard, other].map { try CameraSound(of: $0, recording) }
            let start = session.recordingClock.source(at: first.start)
            for sound in sounds { sound.skip(to: start) }
            // Within half a minute of a conversation, both speak.
            let seconds = min(30, first.duration.ticks(in: .perSecond(1), .down))
            if try !Conversation(sounds, seconds: Int(seconds), FourierTransforms { try RealTransform(size: $0) })
                .isUndecidable
            {
                return [.otherMicrophone(other, heard: heard)]
            }
        }
        return []
    }

    /// In mono, a balanced microphone at a stereo input would be silent.
    private func measureChannels(
        of sources: [Int: AudioSource], _ settings: inout MixSettings, _ notes: inout [Diagnostic]
    ) throws {
        for (number, source) in sources.sorted(by: { $0.key < $1.key }) where source.audio?.channels ?? 0 > 1 {
            let channel = try SoundCleaning.channelForMono(
                of: source.path, stream: source.stream, clock: source.info.clock, from: source.extent.start)
            guard let channel else { continue }
            settings.measure(number) { $0.channel = channel }
            notes.append(.channelsCancel(path: source.path, heard: channel))
        }
    }

    /// Each file's own: a camera's next file may have been recorded elsewhere. Ten minutes of a camera are enough, and
    /// a minute of each of many files.
    private func measureNoises(of sources: [Int: AudioSource], _ settings: inout MixSettings) throws {
        let counts = Dictionary(grouping: sources.values, by: \.angle).mapValues(\.count)
        for (number, source) in sources.sorted(by: { $0.key < $1.key }) {
            let filters = settings.cleaning(ofInput: number, source.angle)
            guard filters.denoise != nil else { continue }
            let profile = try filters.measuredNoiseProfile(
                of: source.path, stream: source.stream, clock: source.info.clock,
                seconds: max(60, 600 / counts[source.angle]!))
            settings.measure(number) { $0.noise = profile }
        }
    }
}
