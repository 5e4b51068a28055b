extension HEVC {
    /// Limits on an encoder so that its stream can share the parameter sets of cameras: tools that the sets fix must
    /// match the first camera, and limits must not exceed what some camera needs anyway.
    ///
    /// A pure function of the cameras' parameter sets.
    package struct EncoderConstraints: Equatable, Sendable {
        /// The conformance window not yet applied. The encoder is given pictures of the coded size, and
        /// `ParameterSets.takesCroppingOfFirst` and `.hasOneSliceInEachPicture` are set for its stream.
        package let area: CodedArea
        private let sequence: SequenceParameterSet
        private let picture: PictureParameterSet
        /// Whether slices may use sample-adaptive offsets and temporal motion.
        private let allowsSampleAdaptiveOffset, allowsTemporalMotion: Bool
        private let log2MaxPictureOrderLSB: Int
        /// Pictures that stay available for reference, at least 1.
        private let maximumReferenceFrames: Int

        /// - Parameter cameras: the streams that are copied, the primary first.
        /// - Throws: `BitstreamError.missingParameterSet` when there is none.
        package init(_ cameras: [ParameterSets]) throws(BitstreamError) {
            guard let primary = cameras.first, let sequence = primary.sequences.first?.value,
                let picture = primary.pictures.first?.value
            else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            let sequences = cameras.flatMap(\.sequences).map(\.value)
            self.sequence = sequence
            self.picture = picture
            area = CodedArea(sequence)
            allowsSampleAdaptiveOffset = sequences.contains(where: \.usesSampleAdaptiveOffset)
            allowsTemporalMotion = sequences.contains(where: \.predictsMotionTemporally)
            log2MaxPictureOrderLSB = sequences.map(\.log2MaxPictureOrderLSB).max() ?? 8
            maximumReferenceFrames = max(1, (sequences.map(\.ordering.highest.buffered).max() ?? 2) - 1)
        }

        /// How many reference frames x265's presets ask for.
        private static let references = [
            "ultrafast": 1, "superfast": 1, "veryfast": 2, "faster": 2, "fast": 3, "medium": 3, "slow": 4, "slower": 5,
            "veryslow": 5, "placebo": 5,
        ]

        /// `x265-params`: names and values in a fixed order.
        ///
        /// - Parameter preset: x265's preset, which decides how many references it asks for.
        package func x265Parameters(preset: String = "medium") -> [(key: String, value: String)] {
            func flag(_ value: Bool) -> String { value ? "1" : "0" }
            let blocks = sequence.blocks
            let filter = picture.filter
            var parameters: [(key: String, value: String)] = [
                ("ctu", "\(blocks.codingTreeSize)"), ("min-cu-size", "\(1 << blocks.log2MinimumCoding)"),
                ("max-tu-size", "\(1 << (blocks.log2MinimumTransform + blocks.log2TransformRange))"),
                // x265 counts the undivided block too.
                ("tu-inter-depth", "\(min(4, blocks.interTransformDepth + 1))"),
                ("tu-intra-depth", "\(min(4, blocks.intraTransformDepth + 1))"),
                ("scaling-list", sequence.usesScalingLists ? "default" : "off"),
                ("amp", flag(sequence.usesAsymmetricPartitions)),
                ("strong-intra-smoothing", flag(sequence.smoothsIntraStrongly)),
                ("log2-max-poc-lsb", "\(log2MaxPictureOrderLSB)"),
                ("signhide", flag(picture.hidesSignData)), ("tskip", flag(picture.skipsTransform)),
                ("constrained-intra", flag(picture.constrainsIntraPrediction)),
                ("wpp", flag(picture.synchronizesEntropy)),
                ("cbqpoffs", "\(picture.chromaQPOffsets[0])"), ("crqpoffs", "\(picture.chromaQPOffsets[1])"),
                ("deblock", filter.isDisabled ? "0" : "\(filter.tcOffset),\(filter.betaOffset)"),
                ("cu-lossless", flag(picture.bypassesTransform)),
                ("ref", "\(min(maximumReferenceFrames, Self.references[preset] ?? 3))"),
                ("bframes", "0"), ("b-pyramid", "0"),
                ("weightp", "0"), ("weightb", "0"), ("open-gop", "0"), ("slices", "1"), ("repeat-headers", "0"),
                ("hrd", "0"),
            ]
            // Asymmetric partitions are tried among the rectangular ones.
            if sequence.usesAsymmetricPartitions { parameters.append(("rect", "1")) }
            if !allowsSampleAdaptiveOffset { parameters.append(("sao", "0")) }
            if !allowsTemporalMotion { parameters.append(("temporal-mvp", "0")) }
            if let depth = picture.quantizerDepth {
                // Luma samples: the smallest block with a quantizer of its own.
                let size = max(8, blocks.codingTreeSize >> depth)
                parameters += [("qg-size", "\(size)"), ("aq-mode", "2"), ("aq-strength", "1.0")]
            } else {
                // The only way to get one quantizer for each slice.
                parameters += [("aq-mode", "0"), ("cutree", "0")]
            }
            return parameters
        }
    }
}
