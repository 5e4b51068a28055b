import CFFmpeg
import Audio

package struct AudioTrackParameters: Hashable, Sendable {
    package var codec = AudioCodec.aac
    /// AudioSpecificConfig (ISO/IEC 14496-3), OpusHead (RFC 7845 §5.1); nothing for PCM.
    package var configuration: [UInt8]
    /// Samples per second; also the track's ticks per second.
    package var sampleRate: Int32
    /// In FFmpeg's default layout for that number of channels.
    package var channelCount: Int32
    /// In bits per second; 0 if unknown.
    package var bitRate: Int64
    /// Samples per packet.
    package var frameSize: Int32
    /// Samples at the beginning that are decoded but not heard.
    package var primingSamples: Int32

    /// Samples that a decoder makes of every packet, even if the container states another length; 0 for PCM, whose
    /// packets are as long as their bytes.
    var codedSamples: Int32 { codec == .pcm ? 0 : frameSize }

    func apply(to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegFailure) {
        try apply(to: stream.pointee.codecpar)
        stream.pointee.time_base = AVRational(num: 1, den: sampleRate)
    }

    func apply(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegFailure) {
        parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.pointee.codec_id = codec.row.id
        if codec == .aac { parameters.pointee.profile = 1 }  // AAC-LC: object type 2, counted from 0.
        parameters.pointee.sample_rate = sampleRate
        parameters.pointee.frame_size = codedSamples
        parameters.pointee.bit_rate = bitRate
        parameters.pointee.initial_padding = primingSamples
        if codec == .pcm {
            let bits = av_get_bits_per_sample(codec.row.id)
            parameters.pointee.bits_per_coded_sample = bits
            parameters.pointee.block_align = channelCount * bits / 8
        }
        av_channel_layout_default(&parameters.pointee.ch_layout, channelCount)
        try setExtradata(configuration, of: parameters)
    }
}

extension AudioEncoder {
    package var parameters: AudioTrackParameters {
        AudioTrackParameters(
            codec: kind, configuration: MediaIO.configuration(of: codec.pointer), sampleRate: format.sampleRate,
            channelCount: Int32(format.channelCount), bitRate: codec.pointer.pointee.bit_rate,
            frameSize: Int32(frameSize), primingSamples: codec.pointer.pointee.initial_padding)
    }
}
