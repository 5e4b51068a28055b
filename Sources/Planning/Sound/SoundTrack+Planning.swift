import Audio
import MediaTime
import Placing
import Timeline

extension RenderPlan {
    /// See `Array<SoundTrack>.init(_:_:_:primary:)`.
    package var soundTracks: [SoundTrack] {
        [SoundTrack](output.audio, composition, audioSources.mapValues(HeardFile.init), primary: output.primary)
    }
}

extension [SoundTrack] {
    /// The sound of the recording as an editing program shows it: clips in tracks, on frames of the film, without fades.
    ///
    /// - Parameter files: all files with sound.
    package init(
        _ audio: AudioSettings, _ composition: Composition, _ files: [SourceID: HeardFile], primary: Angle
    ) {
        if case .tracks(let tracks) = audio.choice {
            self = tracks.map(\.cut)
        } else {
            self = MixPlanner(audio.choice, composition, files, primary: primary, settings: audio.mix).soundTracks
        }
    }
}

extension SoundTrack {
    /// Each clip up to the start of the next.
    fileprivate var cut: SoundTrack {
        var clips: [Clip] = []
        var end = MediaTime.zero
        for (index, clip) in self.clips.enumerated() {
            let next = index + 1 < self.clips.count ? self.clips[index + 1].range.start : .distantFuture
            let start = max(end, clip.range.start)
            let over = min(clip.range.end, max(next, start))
            guard start < over else { continue }
            clips.append(
                Clip(
                    input: clip.input, range: TimeRange(start: start, end: over),
                    start: clip.start + start - clip.range.start, fadeIn: .zero, fadeOut: .zero,
                    gain: clip.gain))
            end = over
        }
        return SoundTrack(clips: clips, gain: gain)
    }
}
