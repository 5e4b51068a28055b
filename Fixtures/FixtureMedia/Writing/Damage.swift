import Foundation

/// Copies of files with something wrong.
package enum DamagedCopy {
    /// Only the first `share` of the bytes.
    package static func truncated(_ path: String, keeping share: Double, to copy: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(Int(Double(data.count) * share)).write(to: URL(fileURLWithPath: copy))
    }

    /// `count` bytes of the stretch `from…to` (shares of the file) inverted, at places that follow from `seed`.
    package static func flipped(
        _ path: String, from: Double, to: Double, count: Int, seed: UInt64 = 1, to copy: String
    ) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let (low, high) = (Int(Double(data.count) * from), Int(Double(data.count) * to))
        var state = seed
        for _ in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            data[low + Int(state >> 33) % max(1, high - low)] ^= 0xFF
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// With two pictures at one time: the one frame that lasts 3003 ticks lasts none (`stts`, ISO/IEC 14496-12 §8.6.1.2).
    ///
    /// - Throws: `FixtureError` unless exactly one does.
    package static func withDuplicateTime(_ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        // One frame of 3003 ticks.
        let entry = Data([0, 0, 0, 1, 0, 0, 0x0B, 0xBB])
        guard let first = data.range(of: entry), data.range(of: entry, in: first.upperBound..<data.endIndex) == nil
        else { throw FixtureError("no single frame of 3003 ticks in \(path)") }
        data.replaceSubrange(first, with: [0, 0, 0, 1, 0, 0, 0, 0])
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// With some pictures, in the order of decoding, all presented near the time of the first (`ctts`, ISO/IEC 14496-12
    /// §8.6.1.3).
    ///
    /// - Parameter step: from picture to picture, in ticks.
    /// - Throws: `FixtureError` without such a table.
    package static func withStuckStamps(_ samples: Range<Int>, step: Int, _ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let table = data.range(of: Data("ctts".utf8)) else { throw FixtureError("no ctts in \(path)") }
        func number(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        var sample = 0
        for entry in 0..<number(table.upperBound + 4) {
            let place = table.upperBound + 8 + 8 * entry
            if samples.contains(sample) {
                let offset = UInt32(bitPattern: Int32(number(place + 4) - (sample - samples.lowerBound) * step))
                data.replaceSubrange(
                    place + 4..<place + 8, with: (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) })
            }
            sample += number(place)
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// With a timecode track that counts half as many frames per second (`tmcd`, the QuickTime File Format): the duration
    /// of one frame, and their number.
    ///
    /// - Throws: `FixtureError` without such a track.
    package static func halvingTimecodeRate(_ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        var entry: Int?
        var from = data.startIndex
        while let table = data.range(of: Data("stsd".utf8), in: from..<data.endIndex) {
            from = table.upperBound
            if data[(from + 12)...].starts(with: Data("tmcd".utf8)) { entry = from + 12 }
        }
        guard let entry else { throw FixtureError("no timecode track in \(path)") }
        // After the format: reserved and reference index (8), reserved (4), flags (4), time scale (4).
        let length = entry + 24
        let frame = data[length..<length + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } * 2
        data.replaceSubrange(
            length..<length + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: frame >> (24 - 8 * $0)) })
        data[length + 4] /= 2
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// Without the top-level boxes of a kind (ISO/IEC 14496-12 §4.2), such as "moov".
    package static func withoutBox(_ kind: String, _ path: String, to copy: String) throws {
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var kept: [UInt8] = []
        var offset = 0
        while offset + 8 <= data.count {
            let word = { (at: Int, count: Int) in data[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            var size = word(offset, 4)
            if size == 1 { size = word(offset + 8, 8) }
            if size < 8 || offset + size > data.count { size = data.count - offset }
            if data[offset + 4..<offset + 8] != kind.utf8.map({ $0 })[...] { kept += data[offset..<offset + size] }
            offset += size
        }
        try Data(kept).write(to: URL(fileURLWithPath: copy))
    }

    /// With the first track's sample entry (ISO/IEC 14496-12 §8.5.2) once more under `code`, and its last chunk of that
    /// one. The index has to stand behind the samples, whose places it tells.
    ///
    /// - Throws: `FixtureError` if the track is one chunk, as it is without another track beside it.
    package static func withSecondSampleEntry(_ code: String, _ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        func number(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        func set(_ place: Int, _ value: Int) {
            for byte in 0..<4 { data[place + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
        }
        func find(_ type: String, behind place: Int) throws -> Int {
            guard let range = data.range(of: Data(type.utf8), in: place..<data.endIndex) else {
                throw FixtureError("no \(type) in \(path)")
            }
            return range.lowerBound - 4
        }
        var parents = [try find("moov", behind: try find("mdat", behind: 0) + number(try find("mdat", behind: 0)))]
        for type in ["trak", "mdia", "minf", "stbl", "stsd"] { parents.append(try find(type, behind: parents.last!)) }
        let chunks = try find("stsc", behind: parents.last!)
        let end = chunks + number(chunks)
        let offsets = try find("stco", behind: parents.last!)
        let last = number(offsets + 12)
        guard last > 1 else { throw FixtureError("one chunk in \(path)") }
        if number(end - 12) == last {
            set(end - 4, 2)
        } else {
            // As many samples as the chunks before it (§8.7.4).
            data.insert(contentsOf: data[end - 12..<end], at: end)
            set(end, last)
            set(end + 8, 2)
            set(chunks + 12, number(chunks + 12) + 1)
            for box in parents.dropLast() + [chunks] { set(box, number(box) + 12) }
        }
        let entry = parents.last! + 16
        var second = data[entry..<entry + number(entry)]
        second.replaceSubrange(second.startIndex + 4..<second.startIndex + 8, with: Data(code.utf8))
        // Another level (AVCLevelIndication, ISO/IEC 14496-15 §5.3.3.1), which no decoder reads here: FFmpeg 9 takes
        // equal entries for one.
        if let configuration = second.range(of: Data("avcC".utf8)) { second[configuration.upperBound + 3] = 62 }
        let size = second.count
        data.insert(contentsOf: second, at: entry + size)
        for parent in parents { set(parent, number(parent) + size) }
        set(entry - 4, 2)
        try data.write(to: URL(fileURLWithPath: copy))
    }
}

extension DamagedCopy {
    /// With other sync samples than the real ones (`stss`, ISO/IEC 14496-12 §8.6.2): all but the first later by `shift`
    /// samples; without a list, which marks all samples, where that is `nil`.
    ///
    /// - Throws: `FixtureError` unless there is exactly one list.
    package static func shiftingSync(by shift: Int?, _ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let name = data.range(of: Data("stss".utf8)),
            data.range(of: Data("stss".utf8), in: name.upperBound..<data.endIndex) == nil
        else { throw FixtureError("not one list of sync samples in \(path)") }
        guard let shift else {
            data.replaceSubrange(name, with: Data("free".utf8))
            return try data.write(to: URL(fileURLWithPath: copy))
        }
        // Version and flags, then how many there are, then the numbers.
        let word = { (place: Int) in data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        for index in 1..<max(1, word(name.upperBound + 4)) {
            let place = name.upperBound + 8 + 4 * index
            let number = word(place) + shift
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            data.replaceSubrange(place..<place + 4, with: bytes)
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }
}

extension DamagedCopy {
    /// With an edit list of `count` edits, each of which shows everything (`elst`, ISO/IEC 14496-12 §8.6.6).
    ///
    /// - Throws: `FixtureError` unless the index stands last and has one track with an edit list.
    package static func withEdits(_ count: Int, _ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let places = ["moov", "trak", "edts", "elst"].compactMap { data.range(of: Data($0.utf8))?.lowerBound }
        guard places.count == 4, places == places.sorted() else { throw FixtureError("no edit list in \(path)") }
        let word = { (number: Int) in Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }) }
        let size = { (place: Int) in data[place - 4..<place].reduce(0) { $0 << 8 | Int($1) } }
        let sizes = places.map(size)
        guard places[0] - 4 + sizes[0] == data.count else { throw FixtureError("the index is not last in \(path)") }
        let list = places[3] - 4
        // Version and flags and the count stay in front; the first edit is repeated.
        let edit = data[list + 16..<list + 28]
        let edits = (0..<count).reduce(into: Data()) { all, _ in all += edit }
        data.replaceSubrange(list + 16..<list + sizes[3], with: edits)
        data.replaceSubrange(list + 12..<list + 16, with: word(count))
        for (place, size) in zip(places, sizes) {
            data.replaceSubrange(place - 4..<place, with: word(size + edits.count - (sizes[3] - 16)))
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }
}

extension DamagedCopy {
    /// With the PCM sound of a MOV file, of `bits` a sample and little-endian, described as in MP4 (ISO/IEC 23003-5): a
    /// sample entry that states 16 bits, as its template says, and a `pcmC` box with the real number.
    ///
    /// - Throws: `FixtureError` unless the index stands last and has one track with an entry called `name`.
    package static func withPCMConfiguration(
        _ name: String, bits: UInt8, channels: UInt8, _ path: String, to copy: String
    ) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let found = { (kind: String, limit: Int) in
            data.range(of: Data(kind.utf8), options: .backwards, in: 0..<limit)?.lowerBound
        }
        guard let mention = found(name, data.count), let table = found("stsd", mention) else {
            throw FixtureError("no entry \(name) in \(path)")
        }
        // After version and flags, the number of entries and the size of the first.
        let entry = table + 16
        let parents = try ["stbl", "minf", "mdia", "trak", "moov"].reduce(into: [table]) { places, kind in
            places.append(try made(kind, found(kind, places.last!)))
        }
        let word = { (number: Int) in Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }) }
        let size = { (place: Int) in data[place - 4..<place].reduce(0) { $0 << 8 | Int($1) } }
        let sizes = parents.map(size)
        let oldSize = size(entry)
        // Reserved, data reference 1, reserved; channels, 16 bits, reserved; 48 000 Hz as 16.16. Then `pcmC`.
        let new: [UInt8] =
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, channels, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0]
            + [0, 0, 0, 14] + Array("pcmC".utf8) + [0, 0, 0, 0, 1, bits]
        data.replaceSubrange(entry - 4..<entry - 4 + oldSize, with: word(new.count + 8) + Data("ipcm".utf8) + new)
        for (place, size) in zip(parents, sizes) {
            data.replaceSubrange(place - 4..<place, with: word(size + new.count + 8 - oldSize))
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }
}
