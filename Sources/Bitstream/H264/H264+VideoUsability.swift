extension H264 {
    /// vui_parameters() (H.264 §E.1.1).
    struct VideoUsability: Equatable, SyntaxTable {
        var display = DisplayDescription()
        var timing: Timing?
        var networkBuffering: Carried<BufferingModel>?
        var codecBuffering: Carried<BufferingModel>?
        var hasLowDelayBuffering = false
        var hasPictureStructure = false
        var restriction: BitstreamRestriction?

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try display.walk(&coder)
            try coder.optional(&timing, "timing_info_present_flag")
            try coder.optional(&networkBuffering, "nal_hrd_parameters_present_flag")
            try coder.optional(&codecBuffering, "vcl_hrd_parameters_present_flag")
            if networkBuffering != nil || codecBuffering != nil {
                try coder.flag(&hasLowDelayBuffering, "low_delay_hrd_flag")
            }
            try coder.flag(&hasPictureStructure, "pic_struct_present_flag")
            try coder.optional(&restriction, "bitstream_restriction_flag")
        }
    }

    /// num_units_in_tick / time_scale (H.264 §E.2.1).
    struct Timing: Equatable, SyntaxTable {
        var unitsInTick = 1
        var timeScale = 50
        var isFixedRate = false

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(32, &unitsInTick, "num_units_in_tick")
            try coder.bits(32, &timeScale, "time_scale")
            try coder.flag(&isFixedRate, "fixed_frame_rate_flag")
        }
    }

    /// bitstream_restriction_flag and related elements (H.264 §E.2.1).
    struct BitstreamRestriction: Equatable, SyntaxTable {
        var allowsVectorsOverBoundaries = true
        var maximumBytesPerPictureDenominator = 0
        var maximumBitsPerMacroblockDenominator = 0
        var log2MaxHorizontalVector = 16
        var log2MaxVerticalVector = 16
        var reorderFrames = 0
        var decodedPictureBuffer = 0

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.flag(&allowsVectorsOverBoundaries, "motion_vectors_over_pic_boundaries_flag")
            try coder.unsigned(&maximumBytesPerPictureDenominator, 0...16, "max_bytes_per_pic_denom")
            try coder.unsigned(&maximumBitsPerMacroblockDenominator, 0...16, "max_bits_per_mb_denom")
            try coder.unsigned(&log2MaxHorizontalVector, 0...16, "log2_max_mv_length_horizontal")
            try coder.unsigned(&log2MaxVerticalVector, 0...16, "log2_max_mv_length_vertical")
            try coder.unsigned(&reorderFrames, 0...16, "max_num_reorder_frames")
            try coder.unsigned(&decodedPictureBuffer, 0...16, "max_dec_frame_buffering")
        }
    }

    /// hrd_parameters() (H.264 §E.1.2).
    enum BufferingModel: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            let last = try carrier.unsigned(0...31, "cpb_cnt_minus1")
            try carrier.bits(4, "bit_rate_scale")
            try carrier.bits(4, "cpb_size_scale")
            for _ in 0...last {
                try carrier.unsigned(anyUnsigned, "bit_rate_value_minus1")
                try carrier.unsigned(anyUnsigned, "cpb_size_value_minus1")
                try carrier.flag("cbr_flag")
            }
            // Lengths of the initial and the other removal delays, of the output delay and of the time offset.
            for _ in 1...4 { try carrier.bits(5, "hrd delay length") }
        }
    }
}
