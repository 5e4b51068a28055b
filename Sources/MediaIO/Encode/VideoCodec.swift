import CFFmpeg
import Pictures

/// The codecs a film can be written in. All their differences for an encoder and a container are in one row of a
/// table; the `Bitstream` module joins their packets.
public enum VideoCodec: String, Sendable, CaseIterable, Codable {
    /// H.264 (AVC), encoded by x264; 8 bits, standard dynamic range only.
    case h264
    /// HEVC (H.265), encoded by x265; can carry HLG and PQ.
    case hevc
    /// AV1, encoded by SVT-AV1; can carry HLG and PQ.
    case av1
    /// Apple ProRes 422, encoded by FFmpeg's `prores_ks`: 10 bits, its preset is the profile.
    case prores
    /// VP9, encoded by libvpx; can carry HLG and PQ.
    case vp9

    package static func usual(for color: ColorDescription) -> VideoCodec {
        allCases.first { $0.carriesHighDynamicRange || !color.isHighDynamicRange }!
    }

    /// As people write it: "H.264".
    package var title: String { row.title }

    /// Whether players recognize HLG and PQ in it.
    package var carriesHighDynamicRange: Bool { row.carriesHighDynamicRange }

    /// Whether packets that a camera wrote in it can be joined with an encoder's.
    package var canBeCopied: Bool { row.canBeCopied }

    /// The encoder's presets, starting with the lowest quality or the highest speed.
    package var presets: [String] { row.presets }

    package var usualPreset: String { row.usualPreset }

    /// The encoder's constant rate factors, lower is better; `nil` where the preset alone decides the quality.
    package var factors: ClosedRange<Double>? { row.factors }

    /// The encoder's rate factor at which a careful viewer no longer sees a difference on phone footage.
    package var carefulFactor: Double { row.carefulFactor }

    /// The smallest width and height that the encoder takes, in luma samples.
    package var leastSize: Int { row.leastSize }

    package var usualQuality: Quality { factors == nil ? .ofPreset : .constantRateFactor(carefulFactor) }

    /// Whether the encoder can limit the rate of every second in addition to its rate factor.
    package var canLimitRate: Bool { row.canLimitRate }

    /// Whether devices write the same as software: those that support ProRes choose its kind on their own.
    package var canUseDevices: Bool { factors != nil }

    package var usualSound: AudioCodec { row.usualSound }

    /// The format of its canvas: at least ten bits where the codec has no fewer.
    package func canvasFormat(highDynamicRange: Bool) -> PixelFormat {
        highDynamicRange || row.samples == .halfChroma10 ? .yuv420p10 : .yuv420p8
    }

    var row: Row {
        switch self {
        case .h264: Self.h264Row
        case .hevc: Self.hevcRow
        case .av1: Self.av1Row
        case .prores: Self.proresRow
        case .vp9: Self.vp9Row
        }
    }

    /// The encoder's input, as FFmpeg's format for a canvas.
    func samples(of canvas: PixelFormat) -> AVPixelFormat {
        row.samples == .ofCanvas ? canvas.ffmpeg : AV_PIX_FMT_YUV422P10LE
    }
}

extension VideoCodec {
    struct Row {
        /// The encoder's input.
        enum Samples { case ofCanvas, halfChroma10 }

        let id: AVCodecID
        let title: String
        /// FFmpeg's encoder.
        let encoder: String
        /// The encoder's option that takes its own parameters; `nil` where it has none.
        var parametersOption: String?
        /// Sample entry in MP4 and MOV.
        let tag: @Sendable (_ preset: String) -> String
        let carriesHighDynamicRange: Bool
        var canBeCopied = false
        var canLimitRate = false
        var samples = Samples.ofCanvas
        var usualSound = AudioCodec.aac
        let presets: [String]
        let usualPreset: String
        let factors: ClosedRange<Double>?
        let carefulFactor: Double
        /// How much the factor grows when the size is halved.
        let halving: Double
        /// About how many bits one pixel of phone footage takes at the careful factor.
        let bitsPerPixel: @Sendable (_ preset: String) -> Double
        /// FFmpeg's options for a preset.
        var options: @Sendable (_ preset: String) -> [(String, String)] = { [("preset", $0)] }
        /// Encoder threads from which on their number makes no difference to the bytes.
        var leastThreads = 1
        /// Encoder threads with a rate limit. Each x264 thread plans its picture from what the others have written so
        /// far, which depends on how they are scheduled.
        var mostThreadsWithLimit = Int.max
        /// Parameters of the encoder without which its bytes differ from run to run with a rate limit.
        var limitParameters: [String: String] = [:]
        /// Luma samples, of width and height.
        var leastSize = 16
        /// The encoder must get a picture and the end before it is freed: SVT-AV1 1.4 waits forever without a
        /// picture, and prints an error on the terminal without the end.
        var needsEnd = false
        /// Encoders share state of the process without locks. SVT-AV1 fills tables whenever one is opened and frees some
        /// when one is closed, also while another encodes (its merge request 2605). In 1.4 the tables of block sizes are
        /// those of the encoder opened last: with presets 4 and 12 side by side, both wait forever.
        var encodesAlone = false
        /// Parameters of the encoder without which its bytes depend on the machine.
        var fixedParameters: @Sendable (_ threads: Int) -> [String: String] = { _ in [:] }
    }

