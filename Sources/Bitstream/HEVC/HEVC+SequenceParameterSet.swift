extension HEVC {
    /// seq_parameter_set_rbsp() of the base layer (H.265 §7.3.2.2.1).
    struct SequenceParameterSet: ParameterSet {
        var videoID = 0
        var subLayerCount = 1
        var nestsTemporally = true
        var profileTierLevel = ProfileTierLevel()
        var id = 0
        var chromaFormat = 1
        var hasSeparatePlanes = false
        var width = 8
        var height = 8
        /// The conformance window.
        var cropping: CroppingWindow?
        var lumaDepth = 8
        var chromaDepth = 8
        var log2MaxPictureOrderLSB = 8
        var ordering = SubLayerOrdering()
        var blocks = BlockStructure()
        /// scaling_list_enabled_flag.
        var usesScalingLists = false
        /// Explicit lists; without them the default ones apply when lists are used.
        var scalingLists: Carried<ScalingLists>?
        var usesAsymmetricPartitions = false
        var usesSampleAdaptiveOffset = false
        var pulseCode: Carried<PulseCode>?
        var shortTermSets: [ShortTermSet] = []
        var longTerm: LongTermCandidates?
        var predictsMotionTemporally = false
        var smoothsIntraStrongly = false
        var usability: VideoUsability?
        var extensions: Extensions?

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(4, &videoID, "sps_video_parameter_set_id")
            try coder.subLayerCount(&subLayerCount)
            try coder.flag(&nestsTemporally, "sps_temporal_id_nesting_flag")
            try profileTierLevel.walk(&coder, subLayerCount: subLayerCount)
            try coder.unsigned(&id, 0...15, "sps_seq_parameter_set_id")
            try coder.unsigned(&chromaFormat, 0...3, "chroma_format_idc")
            if chromaFormat == 3 { try coder.flag(&hasSeparatePlanes, "separate_colour_plane_flag") }
            try coder.unsigned(&width, 1...65536, "pic_width_in_luma_samples")
            try coder.unsigned(&height, 1...65536, "pic_height_in_luma_samples")
            try coder.optional(&cropping, "conformance_window_flag")
            try coder.unsigned(&lumaDepth, minus: 8, 8...16, "bit_depth_luma_minus8")
            try coder.unsigned(&chromaDepth, minus: 8, 8...16, "bit_depth_chroma_minus8")
            try coder.unsigned(&log2MaxPictureOrderLSB, minus: 4, 4...16, "log2_max_pic_order_cnt_lsb_minus4")
            try ordering.walk(&coder, subLayerCount: subLayerCount)
            try blocks.walk(&coder)
            try coder.flag(&usesScalingLists, "scaling_list_enabled_flag")
            if usesScalingLists { try coder.optional(&scalingLists, "sps_scaling_list_data_present_flag") }
            try coder.flag(&usesAsymmetricPartitions, "amp_enabled_flag")
            try coder.flag(&usesSampleAdaptiveOffset, "sample_adaptive_offset_enabled_flag")
            try coder.optional(&pulseCode, "pcm_enabled_flag")
            try walkReferences(&coder)
            try coder.flag(&predictsMotionTemporally, "sps_temporal_mvp_enabled_flag")
            try coder.flag(&smoothsIntraStrongly, "strong_intra_smoothing_enabled_flag")
            try coder.optional(&usability, "vui_parameters_present_flag", in: subLayerCount)
            try coder.optional(&extensions, "sps_extension_present_flag")
        }

        private mutating func walkReferences(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            var count = shortTermSets.count
            try coder.unsigned(&count, 0...64, "num_short_term_ref_pic_sets")
            shortTermSets.fit(count, repeating: ShortTermSet())
            for index in shortTermSets.indices {
                var set = shortTermSets[index]
                try set.walk(&coder, behind: shortTermSets[..<index], isInSlice: false)
                shortTermSets[index] = set
            }
            try coder.optional(&longTerm, "long_term_ref_pics_present_flag", in: log2MaxPictureOrderLSB)
        }

        var chromaArrayType: Int { hasSeparatePlanes ? 0 : chromaFormat }

        /// PicSizeInCtbsY (H.265 §7.4.3.2.1).
        var codingTreeBlocks: Int {
            let size = blocks.codingTreeSize
            return ((width + size - 1) / size) * ((height + size - 1) / size)
        }
    }

    /// Sizes of coding and transform blocks (H.265 §7.4.3.2.1).
    struct BlockStructure: Hashable, SyntaxTable {
        var log2MinimumCoding = 3
        var log2CodingRange = 3
        var log2MinimumTransform = 2
        var log2TransformRange = 3
        var interTransformDepth = 0
        var intraTransformDepth = 0

        /// CtbSizeY, in luma samples.
        var codingTreeSize: Int { 1 << (log2MinimumCoding + log2CodingRange) }

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.unsigned(&log2MinimumCoding, minus: 3, 3...6, "log2_min_luma_coding_block_size_minus3")
            try coder.unsigned(&log2CodingRange, 0...3, "log2_diff_max_min_luma_coding_block_size")
            try coder.unsigned(&log2MinimumTransform, minus: 2, 2...5, "log2_min_luma_transform_block_size_minus2")
            try coder.unsigned(&log2TransformRange, 0...3, "log2_diff_max_min_luma_transform_block_size")
            try coder.unsigned(&interTransformDepth, 0...4, "max_transform_hierarchy_depth_inter")
            try coder.unsigned(&intraTransformDepth, 0...4, "max_transform_hierarchy_depth_intra")
        }
    }

    /// pcm_enabled_flag and related elements (H.265 §7.4.3.2.1).
    enum PulseCode: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            try carrier.bits(4, "pcm_sample_bit_depth_luma_minus1")
            try carrier.bits(4, "pcm_sample_bit_depth_chroma_minus1")
            try carrier.unsigned(0...2, "log2_min_pcm_luma_coding_block_size_minus3")
            try carrier.unsigned(0...2, "log2_diff_max_min_pcm_luma_coding_block_size")
            try carrier.flag("pcm_loop_filter_disabled_flag")
        }
    }

    /// sps_extension flags (H.265 §7.3.2.2.1): the range extension is interpreted, the others are carried along.
    struct Extensions: Hashable, SyntaxTable {
        /// Range, multilayer, 3D and screen content extension, then four reserved bits.
        var kinds = 0
        /// The nine flags of sps_range_extension() (§7.3.2.2.2).
        var range = 0
        var rest = RawBits()

        static let rangeBit = 0x80

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(8, &kinds, "sps_extension_flags")
            if kinds & Self.rangeBit != 0 { try coder.bits(9, &range, "sps_range_extension") }
            if kinds & ~Self.rangeBit != 0 { try coder.remainder(&rest) }
        }

        var hasUnknown: Bool { kinds & ~Self.rangeBit != 0 }
    }
}

extension HEVC.SequenceParameterSet: PictureShape {
    static let kind: StaticString = "sequence parameter set"
    static var header: [UInt8] { HEVC.UnitHeader(type: HEVC.UnitType.sequenceParameterSet).bytes }
    static let identifiers = 0...15

    var codedWidth: Int { width }
    var codedHeight: Int { height }
    var display: DisplayDescription { usability?.display ?? DisplayDescription() }
}

extension HEVC {
    /// scaling_list_data() (H.265 §7.3.4): six lists each of 4×4, 8×8 and 16×16, two of 32×32.
    enum ScalingLists: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            for list in 0..<20 {
                let size = list / 6
                guard try carrier.flag("scaling_list_pred_mode_flag") else {
                    try carrier.unsigned(0...5, "scaling_list_pred_matrix_id_delta")
                    continue
                }
                if size > 1 { try carrier.signed(-7...247, "scaling_list_dc_coef_minus8") }
                for _ in 0..<(size == 0 ? 16 : 64) { try carrier.signed(-128...127, "scaling_list_delta_coef") }
            }
        }
    }
}
