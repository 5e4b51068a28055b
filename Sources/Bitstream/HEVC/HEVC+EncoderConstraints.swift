extension HEVC {
    /// What an encoder may do so that its stream shares the parameter sets of cameras: tools that are fixed by
    /// them must agree with the first camera, limits must not exceed what some camera needs anyway.
    ///
    /// A pure function of the cameras' parameter sets.
    public struct EncoderConstraints: Hashable, Sendable {
        /// Coded size in luma samples, the conformance window not yet applied. The encoder is given pictures of
        /// this size, and `ParameterSets.takesCroppingOfFirst` and `.hasOneSliceInEachPicture` are set for its stream.
        public var codedWidth: Int
        public var codedHeight: Int
        /// The part that is shown, by the sequence parameter set.
        public var shownLeft, shownTop, shownWidth, shownHeight: Int
        /// chroma_format_idc: 1 is 4:2:0.
        public var chromaFormat: Int
        /// Bits per sample.
        public var bitDepth: Int
        /// Luma samples: CtbSizeY, MinCbSizeY, MaxTbSizeY.
        public var codingTreeSize: Int
        public var minimumCodingSize: Int
        public var maximumTransformSize: Int
        /// max_transform_hierarchy_depth_inter and _intra.
        public var interTransformDepth: Int
        public var intraTransformDepth: Int
        /// scaling_list_enabled_flag, with the default lists.
        public var usesDefaultScalingLists: Bool
        public var usesAsymmetricPartitions: Bool
        public var smoothsIntraStrongly: Bool
        /// sample_adaptive_offset_enabled_flag: slices may use it.
        public var allowsSampleAdaptiveOffset: Bool
        /// sps_temporal_mvp_enabled_flag: slices may use it.
        public var allowsTemporalMotion: Bool
        /// log2_max_pic_order_cnt_lsb.
        public var log2MaxPictureOrderLSB: Int
        /// sign_data_hiding_enabled_flag.
        public var hidesSignData: Bool
        /// transform_skip_enabled_flag.
        public var skipsTransform: Bool
        public var constrainsIntraPrediction: Bool
        /// entropy_coding_sync_enabled_flag: wavefronts.
        public var synchronizesEntropy: Bool
        /// Luma samples: the smallest block with a quantizer of its own; nil when the quantizer is the slice's.
        public var quantizationGroupSize: Int?
        /// pps_cb_qp_offset and pps_cr_qp_offset.
        public var chromaQPOffsets: [Int]
        /// pps_deblocking_filter_disabled_flag, pps_beta_offset_div2 and pps_tc_offset_div2.
        public var disablesDeblocking: Bool
        public var deblockingBetaOffset: Int
        public var deblockingThresholdOffset: Int
        /// transquant_bypass_enabled_flag.
        public var bypassesTransform: Bool
        /// Pictures that stay available for reference, at least 1.
        public var maximumReferenceFrames: Int

        /// - Parameter cameras: the streams that are copied, the primary first.
        /// - Throws: `BitstreamError.missingParameterSet` when there is none.
        public init(_ cameras: [ParameterSets]) throws(BitstreamError) {
            guard let primary = cameras.first, let sequence = primary.sequences.first?.value,
                let picture = primary.pictures.first?.value
            else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            let sequences = cameras.flatMap(\.sequences).map(\.value)
            let blocks = sequence.blocks
            codedWidth = sequence.width
            codedHeight = sequence.height
            // SubWidthC and SubHeightC (§7.4.3.2.1, table 6-1).
            let window = sequence.conformanceWindow ?? Window()
            let (across, down) = (1...2 ~= sequence.chromaFormat ? 2 : 1, sequence.chromaFormat == 1 ? 2 : 1)
            shownLeft = across * window.left
            shownTop = down * window.top
            shownWidth = codedWidth - shownLeft - across * window.right
            shownHeight = codedHeight - shownTop - down * window.bottom
            chromaFormat = sequence.chromaFormat
            bitDepth = sequence.lumaDepth
            codingTreeSize = 1 << (blocks.log2MinimumCoding + blocks.log2CodingRange)
            minimumCodingSize = 1 << blocks.log2MinimumCoding
            maximumTransformSize = 1 << (blocks.log2MinimumTransform + blocks.log2TransformRange)
            interTransformDepth = blocks.interTransformDepth
            intraTransformDepth = blocks.intraTransformDepth
            usesDefaultScalingLists = sequence.usesScalingLists
            usesAsymmetricPartitions = sequence.usesAsymmetricPartitions
            smoothsIntraStrongly = sequence.smoothsIntraStrongly
            allowsSampleAdaptiveOffset = sequences.contains(where: \.usesSampleAdaptiveOffset)
            allowsTemporalMotion = sequences.contains(where: \.predictsMotionTemporally)
            log2MaxPictureOrderLSB = sequences.map(\.log2MaxPictureOrderLSB).max() ?? 8
            hidesSignData = picture.hidesSignData
            skipsTransform = picture.skipsTransform
            constrainsIntraPrediction = picture.constrainsIntraPrediction
            synchronizesEntropy = picture.synchronizesEntropy
            quantizationGroupSize = picture.quantizerDepth.map {
                1 << max(3, blocks.log2MinimumCoding + blocks.log2CodingRange - $0)
            }
            chromaQPOffsets = picture.chromaQPOffsets
            disablesDeblocking = picture.filter.isDisabled
            deblockingBetaOffset = picture.filter.betaOffset
            deblockingThresholdOffset = picture.filter.tcOffset
            bypassesTransform = picture.bypassesTransform
            maximumReferenceFrames = max(1, (sequences.map(\.ordering.highest.buffered).max() ?? 2) - 1)
        }

        /// How many reference frames x265's presets ask for.
        private static let references = [
            "ultrafast": 1, "superfast": 1, "veryfast": 2, "faster": 2, "fast": 3, "medium": 3, "slow": 4, "slower": 5,
            "veryslow": 5, "placebo": 5,
        ]

        /// `x265-params`: names and values in a fixed order.
        ///
        /// - Parameter preset: x265's preset, on which its wish for references depends.
        public func x265Parameters(preset: String = "medium") -> [(key: String, value: String)] {
            func flag(_ value: Bool) -> String { value ? "1" : "0" }
            var parameters: [(key: String, value: String)] = [
                ("ctu", "\(codingTreeSize)"), ("min-cu-size", "\(minimumCodingSize)"),
                ("max-tu-size", "\(maximumTransformSize)"),
                // x265 counts the undivided block too.
                ("tu-inter-depth", "\(min(4, interTransformDepth + 1))"),
                ("tu-intra-depth", "\(min(4, intraTransformDepth + 1))"),
                ("scaling-list", usesDefaultScalingLists ? "default" : "off"),
                ("amp", flag(usesAsymmetricPartitions)),
                ("strong-intra-smoothing", flag(smoothsIntraStrongly)),
                ("log2-max-poc-lsb", "\(log2MaxPictureOrderLSB)"),
                ("signhide", flag(hidesSignData)), ("tskip", flag(skipsTransform)),
                ("constrained-intra", flag(constrainsIntraPrediction)), ("wpp", flag(synchronizesEntropy)),
                ("cbqpoffs", "\(chromaQPOffsets[0])"), ("crqpoffs", "\(chromaQPOffsets[1])"),
                (
                    "deblock",
                    disablesDeblocking ? "0" : "\(deblockingThresholdOffset),\(deblockingBetaOffset)"
                ),
                ("cu-lossless", flag(bypassesTransform)),
                ("ref", "\(min(maximumReferenceFrames, Self.references[preset] ?? 3))"),
                ("bframes", "0"), ("b-pyramid", "0"),
                ("weightp", "0"), ("weightb", "0"), ("open-gop", "0"), ("slices", "1"), ("repeat-headers", "0"),
                ("hrd", "0"),
            ]
            // Asymmetric partitions are tried among the rectangular ones.
            if usesAsymmetricPartitions { parameters.append(("rect", "1")) }
            if !allowsSampleAdaptiveOffset { parameters.append(("sao", "0")) }
            if !allowsTemporalMotion { parameters.append(("temporal-mvp", "0")) }
            if let quantizationGroupSize {
                parameters += [
                    ("qg-size", "\(quantizationGroupSize)"), ("aq-mode", "2"), ("aq-strength", "1.0"),
                ]
            } else {
                // The only way to one quantizer for each slice.
                parameters += [("aq-mode", "0"), ("cutree", "0")]
            }
            return parameters
        }
    }
}
