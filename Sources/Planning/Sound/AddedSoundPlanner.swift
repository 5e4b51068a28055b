import Audio
import MediaTime
import Placing

/// Music and voice-overs as tracks of the mix, on the film's clock.
struct AddedSoundPlanner {
    let settings: MixSettings
    /// Samples of the film.
    let frameCount: Int64

    private static let clock = TimeBase.perSecond(AudioBuffer.sampleRate)

    /// The tracks of one file.
    func tracks(_ id: SourceID, _ source: AudioSource) -> [Mix.Track] {
        switch source.role {
        case .recording: []
        case .music(let music): self.music(id, source, music)
        case .voiceOver(let voice): voiceOver(id, source, voice).map { [$0] } ?? []
        }
    }

    /// The recording's sound, lowered during voice-overs; unchanged if nothing is ducked.
    func lowered(_ tracks: [Mix.Track], by sources: [AudioSource]) -> [Mix.Track] {
        guard let ducking = settings.ducking else { return tracks }
        let (attack, release) = (Self.samples(ducking.attack), Self.samples(ducking.release))
        let voices = sources.compactMap { range(of: $0) }.sorted { $0.lowerBound < $1.lowerBound }
        var envelope = GainEnvelope.constant(1)
        // Voices that overlap, or follow each other closely, are treated as one.
        let joined = voices.reduce(into: [Range<Int64>]()) { joined, voice in
            if let last = joined.last, voice.lowerBound - attack <= last.upperBound + release {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, voice.upperBound)
            } else {
                joined.append(voice)
            }
        }
        for voice in joined {
            envelope.change(to: Float(Decibels.factor(-ducking.depth)), at: voice.lowerBound - attack, over: attack)
            envelope.change(to: 1, at: voice.upperBound, over: release)
        }
        guard !voices.isEmpty else { return tracks }
        // What gives way to all speech gives way to voice-overs already.
        return tracks.map { track in
            var track = track
            if !track.givesWay { track.courses.append(envelope) }
            return track
        }
    }

    private static func samples(_ seconds: Double) -> Int64 {
        Int64((seconds * Double(AudioBuffer.sampleRate)).rounded())
    }

    /// Where a voice-over is heard.
    private func range(of source: AudioSource) -> Range<Int64>? {
        guard case .voiceOver(let voice) = source.role else { return nil }
        let start = voice.time.ticks(in: Self.clock, .nearest)
        let end = min(frameCount, start + source.extent.duration.ticks(in: Self.clock, .nearest))
        return start < end ? start..<end : nil
    }

    private func voiceOver(_ id: SourceID, _ source: AudioSource, _ voice: SoundRole.VoiceOver) -> Mix.Track? {
        range(of: source).map { range in
            let first = source.extent.start.ticks(in: Self.clock, .nearest)
            let fade = MixPlanner.shortestFade
            return Mix.Track(
                source: id, range: range, offset: first - range.lowerBound,
                gain: GainEnvelope.fading(range, in: fade, out: fade).scaled(by: Float(Decibels.factor(voice.gain))))
        }
    }

    /// Played once, or looped, with fades at both ends. A loop has exactly the length of the music, so that its beat goes
    /// on; a cross-fade would make it shorter.
    private func music(_ id: SourceID, _ source: AudioSource, _ music: SoundRole.Music) -> [Mix.Track] {
        let first = (source.extent.start + music.start).ticks(in: Self.clock, .nearest)
        let length = source.extent.end.ticks(in: Self.clock, .nearest) - first
        let seam = MixPlanner.shortestFade
        guard length > 2 * seam else { return [] }
        let factor = Float(Decibels.factor(music.gain ?? 0))
        let whole = music.loops ? frameCount : min(frameCount, length)
        let course = GainEnvelope.fading(
            0..<whole, in: music.fade.ticks(in: Self.clock, .nearest), out: music.fade.ticks(in: Self.clock, .nearest))
        return stride(from: 0, to: whole, by: Int64.Stride(length)).map { start in
            let range = start..<min(whole, start + length)
            let seams = (start == 0 ? 0 : seam, range.upperBound == whole ? 0 : seam)
            return Mix.Track(
                source: id, range: range, offset: first - start,
                gain: GainEnvelope.fading(range, in: seams.0, out: seams.1).scaled(by: factor), courses: [course],
                givesWay: settings.ducking != nil)
        }
    }
}
