/// SEI messages: information in a stream in addition to its pictures (H.264 §7.3.2.3 and annex D, H.265 §7.3.5 and
/// annex D). The outer syntax and the numbers used here are the same in both standards.
enum SupplementalInformation {
    /// payloadType of the messages that are examined.
    enum PayloadType {
        static let bufferingPeriod = 0
        static let pictureTiming = 1
        static let userDataUnregistered = 5
        static let markingRepetition = 7
        static let activeParameterSets = 129
        static let decodingUnitInformation = 130
    }

    /// uuid_iso_iec_11578 of the version texts of x264 and x265.
    private static let encoderIdentifiers: [[UInt8]] = [
        [0xdc, 0x45, 0xe9, 0xbd, 0xe6, 0xd9, 0x48, 0xb7, 0x96, 0x2c, 0xd8, 0x20, 0xd9, 0x23, 0xee, 0xef],
        [0x2c, 0xa2, 0xde, 0x09, 0xb5, 0x17, 0x47, 0xdb, 0xbb, 0x55, 0xa4, 0xfe, 0x7f, 0xc2, 0xfc, 0x4e],
    ]

    /// The NAL unit without the messages of the given types and without an encoder's version text: unchanged when
    /// nothing is removed, nil when nothing is left.
    ///
    /// - Parameter headerBytes: the size of the NAL unit header.
    static func filtered(
        _ unit: ArraySlice<UInt8>, behind headerBytes: Int, dropping types: Set<Int>
    ) throws(BitstreamError) -> ArraySlice<UInt8>? {
        let rbsp = EmulationPrevention.removed(from: unit)
        var kept = Array(rbsp.prefix(headerBytes))
        var isWhole = true
        var position = headerBytes
        // The trailing bits are one byte, 80; damaged files may pad it with zeros.
        let end = rbsp.lastIndex { $0 != 0 } ?? 0
        while position < end {
            let start = position
            let type = try number(in: rbsp, at: &position)
            let size = try number(in: rbsp, at: &position)
            guard size <= rbsp.count - position else { throw .truncated(element: "sei_payload") }
            let payload = rbsp[position..<position + size]
            position += size
            let isVersion =
                type == PayloadType.userDataUnregistered && encoderIdentifiers.contains(where: payload.starts)
            if types.contains(type) || isVersion { isWhole = false } else { kept += rbsp[start..<position] }
        }
        if isWhole { return unit }
        if kept.count == headerBytes { return nil }
        var output: [UInt8] = []
        EmulationPrevention.insert(into: kept + [0x80], appendingTo: &output)
        return output[...]
    }

    /// payloadType and payloadSize: 255 for each FF byte, plus the byte after them.
    private static func number(in rbsp: [UInt8], at position: inout Int) throws(BitstreamError) -> Int {
        var sum = 0
        while position < rbsp.count {
            let byte = rbsp[position]
            position += 1
            sum += Int(byte)
            if byte != 0xff { return sum }
        }
        throw .truncated(element: "sei_message")
    }
}
