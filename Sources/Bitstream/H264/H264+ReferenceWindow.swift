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
