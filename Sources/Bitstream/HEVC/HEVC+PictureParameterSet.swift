extension HEVC {
    /// pic_parameter_set_rbsp() (H.265 §7.3.2.3.1).
    struct PictureParameterSet: ParameterSet {
        var id = 0
        var sequenceID = 0
        var allowsDependentSlices = false
        var hasOutputFlag = false
        var extraHeaderBits = 0
        var hidesSignData = false
        var hasCABACInitialization = false
        var defaultReferenceCounts = [1, 1]
        /// init_qp_minus26.
        var initialQP = 0
        var constrainsIntraPrediction = false
        var skipsTransform = false
        /// diff_cu_qp_delta_depth, when cu_qp_delta_enabled_flag.
        var quantizerDepth: Int?
        var chromaQPOffsets = [0, 0]
        var hasSliceChromaQPOffsets = false
        var weightsPredictively = false
        var weightsBidirectionally = false
        var bypassesTransform = false
        var tiles: Carried<Tiles>?
        var synchronizesEntropy = false
        var filtersAcrossSlices = false
        var deblocking: DeblockingControl?
        var scalingLists: Carried<ScalingLists>?
        var hasListModification = false
        var log2ParallelMerge = 2
        var hasHeaderExtension = false
        var extensions: PictureExtensions?

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.unsigned(&id, 0...63, "pps_pic_parameter_set_id")
            try coder.unsigned(&sequenceID, 0...15, "pps_seq_parameter_set_id")
            try coder.flag(&allowsDependentSlices, "dependent_slice_segments_enabled_flag")
            try coder.flag(&hasOutputFlag, "output_flag_present_flag")
            try coder.bits(3, &extraHeaderBits, "num_extra_slice_header_bits")
            try coder.flag(&hidesSignData, "sign_data_hiding_enabled_flag")
            try coder.flag(&hasCABACInitialization, "cabac_init_present_flag")
            for list in 0...1 {
                try coder.unsigned(&defaultReferenceCounts[list], minus: 1, 1...15, "num_ref_idx_default_active_minus1")
            }
            try coder.signed(&initialQP, -74...25, "init_qp_minus26")
            try coder.flag(&constrainsIntraPrediction, "constrained_intra_pred_flag")
            try coder.flag(&skipsTransform, "transform_skip_enabled_flag")
            try coder.optional(&quantizerDepth, "cu_qp_delta_enabled_flag", 0...3, "diff_cu_qp_delta_depth")
            for plane in 0...1 { try coder.signed(&chromaQPOffsets[plane], -12...12, "pps_cb_cr_qp_offset") }
            try coder.flag(&hasSliceChromaQPOffsets, "pps_slice_chroma_qp_offsets_present_flag")
            try coder.flag(&weightsPredictively, "weighted_pred_flag")
            try coder.flag(&weightsBidirectionally, "weighted_bipred_flag")
            try coder.flag(&bypassesTransform, "transquant_bypass_enabled_flag")
            var hasTiles = tiles != nil
            try coder.flag(&hasTiles, "tiles_enabled_flag")
            try coder.flag(&synchronizesEntropy, "entropy_coding_sync_enabled_flag")
            if hasTiles { try coder.required(&tiles, in: ()) }
            try coder.flag(&filtersAcrossSlices, "pps_loop_filter_across_slices_enabled_flag")
            try coder.optional(&deblocking, "deblocking_filter_control_present_flag")
            try coder.optional(&scalingLists, "pps_scaling_list_data_present_flag")
            try coder.flag(&hasListModification, "lists_modification_present_flag")
            try coder.unsigned(&log2ParallelMerge, minus: 2, 2...6, "log2_parallel_merge_level_minus2")
            try coder.flag(&hasHeaderExtension, "slice_segment_header_extension_present_flag")
            try coder.optional(&extensions, "pps_extension_present_flag", in: skipsTransform)
        }

        func hasWeights(_ type: SliceType) -> Bool {
            type == .predicted ? weightsPredictively : type == .bidirectional && weightsBidirectionally
        }
    }

    /// num_tile_columns_minus1 and related elements (H.265 §7.4.3.3.1).
    enum Tiles: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            // Level 6.2 allows 20 columns and 22 rows (table A.9); this leaves room.
            let columns = try carrier.unsigned(0...255, "num_tile_columns_minus1")
            let rows = try carrier.unsigned(0...255, "num_tile_rows_minus1")
            if try !carrier.flag("uniform_spacing_flag") {
                for _ in 0..<columns + rows { try carrier.unsigned(0...1 << 16, "tile size") }
            }
            try carrier.flag("loop_filter_across_tiles_enabled_flag")
        }
    }

    /// deblocking_filter_control_present_flag and related elements (H.265 §7.4.3.3.1).
    struct DeblockingControl: Hashable, SyntaxTable {
        var isOverridable = false
        var filter = Deblocking()

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.flag(&isOverridable, "deblocking_filter_override_enabled_flag")
            try filter.walk(&coder)
        }
    }

    /// The deblocking filter as a picture parameter set or a slice sets it.
    struct Deblocking: Hashable, SyntaxTable {
        var isDisabled = false
        var betaOffset = 0
        var tcOffset = 0

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.flag(&isDisabled, "deblocking_filter_disabled_flag")
            guard !isDisabled else { return }
            try coder.signed(&betaOffset, -6...6, "beta_offset_div2")
            try coder.signed(&tcOffset, -6...6, "tc_offset_div2")
        }
    }

    /// pps_extension flags (H.265 §7.3.2.3.1): the range extension is interpreted, the others are carried along.
    struct PictureExtensions: Hashable, ContextualTable {
        var kinds = 0
        /// log2_max_transform_skip_block_size_minus2.
        var transformSkipSize = 0
        var predictsAcrossComponents = false
        var chromaOffsets: Carried<ChromaOffsets>?
        var saoScales = [0, 0]
        var rest = RawBits()

        var hasUnknown: Bool { kinds & ~Extensions.rangeBit != 0 }

        mutating func walk(_ coder: inout some SyntaxCoder, _ skipsTransform: Bool) throws(BitstreamError) {
            try coder.bits(8, &kinds, "pps_extension_flags")
            if kinds & Extensions.rangeBit != 0 {
                if skipsTransform {
                    try coder.unsigned(&transformSkipSize, 0...3, "log2_max_transform_skip_block_size_minus2")
                }
                try coder.flag(&predictsAcrossComponents, "cross_component_prediction_enabled_flag")
                try coder.optional(&chromaOffsets, "chroma_qp_offset_list_enabled_flag")
                for plane in 0...1 { try coder.unsigned(&saoScales[plane], 0...6, "log2_sao_offset_scale") }
            }
            if hasUnknown { try coder.remainder(&rest) }
        }
    }

    /// diff_cu_chroma_qp_offset_depth and the pairs of offsets (H.265 §7.3.2.3.2).
    enum ChromaOffsets: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            try carrier.unsigned(0...3, "diff_cu_chroma_qp_offset_depth")
            let last = try carrier.unsigned(0...5, "chroma_qp_offset_list_len_minus1")
            for _ in 0..<2 * (last + 1) { try carrier.signed(-12...12, "cb_cr_qp_offset_list") }
        }
    }
}
