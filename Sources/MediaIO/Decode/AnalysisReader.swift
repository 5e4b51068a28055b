import Analysis
import Audio
import MediaTime

/// The sound of one file for analysis: mono, 16 kHz, placed by its time stamps. Not thread-safe.
package final class AnalysisReader: SoundStream {
    private let reader: AudioReader
    private var position: Int64 = 0
    /// Samples that are read at a time: a second.
    private static let block = AnalysisSound.rate

    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - channels: those of the stream that are heard; `nil` for all.
    ///   - clock: what probing found about the file's time stamps.
    /// - Throws: `MediaError` for a stream that cannot be decoded.
    package init(
        path: String, stream: Int, channels: SoundChannels? = nil, clock: FileClock
    ) throws(MediaError) {
        reader = try AudioReader(
            path: path, stream: stream, channels: channels, clock: clock,
            format: AudioFormat(sampleRate: Int32(AnalysisSound.rate), channelCount: 1))
    }

    /// - Throws: `MediaError` when the machine fails; damage is silence.
    package func next() throws -> [Float] {
        let samples = try reader.read(from: position, count: Self.block).channels[0]
        // The request may extend beyond the last sample.
        let count = min(Int64(Self.block), reader.count(from: position))
        position += count
        return Array(samples.prefix(Int(count)))
    }

    /// - Parameter position: in samples at 16 kHz; without effect if it has already been read.
    /// - Throws: `MediaError` when the machine fails; damage is silence.
    package func skip(to position: Int) throws {
        guard Int64(position) > self.position else { return }
        self.position = Int64(position)
        try reader.skip(to: self.position)
    }
}
