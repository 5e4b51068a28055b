/// Walks a syntax table of a standard, reading it or writing it.
///
/// Each table is transcribed once, as a `walk` over `inout` values: a `BitReader` fills the values in, a
/// `BitWriter` writes them down. What is read is therefore what is written, bit for bit.
protocol SyntaxCoder {
    /// u(n): `count` bits, most significant first; 0 to 32 of them.
    mutating func bits(_ count: Int, _ value: inout Int, _ element: StaticString) throws(BitstreamError)
    /// ue(v): an unsigned Exp-Golomb code.
    mutating func unsigned(
        _ value: inout Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError)
    /// se(v): a signed Exp-Golomb code.
    mutating func signed(
        _ value: inout Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError)
    /// more_rbsp_data(): whether an optional tail follows. A writer writes it when the value has one.
    func hasMoreData(_ value: Bool) -> Bool
    /// All bits up to the trailing ones, uninterpreted.
    mutating func remainder(_ value: inout RawBits) throws(BitstreamError)
    /// Whether whole bytes follow, in structures that have no trailing bits.
    func hasMoreBytes(_ value: Bool) -> Bool
}

/// Bits that are carried along without being understood, from the first bit of `bytes`.
struct RawBits: Hashable, Sendable {
    var bytes: [UInt8] = []
    var count = 0
}

/// A piece of syntax that begins empty and is filled or written by a walk.
protocol SyntaxTable {
    init()
    mutating func walk<Coder: SyntaxCoder>(_ coder: inout Coder) throws(BitstreamError)
}

extension SyntaxCoder {
    /// u(1).
    mutating func flag(_ value: inout Bool, _ element: StaticString) throws(BitstreamError) {
        var bit = value ? 1 : 0
        try bits(1, &bit, element)
        value = bit == 1
    }

    /// `count` whole bytes.
    mutating func bytes(_ value: inout [UInt8], count: Int, _ element: StaticString) throws(BitstreamError) {
        guard count <= 1 << 16 else { throw .outOfRange(element: "\(element)", value: count, allowed: 0...1 << 16) }
        value.fit(count, repeating: 0)
        for index in value.indices {
            var byte = Int(value[index])
            try bits(8, &byte, element)
            value[index] = UInt8(truncatingIfNeeded: byte)
        }
    }

    /// A value that the standard codes as "minus n".
    mutating func unsigned(
        _ value: inout Int, minus offset: Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError) {
        var coded = value - offset
        try unsigned(&coded, (allowed.lowerBound - offset)...(allowed.upperBound - offset), element)
        value = coded + offset
    }

    /// A signed value that the standard codes as "minus n".
    mutating func signed(
        _ value: inout Int, minus offset: Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError) {
        var coded = value - offset
        try signed(&coded, (allowed.lowerBound - offset)...(allowed.upperBound - offset), element)
        value = coded + offset
    }

    /// A one-bit "present" flag and the table it announces.
    mutating func optional<Table: SyntaxTable>(_ table: inout Table?, _ element: StaticString) throws(BitstreamError) {
        var isPresent = table != nil
        try flag(&isPresent, element)
        guard isPresent else { return table = nil }
        try required(&table)
    }

    /// A table that is present because of what came before it.
    mutating func required<Table: SyntaxTable>(_ table: inout Table?) throws(BitstreamError) {
        var value = table ?? Table()
        try value.walk(&self)
        table = value
    }
}

extension Array {
    /// Makes room for what a reader is about to fill in; a writer's array has that size already.
    mutating func fit(_ count: Int, repeating element: Element) {
        if count != self.count { self = Array(repeating: element, count: count) }
    }
}

/// Ceil(Log2(x)) for a count of things, the width of many u(v) elements.
func ceilLog2(_ count: Int) -> Int {
    count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
}

/// Any ue(v) of at most 32 bits.
let anyUnsigned = 0...Int(UInt32.max) - 1
/// Any se(v) of at most 32 bits.
let anySigned = -Int(Int32.max)...Int(Int32.max)

extension SyntaxTable {
    /// Reads a whole RBSP: everything between the NAL unit header and the trailing bits.
    init(rbsp: [UInt8], skipping headerBytes: Int, _ structure: StaticString) throws(BitstreamError) {
        self.init()
        var reader = BitReader(rbsp, at: headerBytes * 8)
        try walk(&reader)
        try reader.trailingBits(structure)
    }

    /// Writes a whole RBSP behind a NAL unit header, trailing bits included.
    func rbsp(header: [UInt8]) throws(BitstreamError) -> [UInt8] {
        var writer = BitWriter(header)
        var copy = self
        try copy.walk(&writer)
        writer.trailingBits()
        return writer.bytes
    }
}

/// A parameter set as it was found, next to what it says: the bytes are what "verbatim" keeps.
struct Coded<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The NAL unit, header and emulation prevention included.
    var unit: [UInt8]
    var value: Value
}
