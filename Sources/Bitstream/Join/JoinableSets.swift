/// The parameter sets of one stream as a join sees them, whatever the standard.
protocol JoinableSets: Sendable {
    associatedtype SequenceSet: ParameterSet, PictureShape
    associatedtype PictureSet: PoolablePictureSet

    var framing: NALUnitFraming { get set }
    var takesCroppingOfFirst: Bool { get }
    var sequences: [Coded<SequenceSet>] { get }
    var pictures: [Coded<PictureSet>] { get set }
    /// All sets as NAL units.
    var units: [[UInt8]] { get }
    /// The picture parameter sets under unique numbers, as input for a pool.
    var poolSource: PictureSetPool<PictureSet>.Source { get }

    /// No sets yet.
    init(framing: NALUnitFraming)
    /// Throws the reason why one sequence parameter set cannot serve both this stream and `first`.
    func checkUnion(with first: Self) throws(JoinBlocker)
    /// Whether slices of all streams can be rewritten to use the sequence parameter set here unchanged. All have
    /// passed `checkUnion`.
    func covers(_ all: [Self]) -> Bool
    /// The sequence parameter set that serves all, without picture parameter sets.
    static func union(_ all: [Self]) throws(BitstreamError) -> Self
    /// Throws the reason why this stream's sequence parameter sets cannot coexist with those of `first`.
    func checkDistinct(from first: SequenceSet) throws(JoinBlocker)
    /// These sets under ids that `others` do not have, and their numbers in `poolSource` → ids; nil when no ids are
    /// left.
    func renamed(
        beside others: Self, cropping: CroppingWindow?
    ) throws(BitstreamError) -> (sets: Self, identifiers: [Int: Int])?
    mutating func append(_ other: Self)
    /// The content of an `avcC` or `hvcC` box.
    func configurationRecord() throws(BitstreamError) -> [UInt8]
}

/// The parameter sets of several streams in one file, and how each stream's slices refer to them.
struct JoinedSets<Sets: JoinableSets> {
    /// The source whose sets serve all, if there is one.
    private(set) var primary: Int?
    /// The sets in the file's header.
    private(set) var all: Sets
    /// For each source, the sets that its pictures use.
    private(set) var own: [Sets] = []
    /// For each source: the numbers of its picture parameter sets → ids in `own`.
    private(set) var identifiers: [[Int: Int]] = []

    /// The best rung (`ParameterSetJoin.Rung`) for these sources: a source's own sets when they serve all, else a union.
    /// Fewer picture parameter sets win, then the copy that changes fewer packets.
    init(sharedBy sources: [Sets]) throws(BitstreamError) {
        for (index, source) in sources.enumerated() {
            do { try source.checkUnion(with: sources[0]) } catch { throw .unjoinable(source: index, error) }
        }
        guard !sources.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
        self = try JoinedSets(sources, try Sets.union(sources), primary: nil)
        if let primary = sources.indices.first(where: { sources[$0].covers(sources) }),
            let verbatim = try? JoinedSets(sources, sources[primary], primary: primary),
            verbatim.all.pictures.count <= all.pictures.count
        {
            self = verbatim
        }
    }

    /// Joins the sources under the sequence parameter set of `sequence`, which is that of `primary`.
    private init(_ sources: [Sets], _ sequence: Sets, primary: Int?) throws(BitstreamError) {
        let pool: PictureSetPool<Sets.PictureSet>
        do {
            pool = try PictureSetPool(
                sources.map(\.poolSource), sequenceID: sequence.sequences[0].value.id, fixed: primary)
        } catch { throw .unjoinable(source: 0, error) }
        self.primary = primary
        all = sequence
        all.framing = .lengthPrefixed(bytes: 4)
        all.pictures = try pool.sets.map { set throws(BitstreamError) in
            // Byte for byte if it is the primary's.
            if let original = sequence.pictures.first(where: { $0.value == set }) { return original }
            return try set.coded()
        }
        own = Array(repeating: all, count: sources.count)
        identifiers = pool.identifiers
    }

    /// Each source's own sets, side by side under distinct ids.
    init(besideEachOther sources: [Sets]) throws(BitstreamError) {
        guard let first = sources.first?.sequences.first?.value else {
            throw .missingParameterSet(kind: "sequence parameter set", id: 0)
        }
        all = Sets(framing: .lengthPrefixed(bytes: 4))
        for (index, source) in sources.enumerated() {
            do { try source.checkDistinct(from: first) } catch { throw .unjoinable(source: index, error) }
            let cropping = source.takesCroppingOfFirst ? first.cropping : nil
            guard let renamed = try source.renamed(beside: all, cropping: cropping) else {
                throw .unjoinable(source: index, .identifiersExhausted)
            }
            all.append(renamed.sets)
            own.append(renamed.sets)
            identifiers.append(renamed.identifiers)
        }
    }
}
