import CFFmpeg
import Pictures

/// The codecs a film can be written in. All that tells them apart for an encoder and a container is one row of a table;
/// how their packets are joined is the `Bitstream` module's.
public enum VideoCodec: String, Sendable, CaseIterable, Codable {
    case h264
    case hevc

    /// The codec of a film in these colors when nobody asks for another.
    public static func usual(for color: ColorDescription) -> VideoCodec {
        allCases.first { $0.carriesHighDynamicRange || !color.isHighDynamicRange }!
    }

    /// Whether players take HLG and PQ in it for what they are.
    public var carriesHighDynamicRange: Bool { row.carriesHighDynamicRange }

    /// The encoder's rate factor at which a careful viewer no longer sees a difference on phone footage.
    public var carefulFactor: Double { row.carefulFactor }

    /// The codec's row.
    struct Row {
        let id: AVCodecID
        /// FFmpeg's encoder.
        let encoder: String
        /// The encoder's option that takes its own parameters.
        let parametersOption: String
        /// Sample entry in MP4 and MOV.
        let tag: String
        let carriesHighDynamicRange: Bool
        let carefulFactor: Double
        /// Parameters of the encoder without which its bytes depend on the machine.
        let fixedParameters: @Sendable (_ threads: Int) -> [String: String]
    }

    var row: Row {
        switch self {
        case .h264: Self.h264Row
        case .hevc: Self.hevcRow
        }
    }

    private static let h264Row = Row(
        id: AV_CODEC_ID_H264, encoder: "libx264", parametersOption: "x264-params",
        // Safari plays only avc1, not avc3.
        tag: "avc1", carriesHighDynamicRange: false, carefulFactor: 18,
        // Else its macroblock tree counts with the widest vectors of the processor: other bits for other processors,
        // and with AVX-512 (version 164) also from memory that nobody wrote.
        fixedParameters: { _ in ["cpu-independent": "1"] })

    private static let hevcRow = Row(
        id: AV_CODEC_ID_HEVC, encoder: "libx265", parametersOption: "x265-params",
        // QuickTime and iOS play only hvc1, not hev1.
        tag: "hvc1", carriesHighDynamicRange: true, carefulFactor: 20,
        // Its bits depend on the number of frame threads, which it otherwise takes from the machine.
        fixedParameters: { threads in
            ["frame-threads": "\(max(1, threads / 2))", "pools": "\(threads)", "log-level": "error"]
        })
}

/// A four-character code as FFmpeg keeps it, its first character in the lowest byte.
package func codecTag(_ characters: String) -> UInt32 {
    characters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
