/// Moves the packets of one source onto the splice parameter sets, one span after another.
protocol PacketRewriter: Sendable {
    associatedtype Sets: JoinableSets

    init(_ relocation: Relocation<Sets>)
    var spanEnd: SliceRewriter.SpanEnd { get }
    var hasShiftedBits: Bool { get }
    mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]])
    mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8]
}

/// The parameter sets a stream moves from, and those it moves to.
struct Relocation<Sets: JoinableSets>: Sendable {
    let source: Sets
    let target: Sets
    /// The source's picture parameter sets, by their numbers in `JoinableSets.poolSource` → ids of the target.
    let identifiers: [Int: Int]
    /// Whether the target has the source's sets byte for byte.
    let isIdentity: Bool

    init(source: Sets, target: Sets, identifiers: [Int: Int]) {
        self.source = source
        self.target = target
        self.identifiers = identifiers
        isIdentity = source.framing == target.framing && source.units.allSatisfy(target.units.contains)
    }

    /// The context that the slice's header is written in, with ids of picture parameter sets → those of the target.
    func context<Header: JoinableSliceHeader>(
        of slice: Slice<Header>, _ unit: Header.Unit, _ identifiers: [Int: Int]
    ) throws(BitstreamError) -> SliceContext<Header> where Header.Sets == Sets {
        guard let id = identifiers[slice.header.pictureParameterSetID] else {
            throw .missingParameterSet(kind: "picture parameter set", id: slice.header.pictureParameterSetID)
        }
        return try SliceContext(unit, target, pictureParameterSetID: id)
    }

    /// The packet of these units for the target's sets, with its slices written by `writeSlice`.
    ///
    /// - Parameter stale: the messages that do not apply to the target's sets.
    func packet<Unit: NALUnitHeader>(
        of units: HeadedUnits<Unit>, stale: Set<Int>,
        _ writeSlice: (ArraySlice<UInt8>, inout [UInt8]) throws(BitstreamError) -> Void
    ) throws(BitstreamError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(units.reduce(64) { $0 + $1.unit.count + 8 })
        for (unit, header) in units {
            switch header.kind {
            case .slice:
                let start = target.framing.beginUnit(in: &output)
                try writeSlice(unit, &output)
                try target.framing.endUnit(behind: start, in: &output)
            case .message:
                let kept = try SupplementalInformation.filtered(
                    unit, behind: header.bytes.count, dropping: isIdentity ? [] : stale)
                if let kept { try target.framing.append(kept, to: &output) }
            case .delimiter: try target.framing.append(unit, to: &output)
            // An `avc1` or `hvc1` track keeps its sets in the header.
            case .parameterSet, .end, .filler, .foreign: break
            case .unknown: throw .unsupportedNALUnit(type: header.type)
            }
        }
        return output
    }
}

/// Moves the packets of one source onto the splice parameter sets, span by span.
///
/// A span is a run of packets in decoding order that begins at a random-access picture. The rewriter follows the
/// numbering of the span's pictures, so it must see each of its packets once, in order.
///
/// A span of HEVC may begin at a CRA picture (NAL type 21). It becomes a BLA picture (BLA_N_LP, type 18), because
/// only then does a decoder not look for earlier pictures in the other stream. Its leading pictures (types 6 to 9, up
/// to the first other picture) refer to pictures that were cut off: **the caller drops them** and shows something
/// else at their times; `rewrite` throws `leadingPictureAtSpanStart` for one. CRA pictures inside the span stay as
/// they are, with their leading pictures, and so do IDR pictures with theirs (RADL, types 6 and 7).
package struct SliceRewriter: Sendable {
    private var rewriter: any PacketRewriter

    init(_ rewriter: some PacketRewriter) { self.rewriter = rewriter }

    /// What the next span needs to know about the one before it.
    package struct SpanEnd: Hashable, Sendable {
        /// idr_pic_id, when the last picture was an H.264 IDR picture.
        var idrPictureID: Int?
        /// The picture order counts of HEVC that a decoder may still hold.
        var heldOrders = HEVC.HeldOrders()
    }

    /// The end of what has been rewritten so far.
    package var spanEnd: SpanEnd { rewriter.spanEnd }

    /// Compressed data was moved by less than a byte, which breaks uncompressed macroblocks of H.264 (I_PCM). Only a
    /// decoder can tell whether there are any.
    package var hasShiftedBits: Bool { rewriter.hasShiftedBits }

    /// Starts a new span: the next packet is a random-access picture, and follows the packet that `previous` ended
    /// with in the output (nil when there was none).
    ///
    /// - Parameter inBand: the parameter sets that came with the source's packets before the span, in order.
    package mutating func beginSpan(after previous: SpanEnd? = nil, inBand: [[UInt8]] = []) {
        rewriter.beginSpan(after: previous ?? SpanEnd(), inBand: inBand)
    }

    /// One packet (an access unit), framed like the source → the same picture under the splice sets, with 4-byte
    /// lengths. The packet itself if nothing had to change.
    package mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
        try rewriter.rewrite(packet)
    }
}
