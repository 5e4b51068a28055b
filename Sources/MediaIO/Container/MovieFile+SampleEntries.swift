#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension MovieFile {
    /// The codes of the sample entries (ISO/IEC 14496-12 §8.5.2 `stsd`) that the samples of a track are of, the track's
    /// first always among them.
    func sampleEntries(ofTrack trackID: Int) -> [String] {
        let tracks = tree.boxes("trak", in: contents)
        guard let place = trackHeaders.firstIndex(where: { $0.trackID == trackID }), place < tracks.count else {
            return []
        }
        var box = tracks[place]
        for type in ["mdia", "minf", "stbl"] {
            guard let next = tree.first(type, in: box.payload) else { return [] }
            box = next
        }
        guard let descriptions = tree.first("stsd", in: box.payload), descriptions.payload.count >= 8 else { return [] }
        // Version, flags and the number of entries.
        let entries = tree.boxes(in: descriptions.payload.dropFirst(8)).map(\.type)
        var used: Set = [0]
        if let chunks = tree.first("stsc", in: box.payload) {
            // The same, then for each run of chunks: the first, samples in each, entry counted from 1 (§8.7.4).
            for run in stride(from: chunks.payload.lowerBound + 8, to: chunks.payload.upperBound - 11, by: 12) {
                if let entry = tree.unsigned(at: run + 8, count: 4) { used.insert(Int(entry) - 1) }
            }
        }
        return used.sorted().filter(entries.indices.contains).map { entries[$0] }
    }

    /// FFmpeg reads what is of the first sample entry and of entries with its code, and gives the rest to the same
    /// decoder.
    ///
    /// - Throws: `MediaError.severalCodecs` where the track has entries of another code.
    static func checkSampleEntries(of path: String, size: Int64, track: Int) throws(MediaError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let codes = MovieFile(descriptor: descriptor, size: Int(size))?.sampleEntries(ofTrack: track) ?? []
        if let other = codes.first(where: { $0 != codes[0] }) {
            throw .severalCodecs(path: path, codes: [codes[0], other])
        }
    }
}
