extension HEVC {
    /// seq_parameter_set_rbsp() of the base layer (H.265 §7.3.2.2.1).
    struct SequenceParameterSet: Equatable, SyntaxTable {
        var videoID = 0
        var subLayerCount = 1
        var nestsTemporally = true
        var profileTierLevel = ProfileTierLevel()
        var id = 0
        var chromaFormat = 1
        var hasSeparatePlanes = false
        var width = 8
        var height = 8
        var conformanceWindow: Window?
        var lumaDepth = 8
        var chromaDepth = 8
        var log2MaxPictureOrderLSB = 8
        var ordering = SubLayerOrdering()
        var blocks = BlockStructure()
        /// scaling_list_enabled_flag.
        var usesScalingLists = false
        /// Explicit lists; without them the default ones hold when lists are used.
        var scalingLists: ScalingLists?
        var usesAsymmetricPartitions = false
        var usesSampleAdaptiveOffset = false
        var pulseCode: PulseCode?
        var shortTermSets: [ShortTermSet] = []
        var longTerm: LongTermCandidates?
        var predictsMotionTemporally = false
        var smoothsIntraStrongly = false
        var usability: VideoUsability?
        var extensions: Extensions?

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.bits(4, &videoID, "sps_video_parameter_set_id")
            try coder.subLayerCount(&subLayerCount)
            try coder.flag(&nestsTemporally, "sps_temporal_id_nesting_flag")
            try profileTierLevel.walk(&coder, subLayerCount: subLayerCount)
            try coder.unsigned(&id, 0...15, "sps_seq_parameter_set_id")
            try coder.unsigned(&chromaFormat, 0...3, "chroma_format_idc")
            if chromaFormat == 3 { try coder.flag(&hasSeparatePlanes, "separate_colour_plane_flag") }
            try coder.unsigned(&width, 1...65536, "pic_width_in_luma_samples")
            try coder.unsigned(&height, 1...65536, "pic_height_in_luma_samples")
            try coder.optional(&conformanceWindow, "conformance_window_flag")
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
            try walkUsability(&coder)
            try coder.optional(&extensions, "sps_extension_present_flag")
        }

        private mutating func walkReferences<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            var count = shortTermSets.count
            try coder.unsigned(&count, 0...64, "num_short_term_ref_pic_sets")
            shortTermSets.fit(count, repeating: ShortTermSet())
            for index in shortTermSets.indices {
                var set = shortTermSets[index]
                try set.walk(&coder, behind: shortTermSets[..<index], isInSlice: false)
                shortTermSets[index] = set
            }
            var usesLongTerm = longTerm != nil
            try coder.flag(&usesLongTerm, "long_term_ref_pics_present_flag")
            guard usesLongTerm else { return longTerm = nil }
            var candidates = longTerm ?? LongTermCandidates()
            try candidates.walk(&coder, bits: log2MaxPictureOrderLSB)
            longTerm = candidates
        }

        private mutating func walkUsability<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            var isPresent = usability != nil
            try coder.flag(&isPresent, "vui_parameters_present_flag")
            guard isPresent else { return usability = nil }
            var value = usability ?? VideoUsability()
            try value.walk(&coder, subLayerCount: subLayerCount)
            usability = value
        }

        var chromaArrayType: Int { hasSeparatePlanes ? 0 : chromaFormat }

        /// PicSizeInCtbsY (H.265 §7.4.3.2.1).
        var codingTreeBlocks: Int {
            let size = 1 << (blocks.log2MinimumCoding + blocks.log2CodingRange)
            return ((width + size - 1) / size) * ((height + size - 1) / size)
        }
    }

    /// Offsets of conf_win and def_disp_win, in chroma units (H.265 §7.4.3.2.1, §E.3.1).
    struct Window: Hashable, SyntaxTable {
        var left = 0
        var right = 0
        var top = 0
        var bottom = 0

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.unsigned(&left, 0...65536, "win_left_offset")
            try coder.unsigned(&right, 0...65536, "win_right_offset")
            try coder.unsigned(&top, 0...65536, "win_top_offset")
            try coder.unsigned(&bottom, 0...65536, "win_bottom_offset")
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

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.unsigned(&log2MinimumCoding, minus: 3, 3...6, "log2_min_luma_coding_block_size_minus3")
            try coder.unsigned(&log2CodingRange, 0...3, "log2_diff_max_min_luma_coding_block_size")
            try coder.unsigned(&log2MinimumTransform, minus: 2, 2...5, "log2_min_luma_transform_block_size_minus2")
            try coder.unsigned(&log2TransformRange, 0...3, "log2_diff_max_min_luma_transform_block_size")
            try coder.unsigned(&interTransformDepth, 0...4, "max_transform_hierarchy_depth_inter")
            try coder.unsigned(&intraTransformDepth, 0...4, "max_transform_hierarchy_depth_intra")
        }
    }

    /// pcm_enabled_flag and what belongs to it (H.265 §7.4.3.2.1).
    struct PulseCode: Hashable, SyntaxTable {
        var lumaDepthMinus1 = 7
        var chromaDepthMinus1 = 7
        var log2Minimum = 3
        var log2Range = 0
        var skipsLoopFilter = false

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.bits(4, &lumaDepthMinus1, "pcm_sample_bit_depth_luma_minus1")
            try coder.bits(4, &chromaDepthMinus1, "pcm_sample_bit_depth_chroma_minus1")
            try coder.unsigned(&log2Minimum, minus: 3, 3...5, "log2_min_pcm_luma_coding_block_size_minus3")
            try coder.unsigned(&log2Range, 0...2, "log2_diff_max_min_pcm_luma_coding_block_size")
            try coder.flag(&skipsLoopFilter, "pcm_loop_filter_disabled_flag")
        }
    }

    /// sps_extension flags (H.265 §7.3.2.2.1): the range extension is understood, the others are carried along.
    struct Extensions: Hashable, SyntaxTable {
        /// Range, multilayer, 3D and screen content extension, then four reserved bits.
        var kinds = 0
        /// The nine flags of sps_range_extension() (§7.3.2.2.2).
        var range = 0
        var rest = RawBits()

        static let rangeBit = 0x80

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.bits(8, &kinds, "sps_extension_flags")
            if kinds & Self.rangeBit != 0 { try coder.bits(9, &range, "sps_range_extension") }
            if kinds & ~Self.rangeBit != 0 { try coder.remainder(&rest) }
        }

        var hasUnknown: Bool { kinds & ~Self.rangeBit != 0 }
    }
}
