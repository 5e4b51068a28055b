import MediaTime
import Placing
import Timeline

// Sources share one numbering: takes have their own numbers, followed by the files without a picture.
extension RenderPlan {
    /// The source with its alignment in the mix and its cleaning.
    ///
    /// - Returns: `nil` for a take without sound.
    package func audioSource(_ number: Int) -> AudioSource? {
        var source = AudioSource.numbered(number, composition.session, sources, sounds)
        if let clock = output.audio.mix.measured(number)?.clock { source?.clock = clock }
        if let angle = source?.angle, source?.role == .recording {
            source?.cleaning = output.audio.mix.cleaning(ofInput: number, angle)
        }
        return source
    }

    /// All recordings that are heard, by number.
    var audioSources: [Int: AudioSource] {
        (0..<inputCount).reduce(into: [:]) { $0[$1] = audioSource($1) }.filter { $0.value.role == .recording }
    }

    /// The number of takes and all other files that are heard.
    package var inputCount: Int { sources.count + sounds.count }

    /// The file with this number.
    package func path(ofInput number: Int) -> String {
        number < sources.count ? sources[number].path : sounds[number - sources.count].path
    }
}

extension Recording {
    /// All sources that can be heard, by number.
    var audioSources: [Int: AudioSource] {
        (0..<sources.count + sounds.count).reduce(into: [:]) {
            $0[$1] = AudioSource.numbered($1, session, sources, sounds)
        }
    }
}

extension AudioSource {
    fileprivate static func numbered(
        _ number: Int, _ session: Session, _ sources: [Source], _ sounds: [AudioSource]
    ) -> AudioSource? {
        guard number < sources.count else { return sounds[number - sources.count] }
        let (take, source) = (session.takes[number], sources[number])
        let clock = take.clock(ofSound: source.soundJumps)
        return source.audioStream.map {
            var heard = AudioSource(
                angle: take.angle, info: source.info, stream: $0, clock: clock,
                extent: take.soundExtent(source.soundJumps))
            heard.extent = heard.audio?.heard(withPictures: heard.extent) ?? heard.extent
            return heard
        }
    }
}
