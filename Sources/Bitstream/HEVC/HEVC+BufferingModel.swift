extension HEVC {
    /// hrd_parameters() with its common part (H.265 §E.2.2): carried along, never interpreted.
    struct BufferingModel: Equatable, Sendable {
        var hasNetwork = false
        var hasCodec = false
        /// tick_divisor_minus2, du_cpb_removal_delay_increment_length_minus1, in-timing flag and
        /// dpb_output_delay_du_length_minus1.
        var subPicture: [Int]?
        /// bit_rate_scale, cpb_size_scale, cpb_size_du_scale and three lengths.
        var scales = [0, 0, 0, 23, 23, 23]
        var subLayers = [SubLayer()]

        struct SubLayer: Equatable, Sendable {
            var isFixedGeneral = false
            var isFixedInSequence = false
            var elementalDuration = 0
            var hasLowDelay = false
            var entryCount = 1
            /// For each of the two models and each entry: bit rate, size, (sub-picture size and rate,) constant.
            var entries: [[Int]] = []
        }

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, subLayerCount: Int) throws(BitstreamError) {
            try coder.flag(&hasNetwork, "nal_hrd_parameters_present_flag")
            try coder.flag(&hasCodec, "vcl_hrd_parameters_present_flag")
            if hasNetwork || hasCodec { try walkCommon(&coder) }
            subLayers.fit(subLayerCount, repeating: SubLayer())
            for index in subLayers.indices { try walk(&subLayers[index], &coder) }
        }

        private mutating func walkCommon<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            var hasSubPicture = subPicture != nil
            try coder.flag(&hasSubPicture, "sub_pic_hrd_params_present_flag")
            if hasSubPicture {
                var values = subPicture ?? [0, 0, 0, 0]
                for (index, width) in [8, 5, 1, 5].enumerated() {
                    try coder.bits(width, &values[index], "sub-picture HRD")
                }
                subPicture = values
            }
            for (index, width) in [4, 4, 4, 5, 5, 5].enumerated() where index != 2 || hasSubPicture {
                try coder.bits(width, &scales[index], "HRD scale or length")
            }
        }

        private func walk<Coder: SyntaxCoder>(_ layer: inout SubLayer, _ coder: inout Coder) throws(BitstreamError) {
            try coder.flag(&layer.isFixedGeneral, "fixed_pic_rate_general_flag")
            layer.isFixedInSequence = layer.isFixedInSequence || layer.isFixedGeneral
            if !layer.isFixedGeneral { try coder.flag(&layer.isFixedInSequence, "fixed_pic_rate_within_cvs_flag") }
            if layer.isFixedInSequence {
                try coder.unsigned(&layer.elementalDuration, 0...2047, "elemental_duration_in_tc_minus1")
            } else {
                try coder.flag(&layer.hasLowDelay, "low_delay_hrd_flag")
            }
            if !layer.hasLowDelay { try coder.unsigned(&layer.entryCount, minus: 1, 1...32, "cpb_cnt_minus1") }
            let models = (hasNetwork ? 1 : 0) + (hasCodec ? 1 : 0)
            let values = subPicture == nil ? 3 : 5
            layer.entries.fit(models * layer.entryCount, repeating: Array(repeating: 0, count: values))
            for index in layer.entries.indices {
                for value in 0..<values - 1 {
                    try coder.unsigned(&layer.entries[index][value], anyUnsigned, "sub_layer_hrd_parameters")
                }
                try coder.bits(1, &layer.entries[index][values - 1], "cbr_flag")
            }
        }
    }
}
