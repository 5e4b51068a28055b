extension HEVC {
    /// One sequence parameter set for several streams: what must agree, when one set already serves another
    /// stream, and the set that serves them all.
    enum SequenceUnion {
        /// Throws what makes a common set impossible. With `ignoringCropping` the other stream is cropped as the first.
        static func check(
            _ first: SequenceParameterSet, _ other: SequenceParameterSet, ignoringCropping: Bool
        ) throws(JoinBlocker) {
            for set in [first, other] {
                guard set.extensions?.hasUnknown != true else { throw .layers }
                guard set.usability?.isFieldSequence != true else { throw .fieldCoding }
                guard !set.hasSeparatePlanes else { throw .separatePlanes }
            }
            try first.checkShape(other, ignoringCropping: ignoringCropping)
            try checkTools(first, other)
            try first.display.check(other.display)
        }

        private static func checkTools(_ first: SequenceParameterSet, _ other: SequenceParameterSet)
            throws(JoinBlocker)
        {
            let one = first.blocks
            let two = other.blocks
            let tools: [(agree: Bool, element: String)] = [
                (one.log2MinimumCoding == two.log2MinimumCoding, "smallest coding block"),
                (one.codingTreeSize == two.codingTreeSize, "coding tree block"),
                (one.log2MinimumTransform == two.log2MinimumTransform, "smallest transform block"),
                (one.log2TransformRange == two.log2TransformRange, "largest transform block"),
                (one.interTransformDepth == two.interTransformDepth, "transform depth of inter blocks"),
                (one.intraTransformDepth == two.intraTransformDepth, "transform depth of intra blocks"),
                (first.usesAsymmetricPartitions == other.usesAsymmetricPartitions, "asymmetric partitions"),
                (first.pulseCode == other.pulseCode, "PCM blocks"),
                (first.smoothsIntraStrongly == other.smoothsIntraStrongly, "strong intra smoothing"),
                (first.extensions?.range ?? 0 == other.extensions?.range ?? 0, "range extension"),
            ]
            if let difference = tools.first(where: { !$0.agree }) { throw .codingTool(element: difference.element) }
            guard first.usesScalingLists == other.usesScalingLists, first.scalingLists == other.scalingLists else {
                throw .scalingLists
            }
        }

        /// Whether slices of `source` can be rewritten to live under `target` as it is. Both have passed `check`.
        static func covers(_ target: SequenceParameterSet, _ source: SequenceParameterSet) -> Bool {
            guard target == source || target.usability?.needsTimingMessages != true else { return false }
            let profile = target.profileTierLevel
            let other = source.profileTierLevel
            let limits = target.ordering.highest
            let needs = source.ordering.highest
            let isLatencyKept = limits.latency == 0 || needs.latency != 0 && needs.latency <= limits.latency
            return other.profile.conforms(to: profile.profile.indication) && profile.level >= other.level
                && (profile.profile.isHighTier || !other.profile.isHighTier)
                && limits.buffered >= needs.buffered && limits.reordered >= needs.reordered && isLatencyKept
                && target.subLayerCount >= source.subLayerCount && (!target.nestsTemporally || source.nestsTemporally)
                // 8 bits reach 127 pictures either way, farther than any reference.
                && target.log2MaxPictureOrderLSB >= min(8, source.log2MaxPictureOrderLSB)
                && (target.usesSampleAdaptiveOffset || !source.usesSampleAdaptiveOffset)
                && (target.predictsMotionTemporally || !source.predictsMotionTemporally)
                && (target.longTerm != nil || source.longTerm == nil)
        }

        /// The set that serves all: the first with every limit raised to what any of them needs, and with the
        /// reference picture sets left to the slices.
        static func union(_ sets: [SequenceParameterSet]) throws(JoinBlocker) -> SequenceParameterSet {
            var union = sets[0]
            union.subLayerCount = sets.map(\.subLayerCount).max() ?? 1
            union.nestsTemporally = sets.allSatisfy(\.nestsTemporally)
            union.profileTierLevel = try profile(sets.map(\.profileTierLevel))
            union.log2MaxPictureOrderLSB = sets.map(\.log2MaxPictureOrderLSB).max() ?? 8
            union.ordering = ordering(sets.map(\.ordering.highest))
            union.shortTermSets = []
            union.longTerm = sets.contains { $0.longTerm != nil } ? LongTermCandidates() : nil
            union.usesSampleAdaptiveOffset = sets.contains(where: \.usesSampleAdaptiveOffset)
            union.predictsMotionTemporally = sets.contains(where: \.predictsMotionTemporally)
            union.usability = try usability(sets)
            return union
        }

        static func ordering(_ limits: [SubLayerOrdering.Limits]) -> SubLayerOrdering {
            var highest = SubLayerOrdering.Limits()
            highest.reordered = limits.map(\.reordered).max() ?? 0
            highest.buffered = max(highest.reordered + 1, limits.map(\.buffered).max() ?? 1)
            return SubLayerOrdering(limits: [highest])
        }

        private static func profile(_ all: [ProfileTierLevel]) throws(JoinBlocker) -> ProfileTierLevel {
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

        private static func usability(_ sets: [SequenceParameterSet]) throws(JoinBlocker) -> VideoUsability? {
            guard sets.contains(where: { $0.usability != nil }) else { return nil }
            var union = VideoUsability()
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
}

extension HEVC.VideoUsability {
    /// Each picture has to come with a message about its time (§D.3.3), which no other stream's do.
    fileprivate var needsTimingMessages: Bool { hasFrameFieldInformation || timing?.buffering != nil }
}
