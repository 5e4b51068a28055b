extension HEVC {
    /// vui_parameters() (H.265 §E.2.1).
    struct VideoUsability: Equatable, Sendable {
        var aspectRatio: SampleAspectRatio?
        var overscan: Overscan?
        var signal: VideoSignal?
        var chromaLocation: ChromaLocation?
        var hasNeutralChroma = false
        var isFieldSequence = false
        var hasFrameFieldInformation = false
        var displayWindow: Window?
        var timing: Timing?
        var restriction: BitstreamRestriction?

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, subLayerCount: Int) throws(BitstreamError) {
            try coder.optional(&aspectRatio, "aspect_ratio_info_present_flag")
            try coder.optional(&overscan, "overscan_info_present_flag")
            try coder.optional(&signal, "video_signal_type_present_flag")
            try coder.optional(&chromaLocation, "chroma_loc_info_present_flag")
            try coder.flag(&hasNeutralChroma, "neutral_chroma_indication_flag")
            try coder.flag(&isFieldSequence, "field_seq_flag")
            try coder.flag(&hasFrameFieldInformation, "frame_field_info_present_flag")
            try coder.optional(&displayWindow, "default_display_window_flag")
            var isTimed = timing != nil
            try coder.flag(&isTimed, "vui_timing_info_present_flag")
            if isTimed {
                var value = timing ?? Timing()
                try value.walk(&coder, subLayerCount: subLayerCount)
                timing = value
            }
            try coder.optional(&restriction, "bitstream_restriction_flag")
        }
    }

    /// vui_num_units_in_tick and what belongs to it (H.265 §E.3.1).
    struct Timing: Equatable, Sendable {
        var unitsInTick = 1
        var timeScale = 25
        /// vui_num_ticks_poc_diff_one_minus1.
        var ticksPerOrder: Int?
        var buffering: BufferingModel?

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, subLayerCount: Int) throws(BitstreamError) {
            try coder.bits(32, &unitsInTick, "vui_num_units_in_tick")
            try coder.bits(32, &timeScale, "vui_time_scale")
            var isProportional = ticksPerOrder != nil
            try coder.flag(&isProportional, "vui_poc_proportional_to_timing_flag")
            if isProportional {
                var ticks = ticksPerOrder ?? 0
                try coder.unsigned(&ticks, anyUnsigned, "vui_num_ticks_poc_diff_one_minus1")
                ticksPerOrder = ticks
            }
            var hasModel = buffering != nil
            try coder.flag(&hasModel, "vui_hrd_parameters_present_flag")
            guard hasModel else { return }
            var model = buffering ?? BufferingModel()
            try model.walk(&coder, subLayerCount: subLayerCount)
            buffering = model
        }
    }

    /// bitstream_restriction_flag and what belongs to it (H.265 §E.3.1).
    struct BitstreamRestriction: Hashable, SyntaxTable {
        var hasFixedTiles = false
        var allowsVectorsOverBoundaries = true
        var restrictsReferenceLists = false
        /// min_spatial_segmentation_idc, max_bytes_per_pic_denom, max_bits_per_min_cu_denom,
        /// log2_max_mv_length_horizontal and _vertical.
        var limits = [0, 0, 0, 15, 15]

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.flag(&hasFixedTiles, "tiles_fixed_structure_flag")
            try coder.flag(&allowsVectorsOverBoundaries, "motion_vectors_over_pic_boundaries_flag")
            try coder.flag(&restrictsReferenceLists, "restricted_ref_pic_lists_flag")
            for index in limits.indices { try coder.unsigned(&limits[index], 0...4095, "bitstream restriction") }
        }
    }
}
