/// Reads syntax elements from an RBSP: bytes whose emulation prevention has been removed.
///
/// Every read is checked against the end; nothing a file contains can make it trap.
struct BitReader {
    private let bytes: [UInt8]
    /// In bits from the first byte.
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
        end = bytes.count * 8
    }

    /// The next `count` bits, 0 to 32.
    mutating func read(_ count: Int, _ element: StaticString) throws(BitstreamError) -> Int {
        guard count >= 0, count <= 32, count <= end - position else { throw .truncated(element: "\(element)") }
        let first = position >> 3
        let last = (position + count + 7) >> 3
        var value: UInt64 = 0
        for index in first..<max(first, last) { value = value << 8 | UInt64(bytes[index]) }
        value >>= UInt64(last * 8 - position - count)
        position += count
        return Int(value & ((1 << UInt64(count)) - 1))
    }

    /// The place of rbsp_stop_one_bit: the last bit that is set. Before the position when there is none.
    var stopBit: Int {
        var index = bytes.count - 1
        while index >= 0, bytes[index] == 0 { index -= 1 }
        return index < 0 ? -1 : index * 8 + 7 - bytes[index].trailingZeroBitCount
    }

    /// rbsp_trailing_bits() must be all that is left.
    func trailingBits(_ structure: StaticString) throws(BitstreamError) {
        let stop = stopBit
        guard stop >= position else { throw .truncated(element: "\(structure)") }
        guard stop == position else { throw .trailingData(structure: "\(structure)") }
    }
}

extension BitReader: SyntaxCoder {
    mutating func bits(_ count: Int, _ value: inout Int, _ element: StaticString) throws(BitstreamError) {
        value = try read(count, element)
    }

    mutating func codeNumber(_ number: inout Int, _ element: StaticString) throws(BitstreamError) {
        var zeros = 0
        while try read(1, element) == 0 {
            zeros += 1
            guard zeros < 32 else { throw .codeTooLong(element: "\(element)") }
        }
        number = try (1 << zeros) - 1 + read(zeros, element)
    }

    func hasMoreData(_ value: Bool) -> Bool { position < stopBit }
    mutating func remainder(_ value: inout RawBits) throws(BitstreamError) {
        let stop = stopBit
        guard stop >= position else { throw .truncated(element: "rbsp_trailing_bits") }
        var copy = BitWriter()
        copy.append(bitsOf: bytes, from: position, to: stop)
        value = RawBits(bytes: copy.bytes, count: stop - position)
        position = stop
    }
}
