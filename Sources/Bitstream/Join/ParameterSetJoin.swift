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
