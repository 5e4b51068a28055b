import Analysis
import Audio
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

extension RequestPlanner {
    /// The processing of the film's sounds, and its notes.
    ///
    /// - Throws: `TimelineError` for an unknown name, `MediaError`.
    func measuredMix() throws -> (MixSettings, [Diagnostic]) {
        var (unsaid, notes): ([Diagnostic], [Diagnostic]) = ([], [])
        if let output = given?.output {
            var settings = output.audio.mix
            if request.channelCount == 1 { try measureChannels(of: recording.audioSources, &settings, &notes) }
            return (settings, notes)
        }
        let choice = try audioChoice(&unsaid)
        let settings = try mixSettings(choice, recording.audioSources, &notes)
        return (settings, notes)
    }

    /// Whose recorded sound is heard.
    func audioChoice(_ notes: inout [Diagnostic]) throws -> AudioSettings.Choice {
        let (session, sources, sounds) = (session, recording.sources, recording.sounds)
        let hasAudio = { (angle: Angle) in
            session.takes.indices.contains { session.takes[$0].angle == angle && sources[$0].audioStream != nil }
                || sounds.contains { $0.angle == angle }
        }
        if let output = given?.output { return output.audio.choice }
        switch request.sound {
        case .none: return .none
        case .follow, .mix:
            if !(session.angles + sounds.map(\.angle)).contains(where: hasAudio), request.addedSounds.isEmpty {
                notes.append(.primarySilent(primary, used: nil))
            }
            return request.sound == .mix ? .mix : .follow
        case .tracks(let tracks): return .tracks(tracks)
        case .speakers: return together == nil ? .speakers([]) : .mix
        case .primary:
            if speech != nil { return .speakers([]) }
            if together != nil { return .mix }
            // Muting it means that someone else should be heard.
            let muted = Set(request.mix.levels.filter(\.isMuted).map(\.angle))
            let heard = (session.angles + sounds.map(\.angle)).filter { hasAudio($0) && !muted.contains($0) }
            var other = heard.first
            if heard.contains(primary) {
                guard heard.count > 1, try CameraSound.isSilent(primary, recording),
                    let loud = try heard.first(where: { try !CameraSound.isSilent($0, recording) })
                else { return .angle(primary) }
                other = loud
            }
            // Music does not need a camera's sound.
            if !muted.contains(primary), other != nil || request.addedSounds.isEmpty {
                notes.append(.primarySilent(primary, used: other))
            }
            return other.map(AudioSettings.Choice.angle) ?? .none
        case .angle(let angle):
            if !sounds.contains(where: { $0.angle == angle }) { _ = try Self.known(angle, session) }
            guard hasAudio(angle) else {
                throw MediaError.noAudio(path: session.takes.first { $0.angle == angle }!.path)
            }
            return .angle(angle)
        }
    }

    private func mixSettings(
        _ choice: AudioSettings.Choice, _ sources: [SourceID: AudioSource], _ notes: inout [Diagnostic]
    ) throws -> MixSettings {
        var settings = request.mix
        let known = session.angles + recording.soundNames
        for angle in settings.levels.map(\.angle) + settings.cleanings.map(\.angle) where !known.contains(angle) {
            throw TimelineError.unknownAngle(name: angle.name, known: known.map(\.name))
        }
        settings.cleanings.sort { $0.angle.name < $1.angle.name }
        settings.levels.sort { $0.angle.name < $1.angle.name }
        if choice != .none || !request.addedSounds.isEmpty { try measureSides(of: sources, &settings, &notes) }
        if request.channelCount == 1 { try measureChannels(of: sources, &settings, &notes) }
        try measureNoises(of: sources, &settings)
        // What has nothing in common cannot be aligned.
        guard choice == .mix, together?.isOfOneScene != false else { return settings }
        let added = sources.filter { settings.factor(of: $0.value.angle) > 0 }
        if let reference = added.keys.contains(.take(primaryTake)) ? .take(primaryTake) : added.keys.min() {
            try MixAligner(sources: added, reference: reference, heard: recording.heard).align(&settings, &notes)
        }
        return settings
    }

    /// If the film has one camera's sound because nobody chose, and another camera that is shown recorded something else.
    func otherMicrophones(_ plan: RenderPlan) throws -> [Diagnostic] {
        guard given == nil, request.sound == .primary, case .angle(let heard) = plan.output.audio.choice,
            plan.onlyHeardAngle == heard, director?.speech == nil
        else { return [] }
        let shown = Set(plan.composition.segments.flatMap { $0.scene?.angles ?? [] })
        let ranges = { (angle: Angle) in
            plan.audioSources.values.filter { $0.angle == angle }.flatMap { $0.heardRanges(true) }.joined()
        }
        let own = ranges(heard)
        for other in session.angles
        where other != heard && shown.contains(other) && plan.output.audio.mix.factor(of: other) > 0 {
            let common = ranges(other).flatMap { range in own.map(range.intersection) }
            guard let first = common.first(where: { $0.duration >= .seconds(10) }) else { continue }
            if !recording.unmatched.isDisjoint(with: [other, heard]) {
                guard try isHeard(other) else { continue }
                return [.otherMicrophone(other, heard: heard)]
            }
            let sounds = try [heard, other].map { try CameraSound(of: $0, recording) }
            let start = session.recordingClock.source(at: first.start)
            for sound in sounds { sound.skip(to: start) }
            // Within half a minute of a conversation, both speak.
            let seconds = min(30, first.duration.ticks(in: .perSecond(1), .down))
            if try !Conversation(sounds, seconds: Int(seconds), FourierTransforms.standard)
                .isUndecidable
            {
                return [.otherMicrophone(other, heard: heard)]
            }
        }
        return []
    }

