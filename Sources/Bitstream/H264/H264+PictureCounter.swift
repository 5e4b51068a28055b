extension H264 {
    /// Follows frame_num and the picture order count of a stream of frames, so that both can be written again
    /// with other widths (H.264 §7.4.3, §8.2.1).
    struct PictureCounter {
        /// FrameNum since the IDR picture, never wrapped; of the last reference picture.
        private var referenceFrame = 0
        /// prevPicOrderCntMsb + prevPicOrderCntLsb.
        private(set) var referenceOrder = 0

        struct Position: Equatable {
            /// FrameNum since the IDR picture, never wrapped.
            var frame: Int
            /// TopFieldOrderCnt.
            var order: Int
        }

        /// The position of the next picture, from the first of its slices.
        mutating func advance(
            _ header: SliceHeader, _ sequence: SequenceParameterSet, isIDR: Bool, isReference: Bool
        ) throws(BitstreamError) -> Position {
            if isIDR {
                referenceFrame = 0
                referenceOrder = 0
            }
            let frame = isIDR ? 0 : try unwrapped(header.frameNumber, bits: sequence.log2MaxFrameNumber)
            // §8.2.1.3: with type 2 output order is decoding order.
            let order =
                sequence.pictureOrder.type == 2
                ? 2 * frame - (isReference ? 0 : 1)
                : unwrapLSB(header.pictureOrderLSB, bits: sequence.pictureOrder.log2MaxLSB, near: referenceOrder)
            guard isReference else { return Position(frame: frame, order: order) }
            referenceFrame = frame
            referenceOrder = order
            if header.marking.operations?.contains(where: { $0.kind == 5 }) == true {
                // As after an IDR picture: its own numbers become the smallest (§8.2.1, tempPicOrderCnt).
                referenceFrame = 0
                referenceOrder = max(0, -header.deltaPictureOrderBottom)
            }
            return Position(frame: frame, order: order)
        }

        private func unwrapped(_ frameNumber: Int, bits: Int) throws(BitstreamError) -> Int {
            let modulus = 1 << bits
            let step = (frameNumber - referenceFrame) & (modulus - 1)
            guard step <= 1 else {
                throw .frameNumberGap(expected: (referenceFrame + 1) & (modulus - 1), found: frameNumber)
            }
            return referenceFrame + step
        }
    }
}

/// The count with these least significant bits that is nearest to the one before (H.264 §8.2.1.1, H.265 §8.3.1).
func unwrapLSB(_ lsb: Int, bits: Int, near previous: Int) -> Int {
    let modulus = 1 << bits
    let previousLSB = previous & (modulus - 1)
    let base = previous - previousLSB
    if lsb < previousLSB && previousLSB - lsb >= modulus / 2 { return base + modulus + lsb }
    if lsb > previousLSB && lsb - previousLSB > modulus / 2 { return base - modulus + lsb }
    return base + lsb
}

extension H264 {
    /// The reference frames a decoder of the source would hold (H.264 §8.2.5): enough to know which frame its sliding
    /// window drops, so that a larger window can be told to drop it too.
    struct ReferenceWindow {
        /// FrameNum since the IDR picture, never wrapped, oldest first.
        private(set) var shortTerm: [Int] = []
        private var longTerm: Set<Int> = []

        /// Marks a reference picture that has been decoded. Returns the frame that the sliding window dropped.
        mutating func mark(frame: Int, _ marking: ReferenceMarking, isIDR: Bool, capacity: Int) -> Int? {
            if isIDR {
                shortTerm = marking.isLongTerm ? [] : [frame]
                longTerm = marking.isLongTerm ? [0] : []
                return nil
            }
            guard let operations = marking.operations else {
                defer { shortTerm.append(frame) }
                let isFull = shortTerm.count + longTerm.count >= max(1, capacity)
                return isFull && !shortTerm.isEmpty ? shortTerm.removeFirst() : nil
            }
            var current: Int? = frame
            for operation in operations { apply(operation, frame: frame, current: &current) }
            if let current { shortTerm.append(current) }
            // Damaged streams may never drop one: a decoder holds at most 16 frames.
            if shortTerm.count > 16 { shortTerm.removeFirst() }
            return nil
        }

        private mutating func apply(_ operation: MarkingOperation, frame: Int, current: inout Int?) {
            switch operation.kind {
            case 1: shortTerm.removeAll { $0 == frame - operation.difference }
            case 2: longTerm.remove(operation.longTerm)
            case 3:
                shortTerm.removeAll { $0 == frame - operation.difference }
                longTerm.insert(operation.longTerm)
            case 4: longTerm = longTerm.filter { $0 < operation.longTerm }
            case 5:
                shortTerm = []
                longTerm = []
                current = 0
            case 6:
                longTerm.insert(operation.longTerm)
                current = nil
            default: break
            }
        }
    }
}
