extension H264 {
    /// One entry of ref_pic_list_modification() (H.264 §7.3.3.1).
    struct ListModification: Equatable {
        /// modification_of_pic_nums_idc: 0 subtract, 1 add a picture number difference, 2 name a long-term one.
        var operation = 0
        /// abs_diff_pic_num_minus1 plus one, or long_term_pic_num.
        var number = 0

        /// The entries up to the closing 3; nil when the flag is not set.
        static func walk(
            _ entries: inout [ListModification]?, _ coder: inout some SyntaxCoder
        ) throws(BitstreamError) {
            var isPresent = entries != nil
            try coder.flag(&isPresent, "ref_pic_list_modification_flag")
            guard isPresent else { return entries = nil }
            var list = entries ?? []
            var index = 0
            while true {
                var operation = index < list.count ? list[index].operation : 3
                try coder.unsigned(&operation, 0...3, "modification_of_pic_nums_idc")
                if operation == 3 { break }
                // A list has at most 32 entries; more than 66 modifications count as damage.
                guard index < 66 else {
                    throw .outOfRange(element: "ref_pic_list_modification", value: index, allowed: 0...66)
                }
                if index == list.count { list.append(ListModification(operation: operation)) }
                if operation == 2 {
                    try coder.unsigned(&list[index].number, 0...32, "long_term_pic_num")
                } else {
                    try coder.unsigned(&list[index].number, minus: 1, 1...1 << 17, "abs_diff_pic_num_minus1")
                }
                index += 1
            }
            entries = list
        }
    }

    /// pred_weight_table() (H.264 §7.3.3.2). All zeros change nothing, bit for bit: default weights, no offsets
    /// (§8.4.2.3).
    enum PredictionWeights: CarriedSyntax {
        static func walk(
            _ carrier: inout Carrier<some SyntaxCoder>, _ context: (counts: ArraySlice<Int>, hasChroma: Bool)
        ) throws(BitstreamError) {
            try carrier.unsigned(0...7, "luma_log2_weight_denom")
            if context.hasChroma { try carrier.unsigned(0...7, "chroma_log2_weight_denom") }
            for count in context.counts {
                for _ in 0..<count {
                    // Weight and offset of luma, then of Cb and of Cr.
                    for values in context.hasChroma ? [2, 4] : [2] where try carrier.flag("weight_flag") {
                        for _ in 0..<values { try carrier.signed(-128...127, "weight or offset") }
                    }
                }
            }
        }
    }

    /// dec_ref_pic_marking() (H.264 §7.3.3.3).
    struct ReferenceMarking: Equatable {
        var dropsPriorPictures = false
        var isLongTerm = false
        /// nil marks by the sliding window (H.264 §8.2.5.3).
        var operations: [MarkingOperation]?

        mutating func walk(_ coder: inout some SyntaxCoder, isIDR: Bool) throws(BitstreamError) {
            if isIDR {
                try coder.flag(&dropsPriorPictures, "no_output_of_prior_pics_flag")
                try coder.flag(&isLongTerm, "long_term_reference_flag")
                return
            }
            var isAdaptive = operations != nil
            try coder.flag(&isAdaptive, "adaptive_ref_pic_marking_mode_flag")
            guard isAdaptive else { return operations = nil }
            var list = operations ?? []
            var index = 0
            while true {
                var kind = index < list.count ? list[index].kind : 0
                try coder.unsigned(&kind, 0...6, "memory_management_control_operation")
                if kind == 0 { break }
                // Each operation applies to one of at most 32 fields or to the limit; more than 66 count as damage.
                guard index < 66 else {
                    throw .outOfRange(element: "dec_ref_pic_marking", value: index, allowed: 0...66)
                }
                if index == list.count { list.append(MarkingOperation(kind: kind)) }
                try list[index].walkOperands(&coder)
                index += 1
            }
            operations = list
        }
    }

    /// One memory_management_control_operation (H.264 table 7-9).
    struct MarkingOperation: Equatable {
        /// 1 and 2 forget a short-term or long-term picture, 3 makes a short-term one long-term, 4 limits the
        /// long-term indices, 5 forgets all, 6 makes the current picture long-term.
        var kind: Int
        /// difference_of_pic_nums_minus1, plus one.
        var difference = 1
        /// long_term_pic_num, long_term_frame_idx or max_long_term_frame_idx_plus1.
        var longTerm = 0

        mutating func walkOperands(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            if kind == 1 || kind == 3 {
                try coder.unsigned(&difference, minus: 1, 1...1 << 17, "difference_of_pic_nums_minus1")
            }
            if kind == 2 || kind == 3 || kind == 4 || kind == 6 {
                try coder.unsigned(&longTerm, 0...32, "long-term index")
            }
        }
    }

    /// disable_deblocking_filter_idc and the filter offsets (H.264 §7.4.3).
    enum Deblocking: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            guard try carrier.unsigned(0...2, "disable_deblocking_filter_idc") != 1 else { return }
            try carrier.signed(-6...6, "slice_alpha_c0_offset_div2")
            try carrier.signed(-6...6, "slice_beta_offset_div2")
        }
    }
}
