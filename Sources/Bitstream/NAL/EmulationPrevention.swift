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
