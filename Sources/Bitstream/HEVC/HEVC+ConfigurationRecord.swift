extension HEVC {
    /// HEVCDecoderConfigurationRecord, the content of an `hvcC` box (ISO/IEC 14496-15 §8.3.3.1).
    package struct ConfigurationRecord: Equatable, Sendable {
        var profile = ProfileTierLevel.Profile()
        var level = 93
        /// The upper four bits are reserved ones.
        var minimumSpatialSegmentation = 0xf000
        /// 1 slices, 2 tiles, 3 wavefronts, 0 mixed or unknown; the upper six bits are reserved ones.
        var parallelism = 0xfc
        /// The upper six bits are reserved ones.
        var chromaFormat = 0xfd
        /// The depth less 8; the upper five bits are reserved ones.
        var lumaDepth = 0xf8
        var chromaDepth = 0xf8
        var averageFrameRate = 0
        var constantFrameRate = 0
        var temporalLayerCount = 1
        var nestsTemporally = true
        /// Size in bytes of the length before each NAL unit: 1, 2 or 4.
        package var lengthSize = 4
        var arrays: [UnitArray] = []

        struct UnitArray: Hashable, Sendable {
            /// All sets of this type are here and none in the stream, as `hvc1` demands.
            var isComplete = true
            /// The NAL unit type, below a reserved zero.
            var type = 0
            var units: [[UInt8]] = []
        }

        /// The parameter sets and SEI messages, NAL unit headers included, in the order of the record.
        package var units: [[UInt8]] { arrays.flatMap(\.units) }

        package init(_ record: [UInt8]) throws(BitstreamError) {
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
            chromaFormat = 0xfc | first.chromaFormat
            lumaDepth = 0xf8 | (first.lumaDepth - 8)
            chromaDepth = 0xf8 | (first.chromaDepth - 8)
            temporalLayerCount = first.subLayerCount
            nestsTemporally = first.nestsTemporally
        }

        package func bytes() throws(BitstreamError) -> [UInt8] {
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
            try coder.bits(16, &minimumSpatialSegmentation, "min_spatial_segmentation_idc")
            try coder.bits(8, &parallelism, "parallelismType")
            try coder.bits(8, &chromaFormat, "chroma_format_idc")
            try coder.bits(8, &lumaDepth, "bit_depth_luma_minus8")
            try coder.bits(8, &chromaDepth, "bit_depth_chroma_minus8")
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
            for index in arrays.indices {
                try coder.flag(&arrays[index].isComplete, "array_completeness")
                try coder.bits(7, &arrays[index].type, "NAL_unit_type")
                var units = arrays[index].units.count
                try coder.bits(16, &units, "numNalus")
                try coder.units(&arrays[index].units, count: units)
            }
        }
    }
}
