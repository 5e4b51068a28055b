/// ITU-T H.265 (ISO/IEC 23008-2), HEVC.
package enum HEVC {
    /// nal_unit_type of the units that are distinguished (H.265 table 7-1).
    enum UnitType {
        /// RADL and RASL pictures.
        static let leading = 6...9
        static let randomAccess = 16...23
        /// BLA pictures.
        static let brokenLink = 16...18
        static let blaNoLeading = 18
        static let idr = 19...20
        static let cleanRandomAccess = 21
        static let videoParameterSet = 32
        static let sequenceParameterSet = 33
        static let pictureParameterSet = 34
        static let supplementalInformation = 39...40
    }

    /// nal_unit_header() (H.265 §7.3.1.2), two bytes.
    struct UnitHeader: NALUnitHeader {
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

        var kind: NALUnitKind {
            switch type {
            // Unspecified types that Dolby Vision uses: reference processing units and enhancement layer slices.
            case 62, 63: .foreign
            case 36, 37: .end
            case 38: .filler
            case _ where layer > 0: .unknown
            case 0...31: .slice
            case UnitType.videoParameterSet...UnitType.pictureParameterSet: .parameterSet
            case 35: .delimiter
            case UnitType.supplementalInformation: .message
            default: .unknown
            }
        }

        var isIDR: Bool { UnitType.idr ~= type }
        /// IDR, CRA and BLA pictures, and the types reserved for more of them.
        var isRandomAccess: Bool { UnitType.randomAccess ~= type }
        var isLeading: Bool { UnitType.leading ~= type }
        /// A picture that others of its sub-layer do not refer to: the even types below 16.
        var isSubLayerNonReference: Bool { type < 16 && type & 1 == 0 }
    }
}
