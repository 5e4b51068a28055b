extension HEVC {
    /// Follows the picture order count of a source (H.265 §8.3.1), and moves it where a decoder would meet one twice.
    ///
    /// A BLA picture begins with the least significant bits it has, while decoders still hold pictures of what came
    /// before it. The standard keeps the two apart; libavcodec 61 and 62 (FFmpeg 7.1 and 8) do not, and drop a picture
    /// whose count is that of one they hold. So a BLA picture is counted from where nothing is held, and so is all
    /// that follows, up to the next IDR picture: references are differences of counts and do not change.
    struct PictureCounter: Sendable {
        /// PicOrderCntVal of prevTid0Pic, as the source counts.
        private var reference = 0
        /// What is added to the source's counts.
        private var shift = 0
        /// Of the stream that is written.
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

        /// Where the next picture stands, from the first of its slices.
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
        /// Of the last picture and of those it kept for reference.
        private(set) var references: Set<Int> = []
        /// Of the last pictures in decoding order, which may wait to be shown: no decoder holds more than sixteen
        /// (H.265 §A.4.2).
        private(set) var recent: [Int] = []

        mutating func note(_ order: Int, _ slice: SliceReferences, shift: Int, startsSequence: Bool) {
            // Before it, everything is shown and forgotten (§C.5.2.2).
            if startsSequence { recent = [] }
            recent = recent.suffix(15) + [order]
            references = [order]
            references.formUnion((slice.shortTerm.negative + slice.shortTerm.positive).map { order + $0.delta })
            // Of these only the least significant bits are known: all that a BLA picture has.
            references.formUnion(slice.longTerm.map { $0.orderLSB + shift })
        }

        /// The first count at or behind `lsb` that is not held, among those a picture can begin with.
        func freeOrder(from lsb: Int, bits: Int) -> Int {
            let mask = 1 << bits - 1
            let candidates = (0...mask).lazy.map { (lsb + $0) & mask }
            let all = references.union(recent)
            // Few bits, many pictures: what is shown soon is less in the way than what stays.
            return candidates.first { !all.contains($0) } ?? candidates.first { !references.contains($0) } ?? lsb
        }
    }
}
