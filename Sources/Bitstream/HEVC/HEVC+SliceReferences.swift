extension HEVC {
    /// The picture order count and the reference picture set of a slice (H.265 §7.3.6.1); IDR pictures have none.
    struct SliceReferences: Equatable {
        var orderLSB = 0
        var shortTerm = ShortTermSet()
        /// short_term_ref_pic_set_idx; nil when the set is in the slice.
        var shortTermIndex: Int?
        /// lt_idx_sps of the first long-term pictures.
        var longTermIndices: [Int] = []
        var longTerm: [LongTerm] = []
        var predictsMotionTemporally = false

        struct LongTerm: Hashable, Sendable {
            /// poc_lsb_lt and used_by_curr_pic_lt_flag, where there is no index for them.
            var orderLSB = 0
            var isUsed = false
            /// delta_poc_msb_cycle_lt.
            var cycle: Int?
        }

        /// NumPicTotalCurr (H.265 equation 7-55).
        var usedCount: Int { shortTerm.usedCount + longTerm.count(where: \.isUsed) }

        mutating func walk(_ coder: inout some SyntaxCoder, _ sequence: SequenceParameterSet)
            throws(BitstreamError)
        {
            try coder.bits(sequence.log2MaxPictureOrderLSB, &orderLSB, "slice_pic_order_cnt_lsb")
            let sets = sequence.shortTermSets
            var isIndexed = shortTermIndex != nil
            try coder.flag(&isIndexed, "short_term_ref_pic_set_sps_flag")
            if isIndexed {
                var index = shortTermIndex ?? 0
                try coder.bits(ceilLog2(sets.count), &index, "short_term_ref_pic_set_idx")
                guard index < sets.count else {
                    throw .outOfRange(
                        element: "short_term_ref_pic_set_idx", value: index, allowed: 0...max(0, sets.count - 1))
                }
                shortTermIndex = index
                shortTerm = sets[index]
            } else {
                shortTermIndex = nil
                try shortTerm.walk(&coder, behind: sets[...], isInSlice: true)
            }
            if let candidates = sequence.longTerm {
                try walkLongTerm(&coder, candidates.entries, bits: sequence.log2MaxPictureOrderLSB)
            }
            if sequence.predictsMotionTemporally {
                try coder.flag(&predictsMotionTemporally, "slice_temporal_mvp_enabled_flag")
            }
        }

        private mutating func walkLongTerm(
            _ coder: inout some SyntaxCoder, _ candidates: [LongTermCandidates.Entry], bits: Int
        ) throws(BitstreamError) {
            var indexed = longTermIndices.count
            if !candidates.isEmpty { try coder.unsigned(&indexed, 0...candidates.count, "num_long_term_sps") }
            var explicit = longTerm.count - indexed
            try coder.unsigned(&explicit, 0...33, "num_long_term_pics")
            longTermIndices.fit(indexed, repeating: 0)
            longTerm.fit(indexed + explicit, repeating: LongTerm())
            for index in longTerm.indices {
                if index < indexed {
                    try coder.bits(ceilLog2(candidates.count), &longTermIndices[index], "lt_idx_sps")
                    guard longTermIndices[index] < candidates.count else {
                        throw .outOfRange(
                            element: "lt_idx_sps", value: longTermIndices[index], allowed: 0...candidates.count)
                    }
                    longTerm[index].isUsed = candidates[longTermIndices[index]].isUsed
                } else {
                    try coder.bits(bits, &longTerm[index].orderLSB, "poc_lsb_lt")
                    try coder.flag(&longTerm[index].isUsed, "used_by_curr_pic_lt_flag")
                }
                try coder.optional(
                    &longTerm[index].cycle, "delta_poc_msb_present_flag", anyUnsigned, "delta_poc_msb_cycle_lt")
            }
        }
    }

    /// The elements that P and B slices add (H.265 §7.3.6.1).
    struct SlicePrediction: Equatable, Sendable {
        /// num_ref_idx_active_override_flag and the counts; nil leaves the picture parameter set's.
        var referenceCounts: [Int]?
        var listModification = Carried<ListModification>()
        var zeroesSecondDifference = false
        var usesOtherCABACTables = false
        var takesCollocatedFromFirst = true
        var collocatedIndex = 0
        var weights: Carried<PredictionWeights>?
        var mergeCandidatesBelowFive = 0

        func activeCounts(_ picture: PictureParameterSet) -> [Int] { referenceCounts ?? picture.defaultReferenceCounts }

        mutating func walk(
            _ coder: inout some SyntaxCoder, _ context: SliceContext, _ type: SliceType, _ references: Int,
            _ predictsMotionTemporally: Bool
        ) throws(BitstreamError) {
            let picture = context.picture
            let lists = type.listCount
            var overrides = referenceCounts != nil
            try coder.flag(&overrides, "num_ref_idx_active_override_flag")
            var counts = activeCounts(picture)
            if overrides {
                for list in 0..<lists {
                    try coder.unsigned(&counts[list], minus: 1, 1...15, "num_ref_idx_active_minus1")
                }
                referenceCounts = counts
            }
            if picture.hasListModification && references > 1 {
                try listModification.walk(&coder, (counts.prefix(lists), references))
            }
            if type == .bidirectional { try coder.flag(&zeroesSecondDifference, "mvd_l1_zero_flag") }
            if picture.hasCABACInitialization { try coder.flag(&usesOtherCABACTables, "cabac_init_flag") }
            if predictsMotionTemporally {
                if type == .bidirectional { try coder.flag(&takesCollocatedFromFirst, "collocated_from_l0_flag") }
                if counts[takesCollocatedFromFirst ? 0 : 1] > 1 {
                    try coder.unsigned(&collocatedIndex, 0...15, "collocated_ref_idx")
                }
            }
            if picture.hasWeights(type) {
                try coder.required(&weights, in: (counts.prefix(lists), context.sequence.chromaArrayType != 0))
            }
            try coder.unsigned(&mergeCandidatesBelowFive, 0...4, "five_minus_max_num_merge_cand")
        }
    }

    /// ref_pic_lists_modification() (H.265 §7.3.6.2): entries of each list among the available pictures.
    enum ListModification: CarriedSyntax {
        static func walk(
            _ carrier: inout Carrier<some SyntaxCoder>, _ context: (counts: ArraySlice<Int>, references: Int)
        ) throws(BitstreamError) {
            for count in context.counts where try carrier.flag("ref_pic_list_modification_flag") {
                for _ in 0..<count { try carrier.bits(ceilLog2(context.references), "list_entry") }
            }
        }
    }

    /// pred_weight_table() (H.265 §7.3.6.3). All zeros change nothing, bit for bit: default weights, no offsets
    /// (§8.5.3.3.4.3).
    enum PredictionWeights: CarriedSyntax {
        static func walk(
            _ carrier: inout Carrier<some SyntaxCoder>, _ context: (counts: ArraySlice<Int>, hasChroma: Bool)
        ) throws(BitstreamError) {
            try carrier.unsigned(0...7, "luma_log2_weight_denom")
            if context.hasChroma { try carrier.signed(-7...7, "delta_chroma_log2_weight_denom") }
            // High-precision offsets (range extension) reach 2^15; chroma offsets four times as far.
            let offsets = -(1 << 18)...(1 << 18)
            for count in context.counts {
                var hasLuma: [Bool] = []
                for _ in 0..<count { hasLuma.append(try carrier.flag("weight_flag")) }
                var hasChroma = Array(repeating: false, count: count)
                if context.hasChroma { for index in 0..<count { hasChroma[index] = try carrier.flag("weight_flag") } }
                for index in 0..<count {
                    // A weight and an offset; for chroma of Cb, then of Cr.
                    if hasLuma[index] { for _ in 1...2 { try carrier.signed(offsets, "luma weight or offset") } }
                    if hasChroma[index] { for _ in 1...4 { try carrier.signed(offsets, "chroma weight or offset") } }
                }
            }
        }
    }
}
