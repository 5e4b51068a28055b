extension H264 {
    /// The parameter sets of one stream, as its file's header or its encoder gives them.
    public struct ParameterSets: Equatable, Sendable {
        /// How the packets of the stream are framed.
        public var framing: NALUnitFraming
        /// How many pictures at most come before another in decoding order and after it in output order, as an
        /// index of the whole stream shows. Many phones do not declare it; without it the worst is assumed.
        public var measuredReorderDepth: Int?
        /// The pictures are padded to the coded size and shall be cropped as those of the first stream of a
        /// join: for an encoder, which cannot be told another stream's cropping.
        public var takesCroppingOfFirst = false
        var sequences: [Coded<SequenceParameterSet>] = []
        var pictures: [Coded<PictureParameterSet>] = []

        /// Reads the codec's extradata: an `avcC` record (ISO/IEC 14496-15 §5.3.3.1), or NAL units behind start
        /// codes, as encoders give them. `framing` overrides how packets are framed, for encoders that write
        /// one and mean the other.
        public init(extradata: [UInt8], framing: NALUnitFraming? = nil) throws(BitstreamError) {
            if extradata.first == 1 {
                let record = try ConfigurationRecord(extradata)
                self.framing = framing ?? .lengthPrefixed(bytes: record.lengthSize)
                for unit in record.sequenceParameterSets + record.pictureParameterSets { try add(unit[...]) }
            } else {
                self.framing = framing ?? .annexB
                for unit in try NALUnitFraming.annexB.units(in: extradata) { try add(unit) }
            }
            guard !sequences.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            guard !pictures.isEmpty else { throw .missingParameterSet(kind: "picture parameter set", id: 0) }
        }

        init(framing: NALUnitFraming) { self.framing = framing }

        /// Takes a NAL unit if it is a parameter set; a later one replaces an earlier one with its id.
        private mutating func add(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            switch try UnitHeader(unit).type {
            case UnitType.sequenceParameterSet:
                let set = try SequenceParameterSet(unit: unit)
                sequences.removeAll { $0.value.id == set.id }
                sequences.append(Coded(unit: Array(unit), value: set))
            case UnitType.pictureParameterSet:
                let set = try pictureParameterSet(unit)
                pictures.removeAll { $0.value.id == set.id }
                pictures.append(Coded(unit: Array(unit), value: set))
            default: break
            }
        }

        /// Reads a picture parameter set that belongs to one of the sequence parameter sets here.
        private func pictureParameterSet(_ unit: ArraySlice<UInt8>) throws(BitstreamError) -> PictureParameterSet {
            let rbsp = EmulationPrevention.removed(from: unit)
            // The chroma format only matters for scaling lists, so a guess finds the sequence's id.
            let id = try PictureParameterSet.sequenceID(rbsp)
            let format = try sequence(id).chroma.format
            return try PictureParameterSet(rbsp: rbsp, chromaFormat: format)
        }

        /// The sequence parameter set for a join; nil when there are several.
        var onlySequence: SequenceUse? {
            guard sequences.count == 1 else { return nil }
            let set = sequences[0].value
            let known = measuredReorderDepth ?? set.usability?.restriction?.reorderFrames
            return SequenceUse(
                set: set, reorderDepth: set.mayHaveBidirectionalSlices ? known : 0,
                takesCroppingOfFirst: takesCroppingOfFirst)
        }

        func sequence(_ id: Int) throws(BitstreamError) -> SequenceParameterSet {
            guard let set = sequences.first(where: { $0.value.id == id }) else {
                throw .missingParameterSet(kind: "sequence parameter set", id: id)
            }
            return set.value
        }

        func picture(_ id: Int) throws(BitstreamError) -> PictureParameterSet {
            guard let set = pictures.first(where: { $0.value.id == id }) else {
                throw .missingParameterSet(kind: "picture parameter set", id: id)
            }
            return set.value
        }

        /// What slices with this header are read against.
        func context(_ unit: UnitHeader, pictureParameterSetID: Int) throws(BitstreamError) -> SliceContext {
            let picture = try picture(pictureParameterSetID)
            return SliceContext(unit: unit, sequence: try sequence(picture.sequenceID), picture: picture)
        }
    }
}

extension H264.SequenceParameterSet {
    init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        try self.init(rbsp: EmulationPrevention.removed(from: unit), skipping: 1, "sequence parameter set")
    }

    /// The set as a NAL unit, nal_ref_idc 3.
    func coded() throws(BitstreamError) -> Coded<Self> {
        let header = H264.UnitHeader(referenceIndication: 3, type: H264.UnitType.sequenceParameterSet)
        var unit: [UInt8] = []
        EmulationPrevention.insert(into: try rbsp(header: [header.byte]), appendingTo: &unit)
        return Coded(unit: unit, value: self)
    }
}

extension H264.PictureParameterSet {
    init(rbsp: [UInt8], chromaFormat: Int) throws(BitstreamError) {
        self.init()
        var reader = BitReader(rbsp, at: 8)
        try walk(&reader, chromaFormat: chromaFormat)
        try reader.trailingBits("picture parameter set")
    }

    /// seq_parameter_set_id, the second element.
    static func sequenceID(_ rbsp: [UInt8]) throws(BitstreamError) -> Int {
        var reader = BitReader(rbsp, at: 8)
        _ = try reader.readCodeNumber("pic_parameter_set_id")
        return try reader.readCodeNumber("seq_parameter_set_id")
    }

    func rbsp(chromaFormat: Int) throws(BitstreamError) -> [UInt8] {
        let header = H264.UnitHeader(referenceIndication: 3, type: H264.UnitType.pictureParameterSet)
        var writer = BitWriter([header.byte])
        var copy = self
        try copy.walk(&writer, chromaFormat: chromaFormat)
        writer.trailingBits()
        return writer.bytes
    }

    /// The set as a NAL unit, nal_ref_idc 3.
    func coded(chromaFormat: Int) throws(BitstreamError) -> Coded<Self> {
        var unit: [UInt8] = []
        EmulationPrevention.insert(into: try rbsp(chromaFormat: chromaFormat), appendingTo: &unit)
        return Coded(unit: unit, value: self)
    }
}
