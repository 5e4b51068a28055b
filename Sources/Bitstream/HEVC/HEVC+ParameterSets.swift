extension HEVC {
    /// The parameter sets of one stream, from its file's header or its encoder. Those of layers above the base are
    /// omitted.
    package struct ParameterSets: Equatable, Sendable {
        package var framing: NALUnitFraming
        /// The pictures are padded to the coded size and must be cropped like those of the first stream of a join:
        /// for an encoder, which cannot be told another stream's conformance window.
        package var takesCroppingOfFirst = false
        /// Each picture is one slice, so filters across slices do nothing: for an encoder that was configured so
        /// (x265 `slices=1`, its default). A rewriter refuses a second slice.
        package var hasOneSliceInEachPicture = false
        var videos: [Coded<VideoParameterSet>] = []
        var sequences: [Coded<SequenceParameterSet>] = []
        var pictures: [Coded<PictureParameterSet>] = []

        /// Reads the codec's extradata: an `hvcC` record (ISO/IEC 14496-15 §8.3.3.1), or NAL units after start codes,
        /// as encoders output them. `framing` overrides how packets are framed.
        package init(extradata: [UInt8], framing: NALUnitFraming? = nil) throws(BitstreamError) {
            if extradata.first == 1 {
                let record = try ConfigurationRecord(extradata)
                self.framing = framing ?? .lengthPrefixed(bytes: record.lengthSize)
                for unit in record.units { try add(unit[...]) }
            } else {
                self.framing = framing ?? .annexB
                for unit in try NALUnitFraming.annexB.units(in: extradata) { try add(unit) }
            }
            guard !videos.isEmpty else { throw .missingParameterSet(kind: "video parameter set", id: 0) }
            guard !sequences.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            guard !pictures.isEmpty else { throw .missingParameterSet(kind: "picture parameter set", id: 0) }
        }

        init(framing: NALUnitFraming) { self.framing = framing }

        private mutating func add(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            let header = try UnitHeader(unit)
            guard header.layer == 0 else { return }
            switch header.type {
            case UnitType.videoParameterSet: videos.take(try VideoParameterSet(unit: unit), unit)
            case UnitType.sequenceParameterSet: sequences.take(try SequenceParameterSet(unit: unit), unit)
            case UnitType.pictureParameterSet: pictures.take(try PictureParameterSet(unit: unit), unit)
            default: break
            }
        }

        var units: [[UInt8]] { videos.map(\.unit) + sequences.map(\.unit) + pictures.map(\.unit) }
    }
}

extension HEVC {
    /// video_parameter_set_rbsp() (H.265 §7.3.2.1) as far as the limits that a join raises; the rest is kept.
    struct VideoParameterSet: ParameterSet {
        static let kind: StaticString = "video parameter set"
        static var header: [UInt8] { UnitHeader(type: UnitType.videoParameterSet).bytes }
        static let identifiers = 0...15

        var id = 0
        /// vps_base_layer_internal_flag and vps_base_layer_available_flag.
        var baseLayer = 3
        var layerCount = 1
        var subLayerCount = 1
        var nestsTemporally = true
        var profileTierLevel = ProfileTierLevel()
        var ordering = SubLayerOrdering()
        var rest = VideoParameterSet.plainRest

        /// One layer in one set, no timing, no extension: 000000 1 0 0.
        static let plainRest = RawBits(bytes: [0b0000_0010, 0], count: 9)

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(4, &id, "vps_video_parameter_set_id")
            try coder.bits(2, &baseLayer, "vps_base_layer_internal_flag")
            var layers = layerCount - 1
            try coder.bits(6, &layers, "vps_max_layers_minus1")
            layerCount = layers + 1
            try coder.subLayerCount(&subLayerCount)
            try coder.flag(&nestsTemporally, "vps_temporal_id_nesting_flag")
            var reserved = 0xffff
            try coder.bits(16, &reserved, "vps_reserved_0xffff_16bits")
            try profileTierLevel.walk(&coder, subLayerCount: subLayerCount)
            try ordering.walk(&coder, subLayerCount: subLayerCount)
            try coder.remainder(&rest)
        }
    }
}

extension SyntaxCoder {
    /// max_sub_layers_minus1, plus one.
    mutating func subLayerCount(_ count: inout Int) throws(BitstreamError) {
        var coded = count - 1
        try bits(3, &coded, "max_sub_layers_minus1")
        guard coded <= 6 else { throw .outOfRange(element: "max_sub_layers_minus1", value: coded, allowed: 0...6) }
        count = coded + 1
    }
}

extension HEVC.ParameterSets: JoinableSets {
    var poolSource: PictureSetPool<HEVC.PictureParameterSet>.Source {
        let sets = pictures.map {
            var set = $0.value
            if hasOneSliceInEachPicture { set.filtersAcrossSlices = false }
            return set
        }
        return .init(sets: sets)
    }

    func configurationRecord() throws(BitstreamError) -> [UInt8] { try HEVC.ConfigurationRecord(self).bytes() }
}