    private static let x264Presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    // Measured on 60 frames each of footage from an action camera and two phones, with the default presets: AV1 at 20
    // and VP9 at 24 have a luma PSNR between those of x264 at 18 and x265 at 20; in bits per pixel x264 takes 0.05 to
    // 0.16.

    private static let h264Row = Row(
        id: AV_CODEC_ID_H264, title: "H.264", encoder: "libx264", parametersOption: "x264-params",
        // Safari plays only avc1, not avc3.
        tag: { _ in "avc1" }, carriesHighDynamicRange: false, canBeCopied: true, canLimitRate: true,
        presets: x264Presets, usualPreset: "medium", factors: 0...51, carefulFactor: 18, halving: 6,
        // The fastest presets leave out CABAC, or most searching: sizes of five recordings, to those of medium.
        bitsPerPixel: { ["ultrafast": 0.28, "superfast": 0.22][$0] ?? 0.1 }, mostThreadsWithLimit: 1,
        // Otherwise its macroblock tree computes with the widest vectors of the processor: other bits for other
        // processors, and with AVX-512 (version 164) also from uninitialized memory.
        fixedParameters: { _ in ["cpu-independent": "1"] })

    private static let hevcRow = Row(
        id: AV_CODEC_ID_HEVC, title: "HEVC", encoder: "libx265", parametersOption: "x265-params",
        // QuickTime and iOS play only hvc1, not hev1.
        tag: { _ in "hvc1" }, carriesHighDynamicRange: true, canBeCopied: true, canLimitRate: true,
        presets: x264Presets, usualPreset: "medium", factors: 0...51, carefulFactor: 20, halving: 6,
        bitsPerPixel: { _ in 0.07 }, limitParameters: ["const-vbv": "1"],
        // Its output depends on the number of frame threads, which it otherwise takes from the machine.
        fixedParameters: { threads in
            ["frame-threads": "\(max(1, threads / 2))", "pools": "\(threads)", "log-level": "error"]
        })

    private static let av1Row = Row(
        id: AV_CODEC_ID_AV1, title: "AV1", encoder: "libsvtav1", tag: { _ in "av01" }, carriesHighDynamicRange: true,
        presets: (0...13).reversed().map(String.init), usualPreset: "8",
        // FFmpeg 5.1 does not treat 0 as a factor.
        factors: 1...63, carefulFactor: 20, halving: 10, bitsPerPixel: { _ in 0.065 }, leastSize: 64, needsEnd: true,
        encodesAlone: true)

    private static let proresRow = Row(
        id: AV_CODEC_ID_PRORES, title: "ProRes", encoder: "prores_ks",
        tag: { proresProfiles[$0]?.tag ?? "apcn" }, carriesHighDynamicRange: true, samples: .halfChroma10,
        usualSound: .pcm, presets: ["proxy", "lt", "422", "hq"], usualPreset: "422", factors: nil, carefulFactor: 0,
        halving: 1, bitsPerPixel: { proresProfiles[$0]?.bitsPerPixel ?? 2.4 },
        // Apple's own decoders check which program wrote it.
        options: { [("profile", proresProfiles[$0]?.name ?? "standard"), ("vendor", "apl0")] })

    /// Apple's names and data rates ("Apple ProRes White Paper", target rates at 1920x1080 and 29.97 fps: 45, 102,
    /// 147 and 220 Mb/s), FFmpeg's profiles.
    private static let proresProfiles: [String: (name: String, tag: String, bitsPerPixel: Double)] = [
        "proxy": ("proxy", "apco", 0.72), "lt": ("lt", "apcs", 1.64),
        "422": ("standard", "apcn", 2.37), "hq": ("hq", "apch", 3.54),
    ]

    private static let vp9Row = Row(
        id: AV_CODEC_ID_VP9, title: "VP9", encoder: "libvpx-vp9", tag: { _ in "vp09" }, carriesHighDynamicRange: true,
        usualSound: .opus, presets: (0...5).reversed().map(String.init), usualPreset: "4", factors: 0...63,
        carefulFactor: 24, halving: 11, bitsPerPixel: { _ in 0.09 },
        // Rows in parallel give the same bytes for any number of threads above one.
        options: { [("deadline", "good"), ("cpu-used", $0), ("row-mt", "1")] }, leastThreads: 2)
}

/// A four-character code as FFmpeg keeps it, its first character in the lowest byte.
package func codecTag(_ characters: String) -> UInt32 {
    characters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
