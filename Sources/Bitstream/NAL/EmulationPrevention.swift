/// The bytes that keep start codes out of NAL units: in 00 00 00…03 a 03 is put before the third byte
/// (H.264 §7.4.1.1, H.265 §7.4.2.3).
enum EmulationPrevention {
    /// The RBSP inside a NAL unit, its header included.
    static func removed(from unit: ArraySlice<UInt8>) -> [UInt8] {
        unit.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: source.count) { buffer, written in
                let target = UnsafeMutableRawBufferPointer(buffer)
                var start = 0
                var search = 0
                while let pair = source.firstZeroPair(from: search) {
                    guard pair + 2 < source.count else { break }
                    guard source[pair + 2] == 3 else {
                        search = pair + 1
                        continue
                    }
                    copy(source[start..<pair + 2], to: target, at: &written)
                    start = pair + 3
                    search = start
                }
                copy(source[start...], to: target, at: &written)
            }
        }
    }

    /// Appends the NAL unit of an RBSP, its header included, to `output`.
    static func insert(into rbsp: [UInt8], appendingTo output: inout [UInt8]) {
        rbsp.withUnsafeBytes { source in
            output.reserveCapacity(output.count + source.count + source.count / 64 + 16)
            var start = 0
            var search = 0
            while let pair = source.firstZeroPair(from: search) {
                guard pair + 2 < source.count else { break }
                guard source[pair + 2] <= 3 else {
                    search = pair + 3
                    continue
                }
                output.append(contentsOf: source[start..<pair + 2])
                output.append(3)
                // The run of zeros begins anew behind the inserted byte.
                start = pair + 2
                search = start
            }
            output.append(contentsOf: source[start...])
            // A NAL unit never ends with zero: cabac_zero_words are closed by a 03.
            if source.last == 0 { output.append(3) }
        }
    }

    private static func copy(
        _ part: Slice<UnsafeRawBufferPointer>, to target: UnsafeMutableRawBufferPointer, at written: inout Int
    ) {
        guard !part.isEmpty else { return }
        UnsafeMutableRawBufferPointer(rebasing: target[written..<written + part.count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        written += part.count
    }
}
