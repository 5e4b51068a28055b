import Audio
import MediaIO
import Planning
import Timeline

/// Plays the mix of a film, block by block, from its files. Lives in one thread.
package final class AudioMixer {
    private let plan: RenderPlan
    private let mix: Mix
    /// By the index of the track that reads: a track may reach back behind where another one has read to.
    private var readers: [Int: AudioReader] = [:]
    private var pastDamage: [Int: Damage] = [:]
    private var position: Int64 = 0

    /// `nil` when the film has no sound.
    package init?(_ plan: RenderPlan) {
        guard let mix = plan.mix else { return nil }
        self.plan = plan
        self.mix = mix
    }

    /// The next at most `frameCount` samples; `nil` at the end of the film.
    package func next(_ frameCount: Int) throws -> AudioBuffer? {
        let count = Int(min(Int64(frameCount), mix.frameCount - position))
        guard count > 0 else { return nil }
        defer { position += Int64(count) }
        return try mix.buffer(from: position, count: count) { track, start, count in
            try reader(track).read(from: start, count: count)
        }
    }

    /// Starts again elsewhere: `position` samples into the film.
    package func seek(to position: Int64) {
        for (track, reader) in readers { retire(track, reader) }
        self.position = max(0, position)
    }

    private func reader(_ track: Int) throws -> AudioReader {
        if let reader = readers[track] { return reader }
        let source = mix.tracks[track].source
        // A reader that another track of the same file has done with is where it has to be, or before it.
        let idle = readers.first { other, _ in
            mix.tracks[other].source == source && mix.tracks[other].range.upperBound <= position
                && mix.tracks[other].range.upperBound + mix.tracks[other].offset
                    <= mix.tracks[track].range.lowerBound + mix.tracks[track].offset
        }
        let heard = plan.audioSource(source)!
        let reader =
            try idle?.value
            ?? AudioReader(path: heard.path, stream: heard.stream, clock: heard.info.clock, map: heard.clock)
        if let idle { readers[idle.key] = nil }
        readers[track] = reader
        return reader
    }

    private func retire(_ track: Int, _ reader: AudioReader) {
        pastDamage[mix.tracks[track].source, default: Damage()].merge(reader.damage)
        readers[track] = nil
    }

    /// What was wrong with each file's data so far, by number.
    package var damage: [Int: Damage] {
        readers.reduce(into: pastDamage) { $0[mix.tracks[$1.key].source, default: Damage()].merge($1.value.damage) }
            .filter { !$0.value.isEmpty }
    }
}
