import Audio
import MediaTime
import Placing
import Timeline

extension RenderPlan {
    /// The source with its alignment in the mix and its cleaning.
    ///
    /// - Returns: `nil` for a take without sound.
    package func audioSource(_ id: SourceID) -> AudioSource? {
        var source = AudioSource(id, composition.session, sources, sounds)
        if let clock = output.audio.mix.measured(id)?.clock { source?.clock = clock }
        if let angle = source?.angle, source?.role == .recording {
            source?.cleaning = output.audio.mix.cleaning(of: id, angle)
        } else {
            source?.cleaning.channel = output.audio.mix.measured(id)?.channel
        }
        return source
    }

    /// All recordings that are heard.
    var audioSources: [SourceID: AudioSource] {
        inputs.reduce(into: [:]) { $0[$1] = audioSource($1) }.filter { $0.value.role == .recording }
    }

    /// All takes and all other files that are heard, takes first.
    package var inputs: [SourceID] { sources.indices.map(SourceID.take) + sounds.indices.map(SourceID.sound) }

    package func path(of id: SourceID) -> String {
        switch id {
        case .take(let index): sources[index].path
        case .sound(let index): sounds[index].path
        }
    }
}

extension Recording {
    /// All sources that can be heard.
    var audioSources: [SourceID: AudioSource] {
        (sources.indices.map(SourceID.take) + sounds.indices.map(SourceID.sound)).reduce(into: [:]) {
            $0[$1] = AudioSource($1, session, sources, sounds)
        }
    }
}

extension AudioSource {
    fileprivate init?(_ id: SourceID, _ session: Session, _ sources: [Source], _ sounds: [AudioSource]) {
        switch id {
        case .sound(let index): self = sounds[index]
        case .take(let index):
            let (take, source) = (session.takes[index], sources[index])
            guard let heard = source.audio else { return nil }
            self.init(
                angle: take.angle, info: source.info, stream: heard.stream, channels: heard.channels,
                clock: take.clock(ofSound: source.soundJumps), extent: take.soundExtent(source.soundJumps))
            extent = audio?.heard(withPictures: extent) ?? extent
        }
    }
}

extension RenderPlan {
    /// The mix of the film with these settings; `nil` without sound.
    func plannedMix(_ settings: MixSettings) -> Mix? {
        let frameCount = composition.duration.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
        let planner = AddedSoundPlanner(settings: settings, frameCount: frameCount)
        let added = sounds.indices.filter { sounds[$0].role != .recording }
        let recorded = planner.lowered(plannedRecording(settings), by: added.map { sounds[$0] })
        let tracks = recorded + added.flatMap { planner.tracks(.sound($0), sounds[$0]) }
        guard !tracks.isEmpty else { return nil }
        var mix = Mix(tracks: tracks, frameCount: frameCount)
        if tracks.contains(where: \.givesWay) { mix.ducking = settings.ducking }
        if settings.fadeIn > .zero || settings.fadeOut > .zero {
            let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
            mix.course = .fading(
                0..<frameCount, in: settings.fadeIn.ticks(in: clock, .nearest),
                out: settings.fadeOut.ticks(in: clock, .nearest))
        }
        return mix
    }
}

extension RenderPlan {
    package func isRecorded(_ id: SourceID) -> Bool {
        if case .sound(let index) = id { sounds[index].role == .recording } else { true }
    }

    /// The tracks of the recording itself, without music and voice-overs.
    package var recordedTracks: [Mix.Track] {
        mix?.tracks.filter { isRecorded($0.source) } ?? []
    }

    func plannedRecording(_ settings: MixSettings) -> [Mix.Track] {
        if case .tracks(let tracks) = output.audio.choice {
            return tracks.mixTracks(audioSources, settings, duration: composition.duration)
        }
        guard output.audio.choice == .follow, let tones = output.audio.roomTones else {
            return mixPlanner(settings).tracks
        }
        let takes = audioSources.compactMap { id, source in id.take.map { ($0, source.soundingRange) } }
        return SeamMix(composition, tones, sounding: Dictionary(uniqueKeysWithValues: takes), settings: settings).tracks
    }

    func mixPlanner(_ settings: MixSettings) -> MixPlanner {
        MixPlanner(
            output.audio.choice, composition, audioSources.mapValues(HeardFile.init), primary: output.primary,
            settings: settings)
    }
}
