import Bitstream

/// Encoder options that bring an encoder's stream close to that of a camera, so that both can share one set of
/// parameters.
public struct JointEncoding: Hashable, Sendable {
    /// Private options of the encoder, by its own names (`x264-params`, `x265-params`).
    public var options: [Option]

    /// In this order: plans are told apart by their text.
    public struct Option: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// - Parameter configuration: avcC or hvcC of the camera's stream.
    public init(codec: VideoCodec, configuration: [UInt8]) {
        // No B-frames: every encoded stretch is closed, its packets come out in the order they are shown, and
        // whatever reordering the camera's stream declares is deep enough.
        var options = ["bframes": "0", "weightp": "0"]
        if codec == .hevc {
            // As Apple's encoders.
            options.merge([
                "ctu": "32", "min-cu-size": "8", "tu-inter-depth": "2", "strong-intra-smoothing": "0", "amp": "0",
                "scaling-list": "default", "open-gop": "0",
            ]) { $1 }
        }
        self.options = options.sorted { $0.key < $1.key }.map { Option(name: $0.key, value: $0.value) }
    }
}
