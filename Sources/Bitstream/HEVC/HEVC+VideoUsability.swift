extension HEVC {
    /// vui_parameters() (H.265 §E.2.1).
    struct VideoUsability: Equatable, ContextualTable {
        var display = DisplayDescription()
        var hasNeutralChroma = false
        var isFieldSequence = false
        var hasFrameFieldInformation = false
        var displayWindow: CroppingWindow?
        var timing: Timing?
        var restriction: Carried<BitstreamRestriction>?

        mutating func walk(_ coder: inout some SyntaxCoder, _ subLayerCount: Int) throws(BitstreamError) {
            try display.walk(&coder)
            try coder.flag(&hasNeutralChroma, "neutral_chroma_indication_flag")
            try coder.flag(&isFieldSequence, "field_seq_flag")
            try coder.flag(&hasFrameFieldInformation, "frame_field_info_present_flag")
            try coder.optional(&displayWindow, "default_display_window_flag")
            try coder.optional(&timing, "vui_timing_info_present_flag", in: subLayerCount)
            try coder.optional(&restriction, "bitstream_restriction_flag")
        }
    }

    /// vui_num_units_in_tick and related elements (H.265 §E.3.1).
    struct Timing: Equatable, ContextualTable {
        var unitsInTick = 1
        var timeScale = 25
        /// vui_num_ticks_poc_diff_one_minus1.
        var ticksPerOrder: Int?
        var buffering: Carried<BufferingModel>?

        mutating func walk(_ coder: inout some SyntaxCoder, _ subLayerCount: Int) throws(BitstreamError) {
            try coder.bits(32, &unitsInTick, "vui_num_units_in_tick")
            try coder.bits(32, &timeScale, "vui_time_scale")
            try coder.optional(
                &ticksPerOrder, "vui_poc_proportional_to_timing_flag", anyUnsigned, "vui_num_ticks_poc_diff_one_minus1")
            try coder.optional(&buffering, "vui_hrd_parameters_present_flag", in: subLayerCount)
        }
    }

    /// bitstream_restriction_flag and related elements (H.265 §E.3.1).
    enum BitstreamRestriction: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            try carrier.flag("tiles_fixed_structure_flag")
            try carrier.flag("motion_vectors_over_pic_boundaries_flag")
            try carrier.flag("restricted_ref_pic_lists_flag")
            // min_spatial_segmentation_idc, max_bytes_per_pic_denom, max_bits_per_min_cu_denom,
            // log2_max_mv_length_horizontal and _vertical.
            for _ in 1...5 { try carrier.unsigned(0...4095, "bitstream restriction") }
        }
    }
}

extension HEVC {
    /// hrd_parameters() with its common part (H.265 §E.2.2).
    enum BufferingModel: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _ subLayerCount: Int) throws(BitstreamError) {
            let hasNetwork = try carrier.flag("nal_hrd_parameters_present_flag")
            let hasCodec = try carrier.flag("vcl_hrd_parameters_present_flag")
            let models = (hasNetwork ? 1 : 0) + (hasCodec ? 1 : 0)
            var hasSubPicture = false
            if models > 0 {
                hasSubPicture = try carrier.flag("sub_pic_hrd_params_present_flag")
                // tick_divisor_minus2, the length of removal delays, the in-timing flag and that of output delays.
                if hasSubPicture { for width in [8, 5, 1, 5] { try carrier.bits(width, "sub-picture HRD") } }
                // Scales of bit rate, size and sub-picture size, and three lengths.
                for width in hasSubPicture ? [4, 4, 4, 5, 5, 5] : [4, 4, 5, 5, 5] {
                    try carrier.bits(width, "HRD scale or length")
                }
            }
            for _ in 0..<subLayerCount {
                try walkSubLayer(&carrier, models: models, numbers: hasSubPicture ? 4 : 2)
            }
        }

        private static func walkSubLayer(
            _ carrier: inout Carrier<some SyntaxCoder>, models: Int, numbers: Int
        ) throws(BitstreamError) {
            var isFixed = try carrier.flag("fixed_pic_rate_general_flag")
            if !isFixed { isFixed = try carrier.flag("fixed_pic_rate_within_cvs_flag") }
            var hasLowDelay = false
            if isFixed {
                try carrier.unsigned(0...2047, "elemental_duration_in_tc_minus1")
            } else {
                hasLowDelay = try carrier.flag("low_delay_hrd_flag")
            }
            let last = hasLowDelay ? 0 : try carrier.unsigned(0...31, "cpb_cnt_minus1")
            for _ in 0..<models * (last + 1) {
                for _ in 0..<numbers { try carrier.unsigned(anyUnsigned, "sub_layer_hrd_parameters") }
                try carrier.flag("cbr_flag")
            }
        }
    }
}
