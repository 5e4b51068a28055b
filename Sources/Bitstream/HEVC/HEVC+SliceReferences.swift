extension HEVC {
    /// The picture order count and the reference picture set of a slice (H.265 §7.3.6.1); IDR pictures have none.
    struct SliceReferences: Equatable, Sendable {
        var orderLSB = 0
        var shortTerm = ShortTermSet()
        /// short_term_ref_pic_set_idx; nil when the set is in the slice.
        var shortTermIndex: Int?
        /// lt_idx_sps of the first ones.
        var longTermIndices: [Int] = []
        var longTerm: [LongTerm] = []
        var predictsMotionTemporally = false
        /// How many of the long-term ones the current picture uses (part of NumPicTotalCurr).
        private(set) var usedLongTerm = 0

        struct LongTerm: Hashable, Sendable {
            /// poc_lsb_lt and used_by_curr_pic_lt_flag, where no index stands for them.
            var orderLSB = 0
            var isUsed = false
            /// delta_poc_msb_cycle_lt.
            var cycle: Int?
        }

        /// NumPicTotalCurr (H.265 equation 7-55).
        var usedCount: Int { shortTerm.usedCount + usedLongTerm }

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, _ sequence: SequenceParameterSet)
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

        private mutating func walkLongTerm<Coder: SyntaxCoder>(
            _ coder: inout Coder, _ candidates: [LongTermCandidates.Entry], bits: Int
        ) throws(BitstreamError) {
            var indexed = longTermIndices.count
            if !candidates.isEmpty { try coder.unsigned(&indexed, 0...candidates.count, "num_long_term_sps") }
            var explicit = longTerm.count - indexed
            try coder.unsigned(&explicit, 0...33, "num_long_term_pics")
            longTermIndices.fit(indexed, repeating: 0)
            longTerm.fit(indexed + explicit, repeating: LongTerm())
            usedLongTerm = 0
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
                var hasCycle = longTerm[index].cycle != nil
                try coder.flag(&hasCycle, "delta_poc_msb_present_flag")
                if hasCycle {
                    var cycle = longTerm[index].cycle ?? 0
                    try coder.unsigned(&cycle, anyUnsigned, "delta_poc_msb_cycle_lt")
                    longTerm[index].cycle = cycle
                }
                if longTerm[index].isUsed { usedLongTerm += 1 }
            }
        }
    }

    /// What P and B slices add (H.265 §7.3.6.1).
    struct SlicePrediction: Equatable, Sendable {
        /// num_ref_idx_active_override_flag and the counts; nil leaves the picture parameter set's.
        var referenceCounts: [Int]?
        /// ref_pic_lists_modification(): list entries, where the flag is set.
        var listEntries: [[Int]?] = [nil, nil]
        var zeroesSecondDifference = false
        var usesOtherCABACTables = false
        var takesCollocatedFromFirst = true
        var collocatedIndex = 0
        var weights: PredictionWeights?
        var mergeCandidatesBelowFive = 0

        func activeCounts(_ picture: PictureParameterSet) -> [Int] { referenceCounts ?? picture.defaultReferenceCounts }

        mutating func walk<Coder: SyntaxCoder>(
            _ coder: inout Coder, _ context: SliceContext, _ type: SliceType, _ references: Int,
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
                for list in 0..<lists { try walkEntries(&coder, list, count: counts[list], among: references) }
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
                var table = weights ?? PredictionWeights()
                try table.walk(&coder, counts: Array(counts.prefix(type.listCount)), context.sequence)
                weights = table
            }
            try coder.unsigned(&mergeCandidatesBelowFive, 0...4, "five_minus_max_num_merge_cand")
        }

        private mutating func walkEntries<Coder: SyntaxCoder>(
            _ coder: inout Coder, _ list: Int, count: Int, among references: Int
        ) throws(BitstreamError) {
            var isPresent = listEntries[list] != nil
            try coder.flag(&isPresent, "ref_pic_list_modification_flag")
            guard isPresent else { return listEntries[list] = nil }
            var entries = listEntries[list] ?? []
            entries.fit(count, repeating: 0)
            for index in entries.indices { try coder.bits(ceilLog2(references), &entries[index], "list_entry") }
            listEntries[list] = entries
        }
    }

    /// pred_weight_table() (H.265 §7.3.6.3).
    struct PredictionWeights: Equatable, Sendable {
        struct Entry: Hashable, Sendable {
            /// delta_luma_weight and luma_offset; nil means 2^denominator and 0.
            var luma: [Int]?
            /// delta_chroma_weight and delta_chroma_offset of Cb, then of Cr.
            var chroma: [Int]?
        }
        var lumaDenominator = 0
        var chromaDenominatorDelta = 0
        var lists: [[Entry]] = []

        init() {}
        /// A table that changes nothing, bit for bit (H.265 §8.5.3.3.4.3: default weights, no offsets).
        init(neutralFor counts: [Int]) { lists = counts.map { Array(repeating: Entry(), count: $0) } }

        mutating func walk<Coder: SyntaxCoder>(
            _ coder: inout Coder, counts: [Int], _ sequence: SequenceParameterSet
        ) throws(BitstreamError) {
            let hasChroma = sequence.chromaArrayType != 0
            try coder.unsigned(&lumaDenominator, 0...7, "luma_log2_weight_denom")
            if hasChroma { try coder.signed(&chromaDenominatorDelta, -7...7, "delta_chroma_log2_weight_denom") }
            lists.fit(counts.count, repeating: [])
            // High-precision offsets (range extension) reach 2^15; chroma offsets four times as far.
            let offsets = -(1 << 18)...(1 << 18)
            for list in lists.indices {
                lists[list].fit(counts[list], repeating: Entry())
                for index in lists[list].indices { try Self.flag(&lists[list][index].luma, count: 2, &coder) }
                if hasChroma {
                    for index in lists[list].indices { try Self.flag(&lists[list][index].chroma, count: 4, &coder) }
                }
                for index in lists[list].indices {
                    for value in lists[list][index].luma?.indices ?? 0..<0 {
                        try coder.signed(&lists[list][index].luma![value], offsets, "luma weight or offset")
                    }
                    for value in lists[list][index].chroma?.indices ?? 0..<0 {
                        try coder.signed(&lists[list][index].chroma![value], offsets, "chroma weight or offset")
                    }
                }
            }
        }

        private static func flag<Coder: SyntaxCoder>(
            _ values: inout [Int]?, count: Int, _ coder: inout Coder
        ) throws(BitstreamError) {
            var isPresent = values != nil
            try coder.flag(&isPresent, "weight_flag")
            if isPresent != (values != nil) { values = isPresent ? Array(repeating: 0, count: count) : nil }
        }
    }
}
