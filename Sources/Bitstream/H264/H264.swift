/// ITU-T H.264 (ISO/IEC 14496-10), AVC.
public enum H264 {
    /// nal_unit_type of the units that are told apart (H.264 table 7-1).
    enum UnitType {
        static let slice = 1
        static let dataPartitions = 2...4
        static let idrSlice = 5
        static let supplementalInformation = 6
        static let sequenceParameterSet = 7
        static let pictureParameterSet = 8
        static let slices: Set = [slice, idrSlice]
        static let parameterSets: Set = [sequenceParameterSet, pictureParameterSet]
        static let accessUnitDelimiter = 9
        static let endOfSequence = 10
        static let endOfStream = 11
        static let fillerData = 12
        static let prefix = 14
    }

    /// nal_unit() header (H.264 §7.3.1), one byte.
    struct UnitHeader: Equatable {
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

        var byte: UInt8 { UInt8(referenceIndication << 5 | type) }
    }
}
