extension HEVC.ParameterSets {
    func checkUnion(with first: Self) throws(JoinBlocker) {
        guard sequences.count == 1 else { throw .severalSequenceParameterSets }
        guard videos.allSatisfy({ $0.value.layerCount == 1 }) else { throw .layers }
        try first.sequences[0].value.checkUnion(sequences[0].value, ignoringCropping: takesCroppingOfFirst)
        guard pictures.allSatisfy({ $0.value.extensions?.hasUnknown != true }) else { throw .layers }
    }

    func covers(_ all: [Self]) -> Bool {
        !takesCroppingOfFirst && all.allSatisfy { sequences[0].value.covers($0.sequences[0].value) }
    }

    static func union(_ all: [Self]) throws(BitstreamError) -> Self {
        var union = Self(framing: .lengthPrefixed(bytes: 4))
        let set: HEVC.SequenceParameterSet
        do { set = try HEVC.SequenceParameterSet.union(all.map { $0.sequences[0].value }) } catch {
            throw .unjoinable(source: 0, error)
        }
        let video = HEVC.VideoParameterSet(
            id: set.videoID, subLayerCount: set.subLayerCount, nestsTemporally: set.nestsTemporally,
            profileTierLevel: set.profileTierLevel,
            // Some decoders (libde265) reorder by the video parameter set.
            ordering: HEVC.SequenceParameterSet.ordering(
                [set.ordering.highest] + all.flatMap(\.videos).map(\.value.ordering.highest)))
        union.videos = [try video.coded()]
        union.sequences = [try set.coded()]
        return union
    }
}

/// One sequence parameter set for several streams: what must agree, when one set already serves another stream, and
/// the set that serves them all.
extension HEVC.SequenceParameterSet {
    /// Throws the reason why one set cannot serve both this stream and the other. With `ignoringCropping` the other
    /// is cropped like this one.
    fileprivate func checkUnion(_ other: Self, ignoringCropping: Bool) throws(JoinBlocker) {
        for set in [self, other] {
            guard set.extensions?.hasUnknown != true else { throw .layers }
            guard set.usability?.isFieldSequence != true else { throw .fieldCoding }
            guard !set.hasSeparatePlanes else { throw .separatePlanes }
        }
        try checkShape(other, ignoringCropping: ignoringCropping)
        try checkTools(other)
        try display.check(other.display)
    }

    private func checkTools(_ other: Self) throws(JoinBlocker) {
        let one = blocks
        let two = other.blocks
        let tools: [(agree: Bool, element: String)] = [
            (one.log2MinimumCoding == two.log2MinimumCoding, "smallest coding block"),
            (one.codingTreeSize == two.codingTreeSize, "coding tree block"),
            (one.log2MinimumTransform == two.log2MinimumTransform, "smallest transform block"),
            (one.log2TransformRange == two.log2TransformRange, "largest transform block"),
            (one.interTransformDepth == two.interTransformDepth, "transform depth of inter blocks"),
            (one.intraTransformDepth == two.intraTransformDepth, "transform depth of intra blocks"),
            (usesAsymmetricPartitions == other.usesAsymmetricPartitions, "asymmetric partitions"),
            (pulseCode == other.pulseCode, "PCM blocks"),
            (smoothsIntraStrongly == other.smoothsIntraStrongly, "strong intra smoothing"),
            (extensions?.range ?? 0 == other.extensions?.range ?? 0, "range extension"),
        ]
        if let difference = tools.first(where: { !$0.agree }) { throw .codingTool(element: difference.element) }
        guard usesScalingLists == other.usesScalingLists, scalingLists == other.scalingLists else {
            throw .scalingLists
        }
    }

