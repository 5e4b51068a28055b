extension H264 {
    /// vui_parameters() (H.264 §E.1.1).
    struct VideoUsability: Equatable, SyntaxTable {
        var aspectRatio: SampleAspectRatio?
        var overscan: Overscan?
        var signal: VideoSignal?
        var chromaLocation: ChromaLocation?
        var timing: Timing?
        var networkBuffering: BufferingModel?
        var codecBuffering: BufferingModel?
        var hasLowDelayBuffering = false
        var hasPictureStructure = false
        var restriction: BitstreamRestriction?

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.optional(&aspectRatio, "aspect_ratio_info_present_flag")
            try coder.optional(&overscan, "overscan_info_present_flag")
            try coder.optional(&signal, "video_signal_type_present_flag")
            try coder.optional(&chromaLocation, "chroma_loc_info_present_flag")
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

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.bits(32, &unitsInTick, "num_units_in_tick")
            try coder.bits(32, &timeScale, "time_scale")
            try coder.flag(&isFixedRate, "fixed_frame_rate_flag")
        }
    }

    /// bitstream_restriction_flag and what belongs to it (H.264 §E.2.1).
    struct BitstreamRestriction: Equatable, SyntaxTable {
        var allowsVectorsOverBoundaries = true
        var maximumBytesPerPictureDenominator = 0
        var maximumBitsPerMacroblockDenominator = 0
        var log2MaxHorizontalVector = 16
        var log2MaxVerticalVector = 16
        var reorderFrames = 0
        var decodedPictureBuffer = 0

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.flag(&allowsVectorsOverBoundaries, "motion_vectors_over_pic_boundaries_flag")
            try coder.unsigned(&maximumBytesPerPictureDenominator, 0...16, "max_bytes_per_pic_denom")
            try coder.unsigned(&maximumBitsPerMacroblockDenominator, 0...16, "max_bits_per_mb_denom")
            try coder.unsigned(&log2MaxHorizontalVector, 0...16, "log2_max_mv_length_horizontal")
            try coder.unsigned(&log2MaxVerticalVector, 0...16, "log2_max_mv_length_vertical")
            try coder.unsigned(&reorderFrames, 0...16, "max_num_reorder_frames")
            try coder.unsigned(&decodedPictureBuffer, 0...16, "max_dec_frame_buffering")
        }
    }

    /// hrd_parameters() (H.264 §E.1.2): carried along, never interpreted.
    struct BufferingModel: Equatable, SyntaxTable {
        struct Entry: Equatable {
            var bitRate = 0
            var bufferSize = 0
            var isConstant = false
        }
        var bitRateScale = 0
        var bufferSizeScale = 0
        var entries = [Entry()]
        /// initial_cpb_removal_delay_length_minus1, cpb_removal_delay_length_minus1,
        /// dpb_output_delay_length_minus1 and time_offset_length.
        var lengths = [23, 23, 23, 24]

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            var count = entries.count
            try coder.unsigned(&count, minus: 1, 1...32, "cpb_cnt_minus1")
            try coder.bits(4, &bitRateScale, "bit_rate_scale")
            try coder.bits(4, &bufferSizeScale, "cpb_size_scale")
            entries.fit(count, repeating: Entry())
            for index in entries.indices {
                try coder.unsigned(&entries[index].bitRate, anyUnsigned, "bit_rate_value_minus1")
                try coder.unsigned(&entries[index].bufferSize, anyUnsigned, "cpb_size_value_minus1")
                try coder.flag(&entries[index].isConstant, "cbr_flag")
            }
            for index in lengths.indices { try coder.bits(5, &lengths[index], "hrd delay length") }
        }
    }
}
