extension HEVC {
    /// HEVCDecoderConfigurationRecord, the content of an `hvcC` box (ISO/IEC 14496-15 §8.3.3.1).
    public struct ConfigurationRecord: Equatable, Sendable {
        var profile = ProfileTierLevel.Profile()
        var level = 93
        var minimumSpatialSegmentation = 0
        /// 1 slices, 2 tiles, 3 wavefronts, 0 mixed or unknown.
        var parallelism = 0
        var chromaFormat = 1
        var lumaDepth = 8
        var chromaDepth = 8
        var averageFrameRate = 0
        var constantFrameRate = 0
        var temporalLayerCount = 1
        var nestsTemporally = true
        /// Bytes of the length in front of each NAL unit: 1, 2 or 4.
        public var lengthSize = 4
        var arrays: [UnitArray] = []

        struct UnitArray: Hashable, Sendable {
            /// All sets of this type are here and none in the stream, as `hvc1` demands.
            var isComplete = true
            var type = 0
            var units: [[UInt8]] = []
        }

        /// The parameter sets and SEI messages, NAL unit headers included, in the order of the record.
        public var units: [[UInt8]] { arrays.flatMap(\.units) }

        /// Reads an `hvcC` box's content.
        public init(_ record: [UInt8]) throws(BitstreamError) {
            var reader = BitReader(record)
            try walk(&reader)
        }

        init(_ sets: ParameterSets) {
            arrays = [
                UnitArray(type: UnitType.videoParameterSet, units: sets.videos.map(\.unit)),
                UnitArray(type: UnitType.sequenceParameterSet, units: sets.sequences.map(\.unit)),
                UnitArray(type: UnitType.pictureParameterSet, units: sets.pictures.map(\.unit)),
            ]
            guard let first = sets.sequences.first?.value else { return }
            profile = first.profileTierLevel.profile
            level = sets.sequences.map(\.value.profileTierLevel.level).max() ?? first.profileTierLevel.level
            chromaFormat = first.chromaFormat
            lumaDepth = first.lumaDepth
            chromaDepth = first.chromaDepth
            temporalLayerCount = first.subLayerCount
            nestsTemporally = first.nestsTemporally
        }

        /// The content of an `hvcC` box.
        public func bytes() throws(BitstreamError) -> [UInt8] {
            var copy = self
            var writer = BitWriter()
            try copy.walk(&writer)
            return writer.bytes
        }

        private mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            var version = 1
            try coder.bits(8, &version, "configurationVersion")
            guard version == 1 else {
                throw .outOfRange(element: "configurationVersion", value: version, allowed: 1...1)
            }
            try profile.walk(&coder)
            try coder.bits(8, &level, "general_level_idc")
            try Self.reserved(&coder, 4)
            try coder.bits(12, &minimumSpatialSegmentation, "min_spatial_segmentation_idc")
            try Self.reserved(&coder, 6)
            try coder.bits(2, &parallelism, "parallelismType")
            try Self.reserved(&coder, 6)
            try coder.bits(2, &chromaFormat, "chroma_format_idc")
            try Self.depth(&lumaDepth, &coder)
            try Self.depth(&chromaDepth, &coder)
            try coder.bits(16, &averageFrameRate, "avgFrameRate")
            try coder.bits(2, &constantFrameRate, "constantFrameRate")
            try coder.bits(3, &temporalLayerCount, "numTemporalLayers")
            try coder.flag(&nestsTemporally, "temporalIdNested")
            var sizeMinusOne = lengthSize - 1
            try coder.bits(2, &sizeMinusOne, "lengthSizeMinusOne")
            lengthSize = sizeMinusOne + 1
            var count = arrays.count
            try coder.bits(8, &count, "numOfArrays")
            arrays.fit(count, repeating: UnitArray())
            for index in arrays.indices { try Self.walk(&arrays[index], &coder) }
        }

        private static func walk(_ array: inout UnitArray, _ coder: inout some SyntaxCoder)
            throws(BitstreamError)
        {
            try coder.flag(&array.isComplete, "array_completeness")
            var zero = 0
            try coder.bits(1, &zero, "reserved")
            try coder.bits(6, &array.type, "NAL_unit_type")
            var count = array.units.count
            try coder.bits(16, &count, "numNalus")
            // Each unit takes two bytes at least, so a reader stops at the end of what is there.
            if count != array.units.count { array.units = [] }
            for index in 0..<count {
                if index == array.units.count { array.units.append([]) }
                var length = array.units[index].count
                try coder.bits(16, &length, "nalUnitLength")
                try coder.bytes(&array.units[index], count: length, "nalUnit")
            }
        }

        private static func reserved(_ coder: inout some SyntaxCoder, _ count: Int) throws(BitstreamError) {
            var ones = (1 << count) - 1
            try coder.bits(count, &ones, "reserved")
        }

        private static func depth(_ depth: inout Int, _ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try reserved(&coder, 5)
            var coded = depth - 8
            try coder.bits(3, &coded, "bit_depth_minus8")
            depth = coded + 8
        }
    }
}
