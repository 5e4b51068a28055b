/// Walks a syntax table of a standard, reading it or writing it.
///
/// Each table is transcribed once, as a `walk` over `inout` values: a `BitReader` fills the values in, a
/// `BitWriter` writes them down. So what is read is written back bit for bit.
protocol SyntaxCoder {
    /// u(n): `count` bits, most significant first; 0 to 32 of them.
    mutating func bits(_ count: Int, _ value: inout Int, _ element: StaticString) throws(BitstreamError)
    /// An Exp-Golomb code number, at most 2³² − 2 (H.264 §9.1, H.265 §9.2).
    mutating func codeNumber(_ number: inout Int, _ element: StaticString) throws(BitstreamError)
    /// more_rbsp_data(): whether an optional tail follows. A writer writes it when the value has one.
    func hasMoreData(_ value: Bool) -> Bool
    /// All bits up to the trailing ones, uninterpreted.
    mutating func remainder(_ value: inout RawBits) throws(BitstreamError)
}

/// Bits that are carried along without interpretation, from the first bit of `bytes`.
struct RawBits: Hashable, Sendable {
    var bytes: [UInt8] = []
    var count = 0
}

/// A piece of syntax that starts empty and is filled or written by a walk, which depends on a `Context` from other
/// tables.
protocol ContextualTable {
    associatedtype Context
    init()
    mutating func walk(_ coder: inout some SyntaxCoder, _ context: Context) throws(BitstreamError)
}

/// A piece of syntax that depends on nothing else.
protocol SyntaxTable: ContextualTable where Context == Void {
    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError)
}

extension SyntaxTable {
    mutating func walk(_ coder: inout some SyntaxCoder, _: Void) throws(BitstreamError) { try walk(&coder) }
}

extension SyntaxCoder {
    /// ue(v): an unsigned Exp-Golomb code.
    mutating func unsigned(
        _ value: inout Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError) {
        try codeNumber(&value, element)
        guard allowed.contains(value) else { throw .outOfRange(element: "\(element)", value: value, allowed: allowed) }
    }

    /// se(v): a signed Exp-Golomb code.
    mutating func signed(
        _ value: inout Int, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError) {
        // §9.1.1: code numbers 1, 2, 3, 4 stand for 1, −1, 2, −2.
        var number = value > 0 ? 2 &* value &- 1 : -2 &* value
        try codeNumber(&number, element)
        value = number & 1 == 1 ? (number &+ 1) / 2 : -(number / 2)
        guard allowed.contains(value) else { throw .outOfRange(element: "\(element)", value: value, allowed: allowed) }
    }

    /// u(1).
    mutating func flag(_ value: inout Bool, _ element: StaticString) throws(BitstreamError) {
        var bit = value ? 1 : 0
        try bits(1, &bit, element)
        value = bit == 1
    }

    mutating func bytes(_ value: inout [UInt8], count: Int, _ element: StaticString) throws(BitstreamError) {
        guard count <= 1 << 16 else { throw .outOfRange(element: "\(element)", value: count, allowed: 0...1 << 16) }
        value.fit(count, repeating: 0)
        for index in value.indices {
            var byte = Int(value[index])
            try bits(8, &byte, element)
            value[index] = UInt8(truncatingIfNeeded: byte)
        }
    }

    /// NAL units, each preceded by its length in two bytes.
    mutating func units(_ units: inout [[UInt8]], count: Int) throws(BitstreamError) {
        // Each takes two bytes at least, so a reader stops at the end of what is there.
        if count != units.count { units = [] }
        for index in 0..<count {
            if index == units.count { units.append([]) }
            var length = units[index].count
            try bits(16, &length, "nalUnitLength")
            try bytes(&units[index], count: length, "nalUnit")
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

    /// A one-bit "present" flag and the table it announces.
    mutating func optional<Table: ContextualTable>(
        _ table: inout Table?, _ element: StaticString, in context: Table.Context
    ) throws(BitstreamError) {
        var isPresent = table != nil
        try flag(&isPresent, element)
        guard isPresent else { return table = nil }
        try required(&table, in: context)
    }

    mutating func optional(_ table: inout (some SyntaxTable)?, _ element: StaticString) throws(BitstreamError) {
        try optional(&table, element, in: ())
    }

    /// A table that is present because of what came before it.
    mutating func required<Table: ContextualTable>(
        _ table: inout Table?, in context: Table.Context
    ) throws(BitstreamError) {
        var value = table ?? Table()
        try value.walk(&self, context)
        table = value
    }

    /// A one-bit "present" flag and the number it announces.
    mutating func optional(
        _ value: inout Int?, _ flag: StaticString, _ allowed: ClosedRange<Int>, _ element: StaticString
    ) throws(BitstreamError) {
        var isPresent = value != nil
        try self.flag(&isPresent, flag)
        guard isPresent else { return value = nil }
        var number = value ?? allowed.lowerBound
        try unsigned(&number, allowed, element)
        value = number
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
