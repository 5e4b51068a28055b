import Audio
import CFFmpeg
import MediaTime

extension Loudness {
    /// Measures a whole sound track, in its own rate and channels.
    ///
    /// - Throws: `MediaError` for system failures, and what `check` throws; damage is silence.
    package init(of track: AudioInfo, in info: MediaInfo, check: () throws -> Void = {}) throws {
        let format = AudioFormat(sampleRate: Int32(track.sampleRate), channelCount: track.channels)
        let reader = try AudioReader(
            path: info.path, stream: track.streamIndex, clock: info.clock, format: format)
        let meter = try LoudnessMeter(like: FrameOwner(form: format))
        // A second, or less of many channels.
        let length = min(track.sampleRate, (1 << 22) / track.channels)
        var position = track.start.ticks(in: .perSecond(format.sampleRate), .down)
        while true {
            try check()
            var block = try reader.read(from: position, count: length)
            let count = min(Int64(block.frameCount), reader.count(from: position))
            guard count > 0 else { break }
            block.channels = block.channels.map { Array($0.prefix(Int(count))) }
            try meter.add(FrameOwner(block, sampleRate: format.sampleRate, at: position))
            position += count
        }
        self = try meter.finish()
    }

    /// Measures sound that comes in blocks of the working format.
    ///
    /// - Parameter next: returns the next samples; `nil` at the end.
    package init(ofBlocks next: () throws -> AudioBuffer?, as format: AudioFormat) throws {
        let shaper = try SoundShaper(.init(), to: format, AV_SAMPLE_FMT_FLTP, frameSize: Int(format.sampleRate))
        let meter = try LoudnessMeter(like: FrameOwner(form: format))
        while let block = try next() { try shaper.shape(block, meter.add) }
        try shaper.finish(meter.add)
        self = try meter.finish()
    }
}