    /// Whether slices of `source` can be rewritten to use this set unchanged. Both have passed `checkUnion`.
    fileprivate func covers(_ source: Self) -> Bool {
        guard self == source || usability?.needsTimingMessages != true else { return false }
        let profile = profileTierLevel
        let other = source.profileTierLevel
        let limits = ordering.highest
        let needs = source.ordering.highest
        let isLatencyKept = limits.latency == 0 || needs.latency != 0 && needs.latency <= limits.latency
        return other.profile.conforms(to: profile.profile.indication) && profile.level >= other.level
            && (profile.profile.isHighTier || !other.profile.isHighTier)
            && limits.buffered >= needs.buffered && limits.reordered >= needs.reordered && isLatencyKept
            && subLayerCount >= source.subLayerCount && (!nestsTemporally || source.nestsTemporally)
            // 8 bits reach 127 pictures either way, farther than any reference.
            && log2MaxPictureOrderLSB >= min(8, source.log2MaxPictureOrderLSB)
            && (usesSampleAdaptiveOffset || !source.usesSampleAdaptiveOffset)
            && (predictsMotionTemporally || !source.predictsMotionTemporally)
            && (longTerm != nil || source.longTerm == nil)
    }

    /// The set that serves all: the first with every limit raised to what any of them needs, and with the
    /// reference picture sets left to the slices.
    fileprivate static func union(_ sets: [Self]) throws(JoinBlocker) -> Self {
        var union = sets[0]
        union.subLayerCount = sets.map(\.subLayerCount).max() ?? 1
        union.nestsTemporally = sets.allSatisfy(\.nestsTemporally)
        union.profileTierLevel = try profile(sets.map(\.profileTierLevel))
        union.log2MaxPictureOrderLSB = sets.map(\.log2MaxPictureOrderLSB).max() ?? 8
        union.ordering = ordering(sets.map(\.ordering.highest))
        union.shortTermSets = []
        union.longTerm = sets.contains { $0.longTerm != nil } ? HEVC.LongTermCandidates() : nil
        union.usesSampleAdaptiveOffset = sets.contains(where: \.usesSampleAdaptiveOffset)
        union.predictsMotionTemporally = sets.contains(where: \.predictsMotionTemporally)
        union.usability = try usability(sets)
        return union
    }

    fileprivate static func ordering(_ limits: [HEVC.SubLayerOrdering.Limits]) -> HEVC.SubLayerOrdering {
        var highest = HEVC.SubLayerOrdering.Limits()
        highest.reordered = limits.map(\.reordered).max() ?? 0
        highest.buffered = max(highest.reordered + 1, limits.map(\.buffered).max() ?? 1)
        return HEVC.SubLayerOrdering(limits: [highest])
    }

    private static func profile(_ all: [HEVC.ProfileTierLevel]) throws(JoinBlocker) -> HEVC.ProfileTierLevel {
        // A profile that every stream conforms to: its own or one it declares itself compatible with.
        guard
            var union = all.first(where: { candidate in
                all.allSatisfy { $0.profile.conforms(to: candidate.profile.indication) }
            })
        else { throw .profile }
        union.profile.isHighTier = all.contains(where: \.profile.isHighTier)
        union.profile.compatibility =
            all.map(\.profile.compatibility).reduce(0xffff_ffff, &)
            | 1 << (31 - union.profile.indication)
        union.profile.constraints = all.map(\.profile.constraints).reduce(0xffff_ffff_ffff, &)
        union.level = all.map(\.level).max() ?? union.level
        union.subLayers = Carried()
        return union
    }

    private static func usability(_ sets: [Self]) throws(JoinBlocker) -> HEVC.VideoUsability? {
        guard sets.contains(where: { $0.usability != nil }) else { return nil }
        var union = HEVC.VideoUsability()
        union.display = try .union(sets.map(\.display))
        union.display.overscan = nil
        union.displayWindow = sets[0].usability?.displayWindow
        if let timing = sets[0].usability?.timing, sets.allSatisfy({ $0.usability?.timing == timing }) {
            union.timing = timing
            union.timing?.buffering = nil
        }
        return union
    }
}

extension HEVC.VideoUsability {
    /// Each picture needs a message about its time (§D.3.3), which other streams do not have.
    fileprivate var needsTimingMessages: Bool { hasFrameFieldInformation || timing?.buffering != nil }
}

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
