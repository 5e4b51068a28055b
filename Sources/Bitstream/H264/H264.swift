/// ITU-T H.264 (ISO/IEC 14496-10), AVC.
package enum H264 {
    /// nal_unit_type of the units that are distinguished (H.264 table 7-1).
    enum UnitType {
        static let idrSlice = 5
        static let supplementalInformation = 6
        static let sequenceParameterSet = 7
        static let pictureParameterSet = 8
    }

    /// nal_unit() header (H.264 §7.3.1), one byte.
    struct UnitHeader: NALUnitHeader {
        var referenceIndication: Int
        var type: Int

        init(referenceIndication: Int, type: Int) {
            self.referenceIndication = referenceIndication
            self.type = type
        }

        init(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            guard let byte = unit.first else { throw .truncated(element: "nal_unit_header") }
            referenceIndication = Int(byte >> 5) & 3
            type = Int(byte) & 31
        }

        var kind: NALUnitKind {
            switch type {
            case 1, UnitType.idrSlice: .slice
            case UnitType.supplementalInformation: .message
            case UnitType.sequenceParameterSet, UnitType.pictureParameterSet: .parameterSet
            case 9: .delimiter
            case 10, 11: .end
            case 12: .filler
            // Prefix units only describe temporal layers (annex G).
            case 14: .foreign
            default: .unknown
            }
        }

        var bytes: [UInt8] { [UInt8(referenceIndication << 5 | type)] }
    }
}
