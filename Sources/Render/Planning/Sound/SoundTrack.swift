import Audio
import MediaTime
import Timeline

/// A sound track of an edited timeline: which files are heard, and when.
public struct SoundTrack: Hashable, Sendable, Codable {
    /// A part of a file.
    public struct Clip: Hashable, Sendable, Codable {
        /// The source's number: takes, then sound files.
        public var input: Int
        /// When it is heard, on the film's clock, including its fades.
        public var range: TimeRange
        /// The start of the clip, on the file's clock.
        public var start: MediaTime
        /// How long it fades in at its start, and out at its end.
        public var fadeIn, fadeOut: MediaTime
    }

    /// In time order.
    public var clips: [Clip]

    /// Whether a plan may contain these values.
    ///
    /// - Parameter inputs: the number of inputs.
    func isValid(inputs: Int) -> Bool {
        // A century either way, as for all times in a plan.
        let most = MediaTime.seconds(3_155_760_000)
        return clips.allSatisfy { clip in
            (0..<inputs).contains(clip.input)
                && [clip.range.start, clip.range.end, clip.start].allSatisfy { $0.magnitude < most }
                && [clip.fadeIn, clip.fadeOut].allSatisfy { (MediaTime.zero ... .seconds(3600)).contains($0) }
        }
    }
}

extension [SoundTrack] {
    /// The mix: every track has an equal share, so that the sum never exceeds full scale.
    ///
    /// - Parameters:
    ///   - sources: the sources that can be heard, by number.
    ///   - duration: of the film.
    func mix(_ sources: [Int: AudioSource], _ settings: MixSettings, duration: MediaTime) -> Mix? {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let position = { (time: MediaTime) in time.ticks(in: clock, .nearest) }
        let share = 1 / Float(Swift.max(1, count { !$0.clips.isEmpty }))
        let tracks = flatMap(\.clips).compactMap { clip -> Mix.Track? in
            guard let source = sources[clip.input] else { return nil }
            let range = position(clip.range.start)..<position(clip.range.end)
            let heard = range.clamped(to: 0..<position(duration))
            let gain = GainEnvelope.fading(range, in: position(clip.fadeIn), out: position(clip.fadeOut))
                .scaled(by: share * settings.factor(of: source.angle))
            guard !heard.isEmpty else { return nil }
            let offset = position(source.clock.target(at: clip.start)) - range.lowerBound
            return Mix.Track(source: clip.input, range: heard, offset: offset, gain: gain)
        }
        return tracks.isEmpty ? nil : Mix(tracks: tracks, frameCount: position(duration))
    }
}
