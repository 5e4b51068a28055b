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
