extension H264 {
    /// The scaling_list() tables of a parameter set (H.264 §7.3.2.1.1.1): the first six are 4×4, the rest 8×8.
    struct ScalingLists: Equatable {
        /// nil where the list is not present and a fall-back rule applies.
        var lists: [ScalingList?] = []

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, count: Int) throws(BitstreamError) {
            lists.fit(count, repeating: nil)
            for index in lists.indices {
                var isPresent = lists[index] != nil
                try coder.flag(&isPresent, "scaling_list_present_flag")
                guard isPresent else {
                    lists[index] = nil
                    continue
                }
                var list = lists[index] ?? ScalingList()
                try list.walk(&coder, size: index < 6 ? 16 : 64)
                lists[index] = list
            }
        }
    }

    /// The delta_scale values of one list, as written: they stop at the one that makes the next scale zero.
    struct ScalingList: Equatable {
        var deltas: [Int] = []

        mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder, size: Int) throws(BitstreamError) {
            var scale = 8
            for index in 0..<size {
                if index == deltas.count { deltas.append(0) }
                try coder.signed(&deltas[index], -128...127, "delta_scale")
                scale = (scale + deltas[index] + 256) & 255
                if scale == 0 { return }
            }
        }
    }
}
