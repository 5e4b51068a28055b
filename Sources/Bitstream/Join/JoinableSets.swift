/// The parameter sets of one stream as a join sees them, whatever the standard.
protocol JoinableSets: Sendable {
    associatedtype SequenceSet: ParameterSet, PictureShape
    associatedtype PictureSet: PoolablePictureSet

    var framing: NALUnitFraming { get set }
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
    /// The content of an `avcC` or `hvcC` box.
    func configurationRecord() throws(BitstreamError) -> [UInt8]
}

/// The parameter sets that several streams share in one file, and how each stream's slices refer to them.
struct JoinedSets<Sets: JoinableSets> {
    /// The source whose sets serve all, if there is one.
    let primary: Int?
    /// The sets in the file's header.
    let all: Sets
    /// For each source: the numbers of its picture parameter sets → ids in `all`.
    let identifiers: [[Int: Int]]

    /// The best rung (`ParameterSetJoin.Rung`) for these sources: a source's own sets when they serve all, else a union.
    /// Fewer picture parameter sets win, then the copy that changes fewer packets.
    init(sharedBy sources: [Sets]) throws(BitstreamError) {
        for (index, source) in sources.enumerated() {
            do { try source.checkUnion(with: sources[0]) } catch { throw .unjoinable(source: index, error) }
        }
        guard !sources.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
        let union = try JoinedSets(sources, try Sets.union(sources), primary: nil)
        if let primary = sources.indices.first(where: { sources[$0].covers(sources) }),
            let verbatim = try? JoinedSets(sources, sources[primary], primary: primary),
            verbatim.all.pictures.count <= union.all.pictures.count
        {
            self = verbatim
        } else {
            self = union
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
        var all = sequence
        all.framing = .lengthPrefixed(bytes: 4)
        all.pictures = try pool.sets.map { set throws(BitstreamError) in
            // Byte for byte if it is the primary's.
            if let original = sequence.pictures.first(where: { $0.value == set }) { return original }
            return try set.coded()
        }
        self.all = all
        identifiers = pool.identifiers
    }
}

/// Joins several streams under one set of parameters, so that their packets can follow each other in one track.
///
/// Packets of each source pass through that source's `SliceRewriter`; the record goes into the file's header:
///
///     let join = try ParameterSetJoin.h264([back, front, encoder])
///     var rewriter = join.rewriters[1]
///     rewriter.beginSpan(after: spanBefore)
///     let packet = try rewriter.rewrite(packetOfFront)
package struct ParameterSetJoin: Sendable {
    /// How close to the sources the common sets are, best first.
    package enum Rung: Hashable, Sendable {
        /// The sets of one source serve all: its packets stay as they are, byte for byte.
        case verbatim(primary: Int)
        /// One new sequence parameter set covers all sources.
        case union
    }

    /// The best one that the sources allow.
    package let rung: Rung
    /// The content of the `avcC` or `hvcC` box.
    package let configurationRecord: [UInt8]
    /// How many picture parameter sets there are; players work best with one.
    package let pictureParameterSetCount: Int
    /// One for each source, in the order they were given. They output packets with 4-byte lengths.
    package let rewriters: [SliceRewriter]

    /// Joins H.264 streams under one sequence parameter set. The first is the primary, whose sets are kept when
    /// possible; an encoder is a source like the others.
    ///
    /// - Throws: `BitstreamError.unjoinable` with the reason.
    package static func h264(_ sources: [H264.ParameterSets]) throws(BitstreamError) -> ParameterSetJoin {
        try ParameterSetJoin(sources, H264.PacketRewriter.self)
    }

    /// Joins HEVC streams under one video and one sequence parameter set; otherwise like `h264(_:)`.
    /// The rewriters drop Dolby Vision units (NAL types 62 and 63).
    package static func hevc(_ sources: [HEVC.ParameterSets]) throws(BitstreamError) -> ParameterSetJoin {
        try ParameterSetJoin(sources, HEVC.PacketRewriter.self)
    }

    private init<Rewriter: PacketRewriter>(
        _ sources: [Rewriter.Sets], _: Rewriter.Type
    ) throws(BitstreamError) {
        let sets = try JoinedSets(sharedBy: sources)
        rung = sets.primary.map { .verbatim(primary: $0) } ?? .union
        configurationRecord = try sets.all.configurationRecord()
        pictureParameterSetCount = sets.all.pictures.count
        rewriters = sources.indices.map { index in
            SliceRewriter(
                Rewriter(
                    Relocation(source: sources[index], target: sets.all, identifiers: sets.identifiers[index])))
        }
    }
}
