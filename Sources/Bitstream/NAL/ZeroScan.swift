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
