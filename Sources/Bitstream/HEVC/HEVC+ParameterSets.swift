extension HEVC {
    /// The parameter sets of one stream, as its file's header or its encoder gives them. Those of layers above
    /// the base are left out.
    public struct ParameterSets: Equatable, Sendable {
        /// How the packets of the stream are framed.
        public var framing: NALUnitFraming
        /// The pictures are padded to the coded size and shall be cropped as those of the first stream of a
        /// join: for an encoder, which cannot be told another stream's conformance window.
        public var takesCroppingOfFirst = false
        /// Each picture is one slice, so filters across slices mean nothing: for an encoder that was told so
        /// (x265 `slices=1`, its default). A rewriter that meets a second slice refuses it.
        public var hasOneSliceInEachPicture = false
        var videos: [Coded<VideoParameterSet>] = []
        var sequences: [Coded<SequenceParameterSet>] = []
        var pictures: [Coded<PictureParameterSet>] = []

        /// Reads the codec's extradata: an `hvcC` record (ISO/IEC 14496-15 §8.3.3.1), or NAL units behind start
        /// codes, as encoders give them. `framing` overrides how packets are framed.
        public init(extradata: [UInt8], framing: NALUnitFraming? = nil) throws(BitstreamError) {
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
            guard header.layer == 0, 32...34 ~= header.type else { return }
            let rbsp = EmulationPrevention.removed(from: unit)
            switch header.type {
            case UnitType.videoParameterSet:
                let set = try VideoParameterSet(rbsp: rbsp, skipping: UnitHeader.size, "video parameter set")
                videos.removeAll { $0.value.id == set.id }
                videos.append(Coded(unit: Array(unit), value: set))
            case UnitType.sequenceParameterSet:
                let set = try SequenceParameterSet(rbsp: rbsp, skipping: UnitHeader.size, "sequence parameter set")
                sequences.removeAll { $0.value.id == set.id }
                sequences.append(Coded(unit: Array(unit), value: set))
            default:
                let set = try PictureParameterSet(rbsp: rbsp, skipping: UnitHeader.size, "picture parameter set")
                pictures.removeAll { $0.value.id == set.id }
                pictures.append(Coded(unit: Array(unit), value: set))
            }
        }

        /// All sets as NAL units.
        var units: [[UInt8]] { videos.map(\.unit) + sequences.map(\.unit) + pictures.map(\.unit) }

        /// What slices with this header are read against.
        func context(_ unit: UnitHeader, pictureParameterSetID id: Int) throws(BitstreamError) -> SliceContext {
            guard let picture = pictures.first(where: { $0.value.id == id })?.value else {
                throw .missingParameterSet(kind: "picture parameter set", id: id)
            }
            guard let sequence = sequences.first(where: { $0.value.id == picture.sequenceID })?.value else {
                throw .missingParameterSet(kind: "sequence parameter set", id: picture.sequenceID)
            }
            return SliceContext(unit: unit, sequence: sequence, picture: picture)
        }
    }
}

extension SyntaxTable where Self: Equatable & Sendable {
    /// The table as an HEVC NAL unit of this type, in the base layer.
    func coded(hevc type: Int) throws(BitstreamError) -> Coded<Self> {
        var unit: [UInt8] = []
        EmulationPrevention.insert(into: try rbsp(header: HEVC.UnitHeader(type: type).bytes), appendingTo: &unit)
        return Coded(unit: unit, value: self)
    }
}
