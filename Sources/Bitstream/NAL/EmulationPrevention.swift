/// The bytes that keep start codes out of NAL units: in 00 00 00…03 a 03 is put before the third byte
/// (H.264 §7.4.1.1, H.265 §7.4.2.3).
enum EmulationPrevention {
    /// The RBSP inside a NAL unit, its header included.
    static func removed(from unit: ArraySlice<UInt8>) -> [UInt8] {
        unit.withUnsafeBytes { source in
            var rbsp: [UInt8] = []
            rbsp.reserveCapacity(source.count)
            var start = 0
            while let pair = source.firstZeroPair(from: start, before: 3...3) {
                rbsp.append(contentsOf: source[start..<pair + 2])
                start = pair + 3
            }
            rbsp.append(contentsOf: source[start...])
            return rbsp
        }
    }

    /// Appends the NAL unit of an RBSP, its header included, to `output`.
    static func insert(into rbsp: [UInt8], appendingTo output: inout [UInt8]) {
        rbsp.withUnsafeBytes { source in
            output.reserveCapacity(output.count + source.count + source.count / 64 + 16)
            var start = 0
            while let pair = source.firstZeroPair(from: start, before: 0...3) {
                output.append(contentsOf: source[start..<pair + 2])
                output.append(3)
                // The run of zeros restarts after the inserted byte.
                start = pair + 2
            }
            output.append(contentsOf: source[start...])
            // A NAL unit never ends with zero: cabac_zero_words are followed by a 03.
            if source.last == 0 { output.append(3) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first place at or after `start` with two adjacent zero bytes, as before every start code and every
    /// emulation prevention byte. Eight bytes at a time: one word in thirty contains a zero.
    func firstZeroPair(from start: Int) -> Int? {
        var index = start
        while index + 9 <= count {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Sets the top bit of zero bytes (and maybe of bytes above one, hence the look below).
            if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 {
                for candidate in index..<index + 8 where self[candidate] == 0 && self[candidate + 1] == 0 {
                    return candidate
                }
            }
            index += 8
        }
        while index + 1 < count {
            if self[index] == 0 && self[index + 1] == 0 { return index }
            index += 1
        }
        return nil
    }

    /// The first place at or after `start` where two zero bytes precede one that is in `third`.
    func firstZeroPair(from start: Int, before third: ClosedRange<UInt8>) -> Int? {
        var search = start
        while let pair = firstZeroPair(from: search), pair + 2 < count {
            if third.contains(self[pair + 2]) { return pair }
            search = pair + 1
        }
        return nil
    }
}
