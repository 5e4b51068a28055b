import MediaTime
import Platform

/// The index (`moov`) of an MP4 or MOV file, read as boxes.
struct MovieFile {
    /// The boxes of the index; their places are relative to its beginning.
    let tree: BoxTree
    /// Where the index begins in the file.
    let offset: Int

    /// More than the index of a day of video at 240 frames per second.
    private static let largestIndex = 1 << 30

    /// - Parameter descriptor: an open file of `size` bytes.
    /// - Returns: `nil` without an index, or with one that is too large to be one.
    init?(descriptor: Int32, size: Int) {
        let read = { (offset: Int, count: Int) -> UInt64? in
            Self.read(descriptor, at: offset, count: count).flatMap { BoxTree(bytes: $0).unsigned(at: 0, count: count) }
        }
        var place = 0
        while let box = BoxTree.box(at: place, end: size, read: read) {
            if box.type == "moov" {
                guard box.range.count <= Self.largestIndex,
                    let bytes = Self.read(descriptor, at: box.range.lowerBound, count: box.range.count)
                else { return nil }
                tree = BoxTree(bytes: bytes)
                offset = box.range.lowerBound
                return
            }
            place = box.range.upperBound
        }
        return nil
    }

    /// The index of the file at `path`; `nil` without one.
    init?(path: String, byteCount: Int64) {
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        self.init(descriptor: descriptor, size: Int(byteCount))
    }

    /// FFmpeg makes an index entry for every sample of every edit: a hundred thousand edits, which fit into a megabyte,
    /// take minutes and any amount of memory. Cameras write one or two (ISO/IEC 14496-12 §8.6.6 `elst`).
    var hasTooManyEdits: Bool {
        let lists = tree.boxes("trak", in: contents)
            .flatMap { tree.boxes("edts", in: $0.payload) }.flatMap { tree.boxes("elst", in: $0.payload) }
        // After version and flags.
        return lists.contains { tree.unsigned(at: $0.payload.lowerBound + 4, count: 4) ?? 0 > Self.mostEdits }
    }
    private static let mostEdits = 100

    /// Whether a file begins like an MP4 or MOV file, even if the rest is damaged: with a box that comes first in
    /// some (ISO/IEC 14496-12 §6.2; the QuickTime File Format).
    static func isBeginning(of path: String) -> Bool {
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let bytes = read(descriptor, at: 0, count: 8) else { return false }
        let first = ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "uuid", "sidx", "pdin"]
        return first.contains { Array($0.utf8) == bytes[4...].map { $0 } }
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
            }
            guard part > 0 else { return nil }
            done += part
        }
        return bytes
    }
}

extension MovieFile {
    /// A track's header (ISO/IEC 14496-12 §8.3.2 `tkhd`), as far as it concerns the orientation of the picture.
    struct TrackHeader {
        var trackID: Int
        var matrix: DisplayMatrix
        /// Where the nine words are in the file.
        var matrixOffset: Int
        /// 16.16.
        var width: Int
        var height: Int
    }

    var contents: Range<Int> { tree.first("moov", in: tree.bytes.indices)?.payload ?? 0..<0 }

    /// The movie's own matrix (§8.2.2 `mvhd`), applied after the tracks'.
    var matrix: DisplayMatrix? {
        guard let header = tree.first("mvhd", in: contents),
            let version = tree.unsigned(at: header.payload.lowerBound, count: 1)
        else { return nil }
        // Version and flags, times and duration (16 or 28 bytes), rate, volume, reserved.
        return matrix(at: header.payload.lowerBound + 4 + (version == 1 ? 28 : 16) + 16, within: header)
    }

    var trackHeaders: [TrackHeader] {
        tree.boxes("trak", in: contents).compactMap { track in
            // After the number come 4 bytes, the duration, and before the matrix reserved (8), layer, alternate
            // group, volume, reserved (2 each).
            guard let (header, number, isLong) = header(of: track),
                case let words = number + (isLong ? 16 : 12) + 16,
                let trackID = tree.unsigned(at: number, count: 4), let matrix = matrix(at: words, within: header),
                let width = tree.unsigned(at: words + 36, count: 4),
                let height = tree.unsigned(at: words + 40, count: 4)
            else { return nil }
            return TrackHeader(
                trackID: Int(trackID), matrix: matrix, matrixOffset: offset + words, width: Int(width),
                height: Int(height))
        }
    }

    private func track(_ trackID: Int) -> Box? {
        tree.boxes("trak", in: contents).first { track in
            header(of: track).flatMap { tree.unsigned(at: $0.number, count: 4) }.map(Int.init) == trackID
        }
    }

    /// A track's header, and the place of its number in it: after version, flags and times, which have 64 bits in
    /// version 1, as has the duration.
    private func header(of track: Box) -> (box: Box, number: Int, isLong: Bool)? {
        guard let header = tree.first("tkhd", in: track.payload),
            let version = tree.unsigned(at: header.payload.lowerBound, count: 1)
        else { return nil }
        return (header, header.payload.lowerBound + (version == 1 ? 20 : 12), version == 1)
    }

    private func matrix(at place: Int, within box: Box) -> DisplayMatrix? {
        guard place + 36 <= box.payload.upperBound else { return nil }
        let words = (0..<9).compactMap { tree.unsigned(at: place + 4 * $0, count: 4) }
        return words.count == 9 ? DisplayMatrix(words: words.map { Int32(truncatingIfNeeded: $0) }) : nil
    }

    /// Bits per sample of a track of PCM, from its `pcmC` box (ISO/IEC 23003-5 §5.2): the sample entry around it may
    /// state 16 in any case.
    func pcmSampleSize(ofTrack trackID: Int) -> Int? {
        // After the fields of AudioSampleEntry (ISO/IEC 14496-12 §12.2.3).
        guard let entry = sampleEntries(ofTrack: trackID).first,
            let box = tree.first("pcmC", in: entry.payload.dropFirst(28))
        else { return nil }
        return tree.unsigned(at: box.payload.lowerBound + 5, count: 1).map { Int($0) }
    }

    /// FFmpeg reads samples of the first sample entry and of entries with its code, and passes the rest to the same
    /// decoder.
    ///
    /// - Returns: the codes of the first entry and of one that samples refer to, if that is another.
    func differingCodecs(ofTrack trackID: Int) -> [String]? {
        let codes = sampleEntries(ofTrack: trackID).map(\.type)
        guard let other = codes.first(where: { $0 != codes[0] }) else { return nil }
        return [codes[0], other]
    }

    /// The sample entries (ISO/IEC 14496-12 §8.5.2 `stsd`) that the samples of a track refer to, always including the
    /// track's first.
    private func sampleEntries(ofTrack trackID: Int) -> [Box] {
        guard let table = track(trackID).flatMap({ tree.first("mdia", "minf", "stbl", in: $0.payload) }),
            let descriptions = tree.first("stsd", in: table.payload)
        else { return [] }
        // Version, flags and the number of entries.
        let entries = tree.boxes(in: descriptions.payload.dropFirst(8))
        var used: Set = [0]
        if let chunks = tree.first("stsc", in: table.payload) {
            // The same, then for each run of chunks: the first, samples in each, entry counted from 1 (§8.7.4).
            for run in stride(from: chunks.payload.lowerBound + 8, to: chunks.payload.upperBound - 11, by: 12) {
                if let entry = tree.unsigned(at: run + 8, count: 4) { used.insert(Int(entry) - 1) }
            }
        }
        return used.sorted().filter(entries.indices.contains).map { entries[$0] }
    }
}

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
