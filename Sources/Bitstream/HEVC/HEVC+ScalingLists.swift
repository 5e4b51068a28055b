extension HEVC {
    /// scaling_list_data() (H.265 §7.3.4).
    struct ScalingLists: Hashable, SyntaxTable {
        enum List: Hashable, Sendable {
            /// scaling_list_pred_matrix_id_delta: a copy of an earlier list, or the default.
            case predicted(delta: Int)
            /// scaling_list_dc_coef_minus8 for the large sizes, then the deltas of the coefficients.
            case explicit(dc: Int, deltas: [Int])
        }
        /// Six lists each of 4×4, 8×8 and 16×16, two of 32×32.
        var lists: [List] = []

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError) {
            lists.fit(20, repeating: .predicted(delta: 0))
            for index in lists.indices {
                let size = index / 6
                var isExplicit = if case .explicit = lists[index] { true } else { false }
                try coder.flag(&isExplicit, "scaling_list_pred_mode_flag")
                lists[index] =
                    try isExplicit
                    ? Self.explicit(lists[index], size: size, &coder) : Self.predicted(lists[index], &coder)
            }
        }

        private static func predicted<Coder: SyntaxCoder>(_ list: List, _ coder: inout Coder) throws(BitstreamError)
            -> List
        {
            var delta = if case .predicted(let value) = list { value } else { 0 }
            try coder.unsigned(&delta, 0...5, "scaling_list_pred_matrix_id_delta")
            return .predicted(delta: delta)
        }

        private static func explicit<Coder: SyntaxCoder>(
            _ list: List, size: Int, _ coder: inout Coder
        ) throws(BitstreamError) -> List {
            var (dc, deltas) = if case .explicit(let dc, let deltas) = list { (dc, deltas) } else { (0, [Int]()) }
            if size > 1 { try coder.signed(&dc, -7...247, "scaling_list_dc_coef_minus8") }
            deltas.fit(size == 0 ? 16 : 64, repeating: 0)
            for index in deltas.indices { try coder.signed(&deltas[index], -128...127, "scaling_list_delta_coef") }
            return .explicit(dc: dc, deltas: deltas)
        }
    }
}
