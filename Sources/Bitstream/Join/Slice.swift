/// A slice header as a join sees it, whatever the standard.
protocol JoinableSliceHeader: Equatable {
    associatedtype Sets: JoinableSets
    associatedtype Unit: NALUnitHeader

    var pictureParameterSetID: Int { get }

    init()
    /// The elements that can be read before the parameter sets are known.
    mutating func walkIdentity(_ coder: inout some SyntaxCoder, _ unit: Unit) throws(BitstreamError)
    mutating func walk(_ coder: inout some SyntaxCoder, _ context: SliceContext<Self>) throws(BitstreamError)
}

struct SliceContext<Header: JoinableSliceHeader> {
    var unit: Header.Unit
    var sequence: Header.Sets.SequenceSet
    var picture: Header.Sets.PictureSet

    init(_ unit: Header.Unit, _ sets: Header.Sets, pictureParameterSetID: Int) throws(BitstreamError) {
        self.unit = unit
        picture = try sets.pictures.named(pictureParameterSetID)
        sequence = try sets.sequences.named(picture.sequenceID)
    }
}

/// A parsed slice NAL unit: its header, and where the data after it begins.
struct Slice<Header: JoinableSliceHeader> {
    var header = Header()
    var context: SliceContext<Header>
    /// Bits from the first byte of the RBSP to the end of the header.
    var headerEnd: Int

    /// Most headers end within this; the rest of the slice need not be read.
    private static var headerWindow: Int { 256 }

    init(_ unit: ArraySlice<UInt8>, _ sets: Header.Sets) throws(BitstreamError) {
        do {
            try self.init(rbsp: EmulationPrevention.removed(from: unit.prefix(Self.headerWindow)), sets)
        } catch .truncated where unit.count > Self.headerWindow {
            try self.init(rbsp: EmulationPrevention.removed(from: unit), sets)
        }
    }

    private init(rbsp: [UInt8], _ sets: Header.Sets) throws(BitstreamError) {
        let unit = try Header.Unit(rbsp[...])
        var reader = BitReader(rbsp, at: unit.bytes.count * 8)
        var identity = Header()
        var peek = reader
        try identity.walkIdentity(&peek, unit)
        context = try SliceContext(unit, sets, pictureParameterSetID: identity.pictureParameterSetID)
        try header.walk(&reader, context)
        headerEnd = reader.position
    }

    /// A header in place of the one the slice has, read against `target`.
    func writer(of header: Header, _ target: SliceContext<Header>) throws(BitstreamError) -> BitWriter {
        var writer = BitWriter(target.unit.bytes)
        var copy = header
        try copy.walk(&writer, target)
        return writer
    }
}
