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
            guard let stream = source.audioStream else { return nil }
            self.init(
                angle: take.angle, info: source.info, stream: stream, clock: take.clock(ofSound: source.soundJumps),
                extent: take.soundExtent(source.soundJumps))
            extent = audio?.heard(withPictures: extent) ?? extent
        }
    }
}
