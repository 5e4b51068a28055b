extension H264 {
    /// AVCDecoderConfigurationRecord, the content of an `avcC` box (ISO/IEC 14496-15 §5.3.3.1).
    public struct ConfigurationRecord: Equatable, Sendable {
        /// Profile, constraint flags and level, repeated from the first sequence parameter set.
        public var profile = 100
        public var constraints = 0
        public var level = 10
        /// Bytes of the length in front of each NAL unit: 1, 2 or 4.
        public var lengthSize = 4
        /// NAL units, headers included.
        public var sequenceParameterSets: [[UInt8]] = []
        public var pictureParameterSets: [[UInt8]] = []
        /// chroma_format, bit depths and extensions, which the High profiles add; many writers leave them out.
        var highProfile: HighProfile?
        /// Bytes that newer versions may add; kept.
        var rest: [UInt8] = []

        struct HighProfile: Equatable, Sendable {
            var chromaFormat = 1
            var lumaDepth = 8
            var chromaDepth = 8
            var extensions: [[UInt8]] = []
        }

        /// Reads an `avcC` box's content.
        public init(_ record: [UInt8]) throws(BitstreamError) {
            var reader = BitReader(record)
            try walk(&reader)
            if reader.hasMoreBytes(false) { rest = Array(record[(reader.position / 8)...]) }
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
            guard [100, 110, 122, 144, 244].contains(profile) else { return }
            highProfile = HighProfile(
                chromaFormat: first.chroma.format, lumaDepth: first.chroma.lumaDepth,
                chromaDepth: first.chroma.chromaDepth)
        }

        /// The content of an `avcC` box.
        public func bytes() throws(BitstreamError) -> [UInt8] {
            var copy = self
            var writer = BitWriter()
            try copy.walk(&writer)
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
            try Self.walk(&sequenceParameterSets, count: countAndOnes & 31, &coder)
            var count = pictureParameterSets.count
            try coder.bits(8, &count, "numOfPictureParameterSets")
            try Self.walk(&pictureParameterSets, count: count, &coder)
            guard [100, 110, 122, 144, 244].contains(profile), coder.hasMoreBytes(highProfile != nil) else { return }
            var high = highProfile ?? HighProfile()
            var format = 0xfc | high.chromaFormat
            try coder.bits(8, &format, "chroma_format")
            high.chromaFormat = format & 3
            var luma = 0xf0 + high.lumaDepth
            try coder.bits(8, &luma, "bit_depth_luma_minus8")
            high.lumaDepth = (luma & 7) + 8
            var chroma = 0xf0 + high.chromaDepth
            try coder.bits(8, &chroma, "bit_depth_chroma_minus8")
            high.chromaDepth = (chroma & 7) + 8
            var extensions = high.extensions.count
            try coder.bits(8, &extensions, "numOfSequenceParameterSetExt")
            try Self.walk(&high.extensions, count: extensions, &coder)
            highProfile = high
        }

        private static func walk(
            _ units: inout [[UInt8]], count: Int, _ coder: inout some SyntaxCoder
        ) throws(BitstreamError) {
            units.fit(count, repeating: [])
            for index in units.indices {
                var length = units[index].count
                try coder.bits(16, &length, "parameterSetLength")
                try coder.bytes(&units[index], count: length, "parameterSetNALUnit")
            }
        }
    }
}
