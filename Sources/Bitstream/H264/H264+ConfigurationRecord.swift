extension H264 {
    /// AVCDecoderConfigurationRecord, the content of an `avcC` box (ISO/IEC 14496-15 §5.3.3.1).
    package struct ConfigurationRecord: Equatable, Sendable {
        /// Profile, constraint flags and level, repeated from the first sequence parameter set.
        package var profile = 100
        /// constraint_set0_flag in bit 7 down to constraint_set5_flag in bit 2.
        package var constraints = 0
        /// level_idc: 41 is level 4.1.
        package var level = 10
        /// Size in bytes of the length before each NAL unit: 1, 2 or 4.
        package var lengthSize = 4
        /// NAL units, headers included.
        package var sequenceParameterSets: [[UInt8]] = []
        /// NAL units, headers included.
        package var pictureParameterSets: [[UInt8]] = []
        /// The fields that the High profiles add; many writers omit them.
        private var highProfile: Carried<HighProfile>?
        /// Bytes that newer versions may add; kept.
        private var rest: [UInt8] = []

        /// The parameter sets, NAL unit headers included, in the order of the record.
        var units: [[UInt8]] { sequenceParameterSets + pictureParameterSets }

        package init(_ record: [UInt8]) throws(BitstreamError) {
            var reader = BitReader(record)
            try walk(&reader)
            if Self.highProfiles.contains(profile), reader.position < 8 * record.count {
                try reader.required(&highProfile, in: ())
            }
            rest = Array(record[(reader.position / 8)...])
        }

        /// A record for parameter sets that are already NAL units; lengths take 4 bytes.
        init(sequence: [Coded<SequenceParameterSet>], pictures: [Coded<PictureParameterSet>]) {
            sequenceParameterSets = sequence.map(\.unit)
            pictureParameterSets = pictures.map(\.unit)
            // The profile that a decoder of all of them needs.
            guard let first = sequence.map(\.value).max(by: { $0.profileRank ?? 0 < $1.profileRank ?? 0 }) else {
                return
            }
            profile = first.profile
            constraints = first.constraints
            level = sequence.map(\.value.level).max() ?? first.level
            guard Self.highProfiles.contains(profile) else { return }
            highProfile = Carried([
                0xfc | first.chromaFormat, 0xf8 | (first.lumaDepth - 8), 0xf8 | (first.chromaDepth - 8), 0,
            ])
        }

        package func bytes() throws(BitstreamError) -> [UInt8] {
            var copy = self
            var writer = BitWriter()
            try copy.walk(&writer)
            try copy.highProfile?.walk(&writer)
            return writer.bytes + rest
        }

        private mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            var version = 1
            try coder.bits(8, &version, "configurationVersion")
            guard version == 1 else {
                throw .outOfRange(element: "configurationVersion", value: version, allowed: 1...1)
            }
            try coder.bits(8, &profile, "AVCProfileIndication")
            try coder.bits(8, &constraints, "profile_compatibility")
            try coder.bits(8, &level, "AVCLevelIndication")
            var lengthAndOnes = 0xfc + lengthSize - 1
            try coder.bits(8, &lengthAndOnes, "lengthSizeMinusOne")
            lengthSize = (lengthAndOnes & 3) + 1
            var countAndOnes = 0xe0 | sequenceParameterSets.count
            try coder.bits(8, &countAndOnes, "numOfSequenceParameterSets")
            try coder.units(&sequenceParameterSets, count: countAndOnes & 31)
            var count = pictureParameterSets.count
            try coder.bits(8, &count, "numOfPictureParameterSets")
            try coder.units(&pictureParameterSets, count: count)
        }

        private static let highProfiles = [100, 110, 122, 144, 244]

        /// chroma_format below six reserved ones, bit depths less 8 below five, and extensions.
        enum HighProfile: CarriedSyntax {
            static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
                try carrier.bits(8, "chroma_format")
                try carrier.bits(8, "bit_depth_luma_minus8")
                try carrier.bits(8, "bit_depth_chroma_minus8")
                for _ in 0..<(try carrier.bits(8, "numOfSequenceParameterSetExt")) {
                    for _ in 0..<(try carrier.bits(16, "nalUnitLength")) { try carrier.bits(8, "nalUnit") }
                }
            }
        }
    }
}
