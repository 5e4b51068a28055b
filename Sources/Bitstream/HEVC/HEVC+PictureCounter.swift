extension HEVC {
    /// Follows the picture order count of a source (H.265 §8.3.1), and shifts it where a decoder would see one twice.
    ///
    /// A BLA picture keeps its least significant bits, while decoders still hold pictures from before it. The
    /// standard keeps the two apart; libavcodec 61 and 62 (FFmpeg 7.1 and 8) do not, and drop a picture with the
    /// count of one they hold. So a BLA picture and all that follow it, up to the next IDR picture, are counted from
    /// where nothing is held: references are differences of counts and do not change.
    struct PictureCounter: Sendable {
        /// PicOrderCntVal of prevTid0Pic, as the source counts.
        private var reference = 0
        /// Added to the source's counts.
        private var shift = 0
        /// The counts that a decoder of the written stream may hold.
        private(set) var held = HeldOrders()

        struct Position: Equatable {
            /// PicOrderCntVal of the picture and of prevTid0Pic, in the stream that is written.
            var order: Int
            var reference: Int
            var shift: Int
        }

        mutating func beginSpan(after held: HeldOrders) {
            self = PictureCounter()
            self.held = held
        }

        /// The position of the next picture, from the first of its slices.
        ///
        /// - Parameters:
        ///   - startsSequence: its counts do not follow those before it.
        ///   - bits: log2_max_pic_order_cnt_lsb of the stream that is written.
        mutating func advance(_ slice: HEVC.Slice, startsSequence: Bool, bits: Int) -> Position {
            let unit = slice.context.unit
            let lsb = slice.header.references.orderLSB
            var order = 0
            if unit.isIDR {
                shift = 0
            } else if startsSequence {
                order = lsb
                shift = held.freeOrder(from: lsb, bits: bits) - lsb
            } else {
                order = unwrapLSB(lsb, bits: slice.context.sequence.log2MaxPictureOrderLSB, near: reference)
            }
            let position = Position(order: order + shift, reference: reference + shift, shift: shift)
            held.note(
                position.order, slice.header.references, shift: shift, startsSequence: unit.isIDR || startsSequence)
            if unit.temporalID == 0, !unit.isLeading, !unit.isSubLayerNonReference { reference = order }
            return position
        }
    }

    /// The picture order counts that a decoder may still hold.
    struct HeldOrders: Hashable, Sendable {
        /// The counts of the last picture and of those it kept for reference.
        private(set) var references: Set<Int> = []
        /// The counts of the last pictures in decoding order, which may wait to be shown: no decoder holds more than
        /// sixteen (H.265 §A.4.2).
        private(set) var recent: [Int] = []

        mutating func note(_ order: Int, _ slice: SliceReferences, shift: Int, startsSequence: Bool) {
            // Everything before it is shown and dropped (§C.5.2.2).
            if startsSequence { recent = [] }
            recent = recent.suffix(15) + [order]
            references = [order]
            references.formUnion((slice.shortTerm.negative + slice.shortTerm.positive).map { order + $0.delta })
            // Only the least significant bits of these are known: all that a BLA picture has.
            references.formUnion(slice.longTerm.map { $0.orderLSB + shift })
        }

        /// The first count from `lsb` on that is not held, among those a picture can begin with.
        func freeOrder(from lsb: Int, bits: Int) -> Int {
            let mask = 1 << bits - 1
            let candidates = (0...mask).lazy.map { (lsb + $0) & mask }
            let all = references.union(recent)
            // With few bits and many pictures: those shown soon conflict less than those that stay.
            return candidates.first { !all.contains($0) } ?? candidates.first { !references.contains($0) } ?? lsb
        }
    }
}
