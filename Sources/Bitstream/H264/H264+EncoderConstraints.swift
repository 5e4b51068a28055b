extension H264 {
    /// Limits on an encoder so that its stream can share the parameter sets of cameras: tools that the sets fix must
    /// match the first camera, and limits must not exceed what some camera needs anyway.
    ///
    /// A pure function of the cameras' parameter sets. The profile follows from the tools.
    package struct EncoderConstraints: Equatable, Sendable {
        /// The coded size is a multiple of 16 each way.
        package let area: CodedArea
        private let picture: PictureParameterSet
        /// level_idc of the highest: 41 is level 4.1, 9 is level 1b.
        private let level: Int
        /// max_num_ref_frames, at least 1.
        private let maximumReferenceFrames: Int

        /// - Parameter cameras: the streams that are copied, the primary first.
        /// - Throws: `BitstreamError.missingParameterSet` when there is none.
        package init(_ cameras: [ParameterSets]) throws(BitstreamError) {
            guard let primary = cameras.first, let sequence = primary.sequences.first?.value,
                let picture = primary.pictures.first?.value
            else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            self.picture = picture
            area = CodedArea(sequence)
            let sequences = cameras.flatMap(\.sequences).map(\.value)
            level = sequences.max { $0.levelRank < $1.levelRank }?.plainLevel ?? sequence.plainLevel
            maximumReferenceFrames = max(1, sequences.map(\.maximumReferenceFrames).max() ?? 1)
        }

        /// How many reference frames x264's presets ask for.
        private static let references = [
            "ultrafast": 1, "superfast": 1, "veryfast": 1, "faster": 2, "fast": 2, "medium": 3, "slow": 5, "slower": 8,
            "veryslow": 16, "placebo": 16,
        ]

        /// `x264-params`: names and values in a fixed order.
        ///
        /// - Parameter preset: x264's preset, which decides its own changes to the chroma offset and how many
        ///   references it asks for.
        package func x264Parameters(preset: String) -> [(key: String, value: String)] {
            // x264 lowers the offset by 2 for its psychovisual decisions, which it makes from subme 6 on (encoder.c,
            // validate_parameters); without psychovisual trellis by no more.
            let hasNoPsychovisualDecision = ["ultrafast", "superfast", "veryfast", "faster"].contains(preset)
            let offset = picture.chromaQPOffset + (hasNoPsychovisualDecision ? 0 : 2)
            return [
                ("cabac", picture.usesCABAC ? "1" : "0"),
                ("8x8dct", picture.allowsTransform8x8 ? "1" : "0"),
                ("psy-rd", "1.0,0.0"),
                ("chroma-qp-offset", "\(offset)"),
                ("constrained-intra", picture.constrainsIntraPrediction ? "1" : "0"),
                ("ref", "\(min(maximumReferenceFrames, Self.references[preset] ?? 3))"),
                // Explicit weights of single pictures are never worth another parameter set.
                ("bframes", "0"), ("weightp", "0"),
                ("level", level == 9 ? "1b" : "\(level / 10).\(level % 10)"),
                ("cqm", "flat"),
                // Otherwise the picture parameter set depends on the rate factor, which may differ between spans.
                ("stitchable", "1"),
                ("open-gop", "0"),
            ]
        }
    }
}

extension H264.SequenceParameterSet {
    /// level_idc as the High profiles write it.
    fileprivate var plainLevel: Int { isLevel1b ? 9 : level }
}

extension H264 {
    /// level_idc and how many macroblocks its decoded picture buffer holds (H.264 table A-1, MaxDpbMbs).
    enum Level {
        private static let bufferedMacroblocks: [(level: Int, macroblocks: Int)] = [
            (9, 396), (10, 396), (11, 900), (12, 2376), (13, 2376), (20, 2376), (21, 4752), (22, 8100), (30, 8100),
            (31, 18000), (32, 20480), (40, 32768), (41, 32768), (42, 34816), (50, 110_400), (51, 184_320),
            (52, 184_320),
            (60, 696_320), (61, 696_320), (62, 696_320),
        ]

        /// MaxDpbFrames (H.264 §A.3.1 h): how many frames a decoder of this level holds; an unknown level holds all 16.
        static func frames(at level: Int, macroblocks: Int) -> Int {
            let known = bufferedMacroblocks.last { $0.level <= level }?.macroblocks ?? 396
            return min(16, known / max(1, macroblocks))
        }

        /// The lowest level from `level` up whose buffer holds `frames`.
        static func raised(_ level: Int, toHold frames: Int, macroblocks: Int) -> Int {
            bufferedMacroblocks.first { $0.level >= level && min(16, $0.macroblocks / max(1, macroblocks)) >= frames }?
                .level
                ?? level
        }
    }
}

extension H264.SequenceParameterSet {
    /// Level 1b is between 1 and 1.1; the older profiles write it as 11 with constraint_set3_flag (§A.3.1).
    var isLevel1b: Bool { level == 9 || level == 11 && hasConstraint(3) && [66, 77, 88].contains(profile) }
    /// Levels in ascending order.
    var levelRank: Int { isLevel1b ? 21 : 2 * level }

    var macroblocks: Int { widthInMacroblocks * heightInMacroblocks }

    /// Whether B slices may occur. Baseline has none, and where output follows decoding (type 2) they would be
    /// useless; a rewriter refuses one that occurs anyway.
    var mayHaveBidirectionalSlices: Bool { profile != 66 && pictureOrder.type != 2 }
}
