import Audio
import MediaIO
import Placing

/// Plays the mix of a film, block by block, from its files. Not thread-safe.
package final class AudioMixer {
    private let mix: Mix
    private let readers: TrackReaders
    private var position: Int64 = 0
    /// Lowers the tracks that are ducked.
    private var ducker: Ducker?
    /// The sound that ducks them, from `position` on, as far as it has been read.
    private var ahead = AudioBuffer(frameCount: 0)

    /// Samples read ahead at a time: a fifth of a second.
    private static let stride = 9600

    /// `nil` when the film has no sound.
    package convenience init?(_ plan: RenderPlan) {
        guard let mix = plan.mix else { return nil }
        self.init(mix) { plan.audioSource($0)! }
    }

    init(_ mix: Mix, source: @escaping (SourceID) -> AudioSource) {
        self.mix = mix
        readers = TrackReaders(mix, source: source)
        ducker = mix.ducking.map(Ducker.init)
    }

    /// At most `frameCount` more samples; `nil` at the end of the film.
    package func next(_ frameCount: Int) throws -> AudioBuffer? {
        let count = Int(min(Int64(frameCount), mix.frameCount - position))
        guard count > 0 else { return nil }
        var sum = try ducker == nil ? heard(from: position, count) { _ in true } : givingWay(count)
        if let course = mix.course, course.constantGain(in: position..<position + Int64(count)) != 1 {
            sum.apply { course.gain(at: position + Int64($0)) }
        }
        position += Int64(count)
        readers.close(before: position)
        return sum
    }

    /// Goes on at a later position, without ducking.
    func skip(to position: Int64) { self.position = max(self.position, position) }

    /// Restarts `position` samples into the film, for listening: see `AudioReader.seek`. Ducking starts over as if the
    /// film began there.
    package func seek(to position: Int64) {
        readers.seek()
        self.position = max(0, position)
        ducker = mix.ducking.map(Ducker.init)
        ahead = AudioBuffer(frameCount: 0)
    }

    /// The damage in each file's data so far.
    package var damage: [SourceID: Damage] { readers.damage }

    private func heard(
        from film: Int64, _ count: Int, _ isHeard: (Mix.Track) -> Bool
    ) throws -> AudioBuffer {
        try mix.buffer(from: film, count: count, where: isHeard) { track, start, count in
            try readers.reader(track, at: film).read(from: start, count: count)
        }
    }

    /// All tracks, with ducking applied.
    private func givingWay(_ count: Int) throws -> AudioBuffer {
        while ahead.frameCount < count + ducker!.lookahead {
            let end = position + Int64(ahead.frameCount)
            let more = Int(min(Int64(Self.stride), mix.frameCount - end))
            guard more > 0 else { break }
            let block = try heard(from: end, more) { !$0.givesWay }
            ducker!.hear(block)
            for c in ahead.channels.indices { ahead.channels[c] += block.channels[c] }
        }
        var sum = AudioBuffer(frameCount: count)
        for c in sum.channels.indices {
            sum.channels[c] = Array(ahead.channels[c].prefix(count))
            ahead.channels[c].removeFirst(count)
        }
        var lowered = try heard(from: position, count) { $0.givesWay }
        let gains = ducker!.gains(count: count)
        lowered.apply { gains[$0] }
        sum.add(lowered, at: 0)
        return sum
    }
}
