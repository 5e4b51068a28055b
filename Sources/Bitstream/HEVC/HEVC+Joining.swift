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
