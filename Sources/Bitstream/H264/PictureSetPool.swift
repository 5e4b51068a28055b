extension H264 {
    /// The picture parameter sets behind the joint sequence parameter set: as few as serve all sources.
    struct PictureSetPool {
        private(set) var sets: [PictureParameterSet] = []
        /// For each source: its picture parameter set ids → ids in the pool.
        private(set) var identifiers: [[Int: Int]] = []
        private let sequenceID: Int
        /// Sets that must stay as they are, because slices are copied with them.
        private let isFixed: Bool

        /// With `isFixed` the first source's sets keep every bit.
        init(sources: [ParameterSets], sequenceID: Int, isFixed: Bool) throws(BitstreamError) {
            self.sequenceID = sequenceID
            self.isFixed = isFixed
            for (index, source) in sources.enumerated() {
                var map: [Int: Int] = [:]
                for coded in source.pictures {
                    guard let sequence = try? source.sequence(coded.value.sequenceID) else { continue }
                    let hasB = sequence.mayHaveBidirectionalSlices
                    guard coded.value.sliceGroups == nil else { throw .unjoinable(source: index, .sliceGroups) }
                    guard let id = place(coded.value, hasBidirectional: hasB, keep: isFixed && index == 0) else {
                        throw .unjoinable(source: index, .identifiersExhausted)
                    }
                    map[coded.value.id] = id
                }
                identifiers.append(map)
            }
        }

        private mutating func place(_ set: PictureParameterSet, hasBidirectional: Bool, keep: Bool) -> Int? {
            if !keep {
                if let found = sets.first(where: { $0.covers(set, hasBidirectional: hasBidirectional) }) { return found.id }
                if !isFixed {
                    for index in sets.indices {
                        guard let wider = sets[index].widened(for: set, hasBidirectional: hasBidirectional) else { continue }
                        sets[index] = wider
                        return wider.id
                    }
                }
            }
            var new = set
            new.sequenceID = sequenceID
            if sets.contains(where: { $0.id == new.id }) {
                guard let free = (0...255).first(where: { id in !sets.contains { $0.id == id } }) else { return nil }
                new.id = free
            }
            sets.append(new)
            return new.id
        }
    }
}

extension H264.PictureParameterSet {
    /// Whether slices of `source` can be rewritten to live under this set as it is: what their headers cannot
    /// say must agree, what they can say must have its place.
    func covers(_ source: Self, hasBidirectional: Bool) -> Bool {
        agreesBelowSlices(with: source)
            && (weightsPredictively || !source.weightsPredictively)
            && (!hasBidirectional || bidirectionalWeighting == source.bidirectionalWeighting
                || bidirectionalWeighting == 1 && source.bidirectionalWeighting == 0)
            && (hasDeblockingControl || !source.hasDeblockingControl)
            && (hasBottomFieldOrder || !source.hasBottomFieldOrder)
    }

    /// This set with room for `source` too, or nil when slice headers cannot make up for what differs.
    func widened(for source: Self, hasBidirectional: Bool) -> Self? {
        guard agreesBelowSlices(with: source) else { return nil }
        var wider = self
        wider.weightsPredictively = weightsPredictively || source.weightsPredictively
        wider.hasDeblockingControl = hasDeblockingControl || source.hasDeblockingControl
        wider.hasBottomFieldOrder = hasBottomFieldOrder || source.hasBottomFieldOrder
        // Implicit weights follow from distances; only explicit ones can be made neutral.
        if hasBidirectional, bidirectionalWeighting != source.bidirectionalWeighting {
            guard bidirectionalWeighting != 2, source.bidirectionalWeighting != 2 else { return nil }
            wider.bidirectionalWeighting = 1
        }
        return wider
    }

    /// What macroblocks are read and reconstructed with.
    private func agreesBelowSlices(with other: Self) -> Bool {
        usesCABAC == other.usesCABAC && allowsTransform8x8 == other.allowsTransform8x8
            && chromaQPOffset == other.chromaQPOffset && secondChromaQPOffset == other.secondChromaQPOffset
            && constrainsIntraPrediction == other.constrainsIntraPrediction
            && tail?.scalingLists == other.tail?.scalingLists && sliceGroups == nil && other.sliceGroups == nil
    }
}
