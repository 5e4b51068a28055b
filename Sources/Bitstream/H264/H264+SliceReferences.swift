extension H264 {
    /// One entry of ref_pic_list_modification() (H.264 §7.3.3.1).
    struct ListModification: Equatable {
        /// modification_of_pic_nums_idc: 0 subtract, 1 add a picture number difference, 2 name a long-term one.
        var operation = 0
        /// abs_diff_pic_num_minus1 plus one, or long_term_pic_num.
        var number = 0

        /// The entries up to the closing 3; nil when the flag says there are none.
        static func walk<Coder: SyntaxCoder>(
            _ entries: inout [ListModification]?, _ coder: inout Coder
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
                // A list has at most 32 entries; one more than that could never be used.
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

    /// pred_weight_table() (H.264 §7.3.3.2).
    struct PredictionWeights: Equatable {
        struct Entry: Equatable {
            /// Weight and offset; nil means 2^denominator and 0.
            var luma: [Int]?
            /// Weight and offset of Cb, then of Cr.
            var chroma: [Int]?
        }
        var lumaDenominator = 0
        var chromaDenominator = 0
        var lists: [[Entry]] = []

        /// A table that changes nothing, bit for bit (H.264 §8.4.2.3: default weights, no offsets).
        init(neutralFor counts: [Int]) { lists = counts.map { Array(repeating: Entry(), count: $0) } }
        init() {}

        mutating func walk<Coder: SyntaxCoder>(
            _ coder: inout Coder, counts: [Int], hasChroma: Bool
        ) throws(BitstreamError) {
            try coder.unsigned(&lumaDenominator, 0...7, "luma_log2_weight_denom")
            if hasChroma { try coder.unsigned(&chromaDenominator, 0...7, "chroma_log2_weight_denom") }
            lists.fit(counts.count, repeating: [])
            for list in lists.indices {
                lists[list].fit(counts[list], repeating: Entry())
                for index in lists[list].indices {
                    try Self.walk(&lists[list][index].luma, pairs: 1, &coder)
                    if hasChroma { try Self.walk(&lists[list][index].chroma, pairs: 2, &coder) }
                }
            }
        }

        private static func walk<Coder: SyntaxCoder>(
            _ numbers: inout [Int]?, pairs: Int, _ coder: inout Coder
        ) throws(BitstreamError) {
            var isPresent = numbers != nil
            try coder.flag(&isPresent, "weight_flag")
            guard isPresent else { return numbers = nil }
            var values = numbers ?? []
            values.fit(2 * pairs, repeating: 0)
            for index in values.indices { try coder.signed(&values[index], -128...127, "weight or offset") }
            numbers = values
        }
    }

    /// dec_ref_pic_marking() (H.264 §7.3.3.3).
    struct ReferenceMarking: Equatable {
        var dropsPriorPictures = false
        var isLongTerm = false
        /// nil marks by the sliding window (H.264 §8.2.5.3).
        var operations: [MarkingOperation]?

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, isIDR: Bool) throws(BitstreamError) {
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
                // Each operation concerns one of at most 32 fields or the limit: more is damage.
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

        mutating func walkOperands<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            if kind == 1 || kind == 3 {
                try coder.unsigned(&difference, minus: 1, 1...1 << 17, "difference_of_pic_nums_minus1")
            }
            if kind == 2 || kind == 3 || kind == 4 || kind == 6 {
                try coder.unsigned(&longTerm, 0...32, "long-term index")
            }
        }
    }

    /// disable_deblocking_filter_idc and the filter offsets (H.264 §7.4.3).
    struct Deblocking: Equatable {
        var mode = 0
        var alphaOffset = 0
        var betaOffset = 0

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            try coder.unsigned(&mode, 0...2, "disable_deblocking_filter_idc")
            guard mode != 1 else { return }
            try coder.signed(&alphaOffset, -6...6, "slice_alpha_c0_offset_div2")
            try coder.signed(&betaOffset, -6...6, "slice_beta_offset_div2")
        }
    }
}
