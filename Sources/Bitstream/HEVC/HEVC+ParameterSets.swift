extension HEVC {
    /// The parameter sets of one stream, from its file's header or its encoder. Those of layers above the base are
    /// omitted.
    package struct ParameterSets: Equatable, Sendable {
        /// How the packets of the stream are framed.
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

        /// All sets as NAL units.
        var units: [[UInt8]] { videos.map(\.unit) + sequences.map(\.unit) + pictures.map(\.unit) }
    }
}
