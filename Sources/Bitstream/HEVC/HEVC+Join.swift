extension HEVC {
    /// The parameter sets that several streams share, and how each stream's slices refer to them.
    struct Join {
        var rung: ParameterSetJoin.Rung
        var target: ParameterSets
        /// For each source: picture parameter set ids → ids in `target`.
        var identifiers: [[Int: Int]]

        /// The best rung of DESIGN §4.5 for these sources: a source's own sets when they serve all, else a union.
        /// Fewer picture parameter sets win, then the copy that changes fewer packets.
        init(_ sources: [ParameterSets]) throws(BitstreamError) {
            var sequences: [SequenceParameterSet] = []
            for (index, source) in sources.enumerated() {
                guard source.sequences.count == 1 else {
                    throw .unjoinable(source: index, .severalSequenceParameterSets)
                }
                guard source.videos.allSatisfy({ $0.value.layerCount == 1 }) else {
                    throw .unjoinable(source: index, .layers)
                }
                let sequence = source.sequences[0].value
                sequences.append(sequence)
                do {
                    try SequenceUnion.check(sequences[0], sequence, ignoringWindow: source.takesCroppingOfFirst)
                } catch { throw .unjoinable(source: index, error) }
            }
            guard !sequences.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            let union = try Self.union(sources, sequences)
            let covering = sequences.indices.first { candidate in
                !sources[candidate].takesCroppingOfFirst
                    && sequences.allSatisfy { SequenceUnion.covers(sequences[candidate], $0) }
            }
            if let primary = covering, let verbatim = try? Self.verbatim(sources, primary: primary),
                verbatim.target.pictures.count <= union.target.pictures.count
            {
                self = verbatim
            } else {
                self = union
            }
        }

        private init(rung: ParameterSetJoin.Rung, target: ParameterSets, identifiers: [[Int: Int]]) {
            self.rung = rung
            self.target = target
            self.identifiers = identifiers
        }

        private static func verbatim(_ sources: [ParameterSets], primary: Int) throws(BitstreamError) -> Join {
            var order = sources
            let first = order.remove(at: primary)
            order.insert(first, at: 0)
            let pool = try pool(order, sequenceID: first.sequences[0].value.id, isFixed: true)
            var identifiers = pool.identifiers
            let own = identifiers.removeFirst()
            identifiers.insert(own, at: primary)
            var target = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            target.videos = first.videos
            target.sequences = first.sequences
            try target.take(pool, originals: first.pictures)
            return Join(rung: .verbatim(primary: primary), target: target, identifiers: identifiers)
        }

        private static func union(
            _ sources: [ParameterSets], _ sequences: [SequenceParameterSet]
        ) throws(BitstreamError) -> Join {
            let union: SequenceParameterSet
            do { union = try SequenceUnion.union(sequences) } catch { throw .unjoinable(source: 0, error) }
            let pool = try pool(sources, sequenceID: union.id, isFixed: false)
            var target = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            let video = VideoParameterSet(
                id: union.videoID, subLayerCount: union.subLayerCount, nestsTemporally: union.nestsTemporally,
                profileTierLevel: union.profileTierLevel,
                // Some decoders (libde265) reorder by what the video parameter set says.
                ordering: SequenceUnion.ordering(
                    [union.ordering.highest] + sources.flatMap(\.videos).map(\.value.ordering.highest)))
            target.videos = [try video.coded(hevc: UnitType.videoParameterSet)]
            target.sequences = [try union.coded(hevc: UnitType.sequenceParameterSet)]
            try target.take(pool, originals: [])
            return Join(rung: .union, target: target, identifiers: pool.identifiers)
        }

        private static func pool(
            _ sources: [ParameterSets], sequenceID: Int, isFixed: Bool
        ) throws(BitstreamError) -> PictureSetPool<PictureParameterSet> {
            for (index, source) in sources.enumerated()
            where source.pictures.contains(where: { $0.value.extensions?.hasUnknown == true }) {
                throw .unjoinable(source: index, .layers)
            }
            let contents = sources.map { source in
                PictureSetPool<PictureParameterSet>.Source(
                    sets: source.pictures.map {
                        var set = $0.value
                        if source.hasOneSliceInEachPicture { set.filtersAcrossSlices = false }
                        return set
                    })
            }
            do { return try PictureSetPool(contents, sequenceID: sequenceID, isFixed: isFixed) } catch {
                throw .unjoinable(source: 0, error)
            }
        }
    }
}

extension HEVC.ParameterSets {
    /// The pool's sets, in their own bytes where they are someone's.
    fileprivate mutating func take(
        _ pool: PictureSetPool<HEVC.PictureParameterSet>, originals: [Coded<HEVC.PictureParameterSet>]
    ) throws(BitstreamError) {
        for set in pool.sets {
            if let original = originals.first(where: { $0.value == set }) {
                pictures.append(original)
            } else {
                pictures.append(try set.coded(hevc: HEVC.UnitType.pictureParameterSet))
            }
        }
    }
}
