/// A picture parameter set as a join sees it.
protocol PoolablePictureSet: ParameterSet {
    var sequenceID: Int { get set }
    /// Whether slices of `source` can be rewritten to use this set unchanged: what their headers cannot express must
    /// agree, and there must be a field for what they can.
    func covers(_ source: Self, hasBidirectional: Bool) -> Bool
    /// This set with room for `source` too, or nil when slice headers cannot make up for the differences.
    func widened(for source: Self, hasBidirectional: Bool) -> Self?
}

/// The picture parameter sets under the splice sequence parameter set: as few as serve all sources.
struct PictureSetPool<PictureSet: PoolablePictureSet> {
    struct Source {
        var sets: [PictureSet]
        /// Whether its stream may have B slices: without them there are fewer possible differences.
        var hasBidirectional = true
    }

    private(set) var sets: [PictureSet] = []
    /// For each source: its picture parameter set ids → ids in the pool.
    private(set) var identifiers: [[Int: Int]]
    private let sequenceID: Int
    private let isFixed: Bool

    /// The sets of source number `fixed` keep every bit, because its slices are copied with them, and what they do
    /// not cover gets sets of its own.
    init(_ sources: [Source], sequenceID: Int, fixed: Int?) throws(JoinBlocker) {
        self.sequenceID = sequenceID
        isFixed = fixed != nil
        identifiers = Array(repeating: [:], count: sources.count)
        for index in (fixed.map { [$0] } ?? []) + sources.indices.filter({ $0 != fixed }) {
            for set in sources[index].sets {
                identifiers[index][set.id] =
                    index == fixed
                    ? try add(set) : try place(set, hasBidirectional: sources[index].hasBidirectional)
            }
        }
    }

    private mutating func place(_ set: PictureSet, hasBidirectional: Bool) throws(JoinBlocker) -> Int {
        if let found = sets.first(where: { $0.covers(set, hasBidirectional: hasBidirectional) }) { return found.id }
        if !isFixed {
            for index in sets.indices {
                guard let wider = sets[index].widened(for: set, hasBidirectional: hasBidirectional) else { continue }
                sets[index] = wider
                return wider.id
            }
        }
        return try add(set)
    }

    private mutating func add(_ set: PictureSet) throws(JoinBlocker) -> Int {
        var new = set
        new.sequenceID = sequenceID
        if sets.contains(where: { $0.id == new.id }) || !PictureSet.identifiers.contains(new.id) {
            guard let free = PictureSet.identifiers.first(where: { id in !sets.contains { $0.id == id } }) else {
                throw .identifiersExhausted
            }
            new.id = free
        }
        sets.append(new)
        return new.id
    }
}
