/// One sequence parameter set for several streams: what must agree, when one set already serves another stream, and
/// the set that serves them all.
extension H264.ParameterSets {
    private var onlySequence: H264.SequenceParameterSet { sequences[0].value }

    /// How far decoding order departs from output order; nil if unknown.
    private var reorderDepth: Int? {
        guard onlySequence.mayHaveBidirectionalSlices else { return 0 }
        return measuredReorderDepth ?? onlySequence.usability?.restriction?.reorderFrames
    }

    /// Frames a decoder must be able to hold.
    private var bufferedFrames: Int {
        let set = onlySequence
        if let declared = set.usability?.restriction?.decodedPictureBuffer { return declared }
        let most = H264.Level.frames(at: set.level, macroblocks: set.macroblocks)
        guard let reorderDepth else { return max(most, set.maximumReferenceFrames) }
        return max(set.maximumReferenceFrames, min(most, set.maximumReferenceFrames + reorderDepth))
    }

    func checkUnion(with first: Self) throws(JoinBlocker) {
        guard sequences.count == 1 else { throw .severalSequenceParameterSets }
        try first.onlySequence.checkUnion(onlySequence, ignoringCropping: takesCroppingOfFirst)
        guard keyedPictures.allSatisfy({ $0.set.value.sliceGroups == nil }) else { throw .sliceGroups }
    }

    func covers(_ all: [Self]) -> Bool {
        all.allSatisfy(covers) && all[0].onlySequence.croppingOrNone == onlySequence.croppingOrNone
    }

    /// Whether slices of `use` can be rewritten to use the only sequence parameter set here unchanged. Both have passed
    /// `checkUnion`.
    private func covers(_ use: Self) -> Bool {
        let (target, source) = (onlySequence, use.onlySequence)
        guard target == source || target.isTrueOf(source) else { return false }
        guard target.profile == source.profile || target.profileRank ?? -1 >= source.profileRank ?? .max,
            target.levelRank >= source.levelRank, target.maximumReferenceFrames >= source.maximumReferenceFrames,
            !source.mayHaveBidirectionalSlices || target.infersDirect8x8 == source.infersDirect8x8
        else { return false }
        switch (target.pictureOrder.type, source.pictureOrder.type) {
        case (2, 0) where use.reorderDepth != 0: return false
        case (0, 0) where use.reorderDepth != 0 && target.pictureOrder.log2MaxLSB < source.pictureOrder.log2MaxLSB:
            return false
        default: break
        }
        // A declared reorder depth that is too small loses frames, and where none is declared players start with
        // none.
        guard let restriction = target.usability?.restriction else { return use.reorderDepth == 0 }
        guard let depth = use.reorderDepth else { return false }
        return restriction.reorderFrames >= depth
            && (target == source || restriction.decodedPictureBuffer >= use.bufferedFrames)
    }

    static func union(_ all: [Self]) throws(BitstreamError) -> Self {
        var union = Self(framing: .lengthPrefixed(bytes: 4))
        let set: H264.SequenceParameterSet
        do { set = try sequence(for: all) } catch { throw .unjoinable(source: 0, error) }
        union.sequences = [try set.coded()]
        return union
    }

    /// The set that serves all: the first with every limit raised to what any of them needs.
    private static func sequence(for uses: [Self]) throws(JoinBlocker) -> H264.SequenceParameterSet {
        let sets = uses.map(\.onlySequence)
        var union = sets[0]
        union.constraints = sets.map(\.impliedConstraints).reduce(0xff, &)
        if let highest = sets.max(by: { $0.profileRank ?? 0 < $1.profileRank ?? 0 }) {
            union.profile = highest.profile
        }
        union.log2MaxFrameNumber = sets.map(\.log2MaxFrameNumber).max() ?? 4
        union.maximumReferenceFrames = sets.map(\.maximumReferenceFrames).max() ?? 0
        union.allowsFrameNumberGaps = sets.allSatisfy(\.allowsFrameNumberGaps)
        if sets.contains(where: { $0.pictureOrder.type == 0 }) {
            let bits = sets.filter { $0.pictureOrder.type == 0 }.map(\.pictureOrder.log2MaxLSB).max() ?? 4
            // Type 2 counts become explicit; 6 bits leave them room for 15 frames without a reference.
            union.pictureOrder = H264.PictureOrderSyntax(type: 0, log2MaxLSB: max(bits, 6))
        }
        if let direct = sets.first(where: \.mayHaveBidirectionalSlices) {
            union.infersDirect8x8 = direct.infersDirect8x8
        }
        union.usability = try usability(uses)
        raiseLevel(&union, for: sets)
        return union
    }

