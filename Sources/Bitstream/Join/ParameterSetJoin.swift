/// Several streams behind one set of parameters, so that their packets can follow each other in one track.
///
/// Packets of each source pass through that source's `SliceRewriter`; the record goes into the file's header:
///
///     let join = try ParameterSetJoin.h264([back, front, encoder])
///     var rewriter = join.rewriters[1]
///     rewriter.beginSpan(after: spanBefore)
///     let packet = try rewriter.rewrite(packetOfFront)
public struct ParameterSetJoin: Sendable {
    /// How close to the sources the common sets are, best first.
    public enum Rung: Hashable, Sendable {
        /// The sets of one source serve all: its packets stay as they are, byte for byte.
        case verbatim(primary: Int)
        /// One new sequence parameter set covers all sources.
        case union
        /// Each source keeps its own sets under ids of their own; players differ in what they make of it.
        case distinct
    }

    public let rung: Rung
    /// The content of the `avcC` or `hvcC` box.
    public let configurationRecord: [UInt8]
    /// How many picture parameter sets there are; one is what players like best.
    public let pictureParameterSetCount: Int
    /// One for each source, in the order they were given. Packets come out with 4-byte lengths.
    public let rewriters: [SliceRewriter]

    /// Joins H.264 streams behind one sequence parameter set. The first is the primary, whose sets are kept when
    /// possible; an encoder is a source like the others.
    ///
    /// With `allowsDistinct`, sources that cannot share a set keep their own, under ids of their own, in the
    /// header and again in front of every IDR picture; coded size, cropping, chroma format, depth and color must agree
    /// all the same.
    ///
    /// - Throws: `BitstreamError.unjoinable` with the reason.
    public static func h264(
        _ sources: [H264.ParameterSets], allowsDistinct: Bool = false
    ) throws(BitstreamError) -> ParameterSetJoin {
        try ParameterSetJoin(sources, allowsDistinct: allowsDistinct)
    }

    /// Joins HEVC streams behind one video and one sequence parameter set; otherwise as
    /// `h264(_:allowsDistinct:)`. Dolby Vision units (NAL types 62 and 63) are left out of what the rewriters
    /// return.
    public static func hevc(
        _ sources: [HEVC.ParameterSets], allowsDistinct: Bool = false
    ) throws(BitstreamError) -> ParameterSetJoin {
        try ParameterSetJoin(sources, allowsDistinct: allowsDistinct)
    }

    private init<Sets: JoinableSets>(_ sources: [Sets], allowsDistinct: Bool) throws(BitstreamError) {
        let sets: JoinedSets<Sets>
        do { sets = try JoinedSets(sharedBy: sources) } catch .unjoinable where allowsDistinct {
            sets = try JoinedSets(besideEachOther: sources)
        }
        rung = sets.rung
        configurationRecord = try sets.all.configurationRecord()
        pictureParameterSetCount = sets.all.pictures.count
        rewriters = sources.indices.map { index in
            SliceRewriter(
                Sets.Rewriter(
                    Relocation(
                        source: sources[index], target: sets.own[index], identifiers: sets.identifiers[index],
                        repeatsParameterSets: sets.rung == .distinct)))
        }
    }
}
