/// A syntax table that is a NAL unit of its own and that others refer to by its id.
protocol ParameterSet: SyntaxTable, Equatable, Sendable {
    /// Its name in messages.
    static var kind: StaticString { get }
    /// The NAL unit header it is written with.
    static var header: [UInt8] { get }
    static var identifiers: ClosedRange<Int> { get }
    var id: Int { get set }
}

extension ParameterSet {
    init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        self.init()
        try read(rbsp: EmulationPrevention.removed(from: unit))
    }

    /// Reads a whole RBSP: everything between the NAL unit header and the trailing bits.
    mutating func read(rbsp: [UInt8]) throws(BitstreamError) {
        var reader = BitReader(rbsp, at: Self.header.count * 8)
        try walk(&reader)
        try reader.trailingBits(Self.kind)
    }

    func coded() throws(BitstreamError) -> Coded<Self> {
        var writer = BitWriter(Self.header)
        var copy = self
        try copy.walk(&writer)
        writer.trailingBits()
        var unit: [UInt8] = []
        EmulationPrevention.insert(into: writer.bytes, appendingTo: &unit)
        return Coded(unit: unit, value: self)
    }
}

/// A parameter set as it was found, with its parsed value: "verbatim" keeps the bytes.
struct Coded<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The NAL unit, header and emulation prevention included.
    var unit: [UInt8]
    var value: Value
}

extension Array {
    func named<Value: ParameterSet>(_ id: Int) throws(BitstreamError) -> Value where Element == Coded<Value> {
        guard let set = first(where: { $0.value.id == id }) else {
            throw .missingParameterSet(kind: "\(Value.kind)", id: id)
        }
        return set.value
    }

    /// Adds a set; a later one replaces an earlier one with the same id.
    mutating func take<Value: ParameterSet>(
        _ value: Value, _ unit: ArraySlice<UInt8>
    ) where Element == Coded<Value> {
        removeAll { $0.value.id == value.id }
        append(Coded(unit: [UInt8](unit), value: value))
    }
}
