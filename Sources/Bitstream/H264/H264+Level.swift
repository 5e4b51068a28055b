extension H264 {
    /// level_idc and how many macroblocks its decoded picture buffer holds (H.264 table A-1, MaxDpbMbs).
    enum Level {
        private static let bufferedMacroblocks: [(level: Int, macroblocks: Int)] = [
            (9, 396), (10, 396), (11, 900), (12, 2376), (13, 2376), (20, 2376), (21, 4752), (22, 8100), (30, 8100),
            (31, 18000), (32, 20480), (40, 32768), (41, 32768), (42, 34816), (50, 110_400), (51, 184_320),
            (52, 184_320),
            (60, 696_320), (61, 696_320), (62, 696_320),
        ]

        /// MaxDpbFrames (H.264 §A.3.1 h): how many frames a decoder of this level holds; an unknown level holds all 16.
        static func frames(at level: Int, macroblocks: Int) -> Int {
            let known = bufferedMacroblocks.last { $0.level <= level }?.macroblocks ?? 396
            return min(16, known / max(1, macroblocks))
        }

        /// The lowest level from `level` up whose buffer holds `frames`.
        static func raised(_ level: Int, toHold frames: Int, macroblocks: Int) -> Int {
            bufferedMacroblocks.first { $0.level >= level && min(16, $0.macroblocks / max(1, macroblocks)) >= frames }?
                .level
                ?? level
        }
    }
}

extension H264.SequenceParameterSet {
    /// Level 1b is between 1 and 1.1; the older profiles write it as 11 with constraint_set3_flag (§A.3.1).
    var isLevel1b: Bool { level == 9 || level == 11 && hasConstraint(3) && [66, 77, 88].contains(profile) }
    /// Levels in ascending order.
    var levelRank: Int { isLevel1b ? 21 : 2 * level }

    var macroblocks: Int { widthInMacroblocks * heightInMacroblocks }

    /// Whether B slices may occur. Baseline has none, and where output follows decoding (type 2) they would be
    /// useless; a rewriter refuses one that occurs anyway.
    var mayHaveBidirectionalSlices: Bool { profile != 66 && pictureOrder.type != 2 }
}
