import Bitstream

/// Encoder options that bring an encoder's stream close to those of cameras, so that all can share one set of
/// parameters.
///
/// Without B-frames: every encoded stretch is closed, its packets are in the order they are shown, and any reordering
/// that a camera's stream declares is deep enough.
package struct SpliceEncoding: Hashable, Sendable, Codable {
    /// Private options of the encoder, by its own names (`x264-params`, `x265-params`).
    package var options: [Option]

    /// In a fixed order: plans are distinguished by their text.
    package struct Option: Hashable, Sendable, Codable {
        /// x264's or x265's own name: "bframes".
        package var name: String
        /// As text: "0".
        package var value: String
    }

    /// - Parameter preset: the encoder's own; its number of reference frames applies where the cameras leave room.
    package init(_ constraints: H264.EncoderConstraints, preset: String) {
        options = constraints.x264Parameters(preset: preset).map { Option(name: $0.key, value: $0.value) }
    }

    /// - Parameter preset: the encoder's own; its number of reference frames applies where the cameras leave room.
    package init(_ constraints: HEVC.EncoderConstraints, preset: String) {
        options = constraints.x265Parameters(preset: preset).map { Option(name: $0.key, value: $0.value) }
    }
}
