extension HEVC.ParameterSets: JoinableSets {
    var poolSource: PictureSetPool<HEVC.PictureParameterSet>.Source {
        let sets = pictures.map {
            var set = $0.value
            if hasOneSliceInEachPicture { set.filtersAcrossSlices = false }
            return set
        }
        return .init(sets: sets)
    }

    func checkDistinct(from first: HEVC.SequenceParameterSet) throws(JoinBlocker) {
        for set in sequences.map(\.value) {
            try first.checkShape(set, ignoringCropping: takesCroppingOfFirst)
            try first.display.check(set.display)
        }
    }

    func renamed(
        beside others: Self, cropping: CroppingWindow?
    ) throws(BitstreamError) -> (sets: Self, identifiers: [Int: Int])? {
        var sets = Self(framing: .lengthPrefixed(bytes: 4))
        var (videoIDs, sequenceIDs, identifiers): ([Int: Int], [Int: Int], [Int: Int]) = ([:], [:], [:])
        for set in videos {
            guard let id = try sets.videos.add(set, beside: others.videos) else { return nil }
            videoIDs[set.value.id] = id
        }
        for set in sequences {
            guard let video = videoIDs[set.value.videoID] else { return nil }
            let id = try sets.sequences.add(set, beside: others.sequences) {
                $0.videoID = video
                $0.cropping = cropping ?? $0.cropping
            }
            guard let id else { return nil }
            sequenceIDs[set.value.id] = id
        }
        for set in pictures {
            guard let sequence = sequenceIDs[set.value.sequenceID],
                let id = try sets.pictures.add(set, beside: others.pictures, { $0.sequenceID = sequence })
            else { return nil }
            identifiers[set.value.id] = id
        }
        return (sets, identifiers)
    }

    mutating func append(_ other: Self) {
        videos += other.videos
        sequences += other.sequences
        pictures += other.pictures
    }

    func configurationRecord() throws(BitstreamError) -> [UInt8] { try HEVC.ConfigurationRecord(self).bytes() }
}
