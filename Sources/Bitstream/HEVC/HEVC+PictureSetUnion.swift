extension HEVC.PictureParameterSet: PoolablePictureSet {
    static let kind: StaticString = "picture parameter set"
    static var header: [UInt8] { HEVC.UnitHeader(type: HEVC.UnitType.pictureParameterSet).bytes }
    static let identifiers = 0...63

    func covers(_ source: Self, hasBidirectional: Bool) -> Bool {
        widened(for: source, hasBidirectional: hasBidirectional) == self
            // With the same filter for all slices there may be no need to override it.
            || agreesBelowSlices(with: source) && filter == source.filter && !source.overridesFilter
                && hasRoom(for: source)
    }

    func widened(for source: Self, hasBidirectional: Bool) -> Self? {
        guard agreesBelowSlices(with: source) else { return nil }
        var wider = self
        wider.allowsDependentSlices = allowsDependentSlices || source.allowsDependentSlices
        wider.hasOutputFlag = hasOutputFlag || source.hasOutputFlag
        wider.extraHeaderBits = max(extraHeaderBits, source.extraHeaderBits)
        wider.hasCABACInitialization = hasCABACInitialization || source.hasCABACInitialization
        wider.hasSliceChromaQPOffsets = hasSliceChromaQPOffsets || source.hasSliceChromaQPOffsets
        wider.weightsPredictively = weightsPredictively || source.weightsPredictively
        wider.weightsBidirectionally = weightsBidirectionally || source.weightsBidirectionally
        wider.filtersAcrossSlices = filtersAcrossSlices || source.filtersAcrossSlices
        wider.hasListModification = hasListModification || source.hasListModification
        wider.hasHeaderExtension = hasHeaderExtension || source.hasHeaderExtension
        if filter != source.filter || source.overridesFilter {
            wider.deblocking = HEVC.DeblockingControl(isOverridable: true, filter: filter)
        }
        return wider
    }

    var filter: HEVC.Deblocking { deblocking?.filter ?? HEVC.Deblocking() }
    private var overridesFilter: Bool { deblocking?.isOverridable ?? false }

    private func hasRoom(for source: Self) -> Bool {
        var same = source
        same.deblocking = deblocking
        return widened(for: same, hasBidirectional: true) == self
    }

    /// Whether coding units are read and reconstructed the same way.
    private func agreesBelowSlices(with other: Self) -> Bool {
        hidesSignData == other.hidesSignData && constrainsIntraPrediction == other.constrainsIntraPrediction
            && skipsTransform == other.skipsTransform && quantizerDepth == other.quantizerDepth
            && chromaQPOffsets == other.chromaQPOffsets && bypassesTransform == other.bypassesTransform
            && tiles == other.tiles && synchronizesEntropy == other.synchronizesEntropy
            && scalingLists == other.scalingLists && log2ParallelMerge == other.log2ParallelMerge
            && extensions == other.extensions
    }
}
