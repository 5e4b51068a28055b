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
