/// How the NAL units of a packet are delimited.
package enum NALUnitFraming: Hashable, Sendable {
    /// Start codes 00 00 01 (H.264 annex B, H.265 annex B): used by encoders and transport streams.
    case annexB
    /// Each unit preceded by its length in 1, 2 or 4 bytes, big-endian (ISO/IEC 14496-15 §5.3.2): used in MP4.
    case lengthPrefixed(bytes: Int)

    /// The NAL units of a packet, emulation prevention still in place.
    package func units(in packet: [UInt8]) throws(BitstreamError) -> [ArraySlice<UInt8>] {
        switch self {
        case .annexB: Self.unitsBetweenStartCodes(in: packet)
        case .lengthPrefixed(let bytes): try Self.unitsBehindLengths(of: bytes, in: packet)
        }
    }

    /// Appends one NAL unit that already has emulation prevention.
    func append(_ unit: ArraySlice<UInt8>, to packet: inout [UInt8]) throws(BitstreamError) {
        let prefix = beginUnit(in: &packet)
        packet.append(contentsOf: unit)
        try endUnit(behind: prefix, in: &packet)
    }

    /// Makes room for the prefix of a unit that is then appended and closed with `endUnit`.
    func beginUnit(in packet: inout [UInt8]) -> Int {
        switch self {
        case .annexB: packet.append(contentsOf: [0, 0, 0, 1])
        case .lengthPrefixed(let bytes): packet.append(contentsOf: repeatElement(0, count: bytes))
        }
        return packet.count
    }

    /// Writes the length of the unit that begins at `start` and ends the packet.
    func endUnit(behind start: Int, in packet: inout [UInt8]) throws(BitstreamError) {
        guard case .lengthPrefixed(let bytes) = self else { return }
        let length = packet.count - start
        guard length < 1 << (8 * bytes) else {
            throw .doesNotFit(element: "NAL unit length", value: length, limit: 1 << (8 * bytes) - 1)
        }
        for index in 0..<bytes { packet[start - 1 - index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }

    private static func unitsBehindLengths(of size: Int, in packet: [UInt8]) throws(BitstreamError) -> [ArraySlice<
        UInt8
    >] {
        var units: [ArraySlice<UInt8>] = []
        var position = 0
        while position < packet.count {
            guard packet.count - position >= size else { throw .truncated(element: "NAL unit length") }
            var length = 0
            for byte in packet[position..<position + size] { length = length << 8 | Int(byte) }
            position += size
            guard length <= packet.count - position else { throw .truncated(element: "NAL unit") }
            if length > 0 { units.append(packet[position..<position + length]) }
            position += length
        }
        return units
    }

    private static func unitsBetweenStartCodes(in stream: [UInt8]) -> [ArraySlice<UInt8>] {
        var units: [ArraySlice<UInt8>] = []
        stream.withUnsafeBytes { bytes in
            var start: Int?
            func close(at end: Int) {
                guard let first = start else { return }
                // trailing_zero_8bits and the zero_byte of the next start code belong to no unit.
                var last = end
                while last > first, bytes[last - 1] == 0 { last -= 1 }
                if last > first { units.append(stream[first..<last]) }
            }
            while let pair = bytes.firstZeroPair(from: start ?? 0, before: 1...1) {
                close(at: pair)
                start = pair + 3
            }
            close(at: bytes.count)
        }
        return units
    }
}
