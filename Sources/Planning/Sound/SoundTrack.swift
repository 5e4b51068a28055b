import Audio
import MediaTime
import Placing
import Timeline

/// A sound track of an edited timeline: which files are heard, and when.
public struct SoundTrack: Hashable, Sendable, Codable {
    /// A part of a file.
    package struct Clip: Hashable, Sendable, Codable {
        package var input: SourceID
        /// When it is heard, on the film's clock, including its fades.
        package var range: TimeRange
        /// The start of the clip, on the file's clock.
        package var start: MediaTime
        /// How long it fades in at its start, and out at its end.
        package var fadeIn, fadeOut: MediaTime
        /// A linear gain of up to 12 dB, in addition to the track's; `nil` for 1.
        package var gain: Float?

        package init(
            input: SourceID, range: TimeRange, start: MediaTime, fadeIn: MediaTime, fadeOut: MediaTime,
            gain: Float? = nil
        ) {
            (self.input, self.range, self.start, self.fadeIn, self.fadeOut) = (input, range, start, fadeIn, fadeOut)
            self.gain = gain
        }
    }

    /// In time order.
    package var clips: [Clip]
    /// A linear gain; `nil` for 1.
    package var gain: Float?

    package init(clips: [Clip], gain: Float? = nil) { (self.clips, self.gain) = (clips, gain) }

    /// Whether a plan may contain these values.
    ///
    /// - Parameter inputs: the recordings and added sounds of the plan.
    package func isValid(inputs: Set<SourceID>) -> Bool {
        (0...1).contains(gain ?? 1)
            && clips.allSatisfy { clip in
                inputs.contains(clip.input) && (0...4).contains(clip.gain ?? 1)
                    && [clip.range.start, clip.range.end, clip.start].allSatisfy { $0.magnitude < .century }
                    && [clip.fadeIn, clip.fadeOut].allSatisfy { (MediaTime.zero ... .seconds(3600)).contains($0) }
            }
    }
}

extension [SoundTrack] {
    /// The tracks of the mix, added up as in an editing program. Tracks with the same clip at the same time, such as the
    /// two channels of a file, share it.
    ///
    /// - Parameters:
    ///   - sources: those that can be heard.
    ///   - duration: of the film.
    func mixTracks(_ sources: [SourceID: AudioSource], _ settings: MixSettings, duration: MediaTime) -> [Mix.Track] {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let position = { (time: MediaTime) in time.ticks(in: clock, .nearest) }
        let clips = flatMap { track in track.clips.map { (clip: $0, gain: (track.gain ?? 1) * ($0.gain ?? 1)) } }
        let copies = Dictionary(clips.map { ($0.clip, 1) }, uniquingKeysWith: +)
        return clips.flatMap { clip, level -> [Mix.Track] in
            guard let source = sources[clip.input] else { return [] }
            let range = position(clip.range.start)..<position(clip.range.end)
            let gain = GainEnvelope.fading(range, in: position(clip.fadeIn), out: position(clip.fadeOut))
                .scaled(by: level / Float(copies[clip] ?? 1) * settings.factor(of: source.angle, input: clip.input))
            return clip.parts(source.clock).compactMap { part, session in
                let range = position(part.start)..<position(part.end)
                let heard = range.clamped(to: 0..<position(duration))
                guard !heard.isEmpty else { return nil }
                let offset = position(session) - range.lowerBound
                return Mix.Track(
                    source: clip.input, range: heard, offset: offset, gain: gain,
                    givesWay: settings.givesWay(source.angle))
            }
        }
    }
}

extension SoundTrack.Clip {
    /// Its ranges of the film, and the session time at the start of each. A clip plays its file on without the jumps of
    /// the file's clock, as in an editing program.
    fileprivate func parts(_ clock: TimeMap) -> [(range: TimeRange, session: MediaTime)] {
        var place = range.start
        // Whatever the drift, it is shorter than twice its length.
        let extent = TimeRange(start: start, duration: range.duration + range.duration)
        return clock.sections(of: extent).compactMap { map, extent in
            let session = map.target(at: extent.start)
            let part = TimeRange(start: place, end: min(range.end, place + map.target(at: extent.end) - session))
            place = part.end
            return part.isEmpty ? nil : (part, session)
        }
    }
}
