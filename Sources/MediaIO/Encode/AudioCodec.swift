import CFFmpeg

/// The codecs that the sound of a film can be written in, at the working rate of 48 kHz.
public enum AudioCodec: String, Sendable, CaseIterable, Codable {
    /// AAC-LC (ISO/IEC 14496-3).
    case aac
    /// RFC 6716.
    case opus
    /// 24 bits a sample, uncompressed.
    case pcm

    /// As people write it: "Opus".
    package var title: String { row.title }

    /// The rates that it can be written in, in samples per second: up to that of the mix.
    package var sampleRates: [Int32] {
        self == .opus
            ? [8_000, 12_000, 16_000, 24_000, 48_000]
            : [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    }

    /// Whether its size depends on a bit rate.
    package var hasBitRate: Bool { self != .pcm }

    struct Row {
        let id: AVCodecID
        let title: String
        /// FFmpeg's encoder.
        let encoder: String
        /// The sample format that the encoder takes.
        let samples: AVSampleFormat
    }

    var row: Row {
        switch self {
        case .aac: Row(id: AV_CODEC_ID_AAC, title: "AAC", encoder: "aac", samples: AV_SAMPLE_FMT_FLTP)
        case .opus: Row(id: AV_CODEC_ID_OPUS, title: "Opus", encoder: "libopus", samples: AV_SAMPLE_FMT_FLT)
        // The encoder takes the upper 24 of 32 bits.
        case .pcm: Row(id: AV_CODEC_ID_PCM_S24LE, title: "PCM", encoder: "pcm_s24le", samples: AV_SAMPLE_FMT_S32)
        }
    }
}