    private static func raiseLevel(_ union: inout H264.SequenceParameterSet, for sets: [H264.SequenceParameterSet]) {
        guard let highest = sets.max(by: { $0.levelRank < $1.levelRank }) else { return }
        let frames = max(union.maximumReferenceFrames, union.usability?.restriction?.decodedPictureBuffer ?? 0)
        let needed = H264.Level.raised(highest.level, toHold: frames, macroblocks: union.macroblocks)
        union.level = needed
        let levelFlag = 1 << 4
        if highest.isLevel1b && needed == highest.level && [66, 77, 88].contains(union.profile) {
            union.level = 11
            union.constraints |= levelFlag
        } else if union.profile < 100 {
            union.constraints &= ~levelFlag
        }
    }

    private static func usability(_ uses: [Self]) throws(JoinBlocker) -> H264.VideoUsability? {
        let restriction = restriction(uses)
        guard restriction != nil || uses.contains(where: { $0.onlySequence.usability != nil }) else { return nil }
        var union = H264.VideoUsability()
        union.display = try .union(uses.map(\.onlySequence.display))
        let timing = uses[0].onlySequence.usability?.timing
        union.timing = uses.allSatisfy { $0.onlySequence.usability?.timing == timing } ? timing : nil
        union.restriction = restriction
        return union
    }

    /// nil only where nothing is reordered and no stream declares it.
    private static func restriction(_ uses: [Self]) -> H264.BitstreamRestriction? {
        let declared = uses.compactMap { $0.onlySequence.usability?.restriction }
        // For a stream that does not declare it, a decoder must assume all that its level allows (§E.2.1).
        let depth = uses.map { $0.reorderDepth ?? $0.bufferedFrames }.max() ?? 16
        guard depth > 0 || !declared.isEmpty else { return nil }
        var union = H264.BitstreamRestriction()
        if declared.count == uses.count {
            union.allowsVectorsOverBoundaries = declared.contains(where: \.allowsVectorsOverBoundaries)
            union.log2MaxHorizontalVector = declared.map(\.log2MaxHorizontalVector).max() ?? 16
            union.log2MaxVerticalVector = declared.map(\.log2MaxVerticalVector).max() ?? 16
        }
        union.reorderFrames = depth
        union.decodedPictureBuffer = max(
            depth, uses.map(\.bufferedFrames).max() ?? 16, uses.map(\.onlySequence.maximumReferenceFrames).max() ?? 0)
        return union
    }
}

extension H264.SequenceParameterSet {
    /// Throws the reason why one set cannot serve both this stream and the other. With `ignoringCropping` the other
    /// is cropped like this one.
    fileprivate func checkUnion(_ other: Self, ignoringCropping: Bool) throws(JoinBlocker) {
        for set in [self, other] {
            guard set.isFrameOnly else { throw .fieldCoding }
            guard set.pictureOrder.type != 1 else { throw .pictureOrderType }
            guard !set.hasSeparatePlanes else { throw .separatePlanes }
        }
        try checkShape(other, ignoringCropping: ignoringCropping)
        guard bypassesTransformAtZero == other.bypassesTransformAtZero else {
            throw .losslessTransform
        }
        guard scalingLists == other.scalingLists else { throw .scalingLists }
        // Only B slices predict directly, so a stream without them can follow the other.
        let bothPredictDirectly = mayHaveBidirectionalSlices && other.mayHaveBidirectionalSlices
        guard !bothPredictDirectly || infersDirect8x8 == other.infersDirect8x8 else { throw .directInference }
        guard profile == other.profile || profileRank != nil && other.profileRank != nil else {
            throw .profile
        }
        try display.check(other.display)
    }

    /// Whether this set's rate, buffering and vector limits also hold for pictures that were coded under `source`.
    fileprivate func isTrueOf(_ source: Self) -> Bool {
        guard let own = usability else { return true }
        // Each picture would need a timing message that fits (§D.2.2).
        guard own.networkBuffering == nil, own.codecBuffering == nil, !own.hasPictureStructure else { return false }
        if let timing = own.timing, timing.isFixedRate {
            guard let other = source.usability?.timing, other.isFixedRate,
                timing.unitsInTick.multipliedFullWidth(by: other.timeScale)
                    == other.unitsInTick.multipliedFullWidth(by: timing.timeScale)
            else { return false }
        }
        guard let limits = own.restriction else { return true }
        let other = source.usability?.restriction ?? H264.BitstreamRestriction()
        return (limits.allowsVectorsOverBoundaries || !other.allowsVectorsOverBoundaries)
            && limits.log2MaxHorizontalVector >= other.log2MaxHorizontalVector
            && limits.log2MaxVerticalVector >= other.log2MaxVerticalVector
    }

    /// Baseline, Main, High, High 10, High 4:2:2, High 4:4:4: each decoder decodes those before its own, apart
    /// from slice groups and data partitions, which are refused elsewhere. nil for the others.
    var profileRank: Int? { [66, 77, 100, 110, 122, 244].firstIndex(of: profile) }

    var croppingOrNone: CroppingWindow { cropping ?? CroppingWindow() }

    /// The constraint flags, with those that the profile implies.
    fileprivate var impliedConstraints: Int { constraints | (profile == 66 ? 0x80 : profile == 77 ? 0x40 : 0) }
}

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
