import Audio

/// Decoded sound that was not yet requested: pieces by sample position, and silence between them.
///
/// Gaps take no memory: a recording may pause for most of an hour.
struct AudioQueue {
    /// In order, without overlaps.
    private var pieces: [(start: Int64, buffer: AudioBuffer)] = []
    /// Everything before it is known, as sound or as silence; `nil` before the first sound, which may be before zero.
    private(set) var end: Int64?

    private let format: AudioFormat

    init(_ format: AudioFormat = .mixing) { self.format = format }

    /// A jump longer than any recording, an hour, is a broken stamp, not a pause to fill with silence.
    var longestHole: Int64 { Int64(format.sampleRate) * 3600 }

    /// Samples per channel that are kept in memory.
    var frameCount: Int { pieces.reduce(0) { $0 + $1.buffer.frameCount } }

    /// Puts sound at `start`: a gap before it is silence, an overlap replaces nothing.
    mutating func append(_ buffer: AudioBuffer, at start: Int64) {
        let end = end ?? start
        guard start - end < longestHole else { return }
        let overlap = Int(clamping: min(Int64(buffer.frameCount), max(0, end - start)))
        guard overlap < buffer.frameCount else { return }
        var piece = buffer
        if overlap > 0 { for c in piece.channels.indices { piece.channels[c].removeFirst(overlap) } }
        pieces.append((start + Int64(overlap), piece))
        self.end = start + Int64(buffer.frameCount)
    }

    /// `count` samples from `start`; silence where there are none.
    func samples(from start: Int64, count: Int) -> AudioBuffer {
        var result = AudioBuffer(frameCount: count, channelCount: format.channelCount)
        for piece in pieces {
            guard piece.start < start + Int64(count) else { break }
            result.add(piece.buffer, at: Int(piece.start - start))
        }
        return result
    }

    /// Drops the pieces that end before `limit`.
    mutating func forget(before limit: Int64) {
        let gone = pieces.prefix { $0.start + Int64($0.buffer.frameCount) <= limit }.count
        if gone > 0 { pieces.removeFirst(gone) }
    }
}
