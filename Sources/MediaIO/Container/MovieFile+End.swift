import MediaTime

extension MovieFile {
    /// The changes after which players show and sound nothing after `end`: the lengths in the edit lists, the track
    /// headers and the movie's header (ISO/IEC 14496-12 §8.6.6 `elst`, §8.3.2 `tkhd`, §8.2.2 `mvhd`).
    ///
    /// - Returns: places in the index; `nil` if it is not as FFmpeg writes it.
    func ending(at end: MediaTime) -> [(offset: Int, bytes: [UInt8])]? {
        guard let header = tree.first("mvhd", in: contents), let isLong = hasLongTimes(header),
            let timescale = tree.unsigned(at: header.payload.lowerBound + (isLong ? 20 : 12), count: 4),
            let clock = TimeBase(1, Int64(timescale))
        else { return nil }
        let limit = UInt64(max(0, end.ticks(in: clock, .nearest)))
        var changes: [(offset: Int, bytes: [UInt8])] = []
        // A number of 4 or 8 bytes, by the version of its box, that must not be larger.
        let lower = { (place: Int, isLong: Bool, most: UInt64) -> UInt64? in
            let size = isLong ? 8 : 4
            guard let number = tree.unsigned(at: place, count: size) else { return nil }
            if number > most {
                changes.append((place, (0..<size).map { UInt8(truncatingIfNeeded: most >> (8 * (size - 1 - $0))) }))
            }
            return min(number, most)
        }
        guard lower(header.payload.lowerBound + (isLong ? 24 : 16), isLong, limit) != nil else { return nil }
        for track in tree.boxes("trak", in: contents) {
            // After version, flags, times, number and 4 bytes.
            guard let header = tree.first("tkhd", in: track.payload), let isLong = hasLongTimes(header),
                lower(header.payload.lowerBound + (isLong ? 28 : 20), isLong, limit) != nil
            else { return nil }
            guard let list = tree.first("edts", "elst", in: track.payload), let listIsLong = hasLongTimes(list),
                let count = tree.unsigned(at: list.payload.lowerBound + 4, count: 4)
            else { continue }
            var rest = limit
            for entry in 0..<Int(count) {
                // Length, place in the track, rate.
                let place = list.payload.lowerBound + 8 + entry * (listIsLong ? 20 : 12)
                guard let length = lower(place, listIsLong, rest) else { return nil }
                rest -= length
            }
        }
        return changes
    }

    /// Whether times in a box have 8 bytes; `nil` if it is too short to tell.
    private func hasLongTimes(_ box: Box) -> Bool? {
        tree.unsigned(at: box.payload.lowerBound, count: 1).map { $0 == 1 }
    }
}
