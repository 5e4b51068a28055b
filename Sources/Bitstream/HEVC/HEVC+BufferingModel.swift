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
