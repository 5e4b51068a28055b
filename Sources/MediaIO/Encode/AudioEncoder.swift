import CFFmpeg
import Audio
import MediaTime

/// Encodes sound at the working rate to packets of one format. Not thread-safe.
package final class AudioEncoder {
    let codec: CodecOwner
    let kind: AudioCodec
    let format: AudioFormat
    private let setting: LevelSearch.Setting
    private var shaper: SoundShaper?
    /// Samples encoded so far, and in total, at the rate of the format.
    private var position: Int64 = 0
    private let end: Int64?

    /// Samples per packet (1024 for AAC, 960 for Opus). PCM's packets may have any length; they get AAC's.
    package var frameSize: Int { codec.pointer.pointee.frame_size > 0 ? Int(codec.pointer.pointee.frame_size) : 1024 }

    /// - Parameters:
    ///   - bitRate: bits per second; without effect on PCM.
    ///   - setting: the change of the level.
    ///   - duration: longer sound is cut off, shorter sound is padded with silence; `nil` for the sound's own.
    /// - Throws: `MediaError` for a format that the codec does not have.
    package init(
        _ kind: AudioCodec = .aac, bitRate: Int64, format: AudioFormat = .mixing,
        setting: LevelSearch.Setting = .init(), duration: MediaTime? = nil
    ) throws(MediaError) {
        FFmpegLog.install()
        (self.kind, self.format, self.setting) = (kind, format, setting)
        end = duration?.ticks(in: .perSecond(format.sampleRate), .nearest)
        let row = kind.row
        guard let encoder = avcodec_find_encoder_by_name(row.encoder) else { throw .noEncoder(codec: row.title) }
        do {
            codec = try CodecOwner(encoder)
            let context = codec.pointer
            context.pointee.sample_rate = format.sampleRate
            context.pointee.sample_fmt = row.samples
            if kind.hasBitRate { context.pointee.bit_rate = bitRate }
            context.pointee.time_base = AVRational(num: 1, den: format.sampleRate)
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            av_channel_layout_default(&context.pointee.ch_layout, Int32(format.channelCount))
            try check("avcodec_open2", avcodec_open2(context, encoder, nil))
        } catch {
            throw .opening(row.title, error)
        }
    }

    /// Encodes the next samples, any number of them.
    package func encode(_ buffer: AudioBuffer, to sink: (Packet) throws -> Void) throws {
        try encoding(kind.row.title) {
            if shaper == nil {
                shaper = try SoundShaper(setting, to: format, kind.row.samples, frameSize: frameSize, count: end)
            }
            try shaper!.shape(buffer) { try encode($0, to: sink) }
        }
    }

    /// Outputs what is left in the encoder.
    package func finish(to sink: (Packet) throws -> Void) throws {
        try encoding(kind.row.title) {
            try shaper?.finish { try encode($0, to: sink) }
            try codec.encode(nil, to: sink)
        }
    }

    private func encode(_ frame: FrameOwner, to sink: (Packet) throws -> Void) throws {
        let count = min(Int64(frame.pointer.pointee.nb_samples), (end ?? .max) - position)
        guard count > 0 else { return }
        frame.pointer.pointee.nb_samples = Int32(count)
        frame.pointer.pointee.pts = position
        position += count
        try withExtendedLifetime(frame) { try codec.encode(frame.pointer, to: sink) }
    }
}
