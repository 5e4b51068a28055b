extension H264 {
    /// The parameter sets of one stream, from its file's header or its encoder.
    package struct ParameterSets: Equatable, Sendable {
        package var framing: NALUnitFraming
        /// The largest number of pictures that come before another in decoding order and after it in output order,
        /// measured by an index of the whole stream. Many phones do not declare it; without it the worst case is
        /// assumed.
        package var measuredReorderDepth: Int?
        /// The pictures are padded to the coded size and must be cropped like those of the first stream of a join:
        /// for an encoder, which cannot be told another stream's cropping.
        package var takesCroppingOfFirst = false
        var sequences: [Coded<SequenceParameterSet>] = []
        var pictures: [Coded<PictureParameterSet>] = []
        /// Picture parameter sets that come with the packets, each replacing an earlier one with its id (§7.4.1.2.1).
        private(set) var updates: [Coded<PictureParameterSet>] = []

        /// Reads the codec's extradata: an `avcC` record (ISO/IEC 14496-15 §5.3.3.1), or NAL units after start codes,
        /// as encoders output them. `framing` overrides how packets are framed, for encoders that write one and mean
        /// the other. `inBand` are the sets that come with the packets, in order: the first with an id that the
        /// header does not have counts as part of the header (`avc3`).
        ///
        /// - Throws: `BitstreamError.parameterSetChanges` if a sequence parameter set changes.
        package init(
            extradata: [UInt8], framing: NALUnitFraming? = nil, inBand: [[UInt8]] = []
        ) throws(BitstreamError) {
            if extradata.first == 1 {
                let record = try ConfigurationRecord(extradata)
                self.framing = framing ?? .lengthPrefixed(bytes: record.lengthSize)
                for unit in record.units { try add(unit[...]) }
            } else {
                self.framing = framing ?? .annexB
                for unit in try NALUnitFraming.annexB.units(in: extradata) { try add(unit) }
            }
            for unit in inBand { try follow(unit[...]) }
            guard !sequences.isEmpty else { throw .missingParameterSet(kind: "sequence parameter set", id: 0) }
            guard !pictures.isEmpty else { throw .missingParameterSet(kind: "picture parameter set", id: 0) }
        }

        init(framing: NALUnitFraming) { self.framing = framing }

        /// All pictures are frames, and how far they are reordered is declared (max_num_reorder_frames).
        package var declaresOrderOfFrames: Bool {
            sequences.allSatisfy { $0.value.isFrameOnly && $0.value.usability?.restriction != nil }
        }

        /// Adds a NAL unit if it is a parameter set.
        private mutating func add(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            switch try UnitHeader(unit).type {
            case UnitType.sequenceParameterSet: sequences.take(try SequenceParameterSet(unit: unit), unit)
            case UnitType.pictureParameterSet: pictures.take(try pictureParameterSet(unit), unit)
            default: break
            }
        }

        /// Adds a NAL unit that comes with the packets, if it is a parameter set.
        private mutating func follow(_ unit: ArraySlice<UInt8>) throws(BitstreamError) {
            switch try UnitHeader(unit).type {
            case UnitType.sequenceParameterSet:
                let set = try SequenceParameterSet(unit: unit)
                guard let known = sequences.first(where: { $0.value.id == set.id }) else { return try add(unit) }
                guard known.value == set else { throw .parameterSetChanges(kind: "sequence parameter set", id: set.id) }
            case UnitType.pictureParameterSet:
                let set = try pictureParameterSet(unit)
                guard pictures.contains(where: { $0.value.id == set.id }) else { return try add(unit) }
                guard !keyedPictures.contains(where: { $0.set.value == set }) else { return }
                updates.append(Coded(unit: Array(unit), value: set))
            default: break
            }
        }

        /// All picture parameter sets, each under a unique number: its id, or one beyond all ids for later sets.
        var keyedPictures: [(key: Int, set: Coded<PictureParameterSet>)] {
            pictures.map { ($0.value.id, $0) }
                + updates.enumerated().map { (PictureParameterSet.identifiers.upperBound + 1 + $0, $1) }
        }

        /// Which of the sets a NAL unit repeats; `nil` for a sequence parameter set.
        ///
        /// - Throws: `BitstreamError.parameterSetChanges` when it is none of them.
        func repeated(_ unit: ArraySlice<UInt8>) throws(BitstreamError) -> (key: Int, set: Coded<PictureParameterSet>)?
        {
            guard try UnitHeader(unit).type == UnitType.pictureParameterSet else {
                let set = try SequenceParameterSet(unit: unit)
                guard sequences.contains(where: { $0.value == set }) else {
                    throw .parameterSetChanges(kind: "sequence parameter set", id: set.id)
                }
                return nil
            }
            let set = try pictureParameterSet(unit)
            guard let known = keyedPictures.first(where: { $0.set.value == set }) else {
                throw .parameterSetChanges(kind: "picture parameter set", id: set.id)
            }
            return known
        }

        /// Reads a picture parameter set that belongs to one of the sequence parameter sets here.
        private func pictureParameterSet(_ unit: ArraySlice<UInt8>) throws(BitstreamError) -> PictureParameterSet {
            let rbsp = EmulationPrevention.removed(from: unit)
            // The chroma format only matters for scaling lists, so a guess finds the sequence's id.
            let id = try PictureParameterSet.sequenceID(rbsp)
            var set = PictureParameterSet()
            set.chromaFormat = try sequences.named(id).chromaFormat
            try set.read(rbsp: rbsp)
            return set
        }

        var units: [[UInt8]] { sequences.map(\.unit) + pictures.map(\.unit) }
    }
}

extension H264.ParameterSets: JoinableSets {
    var poolSource: PictureSetPool<H264.PictureParameterSet>.Source {
        let sets = keyedPictures.map { key, set in
            var picture = set.value
            picture.id = key
            return picture
        }
        return .init(sets: sets, hasBidirectional: sequences[0].value.mayHaveBidirectionalSlices)
    }

    func configurationRecord() throws(BitstreamError) -> [UInt8] {
        try H264.ConfigurationRecord(sequence: sequences, pictures: pictures).bytes()
    }
}
