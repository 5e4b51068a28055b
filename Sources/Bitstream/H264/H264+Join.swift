extension H264 {
    /// The parameter sets that several streams share, and how each stream's slices refer to them.
    struct Join {
        var rung: ParameterSetJoin.Rung
        var target: ParameterSets
        /// For each source: the keys of its picture parameter sets → ids in `target`.
        var identifiers: [[Int: Int]]

        /// The best rung of DESIGN §4.5 for these sources: a source's own sets when they serve all, else a union.
        /// Fewer picture parameter sets win, then the copy that changes fewer packets.
        init(_ sources: [ParameterSets]) throws(BitstreamError) {
            let uses = try Self.uses(sources)
            for (index, other) in uses.enumerated() {
                do { try SequenceUnion.check(uses[0], other) } catch { throw .unjoinable(source: index, error) }
            }
            let union = try Self.union(sources, uses)
            let covering = uses.indices.first { SequenceUnion.covers(uses[$0], all: uses) }
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

        private static func uses(_ sources: [ParameterSets]) throws(BitstreamError) -> [SequenceUse] {
            var uses: [SequenceUse] = []
            for (index, source) in sources.enumerated() {
                guard let use = source.onlySequence else {
                    throw .unjoinable(source: index, .severalSequenceParameterSets)
                }
                uses.append(use)
            }
            guard !uses.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            return uses
        }

        private static func verbatim(_ sources: [ParameterSets], primary: Int) throws(BitstreamError) -> Join {
            var order = sources
            let first = order.remove(at: primary)
            order.insert(first, at: 0)
            let kept = first.sequences[0]
            let pool = try pool(order, sequenceID: kept.value.id, isFixed: true)
            var identifiers = pool.identifiers
            let own = identifiers.removeFirst()
            identifiers.insert(own, at: primary)
            return Join(
                rung: .verbatim(primary: primary), target: try target(kept, pool, originals: first.pictures),
                identifiers: identifiers)
        }

        private static func union(_ sources: [ParameterSets], _ uses: [SequenceUse]) throws(BitstreamError) -> Join {
            let union: SequenceParameterSet
            do { union = try SequenceUnion.union(uses) } catch { throw .unjoinable(source: 0, error) }
            let pool = try pool(sources, sequenceID: union.id, isFixed: false)
            return Join(
                rung: .union, target: try target(try union.coded(), pool, originals: []), identifiers: pool.identifiers)
        }

        private static func pool(
            _ sources: [ParameterSets], sequenceID: Int, isFixed: Bool
        ) throws(BitstreamError) -> PictureSetPool<PictureParameterSet> {
            for (index, source) in sources.enumerated()
            where source.keyedPictures.contains(where: { $0.set.value.sliceGroups != nil }) {
                throw .unjoinable(source: index, .sliceGroups)
            }
            let contents = sources.map { source in
                PictureSetPool<PictureParameterSet>.Source(
                    sets: source.keyedPictures.map { key, set in
                        var picture = set.value
                        picture.id = key
                        return picture
                    },
                    hasBidirectional: source.sequences[0].value.mayHaveBidirectionalSlices)
            }
            do { return try PictureSetPool(contents, sequenceID: sequenceID, isFixed: isFixed) } catch {
                throw .unjoinable(source: 0, error)
            }
        }

        private static func target(
            _ sequence: Coded<SequenceParameterSet>, _ pool: PictureSetPool<PictureParameterSet>,
            originals: [Coded<PictureParameterSet>]
        ) throws(BitstreamError) -> ParameterSets {
            var target = ParameterSets(framing: .lengthPrefixed(bytes: 4))
            target.sequences = [sequence]
            for set in pool.sets {
                if let original = originals.first(where: { $0.value == set }) {
                    target.pictures.append(original)
                } else {
                    target.pictures.append(try set.coded(chromaFormat: sequence.value.chroma.format))
                }
            }
            return target
        }
    }
}
