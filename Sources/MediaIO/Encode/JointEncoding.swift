import Bitstream

/// Encoder options that bring an encoder's stream close to those of cameras, so that all can share one set of
/// parameters.
///
/// Without B-frames: every encoded stretch is closed, its packets come out in the order they are shown, and
/// whatever reordering a camera's stream declares is deep enough.
public struct JointEncoding: Hashable, Sendable {
    /// Private options of the encoder, by its own names (`x264-params`, `x265-params`).
    public var options: [Option]

    /// In a fixed order: plans are told apart by their text.
    public struct Option: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    public init(_ constraints: H264.EncoderConstraints, preset: String) {
        options = constraints.x264Parameters(preset: preset).map { name, value in
            // As many as the preset would take, where the cameras' streams leave room for them.
            name == "ref"
                ? Option(name: name, value: "\(min(constraints.maximumReferenceFrames, Self.references[preset] ?? 3))")
                : Option(name: name, value: value)
        }
    }

    public init(_ constraints: HEVC.EncoderConstraints) {
        options = constraints.x265Parameters().map { Option(name: $0.key, value: $0.value) }
    }

    /// Reference frames of x264's presets (`x264 --fullhelp`).
    private static let references = [
        "ultrafast": 1, "superfast": 1, "veryfast": 1, "faster": 2, "fast": 2, "medium": 3, "slow": 5, "slower": 8,
        "veryslow": 16, "placebo": 16,
    ]
}
