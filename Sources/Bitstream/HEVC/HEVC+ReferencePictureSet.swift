extension HEVC {
    /// st_ref_pic_set() (H.265 §7.3.7): which earlier and later pictures stay available.
    struct ShortTermSet: Hashable, Sendable {
        struct Entry: Hashable, Sendable {
            /// Picture order count relative to the current picture.
            var delta: Int
            var isUsed: Bool
        }
        /// Before the current picture in output order, nearest first.
        var negative: [Entry] = []
        /// After the current picture in output order, nearest first.
        var positive: [Entry] = []
        /// How the set was predicted from another one, if it was; either way, the result is above.
        var prediction: Prediction?

        /// inter_ref_pic_set_prediction_flag and related elements.
        struct Prediction: Hashable, ContextualTable {
            var deltaIndex = 1
            var isNegative = false
            var absoluteDelta = 1
            /// used_by_curr_pic_flag and use_delta_flag of each picture of the other set, then of that picture.
            var used: [Bool] = []
            var kept: [Bool] = []

            mutating func walk(
                _ coder: inout some SyntaxCoder, _ context: (sets: ArraySlice<ShortTermSet>, isInSlice: Bool)
            ) throws(BitstreamError) {
                let sets = context.sets
                if context.isInSlice { try coder.unsigned(&deltaIndex, minus: 1, 1...sets.count, "delta_idx_minus1") }
                try coder.flag(&isNegative, "delta_rps_sign")
                try coder.unsigned(&absoluteDelta, minus: 1, 1...1 << 15, "abs_delta_rps_minus1")
                let count = sets[sets.endIndex - deltaIndex].count + 1
                used.fit(count, repeating: false)
                kept.fit(count, repeating: true)
                for index in used.indices {
                    try coder.flag(&used[index], "used_by_curr_pic_flag")
                    if !used[index] { try coder.flag(&kept[index], "use_delta_flag") }
                }
            }
        }

        static let most = 16
        var count: Int { negative.count + positive.count }
        var usedCount: Int { negative.count(where: \.isUsed) + positive.count(where: \.isUsed) }

        /// `sets` come before this one in the sequence parameter set; for a slice, that is all of them.
        mutating func walk(
            _ coder: inout some SyntaxCoder, behind sets: ArraySlice<ShortTermSet>, isInSlice: Bool
        ) throws(BitstreamError) {
            if sets.isEmpty {
                prediction = nil
            } else {
                try coder.optional(&prediction, "inter_ref_pic_set_prediction_flag", in: (sets, isInSlice))
            }
            guard let prediction else { return try walkExplicit(&coder) }
            try resolve(prediction, from: sets[sets.endIndex - prediction.deltaIndex])
        }

        private mutating func walkExplicit(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            var counts = [negative.count, positive.count]
            try coder.unsigned(&counts[0], 0...Self.most, "num_negative_pics")
            try coder.unsigned(&counts[1], 0...Self.most, "num_positive_pics")
            try Self.walk(&negative, count: counts[0], sign: -1, &coder)
            try Self.walk(&positive, count: counts[1], sign: 1, &coder)
        }

        private static func walk(
            _ entries: inout [Entry], count: Int, sign: Int, _ coder: inout some SyntaxCoder
        ) throws(BitstreamError) {
            entries.fit(count, repeating: Entry(delta: 0, isUsed: false))
            var previous = 0
            for index in entries.indices {
                var step = sign * (entries[index].delta - previous)
                try coder.unsigned(&step, minus: 1, 1...1 << 15, "delta_poc_minus1")
                previous += sign * step
                entries[index].delta = previous
                try coder.flag(&entries[index].isUsed, "used_by_curr_pic_flag")
            }
        }

        /// H.265 §7.4.8, equations 7-61 and 7-62.
        private mutating func resolve(_ value: Prediction, from reference: ShortTermSet) throws(BitstreamError) {
            let delta = value.isNegative ? -value.absoluteDelta : value.absoluteDelta
            let last = reference.count
            let offset = reference.negative.count
            func moved(_ entries: [Entry], _ start: Int) -> [(delta: Int, index: Int)] {
                entries.indices.map { (entries[$0].delta + delta, start + $0) }
            }
            let before = moved(reference.negative, 0)
            let after = moved(reference.positive, offset)
            func kept(_ candidates: [(delta: Int, index: Int)], _ isWanted: (Int) -> Bool) -> [Entry] {
                candidates.filter { isWanted($0.delta) && value.kept[$0.index] }
                    .map { Entry(delta: $0.delta, isUsed: value.used[$0.index]) }
            }
            negative = kept(after.reversed() + [(delta, last)] + before) { $0 < 0 }
            positive = kept(before.reversed() + [(delta, last)] + after) { $0 > 0 }
            guard negative.count <= Self.most, positive.count <= Self.most else {
                throw .outOfRange(element: "NumDeltaPocs", value: count, allowed: 0...Self.most)
            }
        }
    }

    /// Long-term pictures a slice may name by index (H.265 §7.4.3.2.1).
    struct LongTermCandidates: Hashable, ContextualTable {
        struct Entry: Hashable, Sendable {
            var orderLSB = 0
            var isUsed = false
        }
        var entries: [Entry] = []

        mutating func walk(_ coder: inout some SyntaxCoder, _ bits: Int) throws(BitstreamError) {
            var count = entries.count
            try coder.unsigned(&count, 0...32, "num_long_term_ref_pics_sps")
            entries.fit(count, repeating: Entry())
            for index in entries.indices {
                try coder.bits(bits, &entries[index].orderLSB, "lt_ref_pic_poc_lsb_sps")
                try coder.flag(&entries[index].isUsed, "used_by_curr_pic_lt_sps_flag")
            }
        }
    }
}