    /// A microphone with a mono plug at a stereo input would be heard in one ear.
    private func measureSides(
        of recorded: [SourceID: AudioSource], _ settings: inout MixSettings, _ notes: inout [Diagnostic]
    ) throws {
        var sources = recorded
        for (index, sound) in try request.addedSounds.map({ try $0.source() }).enumerated() {
            sources[.sound(recording.sounds.count + index)] = sound
        }
        let stereo = sources.filter { _, source in
            source.audio?.isStereo == true && source.selection.channels == nil && settings.factor(of: source.angle) > 0
        }
        .sorted { $0.key < $1.key }
        let channels = try concurrently(stereo.count) { number in
            let source = stereo[number].value
            return try SoundCleaning.onlyChannel(
                of: source.path, stream: source.stream, clock: source.info.clock, in: source.extent)
        }
        for ((id, source), channel) in zip(stereo, channels) {
            guard let channel else { continue }
            settings.measure(id) { $0.channel = channel }
            notes.append(.oneSided(path: source.path, source.angle, heard: channel))
        }
    }

    /// In mono, a balanced microphone at a stereo input would be silent.
    private func measureChannels(
        of sources: [SourceID: AudioSource], _ settings: inout MixSettings, _ notes: inout [Diagnostic]
    ) throws {
        for (id, source) in sources.sorted(by: { $0.key < $1.key })
        where source.audio?.channels ?? 0 > 1 && source.selection.channels == nil
            && settings.measured(id)?.channel == nil
        {
            let channel = try SoundCleaning.channelForMono(
                of: source.path, stream: source.stream, clock: source.info.clock, from: source.extent.start)
            guard let channel else { continue }
            settings.measure(id) { $0.channel = channel }
            notes.append(.channelsCancel(path: source.path, heard: channel))
        }
    }

    /// Each file's own: a camera's next file may have been recorded elsewhere. Ten minutes of a camera are enough, and
    /// a minute of each of many files.
    private func measureNoises(of sources: [SourceID: AudioSource], _ settings: inout MixSettings) throws {
        let counts = Dictionary(grouping: sources.values, by: \.angle).mapValues(\.count)
        for (id, source) in sources.sorted(by: { $0.key < $1.key }) {
            let filters = settings.cleaning(of: id, source.angle)
            guard filters.denoise != nil else { continue }
            let profile = try filters.measuredNoiseProfile(
                of: source.path, stream: source.stream, channels: source.selection.channels,
                clock: source.info.clock, seconds: max(60, 600 / counts[source.angle]!))
            settings.measure(id) { $0.noise = profile }
        }
    }
}

/// Aligns sounds that are added to the first of them, to the sample: two microphones that record one voice a fraction
/// of a millisecond apart cancel some of its frequencies (a comb filter).
struct MixAligner {
    let sources: [SourceID: AudioSource]
    /// The source that the others are aligned to: the one in sync with the picture.
    let reference: SourceID
    /// Sounds that sync has read.
    let heard: [SoundKey: HeardSound]

    /// Sound that matches further away than this from its file's position was placed there on purpose: 50 ms are 17 m
    /// of air, more than the distance between two microphones of one scene.
    private static let farthest = MediaTime.milliseconds(50)

    /// - Parameters:
    ///   - settings: receives the clocks.
    ///   - notes: receives mismatches; those sounds are added at their files' positions.
    /// - Throws: `MediaError`.
    func align(_ settings: inout MixSettings, _ notes: inout [Diagnostic]) throws {
        guard sources.count > 1, let one = sources[reference] else { return }
        let others = sources.filter { $0.key != reference && !one.range.intersection($0.value.range).isEmpty }
            .sorted { $0.key < $1.key }
        let ids = [reference] + others.map(\.key)
        let sounds = try concurrently(ids.count) { number in
            let source = sources[ids[number]]!
            return try heard[SoundKey(source)]
                ?? HeardSound(source.info, source.selection, FourierTransforms.standard)
        }
        let alignments = try concurrently(others.count) { number in
            try SoundAligner(FourierTransforms.standard).align(sounds[0], sounds[number + 1])
        }
        for ((id, other), alignment) in zip(others, alignments) {
            guard alignment.verdict == .matched, let clock = Self.clock(of: alignment, beside: one.clock) else {
                notes.append(.notAligned(other.angle, to: one.angle))
                continue
            }
            let middle = other.extent.start + other.extent.duration / 2
            let shift = clock.target(at: middle) - other.clock.target(at: middle)
            guard shift.magnitude <= Self.farthest else {
                notes.append(.fitsElsewhere(other.angle, to: one.angle, by: shift))
                continue
            }
            settings.measure(id) { $0.clock = clock }
        }
    }

    /// - Parameter reference: where it jumps, its recording lost samples, and the other one seems to run back.
    static func clock(of alignment: Alignment, beside reference: TimeMap) -> TimeMap? {
        guard reference.pieces.count > 1 else { return TimeMap.beside(reference, alignment) }
        return TimeMap.beside(reference.withoutJumps, LostSamples([alignment]).repaired(alignment).alignment)
    }
}
