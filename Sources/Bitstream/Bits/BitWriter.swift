/// Writes syntax elements into an RBSP.
struct BitWriter {
    private var whole: [UInt8]
    /// The bits of the byte that is not full yet, in its upper bits.
    private var partial: UInt8 = 0
    private var partialCount = 0

    /// Starts after `header`, which is whole bytes.
    init(_ header: [UInt8] = []) { whole = header }

    /// Everything written so far; an unfinished byte is filled with zeros.
    var bytes: [UInt8] { partialCount == 0 ? whole : whole + [partial] }
    /// In bits from the first byte.
    var position: Int { whole.count * 8 + partialCount }

    /// Writes the lower `count` bits of `value`, 0 to 32.
    mutating func append(_ value: Int, count: Int) {
        var left = count
        while left > 0 {
            let taken = min(left, 8 - partialCount)
            let piece = UInt8(truncatingIfNeeded: value >> (left - taken)) & UInt8(truncatingIfNeeded: (1 << taken) - 1)
            partial |= piece << UInt8(8 - partialCount - taken)
            partialCount += taken
            left -= taken
            if partialCount == 8 { flush() }
        }
    }

    /// rbsp_trailing_bits(): a one, then zeros to the end of the byte.
    mutating func trailingBits() {
        append(1, count: 1)
        if partialCount > 0 { flush() }
    }

    /// Fills the byte with ones: cabac_alignment_one_bit (H.264 §7.3.4).
    mutating func alignWithOnes() {
        if partialCount > 0 { append(0xff, count: 8 - partialCount) }
    }

    private mutating func flush() {
        whole.append(partial)
        partial = 0
        partialCount = 0
    }
}

extension BitWriter {
    /// Appends whole bytes; the position must be at a byte boundary.
    mutating func append(bytes: ArraySlice<UInt8>) {
        precondition(partialCount == 0, "bytes can only be appended at a byte boundary")
        whole.append(contentsOf: bytes)
    }

    /// Appends the bits of another RBSP from `start` up to, but not including, `end`, eight bytes at a time, whatever
    /// the two alignments.
    mutating func append(bitsOf source: [UInt8], from start: Int, to end: Int) {
        precondition(start >= 0 && start <= end && end <= source.count * 8, "bits outside the source")
        var position = start
        whole.reserveCapacity(whole.count + (end - start) / 8 + 2)
        // To a byte boundary of our own first: from there each output word is one shifted source word.
        let lead = min(end - position, (8 - partialCount) & 7)
        append(Self.bits(of: source, at: position, count: lead), count: lead)
        position += lead
        let shift = UInt64(position & 7)
        source.withUnsafeBytes { raw in
            // Nine source bytes make eight shifted ones, so the last word stays below the end.
            while end - position >= 64, (position >> 3) + 9 <= raw.count {
                let index = position >> 3
                let word = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let next = UInt64(raw[index + 8])
                var shifted = (shift == 0 ? word : word << shift | next >> (8 - shift)).bigEndian
                Swift.withUnsafeBytes(of: &shifted) { whole.append(contentsOf: $0) }
                position += 64
            }
        }
        while position < end {
            let count = min(8, end - position)
            append(Self.bits(of: source, at: position, count: count), count: count)
            position += count
        }
    }

    private static func bits(of source: [UInt8], at position: Int, count: Int) -> Int {
        guard count > 0 else { return 0 }
        let index = position >> 3
        let pair = Int(source[index]) << 8 | (index + 1 < source.count ? Int(source[index + 1]) : 0)
        return pair >> (16 - (position & 7) - count) & ((1 << count) - 1)
    }
}

extension BitWriter: SyntaxCoder {
    mutating func bits(_ count: Int, _ value: inout Int, _ element: StaticString) throws(BitstreamError) {
        let allowed = 0...(1 << count) - 1
        guard allowed.contains(value) else { throw .outOfRange(element: "\(element)", value: value, allowed: allowed) }
        append(value, count: count)
    }

    mutating func codeNumber(_ number: inout Int, _ element: StaticString) throws(BitstreamError) {
        // As many zeros as the number plus one has bits below its first.
        let code = number &+ 1
        let length = Int.bitWidth - code.leadingZeroBitCount
        append(0, count: length - 1)
        append(code, count: length)
    }

    func hasMoreData(_ value: Bool) -> Bool { value }
    mutating func remainder(_ value: inout RawBits) throws(BitstreamError) {
        guard value.count <= value.bytes.count * 8 else { throw .truncated(element: "extension data") }
        append(bitsOf: value.bytes, from: 0, to: value.count)
    }
}
