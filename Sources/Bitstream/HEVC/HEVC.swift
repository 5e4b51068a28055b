/// ITU-T H.265 (ISO/IEC 23008-2), HEVC.
public enum HEVC {
    /// nal_unit_type of the units that are told apart (H.265 table 7-1).
    enum UnitType {
        static let slices = 0...31
        static let radl = 6...7
        static let rasl = 8...9
        static let randomAccess = 16...23
        /// BLA pictures.
        static let brokenLink = 16...18
        static let blaNoLeading = 18
        static let idr = 19...20
        static let cleanRandomAccess = 21
        static let videoParameterSet = 32
        static let sequenceParameterSet = 33
        static let pictureParameterSet = 34
        static let accessUnitDelimiter = 35
        static let endOfSequence = 36
        static let endOfStream = 37
        static let fillerData = 38
        static let supplementalInformation = 39...40
        /// Unspecified types that Dolby Vision uses: reference processing units and enhancement layer slices.
        static let dolbyVision = 62...63
        /// Units that a packet of the splice stream does not have: an `hvc1` track keeps its sets in the header.
        static let leftOut: Set = [
            videoParameterSet, sequenceParameterSet, pictureParameterSet, endOfSequence, endOfStream, 62, 63,
        ]
    }

    /// nal_unit_header() (H.265 §7.3.1.2), two bytes.
    struct UnitHeader: Hashable, Sendable {
        static let size = 2
        var type: Int
        var layer = 0
        var temporalID = 0

        init(type: Int) { self.type = type }

        init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            guard unit.count >= Self.size else { throw .truncated(element: "nal_unit_header") }
            let word = Int(unit[unit.startIndex]) << 8 | Int(unit[unit.startIndex + 1])
            guard word & 7 > 0 else { throw .outOfRange(element: "nuh_temporal_id_plus1", value: 0, allowed: 1...7) }
            type = word >> 9 & 63
            layer = word >> 3 & 63
            temporalID = (word & 7) - 1
        }

        var bytes: [UInt8] {
            let word = type << 9 + layer << 3 + temporalID + 1
            return [UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word)]
        }

        var isSlice: Bool { UnitType.slices ~= type }
        var isIDR: Bool { UnitType.idr ~= type }
        /// IDR, CRA and BLA pictures, and the types reserved for more of them.
        var isRandomAccess: Bool { UnitType.randomAccess ~= type }
        var isLeading: Bool { UnitType.radl ~= type || UnitType.rasl ~= type }
        /// A picture that others of its sub-layer do not refer to: the even types below 16.
        var isSubLayerNonReference: Bool { type < 16 && type & 1 == 0 }
    }
}
