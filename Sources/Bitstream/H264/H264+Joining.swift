extension H264.ParameterSets: JoinableSets {
    var poolSource: PictureSetPool<H264.PictureParameterSet>.Source {
        let sets = keyedPictures.map { key, set in
            var picture = set.value
            picture.id = key
            return picture
        }
        return .init(sets: sets, hasBidirectional: sequences[0].value.mayHaveBidirectionalSlices)
    }

    func checkDistinct(from first: H264.SequenceParameterSet) throws(JoinBlocker) {
        for set in sequences.map(\.value) {
            try first.checkShape(set, ignoringCropping: takesCroppingOfFirst)
            // FFmpeg 5.1 decodes a lossless stream wrongly after another one, in plainly concatenated files too.
            guard first.bypassesTransformAtZero == set.bypassesTransformAtZero else {
                throw .losslessTransform
            }
            guard first.isFrameOnly, set.isFrameOnly else { throw .fieldCoding }
            guard first.pictureOrder.type != 1, set.pictureOrder.type != 1 else { throw .pictureOrderType }
            try first.display.check(set.display)
        }
    }

    func renamed(
        beside others: Self, cropping: CroppingWindow?
    ) throws(BitstreamError) -> (sets: Self, identifiers: [Int: Int])? {
        var sets = Self(framing: .lengthPrefixed(bytes: 4))
        var (sequenceIDs, identifiers): ([Int: Int], [Int: Int]) = ([:], [:])
        for set in sequences {
            let id = try sets.sequences.add(set, beside: others.sequences) { $0.cropping = cropping ?? $0.cropping }
            guard let id else { return nil }
            sequenceIDs[set.value.id] = id
        }
        for (key, set) in keyedPictures {
            guard let sequence = sequenceIDs[set.value.sequenceID],
                let id = try sets.pictures.add(set, beside: others.pictures, { $0.sequenceID = sequence })
            else { return nil }
            identifiers[key] = id
        }
        return (sets, identifiers)
    }

    mutating func append(_ other: Self) {
        sequences += other.sequences
        pictures += other.pictures
    }

    func configurationRecord() throws(BitstreamError) -> [UInt8] {
        try H264.ConfigurationRecord(sequence: sequences, pictures: pictures).bytes()
    }
}
