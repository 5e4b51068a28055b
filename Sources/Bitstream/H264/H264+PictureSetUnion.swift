extension H264.PictureParameterSet: PoolablePictureSet {
    func covers(_ source: Self, hasBidirectional: Bool) -> Bool {
        agreesBelowSlices(with: source)
            && (weightsPredictively || !source.weightsPredictively)
            && (!hasBidirectional || bidirectionalWeighting == source.bidirectionalWeighting
                || bidirectionalWeighting == 1 && source.bidirectionalWeighting == 0)
            && (hasDeblockingControl || !source.hasDeblockingControl)
            && (hasBottomFieldOrder || !source.hasBottomFieldOrder)
    }

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

    /// Whether macroblocks are read and reconstructed the same way.
    private func agreesBelowSlices(with other: Self) -> Bool {
        usesCABAC == other.usesCABAC && allowsTransform8x8 == other.allowsTransform8x8
            && chromaQPOffset == other.chromaQPOffset && secondChromaQPOffset == other.secondChromaQPOffset
            && constrainsIntraPrediction == other.constrainsIntraPrediction
            && tail?.scalingLists == other.tail?.scalingLists && sliceGroups == nil && other.sliceGroups == nil
    }
}
